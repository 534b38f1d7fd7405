// What people decide, for the API and the pages' forms alike: the role first, then the desk or Control.
import type * as z from "zod";
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import { requireAutomation } from "../desk/config-check.ts";
import { allDesks, deskFor } from "../desk/directory.ts";
import type { Foreseen, RecordedRun } from "../desk/operate/decider.ts";
import type { Allowed, Decided, DecidedOne, Decision } from "../desk/operate/decisions.ts";
import { switchDryRun, switchPause } from "../desk/operate/operators.ts";
import { isFinished, type Run } from "../desk/run/run.ts";
import type { Env } from "../env.ts";
import { readEvent, readEvents } from "../ledger/events.ts";
import { failedRuns } from "../ledger/runs.ts";
import type { EventRecord } from "../ledger/shapes.ts";
import { type Act, pauseAct } from "../policy/roles.ts";
import type {
  DryRunRequest,
  ManyDecision,
  PauseRequest,
  PlansDecision,
  ReplayRequest,
  RunDecision,
} from "./decision-requests.ts";
import { type Person, requireMay } from "./person.ts";
import { asRun, currentRun } from "./recorded.ts";

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

/** How long a page waits for what the gate would say. */
const FORESEEN_WITHIN_MS = 2_000;

/** What somebody reads of a decision before they make it. */
export interface Foresight {
  /** Why they can't make it: for want of a role, or by the gate. */
  readonly whyNot: string | null;
  /** What they ought to know of who asked. */
  readonly cautions: readonly string[];
}

/** A run, and decisions that somebody could make about it. */
interface Open {
  readonly run: Run;
  readonly decisions: readonly Decision[];
}

/**
 * What somebody reads of each of these decisions, by run. Where the gate can't tell in time, that is nothing: the
 * decision itself is refused then, if it has to be.
 */
export async function foresight(env: Env, person: Person, runs: readonly Open[]): Promise<Foresight[][]> {
  const open = runs.map(({ run, decisions }) => ({
    run,
    decisions: decisions.filter(({ type }) => missing(person, type) === null),
  }));
  const asked = open.filter(({ decisions }) => decisions.length > 0);
  const told = asked.length === 0 ? NOBODY : await Promise.race([foreseen(env, asked), late()]);
  return runs.map(({ run, decisions }, n) =>
    decisions.map((decision) => {
      const said = told.get(run.id)?.[open[n]?.decisions.indexOf(decision) ?? -1];
      return {
        whyNot: missing(person, decision.type) ?? (said?.ok === false ? said.reason.message : null),
        cautions: said?.ok ? said.value : [],
      };
    }),
  );
}

type Told = ReadonlyMap<string, readonly Allowed[]>;
const NOBODY: Told = new Map();

/** What the gate says, by run. Each desk is asked once, and once more of what it has forgotten. */
async function foreseen(env: Env, open: readonly Open[]): Promise<Told> {
  const desks = Map.groupBy(open, ({ run }) => deskFor(env, run.subject).id.toString());
  const told = await Promise.all(
    Array.from(desks.values(), async (own) => {
      const [first] = own;
      if (!first) return [];
      const desk = deskFor(env, first.run.subject);
      try {
        const ask = async (asked: readonly (Open & Pick<Foreseen, "recorded">)[]) =>
          asked.length === 0
            ? []
            : desk.foresee(
                asked.map(({ run: { id, subject }, ...one }) => ({ run: { id, subject }, ...one })),
              );
        const known = await ask(own);
        const forgotten = own.filter((_, n) => known[n] === null);
        const events = await readEvents(
          env.LEDGER,
          forgotten.map(({ run }) => run.eventId),
        );
        const recorded = forgotten.flatMap((one) => {
          const event = events.find(({ id }) => id === one.run.eventId);
          return event ? [{ ...one, recorded: { run: one.run, event: rowOf(event) } }] : [];
        });
        const late = await ask(recorded);
        return [
          ...own.map(({ run }, n) => [run.id, known[n] ?? []] as const),
          ...recorded.map(({ run }, n) => [run.id, late[n] ?? []] as const),
        ];
      } catch (error) {
        log("decisions_not_foreseen", { run: first.run.id, error: String(error) });
        return [];
      }
    }),
  );
  return new Map(told.flat());
}

const late = () => new Promise<Told>((resolve) => setTimeout(() => resolve(NOBODY), FORESEEN_WITHIN_MS));

/** Why somebody may not do what they lack the role for. */
function missing(person: Person, act: Act): string | null {
  try {
    requireMay(person, act);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** What becomes of a decision about a run that is on record. */
const decideRecorded = async (env: Env, run: Run, decision: Decision): Promise<Decided> =>
  deskFor(env, run.subject).decide(
    { id: run.id, subject: run.subject },
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
  for (const [id, hash] of plans) {
    try {
      const { state } = await decideRun(env, person, id, { decision, hash, reason });
      runs.push({ run: id, state });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      runs.push({ run: id, refused: error.message });
    }
  }
  return { runs, more: false };
}

/** Failed runs that are tried again in one request: each is a few calls, of which a Worker has a limited number. */
const MAX_RETRIED = 100;

/** The results of one decision for many runs. */
export interface DecidedMany {
  readonly runs: readonly DecidedOne[];
  /** Whether there are more for which the same decision can be made. */
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

/** Pauses an automation or everything, or lets it go on. */
export async function decidePause(
  env: Env,
  person: Person,
  how: "pause" | "resume",
  { automation, reason }: PauseRequest,
): Promise<void> {
  requireMay(person, pauseAct(how, automation));
  // Whoever misspells a name must not believe that it stands still; lifting lets go also of one that is gone.
  if (how === "pause" && automation !== null) requireAutomation(automation);
  await switchPause(env, how, { automation, reason, by: person.email });
}

/** Has an automation plan only, or act again. One that the settings keep in a dry run stays in it. */
export async function decideDryRun(
  env: Env,
  person: Person,
  on: boolean,
  { automation, reason }: DryRunRequest,
): Promise<void> {
  requireMay(person, "dryRun");
  if (on) requireAutomation(automation);
  await switchDryRun(env, on, { automation, reason, by: person.email });
}

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

/** What these runs have done or may have, in words. */
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
