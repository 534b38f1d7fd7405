// Makes people's decisions about one run, or about a group of a batch's runs, each at its desk and through the gate.
import { Problem } from "../base/problem.ts";
import type { DecisionGroup } from "../desk/control/batches.ts";
import { deskFor } from "../desk/directory.ts";
import { GOES_ON_FROM_RECORD, type RecordedRun } from "../desk/engine/decider.ts";
import type { Env } from "../env.ts";
import { readEvent } from "../ledger/events.ts";
import { readRun, readRuns } from "../ledger/runs.ts";
import type { EventRecord } from "../ledger/shapes.ts";
import { actFor } from "../policy/acts.ts";
import type { DecidedOne, Decision } from "../runs/decisions.ts";
import { warnOfLaterGrants } from "./offers.ts";
import { asDecider, requireRoleFor, type Session } from "./person.ts";
import { knownRun } from "./recorded.ts";
import type { RunDecision } from "./requests.ts";

/**
 * Makes a decision about a run.
 * @param subject The run's subject, if known. @default the run is looked up
 * @returns the run's new state, and warnings for the person who decided
 * @throws Problem if the decision does not fit the run, or the person may not make it
 */
export async function decideRun(
  { env, person }: Session,
  id: string,
  { decision, ...details }: RunDecision,
  subject?: string,
) {
  requireRoleFor(person, actFor(decision));
  const desk = deskFor(env, subject ?? (await knownRun(env, id)).run.subject);
  const recorded = await recordedFor(env, decision, id);
  const made = { ...details, ...asDecider(person), type: decision } as Decision;
  const later =
    made.type === "completed" ? await warnOfLaterGrants(env, (await knownRun(env, id)).run, made) : [];
  const decided = await desk.decide(id, made, recorded);
  if (decided.ok) return { ...decided, warnings: [...decided.warnings, ...later] };
  throw new Problem(decided.refusal.code, decided.refusal.message);
}

/**
 * Makes a batch's decision for a group of its runs. A run for which the batch has already made the decision keeps that
 * result.
 */
export async function decideGroup(env: Env, { decision, runs }: DecisionGroup): Promise<DecidedOne[]> {
  const seen = await Promise.all(
    runs.map((run) =>
      orRefused(run.run, async () => ({ ...run, recorded: await recordedFor(env, decision.type, run.run) })),
    ),
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
      // If Control crashed before it stored this group's result, it decides the group again. Some of the runs might
      // then already be decided, and deleted from their desks.
      const run = await readRun(env.LEDGER, one.run).catch(() => null);
      return run?.batch === decision.batch ? { run: one.run, state: run.state } : one;
    }),
  );
}

/**
 * Works on a run or event of a batch, or returns its id with the message of the problem that prevents the work.
 * @throws Problem `ledger_unavailable`, and any error that is not a Problem
 */
export async function orRefused<Outcome>(run: string, work: () => Promise<Outcome>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "ledger_unavailable") throw error;
    return { run, refused: error.message };
  }
}

/**
 * Reads a run, without its details, and its event from the ledger, for the decisions that can be made after the run's
 * desk has deleted the run. Returns `undefined` for other decisions and unknown runs.
 * @throws the problems of {@link eventOnRecord}
 */
export async function recordedFor(env: Env, decision: string, id: string): Promise<RecordedRun | undefined> {
  if (!GOES_ON_FROM_RECORD.has(decision)) return undefined;
  const [run] = await readRuns(env.LEDGER, [id]);
  return run ? { run, event: toBatchRow(await eventOnRecord(env.LEDGER, run.eventId)) } : undefined;
}

/**
 * Reads a recorded event.
 * @throws Problem `not_found` if there is no record, or `decision_conflict` if the record of the delivery contains no
 * event
 */
export async function eventOnRecord(db: D1Database, id: string): Promise<EventRecord> {
  const event = await readEvent(db, id);
  if (!event) throw new Problem("not_found", "there is no such event (or it is not recorded yet)");
  if (event.event === null)
    throw new Problem("decision_conflict", "no event is recorded for this delivery, so nothing can be run");
  return event;
}

export function toBatchRow(record: EventRecord): RecordedRun["event"] {
  const { runs: _, headline: __, event, payload, ...row } = record;
  return { ...row, event: JSON.stringify(event), payload: JSON.stringify(payload) };
}
