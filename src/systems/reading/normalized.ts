// Reads tickets and workers in Reeve's own format, which generic senders use.

import * as z from "zod";
import { SentPerson, SentTicket, SentWorker, TICKET_EVENTS, WORKER_EVENTS } from "../event.ts";
import type { Malformed, Meaning } from "../system.ts";
import { compact, Id, readShape } from "./json.ts";
import { isoTime } from "./text.ts";
import { withRealDay, workerEvent } from "./worker.ts";

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
    description: "For /hooks/standard-webhooks, whose format adds further properties.",
  });

const OfTicket = z.object({ data: TicketEventData });
const OfWorker = z.object({ data: WorkerEventData });

/**
 * Reads `data` according to its `type`. Events of unknown types are ignored.
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
    return {
      type: ofTicket,
      subject: `${system}:${ticket.id}`,
      ...rest,
      ...around,
      ticket: { ...ticket, system },
    };
  }
  if (ofWorker) {
    const read = readShape({ data }, OfWorker);
    if (!read.ok) return read.reason;
    const { worker, ...rest } = read.value.data;
    return withRealDay(workerEvent(system, worker.id, { type: ofWorker, ...rest, ...around, worker }));
  }
  return { ignored: `an event of type ${type} is neither ticket.* nor worker.*` };
}
