// Requests actions in a person's name, and requests to undo applied ones. A request becomes an event like any other, so
// policy, approvals, budgets and the gate apply to it.
import type * as z from "zod";
import { formFields, readFilled } from "../actions/form.ts";
import { requests, requestTitle, UNDO, undoing } from "../actions/index.ts";
import { describeEntry, type EntryKey, type InventoryEntry } from "../actions/inventory.ts";
import { automations } from "../automations/index.ts";
import { requestedAction } from "../automations/platform/requested-action.ts";
import { toIsoDay } from "../base/days.ts";
import { type InvalidMember, Problem, RequestInvalid } from "../base/problem.ts";
import { includesEmail } from "../base/text.ts";
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
  isDropped,
  readApplied,
  readChanges,
  undoSubject,
} from "../ledger/changes.ts";
import { readEntry } from "../ledger/inventory.ts";
import { auditType } from "../policy/acts.ts";
import type { RequestEvent } from "../systems/event.ts";
import { findUser, personId } from "./owners.ts";
import { type AskingSession, isAllowed, type Person, requireRoleFor, type Session } from "./person.ts";
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

/** Requests an action with a filled-in form. @throws RequestInvalid with the names of the invalid fields */
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
  // Slack and agents wait for a response, and learn of an unknown person from the run.
  if (source === "console") await requireKnownPeople(asker, asked.action, filled.input);
  return askFor(asker, source, subject, { ...asked, input: filled.input });
}

/**
 * How long a form waits for the service to confirm an address, in milliseconds. Without a response, the run checks the
 * address.
 */
const CHECK_WITHIN_MS = 2_000;

/**
 * Checks that each person in a form exists, so that a typing error costs no run.
 * @throws RequestInvalid if one does not
 */
async function requireKnownPeople({ env, config }: AskingSession, action: string, input: object) {
  const fields = formFields(findRequest(action).input, config.settings);
  const people = fields.filter(({ kind }) => kind === "person");
  const checked = people.flatMap(({ name: member }) =>
    [Reflect.get(input, member) ?? []].flat().map(async (email): Promise<InvalidMember[]> => {
      const find = async () => findUser(String(email), readOnly(createGovernance(env)));
      const user = await inTime(find, CHECK_WITHIN_MS);
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
 * the gate apply to it. Repeating it creates no second event, unless the earlier request was cancelled, denied or
 * expired.
 * @returns the id of the event, which is recorded a moment later
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
 * Requests the end of an inventory entry, as after its last day. Repeating the request creates no second event until
 * the entry changes.
 * @returns the id of the event, which is recorded a moment later
 */
export async function askToEnd(
  asker: AskingSession,
  { kind, key, reason }: z.output<typeof EndRequest>,
): Promise<string> {
  requireAsking(asker.person, asker.config);
  const entry = await readableEntry(asker, { kind, key });
  const subject = `undo:${kind}:${key}`;
  const typed = `End now: ${describeEntry(entry)}`;
  return requestUndo(
    asker,
    subject,
    { input: { kind, key }, reason, typed },
    `${subject}:${entry.changedAt}`,
  );
}

/**
 * Returns an inventory entry that a person may read: as a viewer, as its requester, or as the user whom it is about.
 * @throws Problem `not_found`, also for an entry that the person may not read, so that nobody learns which entries
 * exist
 */
export async function readableEntry({ env, person }: Session, at: EntryKey): Promise<InventoryEntry> {
  const entry = await readEntry(env.LEDGER, at.kind, at.key);
  const { user, requester } = { user: undefined, requester: undefined, ...entry?.data };
  const isTheirs = async () =>
    person.email !== "" &&
    ((requester !== undefined && includesEmail([requester], person.email)) ||
      (user !== undefined && user.id === (await personId(env, person.email))));
  if (entry && (isAllowed(person, "read") || (await isTheirs()))) return entry;
  throw new Problem("not_found", "there is no such entry that you may read: it might have ended already");
}

/** Sends the event of a request to undo something, and records it in the audit trail. @returns the id of the event */
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
  if (!duplicate) await deskFor(env, subject).note({ ...entry, detail: { reason: request.reason } });
  return eventId;
}

/** Lists the applied actions that can be undone and that no open request already undoes. */
export const listUndoable = (applied: readonly Applied[]): readonly Applied[] =>
  applied.filter(({ action, undo }) => undoing(action) !== null && (!undo || isDropped(undo.state)));

/** Reads the changes that a query selects, newest first. */
export async function findChanges(
  env: Env,
  { person, ...filter }: Omit<z.output<typeof ChangesQuery>, "limit">,
  limit: number,
) {
  const id = await personId(env, person);
  const known = person && id ? { email: person, id } : undefined;
  return readChanges(env.LEDGER, { ...filter, person: known }, limit);
}

/** Requests to undo all changes that a page lists, newest first, with one request per run. */
export async function askToUndoAll(
  asker: AskingSession,
  { reason, limit, ...filter }: z.output<typeof UndoAllRequest>,
): Promise<void> {
  requireAsking(asker.person, asker.config);
  for (const { id: run, applied } of await findChanges(asker.env, filter, limit)) {
    const steps = listUndoable(applied).map(({ step }) => step);
    if (steps.length > 0) await askToUndo(asker, { run, steps, reason });
  }
}

/** Requires that a person may make requests, and that the automation for requests is enabled. @throws Problem if not */
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
