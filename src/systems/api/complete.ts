// Completes events: when a run makes its proposal, fetches from the system's API the data that the delivery omitted.
import { addDays } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import {
  type Event,
  type Person,
  type TicketEvent,
  type WorkerEvent,
  type WorkerEventType,
  withPlainPeople,
} from "../event.ts";
import { findApi, isSetUp, systems } from "../index.ts";
import { compact } from "../reading/json.ts";
import type { WorkerRecord } from "../system.ts";
import type { SenderEnv } from "./api.ts";
import { senderClient } from "./client.ts";
import type { Fetch } from "./send.ts";

/**
 * Adds the data that the sender omitted from an event, as the sender's API returns it. Returns events unchanged unless
 * they are about a ticket or a worker.
 * @param fetched Sends the requests; by default, `fetch`
 * @param names The ids of fields by system and name, as in the settings. The people in these fields are looked up, like
 * a ticket's actor, requester and assignee
 * @throws Problem if the API can't be called, if it responds without data about the worker, or if it has no such worker
 * and the event can't be a termination: acting on an incomplete event would be a guess
 */
export async function complete(
  event: Event,
  env: SenderEnv,
  fetched?: Fetch,
  names: FieldNames = {},
): Promise<Event> {
  if ("ticket" in event) return withPlainPeople(await withPeople(event, env, names, fetched));
  return "worker" in event ? withPlainPeople(await withWorker(event, env, fetched)) : event;
}

/** The ids of fields, by system and by the names that the settings give them. */
type FieldNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

async function withWorker(event: WorkerEvent, env: SenderEnv, fetched?: Fetch): Promise<WorkerEvent> {
  const { system, id } = event.worker;
  const complete = systems.get(system)?.complete;
  if (!complete || (!isSetUp(system, env) && saysEnough(event))) return event;
  const api = findApi(system);
  const record = await complete(event, senderClient(api, env, fetched));
  if (record && saysNothing(record))
    throw new Problem(
      "sender_unavailable",
      `${system} sent a response for worker ${id} without any data about the worker`,
    );
  if (record) return withFacts(event, record);
  // A deleted worker is no longer in the API. Records are also deleted for other reasons, so a missing record does not
  // confirm a termination.
  const { possibleTypes = [], ...certain } = event;
  const types = [event.type, ...possibleTypes];
  if (types.includes("worker.terminated")) return { ...certain, type: "worker.terminated" };
  // A new worker might not be in the API yet.
  const mayBegin = types.some((type) => type === "worker.hired" || type === "worker.returned");
  throw new Problem(
    mayBegin ? "sender_unavailable" : "sender_refused",
    `${system} has no worker ${id}: check that ${[api.address.variable, ...api.variables].join(", ")} are for the account that ` +
      "sends the webhook, and that this credential can read its workers",
  );
}

/** Returns true if a record has no data about the worker, for example because a proxy responded instead of the API. */
const saysNothing = ({ active, hiredOn, worker: { fields: _, ...facts } }: WorkerRecord): boolean =>
  active === undefined && hiredOn === undefined && Object.values(facts).every((fact) => fact === undefined);

/**
 * Returns true if Reeve can act on an event without more data: it has the worker's email address and a definite type.
 */
const saysEnough = ({ worker, possibleTypes }: WorkerEvent): boolean =>
  worker.email !== undefined && !possibleTypes;

/**
 * Adds to a ticket's event the emails and names that the sender omits, and replaces people's names in the fields of
 * `names` with emails, if the sender's API returns them.
 */
async function withPeople(
  event: TicketEvent,
  env: SenderEnv,
  names: FieldNames,
  fetched?: Fetch,
): Promise<TicketEvent> {
  const { actor, ticket } = event;
  const { requester, assignee, people = {} } = ticket;
  const named = new Set(Object.values(names[ticket.system] ?? {}));
  const inFields = Object.entries(people).filter(([field]) => named.has(field));
  const ids = new Set([
    ...[actor, requester, assignee].filter(isHidden).map(({ id }) => id),
    ...inFields.flatMap(([, those]) => those),
  ]);
  const find = systems.get(ticket.system)?.findPerson;
  if (!find || ids.size === 0 || !isSetUp(ticket.system, env)) return event;
  const client = senderClient(findApi(ticket.system), env, fetched);
  const found = new Map(
    await Promise.all(Array.from(ids, async (id) => [id, await find(client, id)] as const)),
  );
  const known = (person: Person | undefined): Person | undefined =>
    isHidden(person) ? { ...found.get(person.id), ...person } : person;
  // Replace the names in a field only if every person in the field has an email address.
  const emails = inFields.flatMap(([field, those]) => {
    const all = those.flatMap((id) => found.get(id)?.email ?? []);
    const [only, ...others] = all;
    return only === undefined || all.length < those.length
      ? []
      : [[field, others.length > 0 ? all : only] as const];
  });
  return {
    ...event,
    ...compact({ actor: known(actor) }),
    ticket: {
      ...ticket,
      ...compact({ requester: known(requester), assignee: known(assignee) }),
      ...(emails.length > 0 && { fields: { ...ticket.fields, ...Object.fromEntries(emails) } }),
    },
  };
}

const isHidden = (person: Person | undefined): person is Person & { readonly id: string } =>
  person?.id !== undefined && person.email === undefined;

/**
 * Adds the worker's current facts to an event. The facts determine the event's type and day, because a termination can
 * be cancelled or moved.
 */
export function withFacts(event: WorkerEvent, facts: WorkerRecord): WorkerEvent {
  const { possibleTypes, effectiveOn, confirmed: _, stays: __, ...certain } = event;
  const { active, hiredOn, hasEnded } = facts;
  const { lastDay, leavesAt, ...others } = facts.worker;
  const named = lastDay ?? leavesAt?.slice(0, "YYYY-MM-DD".length);
  // A last day before the first day belongs to an earlier employment.
  const isOver = named !== undefined && named < (hiredOn ?? "");
  const worker = isOver ? others : facts.worker;
  const employment = { active, hiredOn, lastDay: isOver ? undefined : named };
  const type = classifyWorkerEvent(event, employment);
  const isConfirmed = leaves(event, employment) && (hasEnded || employment.lastDay !== undefined);
  const begins = type === "worker.hired" || type === "worker.returned";
  const on = (begins ? hiredOn : undefined) ?? (type === event.type ? effectiveOn : undefined);
  const mayEnd = event.type === "worker.terminated" || Boolean(possibleTypes?.includes("worker.terminated"));
  const stays = mayEnd && type === "worker.changed" && active === true && !leaves(event, employment);
  return {
    ...certain,
    type,
    ...(on && { effectiveOn: on }),
    ...(type === "worker.terminated" && isConfirmed && { confirmed: true }),
    ...(stays && { stays: true }),
    worker: { ...event.worker, ...worker, fields: { ...event.worker.fields, ...worker.fields } },
  };
}

interface Employment {
  readonly active?: boolean | undefined;
  readonly hiredOn?: string | undefined;
  readonly lastDay?: string | undefined;
}

function classifyWorkerEvent(event: WorkerEvent, employment: Employment): WorkerEventType {
  const { type, possibleTypes = [] } = event;
  const { active, lastDay } = employment;
  const begins = isYetToBegin(event, employment);
  const hasLeft = active === false && !begins;
  if (type === "worker.terminated") return active === true && lastDay === undefined ? "worker.changed" : type;
  if (type !== "worker.changed")
    return neverStarts(event, employment) || (hasLeft && lastDay !== undefined) ? "worker.changed" : type;
  const joined =
    possibleTypes.find((one) => one === "worker.hired") ??
    possibleTypes.find((one) => one === "worker.returned");
  if (joined && begins) return joined;
  return leaves(event, employment) && possibleTypes.includes("worker.terminated")
    ? "worker.terminated"
    : type;
}

/**
 * Returns true if the worker's first day might not be over, and the hire is not cancelled. Many systems report such a
 * worker as inactive.
 */
const isYetToBegin = (event: WorkerEvent, employment: Employment): boolean =>
  isAhead(event, employment.hiredOn) && !neverStarts(event, employment);

/**
 * Returns true for a cancelled hire: the last day is on or before the first day. An active worker whose last day is
 * over did start.
 */
const neverStarts = (event: WorkerEvent, { active, hiredOn = "", lastDay }: Employment): boolean =>
  lastDay !== undefined &&
  lastDay.slice(0, DAY_CHARS) <= hiredOn.slice(0, DAY_CHARS) &&
  (active !== true || isAhead(event, lastDay));
const DAY_CHARS = "YYYY-MM-DD".length;

/** Returns true if the worker has left or will leave. For a current employee, a last day in the past is ignored. */
function leaves(event: WorkerEvent, employment: Employment): boolean {
  const { active, lastDay } = employment;
  if (active === false && !isYetToBegin(event, employment)) return true;
  return active === true ? isAhead(event, lastDay) : lastDay !== undefined;
}

const isAhead = (event: WorkerEvent, day: string | undefined): boolean =>
  day !== undefined && day >= dayBefore(event);

/**
 * Returns the day before the event's day in UTC, or before today if the event has no time. The result is not later than
 * the event's local day in any time zone.
 */
const dayBefore = ({ occurredAt }: WorkerEvent): string =>
  addDays(new Date(occurredAt ?? Date.now()).toISOString().slice(0, 10), -1);
