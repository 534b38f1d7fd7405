// Carries out people's decisions for the API and the forms: checks the role, then asks the desk or Control.
import type * as z from "zod";
import { Problem } from "../base/problem.ts";
import { requireAutomation } from "../desk/config-check.ts";
import { allDesks, deskFor } from "../desk/directory.ts";
import type { RecordedRun } from "../desk/operate/decider.ts";
import type { Decided, DecidedOne, Decision } from "../desk/operate/decisions.ts";
import { flipSwitch } from "../desk/operate/operators.ts";
import { isFinished, type Run } from "../desk/run/run.ts";
import type { Env } from "../env.ts";
import { readEvent } from "../ledger/events.ts";
import { failedRuns } from "../ledger/runs.ts";
import type { EventRecord } from "../ledger/shapes.ts";
import { pauseAct } from "../policy/roles.ts";
import { type Person, requireMay } from "./person.ts";
import { asRun, currentRun } from "./recorded.ts";
import type { ManyDecision, PauseRequest, PlansDecision, ReplayRequest, RunDecision } from "./requests.ts";

/**
 * A decision about a run.
 * @returns the state of the run after it, and what who decided ought to know
 * @throws Problem where it does not fit, or is not theirs
 */
export async function decideRun(
  env: Env,
  person: Person,
  id: string,
  { decision, ...said }: RunDecision,
): Promise<Extract<Decided, { ok: true }>> {
  requireMay(person, decision);
  const run = await knownRun(env, id);
  const decided = await decideRecorded(env, run, { ...said, type: decision, by: person.email } as Decision);
  if (decided.ok) return decided;
  throw new Problem(decided.refusal.code, decided.refusal.message);
}

/** Passes a decision about a recorded run to its desk. */
const decideRecorded = async (env: Env, run: Run, decision: Decision): Promise<Decided> =>
  deskFor(env, run.subject).decide(
    run.id,
    decision,
    // Only a failed run goes on from the record: the desk has every other.
    decision.type === "retried"
      ? { run, event: rowOf(await recordedEvent(env.LEDGER, run.eventId)) }
      : undefined,
  );

/** One decision for several plans, each as if it were made by itself: what one is refused for holds for it alone. */
export async function decidePlans(
  env: Env,
  person: Person,
  { decision, plans, reason }: PlansDecision,
): Promise<DecidedMany> {
  requireMay(person, decision);
  const runs: DecidedOne[] = [];
  for (const [run, hash] of plans)
    try {
      runs.push({ run, state: (await decideRun(env, person, run, { decision, hash, reason })).state });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      runs.push({ run, refused: error.message });
    }
  return { runs, more: false };
}

/** Failed runs that are tried again in one request: each is a few calls, of which a Worker has a limited number. */
const MAX_RETRIED = 100;

/** The results of one decision for many runs. */
export interface DecidedMany {
  readonly runs: readonly DecidedOne[];
  /** True if the same decision can be made for more runs. */
  readonly more: boolean;
}

/** One decision for many runs: all that are held, or those that failed for one reason. */
export async function decideMany(env: Env, person: Person, many: ManyDecision): Promise<DecidedMany> {
  requireMay(person, many.decision);
  if (many.decision === "retried") return retryFailed(env, person, many);
  const { decision, reason, automation = null } = many;
  const said: Decision = { type: decision, by: person.email, reason };
  const decided = await Promise.all(allDesks(env).map((desk) => desk.decideHeld(said, automation)));
  return { runs: decided.flat(), more: false };
}

async function retryFailed(
  env: Env,
  person: Person,
  { reason, dryRun, ...which }: Extract<ManyDecision, { decision: "retried" }>,
): Promise<DecidedMany> {
  const failed = await failedRuns(env.LEDGER, which, MAX_RETRIED + 1);
  const runs: DecidedOne[] = [];
  for (const recorded of failed.slice(0, MAX_RETRIED)) {
    const run = asRun(recorded);
    const decided = dryRun
      ? ({ ok: true, state: run.state } as const)
      : await decideRecorded(env, run, { type: "retried", by: person.email, reason });
    runs.push(
      decided.ok ? { run: run.id, state: decided.state } : { run: run.id, refused: decided.refusal.message },
    );
  }
  return { runs, more: failed.length > MAX_RETRIED };
}

/** Has an event run again, for one automation. @returns the id of the new run */
export async function replayEvent(
  env: Env,
  person: Person,
  id: string,
  { automation, mode, reason, repeatApplied }: z.output<typeof ReplayRequest>,
): Promise<string> {
  requireMay(person, "replay");
  requireAutomation(automation);
  const event = await recordedEvent(env.LEDGER, id);
  const earlier = await Promise.all(
    event.runs.filter((run) => run.automation === automation).map(({ id: run }) => knownRun(env, run)),
  );
  const applied = doneBefore(earlier);
  if (mode === "live" && applied.length > 0 && !repeatApplied) {
    throw new Problem(
      "decision_conflict",
      `earlier runs of this event did, or still may do, ${applied.join(", ")}; to repeat that, set repeatApplied`,
    );
  }
  const replayed = await deskFor(env, event.subject).replay({
    event: rowOf(event),
    automation,
    mode,
    repeatApplied,
    earlier: earlier.flatMap(({ plan }) =>
      (plan?.actions ?? []).map(({ beneficiaries, requestedBy = [] }) => ({ beneficiaries, requestedBy })),
    ),
    seen: earlier.length,
    by: person.email,
    reason,
  });
  if (!replayed.ok) throw new Problem(replayed.refusal.code, replayed.refusal.message);
  return replayed.run;
}

/** Switches of an automation, or with a pause of everything. One that the settings keep in a dry run stays in it. */
export const SWITCHES = ["pause", "lift", "dry-run", "live"] as const;

/** Flips a switch. */
export async function flip(
  env: Env,
  person: Person,
  how: (typeof SWITCHES)[number],
  { automation, reason }: PauseRequest,
): Promise<void> {
  const [kind, on] = KIND[how];
  requireMay(person, kind === "dry_run" ? "dryRun" : pauseAct(on ? "pause" : "resume", automation));
  // A misspelt name must not look switched. What is set for an automation that is gone can still be undone.
  if (on && automation !== null) requireAutomation(automation);
  await flipSwitch(env, kind, on, { automation, reason, by: person.email });
}

const KIND = {
  pause: ["pause", true],
  lift: ["pause", false],
  "dry-run": ["dry_run", true],
  live: ["dry_run", false],
} as const;

async function knownRun(env: Env, id: string): Promise<Run> {
  const known = await currentRun(env, id);
  if (!known) throw new Problem("not_found", "there is no such run (or it is not recorded yet)");
  return known.run;
}

async function recordedEvent(db: D1Database, id: string): Promise<EventRecord> {
  const event = await readEvent(db, id);
  if (!event) throw new Problem("not_found", "there is no such event (or it is not recorded yet)");
  if (event.event === null)
    throw new Problem("decision_conflict", "no event is on record for this delivery, so nothing can be run");
  return event;
}

/** An event as a desk keeps it. */
const rowOf = ({ runs: _, headline: __, event, payload, ...row }: EventRecord): RecordedRun["event"] => ({
  ...row,
  event: JSON.stringify(event),
  payload: JSON.stringify(payload),
});

/** Effects that these runs have made or may have made, in words. */
const doneBefore = (earlier: readonly Run[]): string[] =>
  earlier.flatMap((run) => {
    const { id, journal } = run;
    if (run.omitted !== undefined) return [`what is not on record (${id})`];
    const done = journal
      .filter(({ attempts, state }) => attempts > 0 && state !== "refused")
      .map(({ operation, state }) => `${operation} (${state}, ${id})`);
    const may = run.mode === "live" && !isFinished(run) ? [`what it plans (${run.state}, ${id})`] : [];
    return done.length > 0 ? done : may;
  });
