// Carries out people's decisions for the API and the forms: checks the role, then asks the desk or Control.
import type * as z from "zod";
import { readFilled } from "../actions/form.ts";
import { requests, requestTitle, UNDO, undoing } from "../actions/index.ts";
import { requireAutomation } from "../automations/config-check.ts";
import { requestedAction } from "../automations/requested-action.ts";
import { isEnabled } from "../automations/settings.ts";
import { formatDay } from "../base/days.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";
import type { ReplayGroup } from "../desk/control/batches.ts";
import { deskFor, findOutbox } from "../desk/directory.ts";
import type { DecidedOne, Decision } from "../desk/engine/decisions.ts";
import type { Env } from "../env.ts";
import {
  type Applied,
  countDropped,
  isDropped,
  listApplied,
  readApplied,
  undoSubject,
} from "../ledger/applied.ts";
import { actFor, pauseAct } from "../policy/roles.ts";
import { isFinished, type Reason, type Run } from "../runs/run.ts";
import type { RequestEvent } from "../systems/event.ts";
import { eventOnRecord, recordedFor, toBatchRow } from "./groups.ts";
import { flipSwitch } from "./operators.ts";
import { type Asker, deciderName, type Person, type RuledAsker, requireMay } from "./person.ts";
import { knownRun } from "./recorded.ts";
import type {
  AskRequest,
  PauseRequest,
  ReplayRequest,
  RunDecision,
  UndoAllRequest,
  UndoRequest,
} from "./requests.ts";

/**
 * A decision about a run.
 * @returns the state of the run after it, and what who decided ought to know
 * @throws Problem where it does not fit, or is not theirs
 */
export async function decideRun({ env, person }: Asker, id: string, { decision, ...said }: RunDecision) {
  requireMay(person, actFor(decision));
  const { run } = await knownRun(env, id);
  const decided = await deskFor(env, run.subject).decide(
    id,
    {
      ...said,
      type: decision,
      by: deciderName(person),
      isApprover: person.roles.has("approver"),
      isOperator: person.roles.has("operator"),
    } as Decision,
    await recordedFor(env, decision, id),
  );
  if (decided.ok) return decided;
  throw new Problem(decided.refusal.code, decided.refusal.message);
}

/** Has an event run again, for one automation. @returns the id of the new run */
export async function replayEvent(
  { env, person }: Asker,
  id: string,
  request: z.output<typeof ReplayRequest>,
): Promise<string> {
  requireMay(person, "replay");
  return replayFor(env, id, { ...request, by: person.email });
}

/**
 * The same for a person who may do so.
 * @param request With its batch: an event that the batch has run again already is not run once more
 */
async function replayFor(
  env: Env,
  id: string,
  { automation, mode, reason, repeatApplied, by, batch }: z.output<typeof ReplayRequest> & Reason,
): Promise<string> {
  requireAutomation(automation);
  const event = await eventOnRecord(env.LEDGER, id);
  const earlier = await Promise.all(
    event.runs
      .filter((run) => run.automation === automation)
      .map(async ({ id: run }) => (await knownRun(env, run)).run),
  );
  const own = batch === undefined ? undefined : earlier.find(({ replay }) => replay?.batch === batch);
  if (own) return own.id;
  const applied = doneBefore(earlier);
  if (mode === "live" && applied.length > 0 && !repeatApplied) {
    throw new Problem(
      "decision_conflict",
      `earlier runs of this event did, or still may do, ${applied.join(", ")}; to repeat that, set repeatApplied`,
    );
  }
  const replayed = await deskFor(env, event.subject).replay({
    event: toBatchRow(event),
    automation,
    mode,
    repeatApplied,
    earlier: earlier.flatMap(({ plan }) =>
      (plan?.actions ?? []).map(({ beneficiaries, requestedBy = [] }) => ({ beneficiaries, requestedBy })),
    ),
    seen: earlier.length,
    by,
    reason,
    ...(batch !== undefined && { batch }),
  });
  if (!replayed.ok) throw new Problem(replayed.refusal.code, replayed.refusal.message);
  return replayed.run;
}

/** Runs a group of a batch's events again, one after the other, each as if by itself. Nothing is repeated that was applied. */
export async function replayGroup(env: Env, { replay, events }: ReplayGroup): Promise<DecidedOne[]> {
  const outcomes: DecidedOne[] = [];
  for (const run of events) {
    try {
      await replayFor(env, run, { ...replay, repeatApplied: false });
      outcomes.push({ run, state: "planning" });
    } catch (error) {
      if (!(error instanceof Problem) || error.code === "ledger_unavailable") throw error;
      outcomes.push({ run, refused: error.message });
    }
  }
  return outcomes;
}

/**
 * Asks to undo applied actions of a run, as an event like any other: policy, approvals, budgets and the gate hold for it. Asking
 * again makes no second event, unless the earlier request was cancelled, denied or expired.
 * @returns the id of the event, which is recorded a moment later
 */
export async function askToUndo(
  { env, person, config }: RuledAsker,
  { run, steps, reason }: z.output<typeof UndoRequest>,
): Promise<string> {
  requireAsking(person, config);
  const applied = await readApplied(env.LEDGER, run, steps);
  if (!applied) throw new Problem("decision_conflict", "this is not on record as applied");
  const { email } = person;
  const request = { action: UNDO, input: { run, steps }, requester: { email }, reason };
  const typed = `Undo: ${applied.map(({ summary }) => summary).join(" ")}`;
  const subject = undoSubject(run, steps);
  const dropped = await countDropped(env.LEDGER, subject);
  const key = dropped > 0 ? `${subject}:${dropped}` : subject;
  const { eventId, duplicate } = await makeRequest(env, subject, { ...request, typed }, "console", key);
  const note = { at: Date.now(), type: "undo.asked", runId: null, eventId, actor: email, detail: { reason } };
  if (!duplicate) await deskFor(env, subject).note(note);
  return eventId;
}

/** Runs whose changes one form asks to undo: each takes some calls, and a request of a page may make a thousand. */
const MAX_UNDONE_RUNS = 100;

/** The applied actions that can be undone, and that nobody has asked to undo yet. */
export const listUndoable = (applied: readonly Applied[]): readonly Applied[] =>
  applied.filter(({ action, undo }) => undoing(action) !== null && (!undo || isDropped(undo.state)));

/** Asks to undo everything that was applied in a time, the last first: a request for each run, like one made by itself. */
export async function askToUndoAll(
  asker: RuledAsker,
  { since = 0, reason, ...filter }: z.output<typeof UndoAllRequest>,
): Promise<void> {
  requireAsking(asker.person, asker.config);
  const open = listUndoable(await listApplied(asker.env.LEDGER, { ...filter, since }));
  const runs = Array.from(Map.groupBy(open, ({ run }) => run)).slice(0, MAX_UNDONE_RUNS);
  for (const [run, applied] of runs)
    await askToUndo(asker, { run, steps: applied.map(({ step }) => step).toSorted((a, b) => a - b), reason });
}

/**
 * Asks for an action, whose plan the person then has to confirm. The same form sent again makes no second event.
 * @param id The form's own
 * @returns the id of the event, which is recorded a moment later, and its subject
 * @throws RequestInvalid naming the fields at fault
 */
export async function askFor(
  { env, person, config }: RuledAsker,
  action: string,
  { id, reason, ...fields }: z.output<typeof AskRequest>,
): Promise<{ readonly event: string; readonly subject: string }> {
  requireAsking(person, config);
  const asked = requests.get(action);
  if (!asked) throw new Problem("not_found", `there is no action "${action}" that can be asked for`);
  const today = formatDay(Date.now(), config.settings.timeZone);
  const filled = readFilled(asked.input, fields, today);
  if ("faults" in filled)
    throw new RequestInvalid(Object.entries(filled.faults).map(([member, message]) => ({ member, message })));
  const { email } = person;
  const subject = `console:${id}`;
  const { eventId: event } = await makeRequest(env, subject, {
    action,
    input: filled.input,
    requester: { email },
    typed: requestTitle(asked),
    ...(reason && { reason }),
    confirm: true,
  });
  return { event, subject };
}

/** @throws Problem where somebody may not ask, or nothing would act on it */
export function requireAsking(person: Person, { settings }: RuledAsker["config"]): void {
  requireMay(person, "ask");
  const { name } = requestedAction;
  if (!isEnabled(settings, name))
    throw new Problem("decision_conflict", `${name} is not enabled in src/config.ts`);
}

export const requestEvent = (subject: string, request: RequestEvent["request"]): RequestEvent => ({
  type: "request.made",
  subject,
  actor: { email: request.requester?.email ?? "" },
  request,
});

/** Has a request's desk take its event in, once for a key. */
export async function makeRequest(
  env: Env,
  subject: string,
  request: RequestEvent["request"],
  source = "console",
  key = subject,
) {
  const event = requestEvent(subject, request);
  const json = JSON.stringify(event);
  const said = { source, authentication: "signed", type: event.type, subject, detail: null };
  return deskFor(env, subject).accept({ ...said, keys: [key], event: json, payload: json });
}

/** Sends a notice to operators on every channel that has been set up, to see that it arrives. */
export async function tryNotices({ env, person }: Asker): Promise<void> {
  requireMay(person, "tryNotices");
  const summary = `${person.email} tries the channels: nothing has happened, and nothing is to be done.`;
  await findOutbox(env).keep([
    { key: `test:${crypto.randomUUID()}`, title: "A test of Reeve's notices", summary },
  ]);
}

/** Flips a switch of an automation, or of everything. One that the settings keep in a dry run stays in it. */
export async function flip(
  { env, person }: Asker,
  how: keyof typeof SWITCHES,
  { automation, reason }: PauseRequest,
): Promise<void> {
  const { kind, on } = SWITCHES[how];
  requireMay(person, kind === "dry_run" ? "dryRun" : pauseAct(on ? "pause" : "resume", automation));
  // A misspelt name must not look switched. What is set for an automation that is gone can still be undone.
  if (on && automation !== null) requireAutomation(automation);
  await flipSwitch(env, kind, on, { automation, reason, by: deciderName(person) });
}

/** Ways to flip a switch, each with the word by which a page says that it was. */
export const SWITCHES = {
  pause: { kind: "pause", on: true, done: "paused" },
  lift: { kind: "pause", on: false, done: "lifted" },
  "dry-run": { kind: "dry_run", on: true, done: "dried" },
  live: { kind: "dry_run", on: false, done: "live" },
  "agents-off": { kind: "agents", on: true, done: "agents-off" },
  "agents-on": { kind: "agents", on: false, done: "agents-on" },
} as const;

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
