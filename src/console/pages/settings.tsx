// The settings page, which lists settings that differ from their defaults before the others, and shows no secrets.
import type { FC } from "hono/jsx";
import type * as z from "zod";
import { automations } from "../../automations/index.ts";
import type { DeclaredSetting } from "../../base/configured.ts";
import { hasBotToken } from "../../channels/slack/api.ts";
import { settingsIn } from "../../define-config.ts";
import { findControl } from "../../desk/directory.ts";
import { type Env, findFault, isSet, variables } from "../../env.ts";
import { checkSetUp } from "../../operate/checks.ts";
import { ACTS } from "../../policy/acts.ts";
import { type RulesQuery, WhoApproves } from "../components/approval-rules.tsx";
import { JsonView } from "../components/json-view.tsx";
import { Layout } from "../components/layout.tsx";
import { Findings, Table } from "../components/lists.tsx";
import { PostForm, TEXT_CHARS, Text } from "../components/text.tsx";
import type { Asked } from "./page-context.tsx";

/** Lists the environment's variables. The value of a secret is never shown, only whether it is set. */
const listVariables = (env: Env) =>
  variables().map(({ name, meaning, secret, ifUnset, ...variable }) => ({
    name,
    about: plain(meaning),
    value: env[name] ? (secret ? "set (secret)" : env[name]) : plain(variable.default ?? ifUnset ?? ""),
    isSet: Boolean(env[name]),
    fault: findFault(env, name),
  }));

/** Path of the documentation page that describes every setting, from the root of the repository. */
const REFERENCE = "docs/reference/settings.md";

/** Removes Markdown's link addresses and backticks from a documentation text. */
const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");

/**
 * Shows the settings and variables in effect. All settings can be shown, because `src/config.ts` contains no secrets.
 */
export async function settingsPage({ env, var: { config } }: Asked, query: z.output<typeof RulesQuery>) {
  const { codeUrl } = config.console;
  const { credentials } = await findControl(env).state();
  const findings = await checkSetUp({ env, config, automations, now: Date.now(), credentials });
  const [changed, defaultValue] = halves(settingsIn(config), isChanged);
  const [needed, others] = halves(listVariables(env), ({ isSet, fault }) => isSet || fault !== null);
  return (
    <Layout title="Settings" at="/settings">
      <p>
        These settings have been in effect since the last deployment. Change settings in{" "}
        <code>src/config.ts</code>, and variables with <code>npx wrangler secret put NAME</code>. Secrets are
        never shown.{" "}
        {codeUrl ? <a href={`${codeUrl}${REFERENCE}#settings`}>{REFERENCE}</a> : <code>{REFERENCE}</code>}{" "}
        describes each setting.
      </p>
      <Findings of={findings.filter(({ is }) => is === "problem")} />
      <search class="views">
        {/* The script filters rows by the text in this field. Without the script, use the browser's own search. */}
        <input type="search" data-find aria-label="Find a setting or variable" placeholder="Find" hidden />
        <a href="#approvals">Who approves what</a>
        <a href="#notices">Notices</a>
        <a href="#changed">Settings</a>
        <a href="#variables">Variables</a>
      </search>
      <WhoApproves config={config} query={query} />
      <Notices env={env} slack={config.slack.noticesChannel !== undefined} />
      <h2 id="changed">Settings that differ from the default</h2>
      {changed.length === 0 ? (
        <p class="empty">
          Every setting is at its default. Begin with <code>npm run init</code>.
        </p>
      ) : (
        <SettingTable settings={changed} />
      )}
      <details class="raw">
        <summary>{defaultValue.length} settings at their defaults</summary>
        <SettingTable settings={defaultValue} />
      </details>
      <h2 id="variables">Variables and secrets that are set</h2>
      <Variables variables={needed} />
      <details class="raw">
        <summary>{others.length} variables are not set</summary>
        <Variables variables={others} />
      </details>
    </Layout>
  );
}

const Notices: FC<{ readonly env: Env; readonly slack: boolean }> = ({ env, slack }) => {
  const channels = [
    slack && hasBotToken(env) && "Slack",
    (isSet(env, "TEAMS_WEBHOOK_URL") || isSet(env, "TEAMS_BOT_SECRET")) && "Teams",
    isSet(env, "NOTIFY_WEBHOOK_URL") && "the webhook",
  ].filter((name) => name !== false);
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">Notices</h2>
      {channels.length === 0 ? (
        <p class="empty">No channel sends notices: set up Slack, Teams or a webhook.</p>
      ) : (
        <PostForm action="/settings/notices">
          <p>
            Notices go to {channels.join(", ")}. <button type="submit">{ACTS.tryNotices.button}</button>
          </p>
        </PostForm>
      )}
    </section>
  );
};

/** Splits items into those that meet a condition and those that don't. */
const halves = <Item,>(items: readonly Item[], holds: (item: Item) => boolean) =>
  [items.filter(holds), items.filter((item) => !holds(item))] as const;

export const isChanged = ({ value, defaultValue }: DeclaredSetting): boolean =>
  JSON.stringify(value) !== JSON.stringify(defaultValue);

const Variables: FC<{ readonly variables: ReturnType<typeof listVariables> }> = ({ variables }) => (
  <Table
    of={variables}
    id={({ name }) => name}
    columns={{
      Name: { names: true, cell: ({ name }) => <code>{name}</code> },
      "What it is": ({ about }) => about,
      Value: ({ value, isSet, fault }) => (
        <>
          {isSet ? <Text of={value} most={TEXT_CHARS} /> : <span class="dim">{value}</span>}
          {fault !== null && <p class="note bad">{fault}</p>}
        </>
      ),
    }}
  />
);

/** Lists settings with their values, and the default of each changed setting that has one. */
export const SettingTable: FC<{ readonly settings: readonly DeclaredSetting[] }> = ({ settings }) => (
  <Table
    of={settings}
    id={({ path }) => path.join(".")}
    columns={{
      Setting: { names: true, cell: ({ path }) => <code>{path.join(".")}</code> },
      Value: (setting) => <Value of={setting} />,
    }}
  />
);

const Value: FC<{ readonly of: DeclaredSetting }> = ({ of: setting }) => {
  const { path, value, defaultValue } = setting;
  const text = <Text of={formatValue(value)} />;
  return (
    <>
      {isNested(value) ? (
        <details>
          <summary>{text}</summary>
          <JsonView value={value} label={path.join(".")} own />
        </details>
      ) : (
        text
      )}
      {isChanged(setting) && defaultValue !== undefined && (
        <span class="under">
          by default: <Text of={formatValue(defaultValue)} />
        </span>
      )}
    </>
  );
};

/** Returns true if {@link formatValue} does not show the value in full. */
const isNested = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) ? value.some((item) => typeof item === "object") : Object.keys(value).length > 0);

/**
 * Formats a setting's value for people. An object is shown by its property names, and an object in a list by the value
 * of its first property.
 */
export function formatValue(value: unknown): string {
  if (value === undefined) return "not set";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value !== "object" || value === null) return String(value);
  const items = Array.isArray(value) ? value.map(itemWords) : Object.keys(value);
  return items.length === 0 ? "none" : items.join(", ");
}

const itemWords = (item: unknown): string =>
  String(typeof item === "object" && item !== null ? Object.values(item)[0] : item);
