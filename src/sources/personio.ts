import * as z from "zod";
import type { SenderEvent } from "./event.ts";
import { parseJson } from "./reading/json.ts";
import { Id, type JsonObject, Members, textAt } from "./reading/member.ts";
import { isoTime } from "./reading/time.ts";
import { changeOf, type WorkerNews, workerEvent } from "./reading/worker-event.ts";
import { inQuery, sharedSecret } from "./schemes/shared-secret.ts";
import type { Source } from "./source.ts";

const PersonioWebhook = z
  .object({
    company_id: Id.optional(),
    event_name: z.string().min(1),
    occurred_at: z.string().optional(),
    payload: Members,
  })
  .refine(({ event_name, payload }) => !NEWS.has(event_name) || personOf(event_name, payload), {
    path: ["payload"],
    message: "this event is about a person, but has no id of one",
  });

/**
 * Personio, webhooks of API v2. Personio signs nothing, so the secret is a part of the address that is registered there:
 * `/hooks/personio?access_token=…`. There is no delivery id either: an event is known by its name, person and time. It
 * holds ids only.
 * Source: developer.personio.de/v2.0/reference/webhooks
 */
export const personio: Source = {
  name: "personio",
  authentication: "shared-secret",
  secretVariable: "PERSONIO_WEBHOOK_SECRET",
  verify: sharedSecret([inQuery("access_token")]),
  signsIds: false,
  parse: parseJson(PersonioWebhook, ({ company_id, event_name, occurred_at, payload }) => {
    const person = personOf(event_name, payload);
    const known = [company_id, event_name, person, textAt(payload, "id"), occurred_at];
    return {
      id: person && occurred_at ? known.join(":") : null,
      event: read(event_name, person, isoTime(occurred_at)),
    };
  }),
};

function read(
  name: string,
  person: string | undefined,
  occurredAt: string | undefined,
): SenderEvent | { readonly ignored: string } {
  const news = NEWS.get(name);
  if (!news || person === undefined)
    return { ignored: `Personio's event ${name} is about no person's employment` };
  return workerEvent("personio", person, { ...news, occurredAt });
}

/** What Personio's events mean. `started` and `terminated` come on the day that they speak of, `created` before it. */
const NEWS: ReadonlyMap<string, WorkerNews> = new Map<string, WorkerNews>([
  ["person.created", { type: "worker.changed", mayBe: ["worker.hired"] }],
  ["person.updated", { type: "worker.changed" }],
  ["person.deleted", { type: "worker.terminated" }],
  ["employment.created", { type: "worker.changed", mayBe: ["worker.hired", "worker.returned"] }],
  ["employment.updated", changeOf(undefined)],
  ["employment.started", { type: "worker.hired", mayBe: ["worker.returned"] }],
  ["employment.terminated", { type: "worker.terminated", changed: ["status"] }],
  ["employment.deleted", { type: "worker.changed", mayBe: ["worker.terminated"] }],
]);

/** The person's id: an employment has one of its own. */
const personOf = (name: string, payload: JsonObject): string | undefined =>
  textAt(payload, "person", "id") ??
  textAt(payload, "person_id") ??
  (name.startsWith("person.") ? textAt(payload, "id") : undefined);
