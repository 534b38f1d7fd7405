import type { Run } from "../../src/desk/run/run.ts";
import type { AuditLink } from "../../src/ledger/audit-chain.ts";
import type { EventRow, RunRow } from "../../src/ledger/record.ts";
import type { WatchRow } from "../../src/ledger/watches.ts";

/** A ledger in memory with the rules of the real one, which is away at times. */
export class SimulatedLedger {
  readonly events = new Map<string, EventRow>();
  readonly runs = new Map<string, Run>();
  readonly audit: AuditLink[] = [];
  /** What is remembered, by kind and key, and the runs that did it. */
  readonly watches = new Map<string, { readonly at: number; readonly runs: ReadonlySet<string> }>();
  away = false;

  async record(
    events: readonly EventRow[],
    runs: readonly RunRow[],
    audit: readonly AuditLink[],
    watches: readonly WatchRow[],
  ): Promise<void> {
    if (this.away) throw new Error("the ledger is away");
    for (const event of events) if (!this.events.has(event.id)) this.events.set(event.id, event);
    for (const { id, version, run } of runs) {
      if ((this.runs.get(id)?.version ?? 0) < version) this.runs.set(id, JSON.parse(run));
    }
    for (const link of audit) {
      const known = this.audit[link.seq - 1];
      if (known && known.hash !== link.hash) throw new Error(`audit entry ${link.seq} was changed`);
      this.audit[link.seq - 1] = link;
    }
    for (const { kind, key, data, at, run } of watches) {
      const id = `${kind} ${key}`;
      const known = this.watches.get(id);
      if (known && known.at > at) continue;
      if (data === null) this.watches.delete(id);
      else this.watches.set(id, { at, runs: new Set([...(known?.runs ?? []), ...(run ? [run] : [])]) });
    }
  }
}
