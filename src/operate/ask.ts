// Requests actions, the undoing of applied actions, and the end of inventory entries, in a person's name. A request
// becomes an event like any other, so policy, approvals, budgets and the gate apply to it.
import * as z from "zod";
import { findPastDays, formFields, readFilled } from "../actions/form.ts";
import { requests, requestTitle, UNDO, undoing } from "../actions/index.ts";
import { describeEntry, type EntryKey, type InventoryEntry } from "../actions/inventory.ts";
import { automations } from "../automations/index.ts";
import { requestedAction } from "../automations/platform/requested-action.ts";
import { formatIssue } from "../base/configured.ts";
import { toIsoDay } from "../base/days.ts";
import { type InvalidMember, Problem, RequestInvalid } from "../base/problem.ts";
import { formatPerson, includesEmail } from "../base/text.ts";
import { inTime } from "../base/waits.ts";
import { deskFor } from "../desk/directory.ts";
import type { Accepted } from "../desk/engine/intake.ts";
import { matchAutomations } from "../desk/match.ts";
import type { Env } from "../env.ts";
import { createGovernance, readOnly } from "../governance/client/index.ts";
import { isEnabled } from "../kit/settings.ts";
import {
  type Applied,
  countDropped,
  NOT_UNDONE,
  readApplied,
  readChanges,
  undoSubject,
} from "../ledger/changes.ts";
import { readEntry } from "../ledger/inventory.ts";
import { readRun } from "../ledger/runs.ts";
import { auditType } from "../policy/acts.ts";
import { describeState } from "../runs/run.ts";
import type { RequestEvent } from "../systems/event.ts";
import { findUser, identifyPerson } from "./owners.ts";
import { type AskingSession, isAllowed, type Person, requireRoleFor, type Session } from "./person.ts";
import { listRequesterEmails, plannedRun, type ShownRun, titled } from "./recorded.ts";
import type { ChangesQuery, EndRequest, UndoAllRequest, UndoRequest } from "./requests.ts";

/** A request for an action, as parsed by an entry point. */
interface ActionAsked extends Pick<RequestEvent["request"], "action" | "input" | "agent"> {
  readonly reason?: string | undefined;
  /** Data about the requester in addition to the email. */
  readonly requester?: Omit<NonNullable<RequestEvent["request"]["requester"]>, "email">;
}

/**
 * Requests an action. The requester must then confirm its plan.
 * @param source The entry point: `console`, `slack`, or `mcp` for agents
 * @param subject The subject of the event: repeating a request with the same subject creates no second event
 * @throws RequestInvalid with the names of the fields whose day is past but may not be, the problems of {@link
 * requireAsking}, or the problem of {@link findRequest}
 */
export async function askFor(
  asker: AskingSession,
  source: string,
  subject: string,
  { reason, requester, ...asked }: ActionAsked,
): Promise<Accepted> {
  const { person, config } = asker;
  requireAsking(person, config);
  const request = findRequest(asked.action);
  const past = findPastDays(request.input, asked.input, toIsoDay(Date.now(), config.settings.timeZone));
  if (past.length > 0) throw new RequestInvalid(past.map(([member, message]) => ({ member, message })));
  const typed = requestTitle(request);
  const by = { requester: { ...requester, email: person.email }, ...(reason && { reason }) };
  return makeRequest(asker, subject, { ...asked, ...by, typed, confirm: true }, source);
}

/**
 * Requests an action with a filled-in form.
 * @throws RequestInvalid with the names of the invalid fields, or a problem of {@link askFor}
 */
export async function askByForm(
  asker: AskingSession,
  source: string,
  subject: string,
  { fields, ...asked }: Omit<ActionAsked, "input"> & { readonly fields: Readonly<Record<string, unknown>> },
): Promise<Accepted> {
  requireAsking(asker.person, asker.config);
  const { input } = findRequest(asked.action);
  const values = Object.fromEntries(Object.keys(input.shape).map((name) => [name, FieldValue.optional()]));
  const { error } = z.strictObject(values).safeParse(fields, { error: formatIssue });
  if (error) throw RequestInvalid.of(error);
  const filled = readFilled(input, fields, toIsoDay(Date.now(), asker.config.settings.timeZone));
  if ("faults" in filled)
    throw new RequestInvalid(Object.entries(filled.faults).map(([member, message]) => ({ member, message })));
  // Slack needs a quick response, so a requester in Slack learns of an unknown person from the run.
  if (source === "console") await requireKnownPeople(asker, asked.action, filled.input);
  return askFor(asker, source, subject, { ...asked, input: filled.input });
}

/** A value of a form's field. */
const FieldValue = z.union([z.string(), z.array(z.string())], { error: "must be text, or a list of texts" });

/**
 * Requires that each person in a form exists, so that a typing error does not lead to a failed run. If the search for a
 * person fails or takes too long, only the run checks the person.
 * @throws RequestInvalid if an address does not belong to exactly one governance user
 */
async function requireKnownPeople({ env, config }: AskingSession, action: string, input: object) {
  const fields = formFields(findRequest(action).input, config.settings);
  const people = fields.filter(({ kind }) => kind === "person");
  const checked = people.flatMap(({ name: member }) =>
    [Reflect.get(input, member) ?? []].flat().map(async (email): Promise<InvalidMember[]> => {
      const user = await inTime(async () => findUser(String(email), readOnly(createGovernance(env))));
      return user instanceof Problem ? [{ member, message: `${user.message}: check the address` }] : [];
    }),
  );
  const errors = (await Promise.all(checked)).flat();
  if (errors.length > 0) throw new RequestInvalid(errors);
}

/** Finds an action that can be requested. @throws Problem `not_found` if it does not exist or can't be requested */
export function findRequest(action: string) {
  const found = requests.get(action);
  if (!found) throw new Problem("not_found", `there is no action "${action}" that can be requested`);
  return found;
}

/**
 * Requests to undo applied actions of a run. The request is an event like any other, so policy, approvals, budgets and
 * the gate apply to it. Repeating the request creates no second event, unless the earlier request ended without effect.
 * @returns the id of the event, which is recorded a moment later
 * @throws Problem `decision_conflict` if an action is not recorded as applied, or another person has made the request,
 * or a problem of {@link requireAsking}
 */
export async function askToUndo(
  asker: AskingSession,
  { run, steps, reason }: z.output<typeof UndoRequest>,
): Promise<string> {
  requireAsking(asker.person, asker.config);
  const applied = await readApplied(asker.env.LEDGER, run, steps);
  if (!applied) throw new Problem("decision_conflict", "this action is not recorded as applied");
  const typed = `Undo: ${applied.map(({ summary }) => summary).join(" ")}`;
  return requestUndo(asker, undoSubject(run, steps), { input: { run, steps }, reason, typed });
}

/**
 * Requests to end an inventory entry now, in the same way as it would end after its last day. Repeating the request
 * creates no second event until the entry changes, unless the earlier request ended without effect.
 * @returns the id of the event, which is recorded a moment later
 * @throws Problem `not_found` as {@link readableEntry} does, or `decision_conflict` if another person has made the
 * request
 */
export async function askToEnd(
  asker: AskingSession,
  { kind, key, reason }: z.output<typeof EndRequest>,
): Promise<string> {
  requireAsking(asker.person, asker.config);
  const entry = await readableEntry(asker, { kind, key });
  const subject = await findEndSubject(asker.env, entry);
  const asked = { input: { kind, key }, reason, typed: `End now: ${describeEntry(entry)}` };
  const own = `undo:${kind}:${key}`;
  return requestUndo(asker, subject ?? own, asked, subject ?? `${own}:${entry.changedAt}`);
}

/**
 * Returns the subject of requests to undo the action that wrote an entry, or `null` if no action of a recorded run
 * wrote the entry. Requests to end the entry have the same subject, so that only the first request of either kind is
 * accepted.
 */
async function findEndSubject({ LEDGER }: Env, { kind, key, changedBy }: InventoryEntry) {
  const run = "run" in changedBy ? await readRun(LEDGER, changedBy.run) : null;
  const step = (run?.plan?.actions ?? []).findIndex(({ leaves = [] }) =>
    leaves.some((one) => one.kind === kind && one.key === key),
  );
  return run && step >= 0 ? undoSubject(run.id, [step]) : null;
}

/**
 * Returns an inventory entry that a person may read: as a viewer, as the entry's requester, or as the user whom the
 * entry is about.
 * @throws Problem `not_found`, even for an entry that the person may not read, so that nobody learns which entries
 * exist
 */
export async function readableEntry({ env, person }: Session, at: EntryKey): Promise<InventoryEntry> {
  const entry = await readEntry(env.LEDGER, at.kind, at.key);
  const { user, requester } = { user: undefined, requester: undefined, ...entry?.data };
  const isTheirs = async () => {
    if (person.email === "") return false;
    if (requester !== undefined && includesEmail([requester], person.email)) return true;
    const self = user && (await findUser(person.email, readOnly(createGovernance(env))));
    return self !== undefined && !(self instanceof Problem) && self.id === user?.id;
  };
  if (entry && (isAllowed(person, "read") || (await isTheirs()))) return entry;
  throw new Problem("not_found", "no such entry exists, or you may not read it; it might have ended already");
}

/**
 * Sends the event of a request to undo or end something, and records the request in the audit trail unless it is
 * repeated.
 * @returns the id of the event
 * @throws Problem `decision_conflict` if another person has made the request
 */
async function requestUndo(
  asker: AskingSession,
  subject: string,
  asked: Pick<RequestEvent["request"], "input" | "reason" | "typed">,
  key = subject,
): Promise<string> {
  const { env, person } = asker;
  const request = { action: UNDO, ...asked, requester: { email: person.email } };
  const dropped = await countDropped(env.LEDGER, subject);
  const unique = dropped > 0 ? `${key}:${dropped}` : key;
  const { eventId, duplicate } = await makeRequest(asker, subject, request, "console", unique);
  const entry = { at: Date.now(), type: auditType("undo"), runId: null, eventId, actor: person.email };
  if (duplicate) await requireOwn(asker, await plannedRun(env, subject, eventId));
  else await deskFor(env, subject).note({ ...entry, detail: { reason: request.reason } });
  return eventId;
}

/**
 * Requires that the person made the request that led to a run, so that nobody believes that an ignored request was
 * sent. Accepts the request if its run is not known yet.
 * @throws Problem `decision_conflict`, which names the requester only to viewers
 */
async function requireOwn({ env, person }: Session, made: ShownRun | null): Promise<void> {
  const [shown] = made?.headline === null ? await titled(env.LEDGER, [made.run]) : [made];
  if (!shown || includesEmail(listRequesterEmails(shown), person.email)) return;
  const { name, email } = shown.headline?.askedBy ?? {};
  const by = name && isAllowed(person, "read") ? formatPerson(name, email ?? name) : "Another person";
  throw new Problem(
    "decision_conflict",
    `${by} has already requested this, so nothing more was sent. State of that request: ${describeState(shown.run)}. If it ends without effect, you can make the request again.`,
  );
}

/**
 * Lists the applied actions that can be undone, except those that an earlier request has undone or might still undo.
 */
export const listUndoable = (applied: readonly Applied[]): readonly Applied[] =>
  applied.filter(
    ({ action, undo }) => undoing(action) !== null && (!undo || NOT_UNDONE.includes(undo.state)),
  );

/**
 * Reads the changes that a query selects, newest first.
 * @returns the changes, and the `note` of {@link identifyPerson} if the query names a person
 */
export async function findChanges(
  env: Env,
  { person, ...filter }: Omit<z.output<typeof ChangesQuery>, "limit">,
  limit: number,
) {
  const about = person === undefined ? undefined : await identifyPerson(env, person);
  return { changes: await readChanges(env.LEDGER, { ...filter, person: about }, limit), note: about?.note };
}

/**
 * Requests to undo the changes of the newest runs that match a filter, with one request per run. Skips changes that
 * can't be undone, and changes that an earlier request has undone or might still undo.
 * @throws a problem of {@link requireAsking}
 */
export async function askToUndoAll(
  asker: AskingSession,
  { reason, limit, ...filter }: z.output<typeof UndoAllRequest>,
): Promise<void> {
  requireAsking(asker.person, asker.config);
  for (const { id: run, applied } of (await findChanges(asker.env, filter, limit)).changes) {
    const steps = listUndoable(applied).map(({ step }) => step);
    // Skip a run if another person has requested to undo its changes in the meantime.
    if (steps.length > 0)
      await askToUndo(asker, { run, steps, reason }).catch((error: unknown) => {
        if (!(error instanceof Problem && error.code === "decision_conflict")) throw error;
      });
  }
}

/**
 * Requires that a person may make requests, and that the automation for requests is enabled.
 * @throws Problem `access_denied`, `role_missing`, or, if the automation is not enabled, `decision_conflict`
 */
export function requireAsking(person: Person, { settings }: Pick<AskingSession["config"], "settings">): void {
  requireRoleFor(person, "ask");
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

/** Sends the event of a request to its desk, which accepts each key only once. */
async function makeRequest(
  { env, config }: AskingSession,
  subject: string,
  request: RequestEvent["request"],
  source: string,
  key = subject,
): Promise<Accepted> {
  const event = requestEvent(subject, request);
  const payload = JSON.stringify({ action: request.action, input: request.input });
  const match = matchAutomations({ automations, ...config }, event);
  const columns = { source, authentication: "signed", type: event.type, subject, detail: null, match };
  return deskFor(env, subject).accept({ ...columns, keys: [key], event: JSON.stringify(event), payload });
}
