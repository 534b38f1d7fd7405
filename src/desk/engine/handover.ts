// Delivers a desk's output: rows to the ledger, messages to the outbox. A row that the ledger rejects is recorded
// without its content, and delays no other row.
import { log } from "../../base/log.ts";
import { chain } from "../../ledger/audit-chain.ts";
import { isRowFault } from "../../ledger/faults.ts";
import type { InventoryRow } from "../../ledger/inventory.ts";
import { putTextsBeside } from "../../ledger/people/texts.ts";
import type { EventRow, RunRow } from "../../ledger/record.ts";
import type { AuditEntry } from "../../runs/audit.ts";
import type { RunMessage } from "../../runs/message.ts";
import type { Run } from "../../runs/run.ts";
import type { DeskContext } from "./inside.ts";
import type { DeskStore, PendingWrite } from "./store.ts";

/**
 * Maximum characters of the rows in one write to the ledger, and of the messages in one call. Rows of this size rarely
 * exceed the bytes that D1 allows in a value. A rejected write is halved.
 */
const BATCH_CHARS = 1_000_000;

export type HandoverRow = {
  readonly n: number;
  readonly last: boolean;
} & HandoverContent;

type HandoverContent =
  | { readonly kind: "event"; readonly row: EventRow }
  | { readonly kind: "run"; readonly row: RunRow }
  | { readonly kind: "audit"; readonly row: AuditEntry }
  /** An inventory row, or `null` if nothing is left to record. */
  | { readonly kind: "inventory"; readonly row: InventoryRow | null };

/**
 * Lists the unsent messages for one call, in order, and the number of the last write whose messages are listed.
 * Messages of one write stay together.
 */
export function listMessages(store: DeskStore, limit: number) {
  const messages: RunMessage[] = [];
  let [chars, upTo] = [0, 0];
  for (const waiting of store.pendingMessages) {
    const more = store.readStepOutput(waiting)?.messages ?? [];
    chars += JSON.stringify(more).length;
    if (messages.length > 0 && (messages.length + more.length > limit || chars > BATCH_CHARS)) break;
    messages.push(...more);
    upTo = waiting.n;
  }
  return { messages, upTo };
}

/**
 * Lists the rows that the ledger lacks, oldest first: as many as fit into memory and one D1 batch. Rows of one write
 * stay together. The first event whose run will soon be written again, and all later rows, are left for later.
 * @param limit Maximum events, and maximum runs
 * @returns the rows, and true if there are more
 */
export function makeRows(store: DeskStore, limit: number, now: number) {
  const rows: HandoverRow[] = [];
  const taken = { event: 0, run: 0, audit: 0, inventory: 0 };
  const listed = new Set<string>();
  let chars = 0;
  const end = store.firstInProgress(now);
  for (const waiting of store.pendingRecords) {
    if (waiting.n >= end) break;
    const contents = listContents(store, waiting, end, listed);
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

/**
 * Lists the rows that a write adds to the ledger: an event, or a run with its audit entries and inventory changes.
 * @param end The number of the first write that is left for later
 */
function listContents(
  store: DeskStore,
  waiting: PendingWrite,
  end: number,
  listed: Set<string>,
): HandoverContent[] {
  const { n, event, run: id } = waiting;
  if (event) return [{ kind: "event", row: store.eventRow(event.seq) }];
  // A run that was rewritten later is recorded with the later write, unless the later write is left for the next batch:
  // an event is never recorded without its runs.
  const { written = 0 } = store.agenda.get(id ?? "") ?? {};
  const isListed = id && (written === n || (written >= end && !listed.has(id) && !store.isRecorded(id)));
  const run = isListed ? store.runRow(id) : null;
  if (run) listed.add(run.id);
  const { audit = [], inventory = [] } = store.readStepOutput(waiting) ?? {};
  return [
    ...(run ? [{ kind: "run", row: run } as const] : []),
    ...audit.map((row) => ({ kind: "audit", row }) as const),
    ...inventory.map((row) => ({ kind: "inventory", row }) as const),
  ];
}

/**
 * Returns the time of the oldest write that the ledger lacks, in Unix milliseconds, or `null` if the ledger has every
 * write.
 */
export const unrecordedSince = ({ pendingRecords: unrecorded, agenda }: DeskStore): number | null =>
  unrecorded.find(({ n, run }) => run === undefined || agenda.get(run)?.written === n)?.at ?? null;

function countChars({ kind, row }: HandoverContent): number {
  if (kind === "event") return row.payload.length + (row.event?.length ?? 0);
  return kind === "run" ? row.run.length + (row.details?.length ?? 0) : JSON.stringify(row).length;
}

const MAX_REASON_CHARS = 200;

/** Records rows, and appends their audit entries, with hashes in place of texts about people, to the desk's chain. */
export async function recordRows(
  rows: readonly HandoverRow[],
  { name, record, findPseudonyms, store }: Pick<DeskContext, "name" | "record" | "findPseudonyms" | "store">,
): Promise<void> {
  let end = store.marks.audit;
  await putOnRecord(rows, async (some) => {
    const audit = some.filter((row) => row.kind === "audit");
    const entries = audit.map(({ row }, at) => ({ ...row, desk: name, seq: end.seq + 1 + at }));
    const links = await chain(end.hash, await putTextsBeside(entries, findPseudonyms));
    await record(
      some.flatMap((row) => (row.kind === "event" ? row.row : [])),
      some.flatMap((row) => (row.kind === "run" ? row.row : [])),
      links,
      some.flatMap((row) => (row.kind === "inventory" ? (row.row ?? []) : [])),
    );
    for (const row of some) if (row.kind === "run") store.noteRecorded(row.row);
    const whole = some.findLast(({ last }) => last)?.n;
    if (whole !== undefined)
      store.advance({ recorded: whole, audit: links[audit.findLastIndex(({ n }) => n <= whole)] ?? end });
    end = links.at(-1) ?? end;
  });
}

/**
 * Records rows. If the ledger rejects the rows, they are halved until the faulty row is found. That row is recorded
 * with `omitted` in place of its content.
 * @param put Records all rows or none, and stores that they are recorded
 * @throws unknown if the ledger fails for another reason, or rejects a row without content
 */
export async function putOnRecord(
  rows: readonly HandoverRow[],
  put: (rows: readonly HandoverRow[]) => Promise<void>,
): Promise<void> {
  try {
    await put(rows);
  } catch (error) {
    if (!isRowFault(error)) throw error;
    const [first] = rows;
    if (!first) throw error;
    if (rows.length > 1) {
      // Record the halves one after the other, to keep the order of the audit chain.
      const half = Math.ceil(rows.length / 2);
      await putOnRecord(rows.slice(0, half), put);
      await putOnRecord(rows.slice(half), put);
      return;
    }
    const reason = String(error).slice(0, MAX_REASON_CHARS);
    // If the ledger rejects the row without content, too, the content is not the cause: everything is retried later,
    // and nothing is lost.
    const { names, without } = withoutContent(first, `the ledger rejected it: ${reason}`);
    await put([without]);
    log("record_omitted", { level: "alert", ...names, error: reason });
  }
}

/**
 * Returns a row whose content is replaced by the reason, and the ids that identify the row. An inventory change without
 * content would be empty, so it is dropped.
 */
function withoutContent(whole: HandoverRow, omitted: string) {
  const { kind, row } = whole;
  switch (kind) {
    case "event": {
      const payload = JSON.stringify({ omitted });
      return { names: { event: row.id }, without: { ...whole, row: { ...row, event: null, payload } } };
    }
    case "run": {
      const run = JSON.stringify(withoutPlan(JSON.parse(row.run), omitted));
      return { names: { run: row.id }, without: { ...whole, row: { ...row, run, details: null } } };
    }
    case "audit": {
      const names = { entry: row.type, run: row.runId };
      return { names, without: { ...whole, row: { ...row, detail: { omitted } } } };
    }
    case "inventory": {
      const names = { inventory: row?.kind ?? null, key: row?.key ?? null, run: row?.run ?? null };
      return { names, without: { ...whole, row: null } };
    }
    default:
      return whole satisfies never;
  }
}

const withoutPlan = (run: Run, omitted: string): Run => ({
  ...run,
  omitted,
  plan: null,
  journal: [],
  progress: undefined,
  notice: null,
  reads: null,
  facts: undefined,
  reply: null,
});
