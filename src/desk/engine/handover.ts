// Hands over what a desk wrote for others: rows to the ledger, messages to the outbox.
import type { InventoryRow } from "../../ledger/inventory.ts";
import type { EventRow, RunRow } from "../../ledger/record.ts";
import type { AuditEntry } from "../run/audit.ts";
import type { RunMessage } from "../run-message.ts";
import type { DeskStore, Unsent } from "./store.ts";

/** Most characters of rows in one batch: rarely more bytes than a value of D1 has. A refused batch is halved. */
const BATCH_CHARS = 1_000_000;

export type HandoverRow = {
  readonly n: number;
  readonly last: boolean;
} & HandoverContent;

type HandoverContent =
  | { readonly kind: "event"; readonly row: EventRow }
  | { readonly kind: "run"; readonly row: RunRow }
  | { readonly kind: "audit"; readonly row: AuditEntry }
  /** `null` if nothing of it is left to record. */
  | { readonly kind: "inventory"; readonly row: InventoryRow | null };

/** The unsent messages of one call, in order, and the number of their last write, whose messages stay together. */
export function listMessages(
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
 * The rows that the ledger lacks, oldest first: as many as fit into memory and one batch of D1. Rows of one write stay
 * together.
 * @param limit Most events, and most runs
 * @returns the rows, and true if there are more
 */
export function makeRows(
  store: DeskStore,
  limit: number,
): { readonly rows: readonly HandoverRow[]; readonly more: boolean } {
  const rows: HandoverRow[] = [];
  const taken = { event: 0, run: 0, audit: 0, inventory: 0 };
  let chars = 0;
  for (const waiting of store.unrecorded) {
    const contents = listContents(store, waiting);
    for (const content of contents) {
      taken[content.kind]++;
      chars += countChars(content);
    }
    const isTooMuch = taken.event > limit || taken.run > limit || chars > BATCH_CHARS;
    if (rows.length > 0 && isTooMuch) return { rows, more: true };
    for (const [at, content] of contents.entries())
      rows.push({ ...content, n: waiting.n, last: at === contents.length - 1 });
  }
  return { rows, more: false };
}

function listContents(store: DeskStore, waiting: Unsent): HandoverContent[] {
  const { n, event, run: id } = waiting;
  if (event) return [{ kind: "event", row: store.eventRow(event.seq) }];
  // A run that was written again later is recorded with that write.
  const run = id !== undefined && store.agenda.get(id)?.written === n ? store.runRow(id) : null;
  const { audit = [], inventory = [] } = store.leftAt(waiting) ?? {};
  return [
    ...(run ? [{ kind: "run", row: run } as const] : []),
    ...audit.map((row) => ({ kind: "audit", row }) as const),
    ...inventory.map((row) => ({ kind: "inventory", row }) as const),
  ];
}

/** The time since which the ledger lacks something, Unix milliseconds. */
export const unrecordedSince = ({ unrecorded, agenda }: DeskStore): number | null =>
  unrecorded.find(({ n, run }) => run === undefined || agenda.get(run)?.written === n)?.at ?? null;

function countChars({ kind, row }: HandoverContent): number {
  if (kind === "event") return row.payload.length + (row.event?.length ?? 0);
  return kind === "run" ? row.run.length : JSON.stringify(row).length;
}
