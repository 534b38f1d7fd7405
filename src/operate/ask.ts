// Asks for actions in a person's name, and to undo applied ones. A request becomes an event like any other: policy,
// approvals, budgets and the gate hold for it.
import type * as z from "zod";
import { readFilled } from "../actions/form.ts";
import { requests, requestTitle, UNDO, undoing } from "../actions/index.ts";
import { automations } from "../automations/index.ts";
import { requestedAction } from "../automations/requested-action.ts";
import { isEnabled } from "../automations/settings.ts";
import { toIsoDay } from "../base/days.ts";
import { Problem, RequestInvalid } from "../base/problem.ts";
import { deskFor } from "../desk/directory.ts";
import type { Accepted } from "../desk/engine/intake.ts";
import { matchAutomations } from "../desk/match.ts";
import {
  type Applied,
  countDropped,
  isDropped,
  readApplied,
  readChanges,
  undoSubject,
} from "../ledger/changes.ts";
import type { RequestEvent } from "../systems/event.ts";
import { type AskingSession, type Person, requireMay } from "./person.ts";
import type { UndoAllRequest, UndoRequest } from "./requests.ts";

/** A request for an action, as an entry point has read it. */
interface ActionAsked extends Pick<RequestEvent["request"], "action" | "input" | "agent"> {
  readonly reason?: string | undefined;
  /** The requester, besides the email. */
  readonly requester?: Omit<NonNullable<RequestEvent["request"]["requester"]>, "email">;
}

/**
 * Asks for an action, whose plan the requester then has to confirm.
 * @param source The entry point: `console`, `slack`, or that of agents
 * @param subject Of the event: the same again makes no second one
 */
export async function askFor(
  asker: AskingSession,
  source: string,
  subject: string,
  { reason, requester, ...asked }: ActionAsked,
): Promise<Accepted> {
  const { person, config } = asker;
  requireAsking(person, config);
  const typed = requestTitle(findRequest(asked.action));
  const by = { requester: { ...requester, email: person.email }, ...(reason && { reason }) };
  return makeRequest(asker, subject, { ...asked, ...by, typed, confirm: true }, source);
}

/** The same by a filled-in form. @throws RequestInvalid naming the fields at fault */
export async function askByForm(
  asker: AskingSession,
  source: string,
  subject: string,
  { fields, ...asked }: Omit<ActionAsked, "input"> & { readonly fields: Readonly<Record<string, unknown>> },
): Promise<Accepted> {
  requireAsking(asker.person, asker.config);
  const today = toIsoDay(Date.now(), asker.config.settings.timeZone);
  const filled = readFilled(findRequest(asked.action).input, fields, today);
  if ("faults" in filled)
    throw new RequestInvalid(Object.entries(filled.faults).map(([member, message]) => ({ member, message })));
  return askFor(asker, source, subject, { ...asked, input: filled.input });
}

/** @throws Problem `not_found` for an action that nobody can ask for */
export function findRequest(action: string) {
  const found = requests.get(action);
  if (!found) throw new Problem("not_found", `there is no action "${action}" that can be asked for`);
  return found;
}

/**
 * Asks to undo applied actions of a run, as an event like any other: policy, approvals, budgets and the gate hold for it. Asking
 * again makes no second event, unless the earlier request was cancelled, denied or expired.
 * @returns the id of the event, which is recorded a moment later
 */
export async function askToUndo(
  asker: AskingSession,
  { run, steps, reason }: z.output<typeof UndoRequest>,
): Promise<string> {
  const { env, person, config } = asker;
  requireAsking(person, config);
  const applied = await readApplied(env.LEDGER, run, steps);
  if (!applied) throw new Problem("decision_conflict", "this is not on record as applied");
  const { email } = person;
  const request = { action: UNDO, input: { run, steps }, requester: { email }, reason };
  const typed = `Undo: ${applied.map(({ summary }) => summary).join(" ")}`;
  const subject = undoSubject(run, steps);
  const dropped = await countDropped(env.LEDGER, subject);
  const key = dropped > 0 ? `${subject}:${dropped}` : subject;
  const { eventId, duplicate } = await makeRequest(asker, subject, { ...request, typed }, "console", key);
  const note = { at: Date.now(), type: "undo.asked", runId: null, eventId, actor: email, detail: { reason } };
  if (!duplicate) await deskFor(env, subject).note(note);
  return eventId;
}

/** Maximum number of runs whose changes one form asks to undo: each takes some calls, and a request of a page may make a thousand. */
export const MAX_UNDONE_RUNS = 100;

/** The applied actions that can be undone, and that nobody has asked to undo yet. */
export const listUndoable = (applied: readonly Applied[]): readonly Applied[] =>
  applied.filter(({ action, undo }) => undoing(action) !== null && (!undo || isDropped(undo.state)));

/** Asks to undo all that a page of changes shows, the last first: a request for each run, like one made by itself. */
export async function askToUndoAll(
  asker: AskingSession,
  { reason, ...filter }: z.output<typeof UndoAllRequest>,
): Promise<void> {
  requireAsking(asker.person, asker.config);
  for (const { id: run, applied } of await readChanges(asker.env.LEDGER, filter, MAX_UNDONE_RUNS)) {
    const steps = listUndoable(applied).map(({ step }) => step);
    if (steps.length > 0) await askToUndo(asker, { run, steps, reason });
  }
}

/** @throws Problem where somebody may not ask, or nothing would act on it */
export function requireAsking(person: Person, { settings }: Pick<AskingSession["config"], "settings">): void {
  requireMay(person, "ask");
  const { name } = requestedAction;
  if (!isEnabled(settings, name))
    throw new Problem("decision_conflict", `${name} is not enabled in src/config.ts`);
}

export const requestEvent = (subject: string, request: RequestEvent["request"]): RequestEvent => ({
  type: "request.made",
  subject,
  actor: request.requester ?? { email: "" },
  request,
});

/** Has a request's desk take its event in, once for a key. */
async function makeRequest(
  { env, config }: AskingSession,
  subject: string,
  request: RequestEvent["request"],
  source: string,
  key = subject,
): Promise<Accepted> {
  const event = requestEvent(subject, request);
  const payload = JSON.stringify({ action: request.action, input: request.input });
  const said = { source, authentication: "signed", type: event.type, subject, detail: null };
  const match = matchAutomations({ automations, ...config }, event);
  return deskFor(env, subject).accept({
    ...said,
    keys: [key],
    event: JSON.stringify(event),
    payload,
    match,
  });
}
