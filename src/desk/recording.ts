// How a desk's outbox goes on record although the ledger refuses some of it: what is at fault is left out, nothing waits.
import { log } from "../base/log.ts";
import type { Outbox } from "./outbox.ts";
import type { Run } from "./run/run.ts";

/** What D1 says where it is away, or has too much to do: it may take the same batch later. */
const AWAY =
  /network connection lost|object to be reset|reset because|overloaded|time(d )?out|unreachable|transient|internal error|disconnected/i;

/** How much of an error is kept with what it was about. */
const MAX_REASON_CHARS = 200;

/** Whether the ledger looked at a batch and refused it. Whatever else goes wrong is taken as its being away. */
const isRefusal = (error: unknown): boolean =>
  /\bD1_\w*ERROR|\bSQLITE_/.test(String(error)) && !AWAY.test(String(error));

/**
 * Puts an outbox on record. What the ledger refuses is halved, down to the row at fault, and that one goes on record with
 * `omitted` in the place of its content.
 * @param put Puts rows on record, all or none, and notes that they are.
 * @throws unknown where the ledger is away, or refuses what there is nothing more to leave out of
 */
export async function putOnRecord(outbox: Outbox, put: (outbox: Outbox) => Promise<void>): Promise<void> {
  try {
    await put(outbox);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const count = countRows(outbox);
    if (count > 1) {
      // One after the other: what comes first in the chain of entries is on record first.
      await putOnRecord(slice(outbox, 0, Math.ceil(count / 2)), put);
      await putOnRecord(slice(outbox, Math.ceil(count / 2), count), put);
      return;
    }
    const reason = String(error).slice(0, MAX_REASON_CHARS);
    // If this is refused too, it is not for its content: all of it is tried again, and nothing is lost.
    await put(withoutContent(outbox, `the ledger refused it: ${reason}`));
    log("record_omitted", { level: "alert", ...namesOf(outbox), error: reason });
  }
}

/** How many rows of all kinds. */
export const countRows = ({ events, runs, audit, inventory }: Outbox): number =>
  events.length + runs.length + audit.length + inventory.length;

/** The rows from one place to another, counted over all kinds. */
function slice({ events, runs, audit, inventory }: Outbox, from: number, to: number): Outbox {
  let start = 0;
  const cut = <Row>(rows: readonly Row[]): readonly Row[] => {
    const within = rows.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += rows.length;
    return within;
  };
  return { events: cut(events), runs: cut(runs), audit: cut(audit), inventory: cut(inventory) };
}

/** Rows that say why their content is not there. A change of the inventory would have nothing left: it is dropped. */
function withoutContent({ events, runs, audit, inventory }: Outbox, omitted: string): Outbox {
  return {
    events: events.map((row) => ({ ...row, event: null, payload: JSON.stringify({ omitted }) })),
    runs: runs.map(({ run, ...row }) => ({
      ...row,
      run: JSON.stringify(withoutPlan(JSON.parse(run), omitted)),
    })),
    audit: audit.map((entry) => ({ ...entry, detail: { omitted } })),
    inventory: inventory.map(({ seq }) => ({ seq, row: null })),
  };
}

const withoutPlan = (run: Run, omitted: string): Run => ({
  ...run,
  omitted,
  plan: null,
  journal: [],
  progress: null,
  notice: null,
  reads: null,
  reply: null,
});

/** What a row is, for operators. */
function namesOf({ events, runs, audit, inventory }: Outbox) {
  const [event, run, entry, change] = [events[0], runs[0], audit[0], inventory[0]];
  return {
    ...(event && { event: event.id }),
    ...(run && { run: run.id }),
    ...(entry && { entry: entry.type, run: entry.runId }),
    ...(change?.row && { inventory: change.row.kind, key: change.row.key, run: change.row.run }),
  };
}
