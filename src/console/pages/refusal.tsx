// The page that says why something was refused.
import { type FC, useContext } from "hono/jsx";
import { type Problem, RequestInvalid } from "../../base/problem.ts";
import { PageFrame, titleOf } from "../components/frame.ts";
import { Layout } from "../components/layout.tsx";
import { Filters } from "../components/lists.tsx";
import { TEXT_CHARS, Text } from "../components/text.tsx";

/** Why a page is not shown, or a decision not made. @param detail only for who was let in, or should know how to fix it */
export const RefusalPage: FC<{
  readonly problem: Problem;
  readonly detail: string | null;
  /** Emails of those who can give a role. */
  readonly admins: readonly string[];
}> = ({ problem, detail, admins }) => (
  <Layout title={titleOf(problem)}>
    <p class="note bad">
      <Text of={detail ?? problem.public} most={TEXT_CHARS} />
    </p>
    {problem instanceof RequestInvalid && (
      <ul>
        {problem.errors.map(({ member, message }) => (
          <li>
            <code>{member}</code>: <Text of={message} />
          </li>
        ))}
      </ul>
    )}
    {problem.code === "access_denied" && (
      <p>
        Open this page at the address that Cloudflare Access protects, and sign in there. If you did, your
        sign-in has expired: <a href="/">begin at the overview</a>.
      </p>
    )}
    {problem.code === "role_missing" && (
      <p>
        Ask{" "}
        {admins.length > 0 ? (
          <Text of={admins.join(" or ")} />
        ) : (
          "whoever deploys Reeve: there is no admin yet"
        )}{" "}
        for the role. It is added under <code>people</code> in <code>src/config.ts</code>.
      </p>
    )}
    {problem.code === "not_found" && (
      <>
        <p>
          The address may be misspelt, or what it was of is no longer kept: events and runs go after{" "}
          <code>policy.retentionDays</code>.
        </p>
        {useContext(PageFrame) && (
          <Filters
            action="/events"
            label="Search"
            fields={{ q: { label: "Look for it", type: "search", hint: "key, email, name, id" } }}
          />
        )}
      </>
    )}
    {problem.code === "ledger_unavailable" && (
      <p>
        Deliveries are taken in and carried out all the same. Without the record you can still decide about
        what waits on <a href="/approvals">Approvals</a>, and pause on <a href="/automations">Automations</a>.
      </p>
    )}
    {problem.code === "access_not_configured" && <HowToConfigure />}
    {problem.code === "decision_conflict" && <p>Go back and reload the page to see the current state.</p>}
  </Layout>
);

const HowToConfigure: FC = () => (
  <ol class="plan">
    <li>
      In Cloudflare Zero Trust, make a self-hosted Access application for this address, with{" "}
      <code>/hooks</code> bypassed: senders sign their deliveries themselves.
    </li>
    <li>
      <code>npx wrangler secret put ACCESS_TEAM_DOMAIN</code>: your team's domain,{" "}
      <code>example.cloudflareaccess.com</code>.
    </li>
    <li>
      <code>npx wrangler secret put ACCESS_AUD</code>: the application's audience tag.
    </li>
    <li>
      In <code>src/config.ts</code>, <code>people</code>, say who may do what, and deploy.
    </li>
  </ol>
);
