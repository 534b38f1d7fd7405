// Decides about a group of a batch's runs, each at its desk and through the gate.
import { Problem } from "../base/problem.ts";
import type { DecisionGroup } from "../desk/control/batches.ts";
import { deskFor } from "../desk/directory.ts";
import { GOES_ON_FROM_RECORD, type RecordedRun, type SeenRun } from "../desk/engine/decider.ts";
import type { DecidedOne } from "../desk/engine/decisions.ts";
import type { Env } from "../env.ts";
import { readEvent } from "../ledger/events.ts";
import { readRun } from "../ledger/history.ts";
import { readRuns } from "../ledger/runs.ts";
import type { EventRecord } from "../ledger/shapes.ts";

/** Makes a batch's decision for a group of its runs. One that it was made for already is as it was decided. */
export async function decideGroup(env: Env, { decision, runs }: DecisionGroup): Promise<DecidedOne[]> {
  const seen = await Promise.all(
    runs.map(async ({ subject, ...run }): Promise<(SeenRun & { subject: string }) | DecidedOne> => {
      try {
        return { ...run, subject, recorded: await recordedFor(env, decision.type, run.run) };
      } catch (error) {
        if (!(error instanceof Problem) || error.code === "ledger_unavailable") throw error;
        return { run: run.run, refused: error.message };
      }
    }),
  );
  const here = seen.filter((one) => "subject" in one);
  const atDesks = Map.groupBy(here, ({ subject }) => deskFor(env, subject).name);
  const decided = await Promise.all(
    Array.from(atDesks.values(), ([one, ...others]) =>
      one ? deskFor(env, one.subject).decideAll(decision, [one, ...others]) : [],
    ),
  );
  return Promise.all(
    [...seen.filter((one) => !("subject" in one)), ...decided.flat()].map(async (one) => {
      if (!("refused" in one)) return one;
      // Killed before it noted its group, a batch meets what it decided itself, which the desk may have forgotten since.
      const run = await readRun(env.LEDGER, one.run).catch(() => null);
      return run?.batch === decision.batch ? { run: one.run, state: run.state } : one;
    }),
  );
}

/** The run as the record has it, without its details, for the decisions that can be made about a run that its desk has forgotten. */
export async function recordedFor(env: Env, decision: string, id: string): Promise<RecordedRun | undefined> {
  if (!GOES_ON_FROM_RECORD.has(decision)) return undefined;
  const [run] = await readRuns(env.LEDGER, [id]);
  return run ? { run, event: toBatchRow(await eventOnRecord(env.LEDGER, run.eventId)) } : undefined;
}

/** @throws Problem `not_found`, or `decision_conflict` where the delivery could not be read */
export async function eventOnRecord(db: D1Database, id: string): Promise<EventRecord> {
  const event = await readEvent(db, id);
  if (!event) throw new Problem("not_found", "there is no such event (or it is not recorded yet)");
  if (event.event === null)
    throw new Problem("decision_conflict", "no event is on record for this delivery, so nothing can be run");
  return event;
}

export const toBatchRow = ({
  runs: _,
  headline: __,
  event,
  payload,
  ...row
}: EventRecord): RecordedRun["event"] => ({
  ...row,
  event: JSON.stringify(event),
  payload: JSON.stringify(payload),
});
