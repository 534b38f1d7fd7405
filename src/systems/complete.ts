import { Problem } from "../base/problem.ts";
import type { Environment } from "./api/api.ts";
import { apiOf, isSetUp } from "./api/apis.ts";
import { type Fetch, type SenderClient, senderClient } from "./api/client.ts";
import { bamboohrFacts } from "./bamboohr.ts";
import { entraFacts } from "./entra.ts";
import type { Event, WorkerEvent } from "./event.ts";
import { gustoFacts } from "./gusto.ts";
import { hibobFacts } from "./hibob.ts";
import { mergeFacts } from "./merge.ts";
import { personioFacts } from "./personio.ts";
import { withPeople } from "./reading/people.ts";
import { type WorkerFacts, withFacts } from "./reading/worker-facts.ts";

/** Asks a system about the worker of an event; `null` where it knows no such worker. */
export type Enricher = (event: WorkerEvent, client: SenderClient) => Promise<WorkerFacts | null>;

/** Systems whose events leave out what automations need, most of them everything but the worker's id. */
const enrichers: ReadonlyMap<string, Enricher> = new Map([
  ["bamboohr", bamboohrFacts],
  ["hibob", hibobFacts],
  ["personio", personioFacts],
  ["gusto", gustoFacts],
  ["merge", mergeFacts],
  ["entra", entraFacts],
]);

/**
 * An event with what its sender left out, fetched from the sender's API; other events as they are.
 * @param fetched How its requests leave. @default `fetch`
 * @throws Problem where the system can't be asked: acting on half an event would be a guess
 */
export async function enrich(event: Event, env: Environment, fetched?: Fetch): Promise<Event> {
  if ("ticket" in event) return withPeople(event, env, fetched);
  return "worker" in event ? withWorker(event, env, fetched) : event;
}

async function withWorker(event: WorkerEvent, env: Environment, fetched?: Fetch): Promise<WorkerEvent> {
  const { system, id } = event.worker;
  const enricher = enrichers.get(system);
  if (!enricher || (!isSetUp(system, env) && saysEnough(event))) return event;
  const api = apiOf(system);
  const facts = await enricher(event, senderClient(api, env, fetched));
  if (facts) return withFacts(event, facts);
  // Somebody who has been deleted is not there any more.
  if (event.type === "worker.terminated") return event;
  throw new Problem(
    "sender_refused",
    `${system} has no worker ${id}: check that ${[api.address.variable, ...api.variables].join(", ")} are of the account that ` +
      "the webhook is of, and that this credential may read its workers",
  );
}

/** Whether an event can be acted on as it is: it says whom it is about, and what happened. */
const saysEnough = ({ worker, mayBe }: WorkerEvent): boolean => worker.email !== undefined && !mayBe;
