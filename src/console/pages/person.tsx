// The page of one person: what they asked for, what is about them, what they own, and what they decided.
import type { Child, FC } from "hono/jsx";
import type { InventoryEntry } from "../../actions/inventory.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import type { EventSummary, RunSummary } from "../../ledger/shapes.ts";
import type { Headline } from "../../systems/headline.ts";
import { Layout } from "../components/layout.tsx";
import { Text } from "../components/text.tsx";
import { AuditTable } from "./audit.tsx";
import { EventTable } from "./events.tsx";
import { InventoryTable } from "./inventory.tsx";
import { RunTable } from "./runs.tsx";

interface PersonPageProps {
  readonly email: string;
  /** Their governance user; `null` if there is none, or the service could not be asked. */
  readonly user: { readonly id: string; readonly name: string } | null;
  /** Runs that they asked for, newest first. */
  readonly asked: readonly RunSummary[];
  /** Events that name them, newest first. */
  readonly events: readonly EventSummary[];
  readonly inventory: readonly InventoryEntry[];
  /** Their decisions, newest first, and the headlines of the entries' events. */
  readonly decided: readonly AuditLink[];
  readonly headlines: ReadonlyMap<string, Headline>;
}

/** Everything on record about one person: the newest of each kind. */
export const PersonPage: FC<PersonPageProps> = (props) => {
  const { email, user, asked, events, inventory, decided, headlines } = props;
  return (
    <Layout title={user?.name ?? email}>
      <p class="dim">
        <Text of={email} />
        {user === null && "; the governance service did not say who that is"}
      </p>
      <Part title="Asked for" empty="They asked for nothing that is on record." n={asked.length}>
        <RunTable runs={asked} />
        <p>
          <a href={`/runs?requester=${encodeURIComponent(email)}`}>All that they asked for</a>
        </p>
      </Part>
      <Part title="About them" empty="No event on record names this email." n={events.length}>
        <EventTable events={events} />
        <p>
          <a href={`/events?q=${encodeURIComponent(email)}`}>All events that name them</a>
        </p>
      </Part>
      <Part title="In the inventory" empty="Reeve keeps track of nothing of theirs." n={inventory.length}>
        <InventoryTable entries={inventory} />
      </Part>
      <Part title="Decided by them" empty="They decided nothing that is on record." n={decided.length}>
        <AuditTable entries={decided} headlines={headlines} />
        <p>
          <a href={`/audit?actor=${encodeURIComponent(email)}`}>All of it in the audit trail</a>
        </p>
      </Part>
    </Layout>
  );
};

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
