// Hands over what a desk wrote for others: to the ledger its record, to the outbox its messages.
import type { InventoryRow } from "../../ledger/inventory.ts";
import type { EventRow, RunRow } from "../../ledger/record.ts";
import type { AuditEntry } from "../run/audit.ts";
import type { RunMessage } from "../run-message.ts";
import type { DeskStore, Unsent } from "./store.ts";

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

/**
 * The messages still to be sent, in order: as much as one call may carry. Those of one write are not divided.
 * @returns them, and the number of the last write that they are of
 */
export function messagesOf(
  store: DeskStore,
  limit: number,
): { readonly messages: readonly RunMessage[]; readonly upTo: number } {
  const messages: RunMessage[] = [];
  let [chars, upTo] = [0, 0];
  for (const waiting of store.untold) {
    const more = store.leftAt(waiting)?.messages ?? [];
    chars += JSON.stringify(more).length;
    if (messages.length > 0 && (messages.length + more.length > limit || chars > BATCH_CHARS)) break;
    messages.push(...more);
    upTo = waiting.n;
  }
  return { messages, upTo };
}

/**
 * The rows that the ledger has not got yet, oldest first: as many as may be in memory at once, and in one batch of D1.
 * Those of one write are not divided.
 * @param limit Most events, and most runs
 * @returns them, and whether there are more
 */
export function rowsOf(
  store: DeskStore,
  limit: number,
): { readonly rows: readonly HandoverRow[]; readonly more: boolean } {
  const rows: HandoverRow[] = [];
  const taken = { event: 0, run: 0, audit: 0, inventory: 0 };
  let chars = 0;
  for (const waiting of store.unrecorded) {
    const contents = contentsOf(store, waiting);
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

function contentsOf(store: DeskStore, waiting: Unsent): HandoverContent[] {
  const { n, event, run: id } = waiting;
  if (event) return [{ kind: "event", row: store.eventRow(event.seq) }];
  // What was written again later is on record with that.
  const run = id !== undefined && store.agenda.get(id)?.written === n ? store.runRow(id) : null;
  const { audit = [], inventory = [] } = store.leftAt(waiting) ?? {};
  return [
    ...(run ? [{ kind: "run", row: run } as const] : []),
    ...audit.map((row) => ({ kind: "audit", row }) as const),
    ...inventory.map((row) => ({ kind: "inventory", row }) as const),
  ];
}

/** The time since which something is missing from the ledger, Unix milliseconds. */
export const unrecordedSince = ({ unrecorded, agenda }: DeskStore): number | null =>
  unrecorded.find(({ n, run }) => run === undefined || agenda.get(run)?.written === n)?.at ?? null;

function charsOf({ kind, row }: HandoverContent): number {
  if (kind === "event") return row.payload.length + (row.event?.length ?? 0);
  return kind === "run" ? row.run.length : JSON.stringify(row).length;
}
