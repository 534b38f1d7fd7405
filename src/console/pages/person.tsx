// The page of one person: their requests, events about them, what they own, and their decisions.
import type { Child, FC } from "hono/jsx";
import type { Env } from "../../env.ts";
import { createGovernance, readOnly } from "../../governance/client/index.ts";
import { type GovernancePerson, ownerByEmail } from "../../governance/people.ts";
import { listAudit } from "../../ledger/audit-list.ts";
import { listEvents, readEvents } from "../../ledger/events.ts";
import { listInventory } from "../../ledger/inventory.ts";
import { listRuns } from "../../ledger/runs.ts";
import type { EventSummary, RunSummary } from "../../ledger/shapes.ts";
import { Layout } from "../components/layout.tsx";
import { Link, Text } from "../components/text.tsx";
import { AuditTable, readEntryHeadlines } from "./audit.tsx";
import { EventTable } from "./events.tsx";
import { InventoryTable } from "./inventory.tsx";
import type { Asked } from "./page-context.tsx";
import { RunTable } from "./runs.tsx";

const MOST = { limit: 10 };
const USER_WITHIN_MS = 2_000;

/** Everything recorded about one person, the newest of each kind. */
export async function personPage({ env }: Asked, email: string) {
  const { LEDGER: db } = env;
  const [user, { items: asked }, naming, concerning, { items: decided }] = await Promise.all([
    readUser(env, email),
    listRuns(db, { requester: email }, MOST),
    listEvents(db, { naming: email }, MOST),
    listRuns(db, { worker: email }, MOST),
    listAudit(db, { actor: email }, MOST),
  ]);
  const [events, { items: inventory }, headlines] = await Promise.all([
    addEvents(db, concerning.items, naming.items),
    user ? listInventory(db, { person: user.id }, MOST) : { items: [] },
    readEntryHeadlines(db, decided),
  ]);
  return (
    <Layout title={user?.name ?? email}>
      <p class="dim">
        <Text of={email} />
        {user === null && "; the governance service did not say who that is"}
      </p>
      <Part title="Asked for" empty="They asked for nothing that is on record." n={asked.length}>
        <RunTable runs={asked} />
        <Link to={`/runs?requester=${encodeURIComponent(email)}`}>All that they asked for</Link>
      </Part>
      <Part title="About them" empty="No event on record names this email." n={events.length}>
        <EventTable events={events} />
        <Link to={`/events?q=${encodeURIComponent(email)}`}>All events that name them</Link>
      </Part>
      <Part title="In the inventory" empty="Reeve keeps track of nothing of theirs." n={inventory.length}>
        <InventoryTable entries={inventory} />
      </Part>
      <Part title="Decided by them" empty="They decided nothing that is on record." n={decided.length}>
        <AuditTable entries={decided} headlines={headlines} />
        <Link to={`/audit?actor=${encodeURIComponent(email)}`}>All of it in the audit trail</Link>
      </Part>
    </Layout>
  );
}

/** Events together with those of these runs, newest first. */
async function addEvents(
  db: D1Database,
  runs: readonly RunSummary[],
  events: readonly EventSummary[],
): Promise<readonly EventSummary[]> {
  const ids = new Set(runs.map(({ eventId }) => eventId)).difference(new Set(events.map(({ id }) => id)));
  const all = [...events, ...(await readEvents(db, Array.from(ids)))];
  return all.sort((one, other) => other.receivedAt - one.receivedAt).slice(0, MOST.limit);
}

/** The governance user with this email; `null` also without an answer in time, since the record shows anyway. */
async function readUser(env: Env, email: string): Promise<GovernancePerson | null> {
  const found = (async () => ownerByEmail(readOnly(createGovernance(env)), email))().catch(() => null);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), USER_WITHIN_MS));
  return Promise.race([found, late]);
}

const Part: FC<{
  readonly title: string;
  readonly empty: string;
  readonly n: number;
  readonly children?: Child;
}> = ({ title, empty, n, children }) => (
  <section>
    <h2>{title}</h2>
    {n === 0 ? <p class="empty">{empty}</p> : children}
  </section>
);
