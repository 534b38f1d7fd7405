// Records deliveries that start no run, in groups after the response: ignored events (or only their number, as the
// policy defines), and the number of deliveries that fail verification.
import { batches } from "../base/batching.ts";
import { log, logged } from "../base/log.ts";
import { WAITS_MS } from "../base/waits.ts";
import type { Refusals } from "../desk/control/notes.ts";
import { deskFor, findControl } from "../desk/directory.ts";
import type { Env } from "../env.ts";
import { countIgnored, type EventRow, record } from "../ledger/record.ts";
import type { Policy } from "../policy/policy.ts";

/** Number of events at which a group is written without waiting any longer. */
const MAX_EVENTS = 50;
/** Total length of payloads, in characters, above which a group is written without waiting any longer. */
const MAX_CHARS = 500_000;
/**
 * How long a count waits for further counts, in milliseconds. Counts need not be written immediately, and all counts of
 * a source within an hour share one row.
 */
const COUNT_WAIT_MS = 5_000;

/** The variable of a request's context that gives access to this isolate's groups of ignored events. */
export interface Ignoring {
  readonly ignored: ReturnType<typeof ignoredEvents>;
}

/**
 * Returns an object that records or counts ignored events. The events wait in memory until their group is full or due.
 * @param policy.ignoredEvents Whether ignored events are recorded or only counted, for all sources or by source
 */
export function ignoredEvents({ ignoredEvents: how }: Pick<Policy, "ignoredEvents">) {
  const keep = batches({ waitMs: () => WAITS_MS.gather, isFull }, putOnRecord);
  const count = batches({ waitMs: () => COUNT_WAIT_MS }, putCounts);
  return {
    /** Accepts an event to record or count after the response. @returns false if the event is only counted */
    add(row: EventRow, env: Env, ctx: Pick<ExecutionContext, "waitUntil">): boolean {
      const kept = (typeof how === "string" ? how : (how[row.source] ?? "record")) === "record";
      (kept ? keep : count)(kept ? row : { ...row, event: null, payload: "null" }, env, ctx);
      return kept;
    },
  };
}

const isFull = (rows: readonly EventRow[]): boolean =>
  rows.length >= MAX_EVENTS || rows.reduce((chars, row) => chars + row.payload.length, 0) > MAX_CHARS;

/** Records ignored events. If the ledger is unavailable, a desk stores the rows. Their ids make a repeat harmless. */
async function putOnRecord(rows: readonly EventRow[], env: Env): Promise<void> {
  try {
    await record(env.LEDGER, rows, []);
  } catch (error) {
    log("ledger_unreachable", { events: rows.length, error: String(error) });
    await deskFor(env, "ignored")
      .keep(rows)
      .catch(logged("ignored_events_lost", { level: "alert", events: rows.length }));
  }
}

async function putCounts(rows: readonly EventRow[], env: Env): Promise<void> {
  await countIgnored(env.LEDGER, rows).catch(logged("ignored_events_not_counted", { events: rows.length }));
}

let writtenAt = 0;

/**
 * Counts a delivery that failed verification, for the page of sources. Counts that an isolate has not written are lost
 * with the isolate, but the log contains every rejected delivery.
 */
export const countRefusal = batches(
  { waitMs: () => Math.max(0, writtenAt + WAITS_MS.refusals - Date.now()) },
  async (refused: readonly Refusals[], env: Env) => {
    writtenAt = Date.now();
    const alike = Map.groupBy(refused, ({ source, check }) => `${source} ${check}`);
    const counts = Array.from(alike.values(), (all) =>
      all.reduce((sum, one) => ({ ...one, n: sum.n + one.n })),
    );
    await (async () => findControl(env).countRefusals(counts))().catch(logged("refusals_not_counted"));
  },
);
