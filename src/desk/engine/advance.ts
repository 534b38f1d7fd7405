// Advances a run, one step at a time.
import { isRepeatable } from "../../actions/action.ts";
import { nextStep, type RunEvent, type Step, type StepResult } from "../../runs/events.ts";
import { currentEffect } from "../../runs/journal.ts";
import { hasExpired, type Run } from "../../runs/run.ts";
import { admit, call, findNobodyLeft, look, readEnd } from "./act.ts";
import type { DeskContext } from "./inside.ts";
import { endInTime, MAX_WHOLE_STEP_MS } from "./limits.ts";
import { type LearnedFromEvent, plan } from "./plan.ts";
import { toFailure } from "./propose.ts";
import type { DeskStore, DueRun } from "./store.ts";

/**
 * Advances a due run until it ends or must wait. The result of a step is on disk before the next step starts, or is
 * written together with the next result if a crash in between does no harm (see {@link mayWait}). The output gate of a
 * Durable Object delays every call until the writes before it are on disk, so no effect is sent before its journal and
 * audit entries are safe.
 * @param mayGoOn Returns false once no step may start: the next alarm then continues the run
 * @throws Error if a step changes nothing and is due again
 */
export async function advance(
  due: DueRun,
  desk: DeskContext,
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  const { store, commit, lifecycle, lines, now } = desk;
  const isFirstInLine = () => store.agenda.isFirstInLine(due.run.id);
  let { run } = due;
  let written = run;
  let unwritten: RunEvent[] = [];
  let writing = Promise.withResolvers<void>();
  const write = async () => {
    const before = written;
    const [runEvents, { resolve: tell }] = [unwritten, writing];
    [unwritten, writing] = [[], Promise.withResolvers<void>()];
    try {
      written = await commit(() => lifecycle.applyEvents(before.id, ...runEvents) ?? before);
    } finally {
      tell();
    }
    run = written;
    return run.version !== before.version;
  };
  try {
    for (;;) {
      const wanted = nextStep(run);
      if (wanted.do === "wait") return;
      // A call that is marked as sending must be sent: otherwise its outcome stays unknown.
      if (wanted.do !== "send" && !isFirstInLine()) return;
      const started = now();
      const outcome = await performInTime(wanted, { ...due, run }, desk, writing.promise);
      const at = now();
      const runEvent: RunEvent = { ...outcome, at };
      const before = run;
      unwritten.push(runEvent);
      run = lifecycle.after(run, runEvent);
      const mayHold = run.dueAt !== null && run.dueAt <= at && isFirstInLine() && mayGoOn();
      const hasChanged =
        mayHold && unwritten.length < MAX_UNWRITTEN && mayWait(outcome, before, run, store)
          ? run.version !== before.version
          : await write();
      const step = { wanted, outcome, durationMs: at - started };
      lines.add(run, step);
      if (run.dueAt === null || run.dueAt > at)
        return run.version === due.run.version ? lines.forget(run) : lines.rests(run, due, step, at);
      // A proposal of many steps makes room for other runs, and continues with the next alarm's allowance of calls. A run
      // whose time has come takes its turn among the runs in progress.
      if (MAKES_ROOM.has(outcome.type)) return;
      // A person might have resumed an earlier run during the request to Control.
      if (!hasChanged && !isFirstInLine()) return;
      // The same step would repeat forever. The caller delays the run.
      if (!hasChanged) throw new Error(`${outcome.type} has no effect on a run that is ${run.state}`);
      if (unwritten.length > 0) continue;
      // Do not stop between `sending` on disk and the call: a restart there would leave the call's outcome unknown.
      if (outcome.type !== "admitted" && !mayGoOn()) return;
    }
  } finally {
    writing.resolve();
  }
}

/**
 * True if the result of a step may be written together with the next one. A crash in between loses the result, so
 * repeating the step must do no harm: a plan that replaces nothing is made again, and a repeatable call that is sent
 * again finds its effect.
 */
function mayWait(outcome: StepResult, before: Run, after: Run, store: DeskStore): boolean {
  const wanted = nextStep(after);
  if (outcome.type === "looked") return true;
  if (wanted.do !== "admit" && wanted.do !== "look") return false;
  if (outcome.type === "planned") return store.isAlone(after);
  const current = currentEffect(before);
  return outcome.type === "applied" && current !== null && isRepeatable(current.entry.operation);
}

/** Results after which a run waits for its turn again. */
const MAKES_ROOM: ReadonlySet<string> = new Set<StepResult["type"]>(["progressed", "come_due", "expired"]);

/** Maximum number of results that are written together, so that a long plan does not hold up others. */
const MAX_UNWRITTEN = 4;

type ActiveStep = Exclude<Step, { do: "wait" }>;

/** Performs a step. An error, or a step without a result in time, is the result `failed`. */
async function performInTime(
  wanted: ActiveStep,
  due: DueRun,
  desk: DeskContext,
  written: Promise<void>,
): Promise<StepResult & LearnedFromEvent> {
  const result = perform(wanted, due, desk, written);
  try {
    // The client limits the time of a call. Its outcome is never left unknown while it is still being made.
    return await (wanted.do === "send" ? result : endInTime(result, desk, MAX_WHOLE_STEP_MS));
  } catch (error) {
    // Neither a verification nor a reminder can fail: what was not read is read again later.
    if (wanted.do === "look") return { type: "looked", n: wanted.n, shows: false };
    if (wanted.do === "remind") return { type: "reminded" };
    return { type: "failed", failure: toFailure(error) };
  }
}

async function perform(
  wanted: ActiveStep,
  due: DueRun,
  desk: DeskContext,
  written: Promise<void>,
): Promise<StepResult & LearnedFromEvent> {
  switch (wanted.do) {
    case "propose":
      return plan(due, desk);
    case "admit":
      return admit(wanted.plan, due, desk);
    case "send":
      return call(due.run, wanted.call, desk, written);
    case "look":
      return look(wanted.n, wanted.call, desk);
    case "remind":
      if (due.run.state === "awaiting_follow_up") return readEnd(due.run, desk);
      // If the desk was down until after the expiry, it is too late for a reminder.
      if (hasExpired(due.run, desk.now())) return { type: "expired" };
      return (await findNobodyLeft(due.run, desk)) ?? { type: "reminded" };
    case "expire":
      return { type: "expired" };
    case "come_due":
      return { type: "come_due" };
    default:
      return wanted satisfies never;
  }
}
