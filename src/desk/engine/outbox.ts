// What a desk has for the ledger and for who tells people, until they have it.
import type { InventoryRow } from "../../ledger/inventory.ts";
import type { EventRow, RunRow } from "../../ledger/record.ts";
import type { AuditEntry } from "../run/audit.ts";
import type { AuditEnd, DeskStore, KeptMessage, Unsent } from "./store.ts";

/**
 * Characters of rows of one kind that are taken at once: as bytes (UTF-8), hardly more than half of what one value bound by
 * D1 may have. To count bytes costs more than to halve the batch that D1 refuses.
 */
const BATCH_CHARS = 1_000_000;
/** More than the audit entries that a run leaves as a rule: so these never hold up the runs they are of. */
const ENTRIES_PER_RUN = 8;
/** A step of a large cleanup leaves hundreds. */
const CHANGES_PER_RUN = 10;

/** Something that is to go on record. */
export type OutboxRow = {
  /** Number of the write that it is of. */
  readonly n: number;
  /** Whether it is the last of that write. */
  readonly last: boolean;
} & OutboxContent;

type OutboxContent =
  | { readonly kind: "event"; readonly row: EventRow }
  | { readonly kind: "run"; readonly row: RunRow }
  | { readonly kind: "audit"; readonly row: AuditEntry }
  /** Without a row, it is only noted that there is nothing left to put on record. */
  | { readonly kind: "inventory"; readonly row: InventoryRow | null };

/** What the desk has for others: for the ledger, and for who tells people. Each method is one synchronous step. */
export class DeskOutbox {
  readonly #store: DeskStore;

  constructor(store: DeskStore) {
    this.#store = store;
  }

  /** What is still to be sent, in order: as much as one call may carry. */
  messages(limit: number): KeptMessage[] {
    const taken: KeptMessage[] = [];
    let chars = 0;
    for (const waiting of this.#store.untold) {
      for (const message of this.#store.leftAt(waiting)?.messages ?? []) {
        if (message.n <= this.#store.marks.told) continue;
        chars += JSON.stringify(message).length;
        if (taken.length === limit || (taken.length > 0 && chars > BATCH_CHARS)) return taken;
        taken.push(message);
      }
    }
    return taken;
  }

  /** Whether anything is still to be sent. */
  hasMessages(): boolean {
    return this.#store.untold.length > 0;
  }

  /** Forgets what is sent, up to this number. */
  sent(told: number): void {
    this.#store.transaction(() => this.#store.advance({ told }));
  }

  /**
   * What the ledger has not got yet, oldest first: as much as may be in memory at once, and in one batch of D1. What one
   * write left is not divided.
   * @param limit Most events, and most runs.
   * @returns and whether there is more
   */
  waiting(limit: number): { readonly rows: readonly OutboxRow[]; readonly more: boolean } {
    const rows: OutboxRow[] = [];
    const taken = { event: none(), run: none(), audit: none(), inventory: none() };
    for (const waiting of this.#store.unrecorded) {
      const contents = this.#contentsOf(waiting);
      for (const content of contents) {
        taken[content.kind].count++;
        taken[content.kind].chars += charsOf(content);
      }
      if (rows.length > 0 && isTooMuch(taken, limit)) return { rows, more: true };
      for (const [at, content] of contents.entries())
        rows.push({ ...content, n: waiting.n, last: at === contents.length - 1 });
    }
    return { rows, more: false };
  }

  #contentsOf(waiting: Unsent): OutboxContent[] {
    const { n, event, run: id } = waiting;
    if (event) return [{ kind: "event", row: this.#store.eventRow(event.seq) }];
    const contents: OutboxContent[] = [];
    const run = id === undefined ? undefined : this.#store.agenda.get(id);
    // What was written again later is on record with that.
    const text = run?.written === n ? this.#store.runText(run.id) : null;
    if (run && text)
      contents.push({ kind: "run", row: { id: run.id, version: text.version, run: text.text } });
    const { audit = [], inventory = [] } = this.#store.leftAt(waiting) ?? {};
    for (const row of audit) contents.push({ kind: "audit", row });
    for (const row of inventory) contents.push({ kind: "inventory", row });
    return contents;
  }

  /** Whether anything is missing from the ledger. */
  isWaiting(): boolean {
    return this.#store.unrecorded.length > 0;
  }

  /** Since when something is missing from the ledger, Unix milliseconds. */
  unrecordedSince(): number | null {
    const { unrecorded, agenda } = this.#store;
    const first = unrecorded.find(({ n, run }) => run === undefined || agenda.get(run)?.written === n);
    return first?.at ?? null;
  }

  /** The end of the audit chain on record. */
  auditEnd(): AuditEnd {
    return this.#store.marks.audit;
  }

  /** Notes what is on record now, and forgets what is finished with it. @param audit The end of the chain with it */
  recorded(recorded: number, audit: AuditEnd): void {
    this.#store.transaction(() => this.#store.advance({ recorded, audit }));
  }
}

type Taken = Readonly<Record<OutboxContent["kind"], { count: number; chars: number }>>;

const none = () => ({ count: 0, chars: 0 });

const isTooMuch = ({ event, run, audit, inventory }: Taken, limit: number): boolean =>
  event.count > limit ||
  run.count > limit ||
  audit.count > limit * ENTRIES_PER_RUN ||
  inventory.count > limit * CHANGES_PER_RUN ||
  [event, run, audit, inventory].some(({ chars }) => chars > BATCH_CHARS);

function charsOf(content: OutboxContent): number {
  switch (content.kind) {
    case "event":
      return content.row.payload.length + (content.row.event?.length ?? 0);
    case "run":
      return content.row.run.length;
    case "audit":
    case "inventory":
      return JSON.stringify(content.row).length;
    default:
      return content satisfies never;
  }
}
