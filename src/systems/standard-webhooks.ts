// Receives events from any sender that signs as Standard Webhooks specifies, in Reeve's own format.
import * as z from "zod";
import { SentPerson, SentTicket, SentWorker, TICKET_EVENTS, WORKER_EVENTS } from "./event.ts";
import { compact, Id, parseHook, readShape } from "./reading/json.ts";
import { isoTime } from "./reading/text.ts";
import { withRealDay, workerEvent } from "./reading/worker.ts";
import { standardWebhook } from "./schemes/standard-webhooks.ts";
import { defineSystem, type Malformed, type Meaning } from "./system.ts";

const Text = z.string().min(1);
const Fields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

export const TicketEventData = z
  .object({
    actor: SentPerson.exactOptional(),
    ticket: z.object({ id: Id, ...SentTicket.shape, fields: Fields.default({}) }),
    comment: Text.exactOptional(),
  })
  .meta({ id: "TicketEventData", description: `\`data\` of ${TICKET_EVENTS.join(", ")}` });

export const WorkerEventData = z
  .object({
    actor: SentPerson.exactOptional(),
    worker: z.object({ id: Id, ...SentWorker.shape, fields: Fields.default({}) }),
    possibleTypes: z.array(z.enum(WORKER_EVENTS)).exactOptional(),
    effectiveOn: z.iso.date().exactOptional(),
    changed: z.array(Text).exactOptional(),
  })
  .meta({ id: "WorkerEventData", description: `\`data\` of ${WORKER_EVENTS.join(", ")}` });

/** Reeve's own format, for senders that have no format of their own. */
export const OwnFormat = z
  .union([
    z.object({ type: z.enum(TICKET_EVENTS), data: TicketEventData }),
    z.object({ type: z.enum(WORKER_EVENTS), data: WorkerEventData }),
  ])
  .meta({
    id: "OwnFormat",
    description: "The body for /hooks/standard-webhooks, whose format adds further properties.",
  });

const OfTicket = z.object({ data: TicketEventData });
const OfWorker = z.object({ data: WorkerEventData });

/**
 * Reads an event in Reeve's own format, in which `type` determines the shape of `data`. Ignores events of unknown
 * types.
 * @param system The source's name. Replies go only to this system, even if the sender names another
 * @param type The event type, as the sender names it
 */
export function readOwnFormat(
  system: string,
  { type, data, time }: { readonly type: string; readonly data?: unknown; readonly time?: unknown },
): Meaning | Malformed {
  const around = compact({ occurredAt: isoTime(time) });
  const ofTicket = TICKET_EVENTS.find((one) => one === type);
  const ofWorker = WORKER_EVENTS.find((one) => one === type);
  if (ofTicket) {
    const read = readShape({ data }, OfTicket);
    if (!read.ok) return read.reason;
    const { ticket, ...rest } = read.value.data;
    const subject = `${system}:${ticket.id}`;
    return { type: ofTicket, subject, ...rest, ...around, ticket: { ...ticket, system } };
  }
  if (ofWorker) {
    const read = readShape({ data }, OfWorker);
    if (!read.ok) return read.reason;
    const { worker, ...rest } = read.value.data;
    return withRealDay(workerEvent(system, worker.id, { type: ofWorker, ...rest, ...around, worker }));
  }
  return { ignored: `an event of type ${type} is neither ticket.* nor worker.*` };
}

const Webhook = z.object({
  type: z.string().min(1),
  timestamp: z.unknown().optional(),
  data: z.unknown().optional(),
});

/**
 * Receives webhooks from any sender that signs as Standard Webhooks specifies, with a shared secret (`whsec_…`) or a
 * public key (`whpk_…`). Reeve reads events of its own types (`ticket.*`, `worker.*`) and ignores all others. Source:
 * github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md
 */
export const standardWebhooks = defineSystem({
  name: "standard-webhooks",
  title: "a webhook",
  secretVariable: "STANDARD_WEBHOOKS_WEBHOOK_SECRET",
  setUp: "Sign deliveries as Standard Webhooks specifies, with whsec_… or with a key pair (whpk_…).",
  ...standardWebhook,
  parse: parseHook("webhook-id", Webhook, ({ timestamp, ...webhook }) =>
    readOwnFormat("standard-webhooks", { ...webhook, time: timestamp }),
  ),
});
