// The page that shows a problem.
import type { Context } from "hono";
import type { FC } from "hono/jsx";
import { type Problem, RequestInvalid } from "../../base/problem.ts";
import type { Config } from "../../define-config.ts";
import type { Person } from "../../operate/person.ts";
import { emailsIn } from "../../policy/people.ts";
import { findTitle } from "../components/frame.ts";
import { Layout } from "../components/layout.tsx";
import { TEXT_CHARS, Text } from "../components/text.tsx";
import { formToken } from "../csrf.ts";
import { withHeaders } from "../secured.ts";
import { makeFrame, showIn } from "./page-context.tsx";

export async function refusalPage(c: Context, problem: Problem): Promise<Response> {
  const person: Person | undefined = c.get("person");
  const config: Config = c.get("config");
  // A signed-in person may see the details. The instructions for setting up Access are not secret.
  const detail = person || problem.code === "access_not_configured" ? problem.message : problem.public;
  // Show the administrators, who can give people a role, only to signed-in people.
  const admins = person ? emailsIn(config.people.filter(({ roles }) => roles.includes("admin"))) : [];
  const frame = person?.roles.size
    ? makeFrame(c.env, config, person, await formToken(c.env, person).catch(() => ""))
    : null;
  const page = (
    <Layout title={findTitle(problem)}>
      <Text as="p" class="note bad" of={detail} most={TEXT_CHARS} />
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
          Open this page at the address that Cloudflare Access protects, and sign in there. If you already
          did, your sign-in has expired: <a href="/">start again at the overview</a>.
        </p>
      )}
      {problem.code === "role_missing" && (
        <p>
          Ask{" "}
          {admins.length > 0 ? (
            <Text of={admins.join(" or ")} />
          ) : (
            "the person who deploys Reeve (there is no admin yet)"
          )}{" "}
          for the role. It is added under <code>people</code> in <code>src/config.ts</code>.
        </p>
      )}
      {problem.code === "not_found" && (
        <p>
          The address might be misspelt, or the event or run has been deleted: both are kept for{" "}
          <code>policy.retentionDays</code> days. Search <a href="/runs">Runs</a> or{" "}
          <a href="/events">Events</a>.
        </p>
      )}
      {problem.code === "ledger_unavailable" && (
        <p>
          Reeve accepts deliveries and carries out plans. Without the ledger, you can still decide on plans
          under <a href="/approvals">Approvals</a>, and pause under <a href="/automations">Automations</a>.
        </p>
      )}
      {problem.code === "access_not_configured" && <HowToConfigure />}
      {problem.code === "decision_conflict" && <p>Go back and reload the page to see the current state.</p>}
    </Layout>
  );
  return withHeaders(await showIn(c, frame, page, problem.status), problem);
}

const HowToConfigure: FC = () => (
  <ol class="plan">
    <li>
      In Cloudflare Zero Trust, create a self-hosted Access application for this address, with{" "}
      <code>/hooks</code> and <code>/healthz</code> bypassed, because their callers can't sign in.
    </li>
    <li>
      <code>npx wrangler secret put ACCESS_TEAM_DOMAIN</code>: your team's domain,{" "}
      <code>example.cloudflareaccess.com</code>.
    </li>
    <li>
      <code>npx wrangler secret put ACCESS_AUD</code>: the application's audience tag.
    </li>
    <li>
      Under <code>people</code> in <code>src/config.ts</code>, assign roles to people, and deploy.
    </li>
  </ol>
);
