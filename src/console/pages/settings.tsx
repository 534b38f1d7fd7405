// The page of settings: what Reeve goes by, without a secret.
import type { FC } from "hono/jsx";
import type { Frame } from "../components/frame.ts";
import { JsonView } from "../components/json-view.tsx";
import { Layout } from "../components/layout.tsx";
import { Text } from "../components/text.tsx";
import { TEXT_CHARS } from "../components/visible.ts";
import type { ShownVariable } from "./variables.ts";

interface SettingsPageProps {
  readonly frame: Frame;
  /** Whether the settings give anybody a role. */
  readonly anybody: boolean;
  /** Parts of `src/config.ts`, as they are in effect. They hold no secret. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** Variables by name: their value, or for a secret only whether it is set. */
  readonly variables: readonly ShownVariable[];
}

/** What Reeve goes by. */
export const SettingsPage: FC<SettingsPageProps> = ({ frame, anybody, parts, variables }) => (
  <Layout title="Settings" frame={frame} at="/settings">
    <p>
      In effect since the last deploy. They are changed in <code>src/config.ts</code> and by{" "}
      <code>npx wrangler secret put</code>; no secret is ever shown.
    </p>
    {!anybody && (
      <p class="note bad">
        Nobody has a role in <code>people</code>: deployed like this, the console and <code>/api</code> let
        nobody in.
      </p>
    )}
    <h2>Variables and secrets</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">What it is</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {variables.map(({ name, about, value, fault }) => (
          <tr>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{about}</td>
            <td>
              <Text of={value} most={TEXT_CHARS} />
              {fault !== null && <p class="note bad">{fault}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {Object.entries(parts).map(([name, part]) => (
      <>
        <h2>
          <code>{name}</code>
        </h2>
        <JsonView value={part} label={name} />
      </>
    ))}
  </Layout>
);
