// Reads tickets and workers in Reeve's own vocabulary, as generic senders send them.

import * as z from "zod";
import { findTimeZone } from "../../base/days.ts";
import { TICKET_EVENTS, WORKER_EVENTS } from "../event.ts";
import type { Malformed, Meaning } from "../system.ts";
import { Id, present, readShape } from "./json.ts";
import { isoTime } from "./text.ts";
import { withRealDay, workerEvent } from "./worker.ts";

const Text = z.string().min(1);
const Fields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const Page = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), "expected a URL with http: or https:")
  .meta({ format: "uri" });

const Person = z.object({
  id: Text.exactOptional(),
  name: Text.exactOptional(),
  email: Text.exactOptional(),
});

export const TicketEventData = z
  .object({
    actor: Person.exactOptional(),
    ticket: z.object({
      id: Id,
      key: Text,
      project: Text.exactOptional(),
      title: z.string(),
      url: Page.exactOptional(),
      status: z
        .object({
          from: Text.exactOptional(),
          to: Text,
          id: Text.exactOptional(),
          fromId: Text.exactOptional(),
        })
        .exactOptional(),
      requestType: Text.exactOptional(),
      requester: Person.exactOptional(),
      assignee: Person.exactOptional(),
      fields: Fields.default({}),
    }),
    comment: Text.exactOptional(),
  })
  .meta({ id: "TicketEventData", description: `\`data\` of ${TICKET_EVENTS.join(", ")}` });

export const WorkerEventData = z
  .object({
    actor: Person.exactOptional(),
    worker: z.object({
      id: Id,
      email: Text.exactOptional(),
      name: Text.exactOptional(),
      department: Text.exactOptional(),
      jobTitle: Text.exactOptional(),
      manager: Person.exactOptional(),
      lastDay: z.iso.date().exactOptional(),
      leavesAt: z.iso.datetime({ offset: true }).exactOptional(),
      timeZone: Text.refine((name) => findTimeZone(name) !== null, "expected a time zone").exactOptional(),
      fields: Fields.default({}),
    }),
    mayBe: z.array(z.enum(WORKER_EVENTS)).exactOptional(),
    effectiveOn: z.iso.date().exactOptional(),
    changed: z.array(Text).exactOptional(),
  })
  .meta({ id: "WorkerEventData", description: `\`data\` of ${WORKER_EVENTS.join(", ")}` });

/** Reeve's own format, for senders without one. */
export const OwnFormat = z
  .union([
    z.object({ type: z.enum(TICKET_EVENTS), data: TicketEventData }),
    z.object({ type: z.enum(WORKER_EVENTS), data: WorkerEventData }),
  ])
  .meta({
    id: "OwnFormat",
    description: "To /hooks/standard-webhooks and /hooks/cloudevents, which have more members around it.",
  });

const OfTicket = z.object({ data: TicketEventData });
const OfWorker = z.object({ data: WorkerEventData });

/**
 * Reads `data` as its `type` says. Events of other types than ours are ignored.
 * @param system The source's name. Whatever system the sender names, replies go only there
 * @param type The sender's name of the type
 */
export function readOwnFormat(
  system: string,
  { type, data, time }: { readonly type: string; readonly data?: unknown; readonly time?: unknown },
): Meaning | Malformed {
  const around = present({ occurredAt: isoTime(time) });
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
