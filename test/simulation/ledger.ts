import { Problem } from "../../src/base/problem.ts";
import type { AuditLink, LinkWithTexts } from "../../src/ledger/audit-chain.ts";
import type { InventoryRow } from "../../src/ledger/inventory.ts";
import type { EventRow, RunRow } from "../../src/ledger/record.ts";
import { parseRun, pickDetails, type Run, withDetails } from "../../src/runs/run.ts";
import type { Event } from "../../src/systems/event.ts";

/** Returns a rewritten run, with its earlier details. */
export const withKnown = (known: Run | undefined, row: Pick<RunRow, "run" | "details">): Run =>
  withDetails(parseRun<Run>(row), known ? pickDetails(known) : {});

/** An in-memory ledger with the rules of the real one, which is sometimes unavailable. */
export class SimulatedLedger {
  readonly events = new Map<string, EventRow>();
  readonly runs = new Map<string, Run>();
  /** The audit entries, without separately stored texts. */
  readonly audit: AuditLink[] = [];
  /** The inventory by kind and key, with the runs that made each entry. */
  readonly inventory = new Map<string, { readonly at: number; readonly runs: ReadonlySet<string> }>();
  away = false;
  /** Subjects of tickets that were queried while the ledger was unavailable. */
  readonly unanswered = new Set<string>();

  /** Returns the events of a ticket that were received since a time, and Reeve's moves of it, like the real ledger. */
  ticket({ subject, since }: { readonly subject: string; readonly since: number }) {
    if (this.away) {
      this.unanswered.add(subject);
      throw new Problem("ledger_unavailable", "the ledger is away");
    }
    const events = [...this.events.values()].flatMap(({ event, receivedAt, ...row }) =>
      row.subject === subject && receivedAt >= since && event !== null ? [JSON.parse(event) as Event] : [],
    );
    const moves = [...this.runs.values()].flatMap((run) => {
      if (run.subject !== subject || !run.reply?.move) return [];
      const end = this.findReplyEnd(run);
      const to = end ? end.detail["moved"] : run.reply.move;
      return typeof to === "string" ? [{ to, at: end?.at ?? null }] : [];
    });
    return { events, moves };
  }

  /** Returns the entry in the trail about the end of a run's reply. */
  findReplyEnd = ({ id, reply }: Run): AuditLink | undefined =>
    this.audit.find(
      ({ runId, type, detail }) =>
        runId === id && type.startsWith("reply.") && detail["version"] === reply?.version,
    );

  async record(
    events: readonly EventRow[],
    runs: readonly RunRow[],
    audit: readonly LinkWithTexts[],
    inventory: readonly InventoryRow[],
  ): Promise<void> {
    if (this.away) throw new Error("the ledger is away");
    for (const event of events) if (!this.events.has(event.id)) this.events.set(event.id, event);
    for (const { id, version, ...row } of runs) {
      const known = this.runs.get(id);
      if ((known?.version ?? 0) < version) this.runs.set(id, withKnown(known, row));
    }
    for (const { beside: _, ...link } of audit) {
      const known = this.audit[link.seq - 1];
      if (known && known.hash !== link.hash) throw new Error(`audit entry ${link.seq} was changed`);
      this.audit[link.seq - 1] = link;
    }
    for (const { kind, key, data, at, run } of inventory) {
      const id = `${kind} ${key}`;
      const known = this.inventory.get(id);
      if (known && known.at > at) continue;
      if (data === null) this.inventory.delete(id);
      else this.inventory.set(id, { at, runs: new Set([...(known?.runs ?? []), ...(run ? [run] : [])]) });
    }
  }
}
