import type { Environment } from "../senders/api.ts";
import { apiOf } from "../senders/apis.ts";
import { type SenderClient, senderClient } from "../senders/client.ts";
import type { Event, WorkerEvent } from "../sources/event.ts";
import { bamboohr } from "./bamboohr.ts";
import type { WorkerFacts } from "./facts.ts";
import { withFacts } from "./facts.ts";

/** Asks a system about the worker of an event. */
export type Enricher = (event: WorkerEvent, client: SenderClient) => Promise<WorkerFacts>;

/** Systems whose events name a worker by id alone. */
const enrichers: ReadonlyMap<string, Enricher> = new Map([["bamboohr", bamboohr]]);

/**
 * An event with what its sender left out, fetched from the sender's API; other events as they are.
 * @throws Problem where the system can't be asked: acting on half an event would be a guess
 */
export async function enrich(event: Event, env: Environment): Promise<Event> {
  if (!("worker" in event)) return event;
  const enricher = enrichers.get(event.worker.system);
  if (!enricher) return event;
  return withFacts(event, await enricher(event, senderClient(apiOf(event.worker.system), env)));
}
