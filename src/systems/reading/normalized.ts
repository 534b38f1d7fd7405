// Reads tickets and workers that a sender tells in our own words, as generic senders do.
import * as z from "zod";
import { TICKET_EVENTS, type TicketEvent, WORKER_EVENTS, type WorkerEvent } from "../event.ts";
import { Id } from "./json.ts";
import { withRealDay } from "./worker.ts";

const Text = z.string().min(1);
const Fields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** A page that a console may link to. */
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
      status: z.object({ from: Text.exactOptional(), to: Text }).exactOptional(),
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
      fields: Fields.default({}),
    }),
    mayBe: z.array(z.enum(WORKER_EVENTS)).exactOptional(),
    effectiveOn: z.iso.date().exactOptional(),
    changed: z.array(Text).exactOptional(),
  })
  .meta({ id: "WorkerEventData", description: `\`data\` of ${WORKER_EVENTS.join(", ")}` });

/** Our own words, for senders without a format of their own. */
export const OwnFormat = z
  .union([
    z.object({ type: z.enum(TICKET_EVENTS), data: TicketEventData }),
    z.object({ type: z.enum(WORKER_EVENTS), data: WorkerEventData }),
  ])
  .meta({
    id: "OwnFormat",
    description: "To /hooks/standard-webhooks and /hooks/cloudevents, which have more members around it.",
  });

export type NormalizedEvent = TicketEvent | WorkerEvent | { readonly ignored: string };

/**
 * Reads `data` as what `type` says, where that is of our own vocabulary. `null` where it is not, and where `data` does
 * not fit: then the fault is in `ctx`.
 *
 * @param system Name of the source. Whatever the sender calls the system, replies go nowhere but here.
 */
export function readOwnFormat(
  system: string,
  type: string,
  data: unknown,
  ctx: z.RefinementCtx,
): NormalizedEvent | null {
  if (isOneOf(TICKET_EVENTS, type)) {
    const told = shaped(TicketEventData, data, ctx);
    return (
      told && { type, subject: `${system}:${told.ticket.id}`, ...told, ticket: { ...told.ticket, system } }
    );
  }
  if (isOneOf(WORKER_EVENTS, type)) {
    const told = shaped(WorkerEventData, data, ctx);
    return (
      told &&
      withRealDay({
        type,
        subject: `${system}:${told.worker.id}`,
        ...told,
        worker: { ...told.worker, system },
      })
    );
  }
  return null;
}

/** The answer to an event of a type that Reeve has no word for. @param type The sender's own name of it */
export const ignoredType = (type: string) => ({
  ignored: `an event of type ${type} is neither ticket.* nor worker.*`,
});

const isOneOf = <Type extends string>(types: readonly Type[], type: string): type is Type =>
  types.some((one) => one === type);

function shaped<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  ctx: z.RefinementCtx,
): z.output<Schema> | null {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  // One is told, and a batch may hold many.
  for (const { path, message } of parsed.error.issues.slice(0, 1))
    ctx.addIssue({ code: "custom", path: ["data", ...path], message });
  return null;
}
