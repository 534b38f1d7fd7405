// The page about one person: their requests, the runs about them, and links to all other lists about them.
import type { FC } from "hono/jsx";
import type { Env } from "../../env.ts";
import { createGovernance, readOnly } from "../../governance/client/index.ts";
import { type GovernancePerson, ownerByEmail } from "../../governance/people.ts";
import { listRuns } from "../../ledger/runs.ts";
import type { RunSummary } from "../../ledger/shapes.ts";
import { Layout } from "../components/layout.tsx";
import { Link, Text } from "../components/text.tsx";
import type { Asked } from "./page-context.tsx";
import { RunTable } from "./runs.tsx";

const RECENT = { limit: 10 };
const USER_WITHIN_MS = 2_000;

/** Shows the newest runs of one person, with links to all other lists about them. */
export async function personPage({ env }: Asked, email: string) {
  const [user, asked, about] = await Promise.all([
    readUser(env, email),
    listRuns(env.LEDGER, { requester: email }, RECENT),
    listRuns(env.LEDGER, { worker: email }, RECENT),
  ]);
  const own = encodeURIComponent(email);
  return (
    <Layout title={user?.name ?? email}>
      <p class="dim">
        <Text of={email} />
        {user === null && "; the governance service did not identify this person"}
      </p>
      <Runs title="Asked for" of={asked.items} />
      <Link to={`/runs?requester=${own}`}>All their requests</Link>
      <Runs title="About them" of={about.items} />
      <Link to={`/events?q=${own}`}>Events that name this person</Link>
      <Link to={`/inventory?person=${own}`}>Their ownerships, in the inventory</Link>
      <Link to={`/audit?actor=${own}`}>Their decisions, in the audit trail</Link>
    </Layout>
  );
}

/**
 * Returns the governance user with this email, or `null` if there is none or the service does not respond in time. The
 * page shows the recorded data in any case.
 */
async function readUser(env: Env, email: string): Promise<GovernancePerson | null> {
  const found = (async () => ownerByEmail(readOnly(createGovernance(env)), email))().catch(() => null);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), USER_WITHIN_MS));
  return Promise.race([found, late]);
}

const Runs: FC<{ readonly title: string; readonly of: readonly RunSummary[] }> = ({ title, of }) => (
  <>
    <h2>{title}</h2>
    {of.length === 0 ? <p class="empty">No runs.</p> : <RunTable runs={of} />}
  </>
);
