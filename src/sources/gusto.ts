import * as z from "zod";
import { parseJson, readJson } from "./reading/json.ts";
import { isoTime } from "./reading/time.ts";
import { type WorkerNews, workerEvent } from "./reading/worker-event.ts";
import { hmac } from "./schemes/hmac.ts";
import type { Delivery, Handshake, Source } from "./source.ts";

const GustoWebhook = z.object({
  uuid: z.string().min(1).optional(),
  event_type: z.string().min(1),
  entity_uuid: z.string().min(1),
  timestamp: z.number().optional(),
});

const SIGNATURE = "x-gusto-signature";

/**
 * Gusto. A new subscription begins with a token that Gusto posts unsigned; an operator gives it back to Gusto
 * (`PUT /v1/webhook_subscriptions/{uuid}/verify`), and only once Gusto took it makes it the secret, since it signs every
 * delivery from then on and anybody may post a token. Events hold ids only, come in any order, and are known by their
 * `uuid`.
 * Source: docs.gusto.com/app-integrations/docs/webhooks, /docs/employee-events
 */
export const gusto: Source = {
  name: "gusto",
  authentication: "signed",
  secretVariable: "GUSTO_WEBHOOK_SECRET",
  verify: hmac({ hash: "SHA-256", header: SIGNATURE, encoding: "hex" }),
  signsIds: true,
  handshake: verification,
  parse: parseJson(GustoWebhook, ({ uuid, event_type, entity_uuid, timestamp }) => {
    const news = NEWS.get(event_type);
    return {
      id: uuid ?? (timestamp === undefined ? null : [event_type, entity_uuid, timestamp].join(":")),
      event: news
        ? workerEvent("gusto", entity_uuid, { ...news, occurredAt: isoTime(timestamp) })
        : { ignored: `Gusto's event ${event_type} is about no worker's employment` },
    };
  }),
};

/**
 * What Gusto's events mean. `terminated` and `rehired` say that it has been decided, for a day that they do not name;
 * `terminated_effective` and `rehire_effective` come on that day.
 */
const NEWS: ReadonlyMap<string, WorkerNews> = new Map<string, WorkerNews>([
  ["employee.created", { type: "worker.hired" }],
  ["employee.updated", { type: "worker.changed" }],
  ["employee.onboarded", { type: "worker.changed", changed: ["status"], mayBe: ["worker.hired"] }],
  ["employee.terminated", { type: "worker.changed", changed: ["status"], mayBe: ["worker.terminated"] }],
  ["employee.terminated_effective", { type: "worker.terminated", changed: ["status"] }],
  ["employee.termination_cancelled", { type: "worker.changed", changed: ["status"] }],
  ["employee.rehired", { type: "worker.changed", changed: ["status"], mayBe: ["worker.returned"] }],
  ["employee.rehire_effective", { type: "worker.returned", changed: ["status"] }],
  ["employee.rehire_cancelled", { type: "worker.changed", changed: ["status"] }],
  ["employee.deleted", { type: "worker.terminated" }],
]);

const Verification = z.strictObject({
  verification_token: z.string().regex(/^[\w=+/-]{16,128}$/),
  webhook_subscription_uuid: z.string().optional(),
});

function verification({ method, headers, body }: Delivery): Handshake | null {
  if (method !== "POST" || headers.has(SIGNATURE) || body.length > 512) return null;
  const read = readJson(body, Verification);
  return read.ok ? { status: 200, keep: read.value.json.verification_token } : null;
}
