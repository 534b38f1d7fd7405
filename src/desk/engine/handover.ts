// Hands over what a desk wrote for others: to the ledger its record, to the outbox its messages.
import type { InventoryRow } from "../../ledger/inventory.ts";
import type { EventRow, RunRow } from "../../ledger/record.ts";
import type { AuditEntry } from "../run/audit.ts";
import type { RunMessage } from "../run-message.ts";
import type { AuditEnd, DeskStore, Unsent } from "./store.ts";

/**
 * Characters of rows that are taken at once: as bytes (UTF-8), rarely more than one value bound by D1 may have. A batch
 * that D1 refuses is halved.
 */
const BATCH_CHARS = 1_000_000;

export type HandoverRow = {
  /** Number of the write that it is of. */
  readonly n: number;
  /** True for the last of that write. */
  readonly last: boolean;
} & HandoverContent;

type HandoverContent =
  | { readonly kind: "event"; readonly row: EventRow }
  | { readonly kind: "run"; readonly row: RunRow }
  | { readonly kind: "audit"; readonly row: AuditEntry }
  /** Without a row, nothing of it is left to put on record. */
  | { readonly kind: "inventory"; readonly row: InventoryRow | null };

/** Each method is one synchronous step. */
export class Handover {
  readonly #store: DeskStore;

  constructor(store: DeskStore) {
    this.#store = store;
  }

  hasMessages(): boolean {
    return this.#store.untold.length > 0;
  }

  /**
   * The messages still to be sent, in order: as much as one call may carry. Those of one write are not divided.
   * @returns them, and the number of the last write that they are of
   */
  messages(limit: number): { readonly messages: readonly RunMessage[]; readonly upTo: number } {
    const messages: RunMessage[] = [];
    let [chars, upTo] = [0, 0];
    for (const waiting of this.#store.untold) {
      const more = this.#store.leftAt(waiting)?.messages ?? [];
      chars += JSON.stringify(more).length;
      if (messages.length > 0 && (messages.length + more.length > limit || chars > BATCH_CHARS)) break;
      messages.push(...more);
      upTo = waiting.n;
    }
    return { messages, upTo };
  }

  /** Forgets what is sent, up to this write. */
  sent(told: number): void {
    this.#store.transaction(() => this.#store.advance({ told }));
  }

  isWaiting(): boolean {
    return this.#store.unrecorded.length > 0;
  }

  /**
   * The rows that the ledger has not got yet, oldest first: as many as may be in memory at once, and in one batch of D1.
   * Those of one write are not divided.
   * @param limit Most events, and most runs
   * @returns them, and whether there are more
   */
  waiting(limit: number): { readonly rows: readonly HandoverRow[]; readonly more: boolean } {
    const rows: HandoverRow[] = [];
    const taken = { event: 0, run: 0, audit: 0, inventory: 0 };
    let chars = 0;
    for (const waiting of this.#store.unrecorded) {
      const contents = this.#contentsOf(waiting);
      for (const content of contents) {
        taken[content.kind]++;
        chars += charsOf(content);
      }
      const isTooMuch = taken.event > limit || taken.run > limit || chars > BATCH_CHARS;
      if (rows.length > 0 && isTooMuch) return { rows, more: true };
      for (const [at, content] of contents.entries())
        rows.push({ ...content, n: waiting.n, last: at === contents.length - 1 });
    }
    return { rows, more: false };
  }

  #contentsOf(waiting: Unsent): HandoverContent[] {
    const { n, event, run: id } = waiting;
    if (event) return [{ kind: "event", row: this.#store.eventRow(event.seq) }];
    const contents: HandoverContent[] = [];
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

  /** The time since which something is missing from the ledger, Unix milliseconds. */
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

function charsOf(content: HandoverContent): number {
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
