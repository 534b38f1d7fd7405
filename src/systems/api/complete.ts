// Fetches from a system's API what its delivery left out, when a run proposes.
import { Problem } from "../../base/problem.ts";
import type { Variables } from "../../env.ts";
import type { Event, Person, TicketEvent, WorkerEvent } from "../event.ts";
import { findApi, isSetUp, systems } from "../index.ts";
import { present } from "../reading/json.ts";
import { withFacts } from "../reading/worker-facts.ts";
import { type Fetch, senderClient } from "./client.ts";

/**
 * An event with what its sender left out, from the sender's API; other events unchanged.
 * @param fetched Sends the requests.
 * @default `fetch`
 * @throws Problem if the system can't be asked: half an event would be a guess
 */
export async function complete(event: Event, env: Variables, fetched?: Fetch): Promise<Event> {
  if ("ticket" in event) return withPeople(event, env, fetched);
  return "worker" in event ? withWorker(event, env, fetched) : event;
}

async function withWorker(event: WorkerEvent, env: Variables, fetched?: Fetch): Promise<WorkerEvent> {
  const { system, id } = event.worker;
  const complete = systems.get(system)?.complete;
  if (!complete || (!isSetUp(system, env) && saysEnough(event))) return event;
  const api = findApi(system);
  const record = await complete(event, senderClient(api, env, fetched));
  if (record) return withFacts(event, record);
  // A deleted employee is no longer in the API.
  if (event.type === "worker.terminated") return event;
  throw new Problem(
    "sender_refused",
    `${system} has no worker ${id}: check that ${[api.address.variable, ...api.variables].join(", ")} are of the account that ` +
      "the webhook is of, and that this credential may read its workers",
  );
}

/** True if an event can be acted on as it is: it names the worker, and what happened. */
const saysEnough = ({ worker, mayBe }: WorkerEvent): boolean => worker.email !== undefined && !mayBe;

/** A ticket's event with the emails and names that its sender hides, as far as its API shows them. */
async function withPeople(event: TicketEvent, env: Variables, fetched?: Fetch): Promise<TicketEvent> {
  const { actor, ticket } = event;
  const { requester, assignee } = ticket;
  const ids = new Set([actor, requester, assignee].filter(isHidden).map(({ id }) => id));
  const find = systems.get(ticket.system)?.findPerson;
  if (!find || ids.size === 0 || !isSetUp(ticket.system, env)) return event;
  const client = senderClient(findApi(ticket.system), env, fetched);
  const found = new Map(
    await Promise.all(Array.from(ids, async (id) => [id, await find(client, id)] as const)),
  );
  const known = (person: Person | undefined): Person | undefined =>
    isHidden(person) ? { ...found.get(person.id), ...person } : person;
  return {
    ...event,
    ...present({ actor: known(actor) }),
    ticket: { ...ticket, ...present({ requester: known(requester), assignee: known(assignee) }) },
  };
}

const isHidden = (person: Person | undefined): person is Person & { readonly id: string } =>
  person?.id !== undefined && person.email === undefined;
