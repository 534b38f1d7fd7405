// Records a desk's rows in the ledger. A row that the ledger refuses is recorded without its content, and holds up no
// other.
import { log } from "../../base/log.ts";
import { chain } from "../../ledger/audit-chain.ts";
import { isRowFault } from "../../ledger/faults.ts";
import { sealEntries } from "../../ledger/people/sealing.ts";
import type { Run } from "../run/run.ts";
import type { DeskDeps } from "./deps.ts";
import type { HandoverRow } from "./handover.ts";
import type { DeskStore } from "./store.ts";

const MAX_REASON_CHARS = 200;

/** Records rows, with their audit entries, sealed, at the end of the desk's chain. */
export async function recordRows(
  rows: readonly HandoverRow[],
  {
    name,
    record,
    findKeys,
    store,
  }: Pick<DeskDeps, "name" | "record" | "findKeys"> & { readonly store: DeskStore },
): Promise<void> {
  let end = store.marks.audit;
  await putOnRecord(rows, async (some) => {
    const audit = some.filter((row) => row.kind === "audit");
    const links = await chain(
      end.hash,
      await sealEntries(
        audit.map(({ row }, at) => ({ ...row, desk: name, seq: end.seq + 1 + at })),
        findKeys,
      ),
    );
    await record(
      some.flatMap((row) => (row.kind === "event" ? row.row : [])),
      some.flatMap((row) => (row.kind === "run" ? row.row : [])),
      links,
      some.flatMap((row) => (row.kind === "inventory" ? (row.row ?? []) : [])),
    );
    const whole = some.findLast(({ last }) => last)?.n;
    if (whole !== undefined)
      store.advance({ recorded: whole, audit: links[audit.findLastIndex(({ n }) => n <= whole)] ?? end });
    end = links.at(-1) ?? end;
  });
}

/**
 * Records rows. If the ledger refuses a batch, it is halved down to the row at fault, which is recorded with `omitted` in
 * place of its content.
 * @param put Records rows, all or none, and notes that they are recorded
 * @throws unknown if the ledger fails in another way, or refuses a row without content
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
      // One half after the other, in the order of the audit chain.
      const half = Math.ceil(rows.length / 2);
      await putOnRecord(rows.slice(0, half), put);
      await putOnRecord(rows.slice(half), put);
      return;
    }
    const reason = String(error).slice(0, MAX_REASON_CHARS);
    // If the ledger refuses this too, the content is not the cause: everything is tried again later, and nothing is lost.
    await put([withoutContent(first, `the ledger refused it: ${reason}`)]);
    log("record_omitted", { level: "alert", ...nameRow(first), error: reason });
  }
}

/** A row that says why its content is missing. A change of the inventory would be empty, and is dropped. */
function withoutContent(row: HandoverRow, omitted: string): HandoverRow {
  switch (row.kind) {
    case "event":
      return { ...row, row: { ...row.row, event: null, payload: JSON.stringify({ omitted }) } };
    case "run":
      return {
        ...row,
        row: { ...row.row, run: JSON.stringify(withoutPlan(JSON.parse(row.row.run), omitted)) },
      };
    case "audit":
      return { ...row, row: { ...row.row, detail: { omitted } } };
    case "inventory":
      return { ...row, row: null };
    default:
      return row satisfies never;
  }
}

const withoutPlan = (run: Run, omitted: string): Run => ({
  ...run,
  omitted,
  plan: null,
  journal: [],
  progress: null,
  notice: null,
  reads: null,
  facts: undefined,
  reply: null,
});

function nameRow(row: HandoverRow) {
  switch (row.kind) {
    case "event":
      return { event: row.row.id };
    case "run":
      return { run: row.row.id };
    case "audit":
      return { entry: row.row.type, run: row.row.runId };
    case "inventory":
      return { inventory: row.row?.kind ?? null, key: row.row?.key ?? null, run: row.row?.run ?? null };
    default:
      return row satisfies never;
  }
}
