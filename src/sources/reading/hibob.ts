import * as z from "zod";
import type { SenderEvent } from "../event.ts";
import type { Statement } from "./json.ts";
import { Id, isObject, type JsonObject, Members, present, textAt } from "./member.ts";
import { day, isoTime } from "./time.ts";
import { changedNames, changeOf, type WorkerNews, workerEvent } from "./worker-event.ts";

/** What every event has; events of workers name one. */
export const HiBobWebhook = z
  .object({
    type: z.string().min(1),
    triggeredBy: Id.nullish(),
    triggeredAt: z.string().nullish(),
    data: Members.nullish(),
  })
  .refine(({ type, data }) => !isOfWorkers(type) || textAt(data, "employeeId"), {
    path: ["data", "employeeId"],
    message: "this event is about one, but has none",
  });

const isOfWorkers = (type: string): boolean =>
  type.startsWith("employee.") || type.startsWith("table.entry.");
export type HiBobWebhook = z.infer<typeof HiBobWebhook>;

/** What an event says. It is known by its type, employee and time, and in a table by that too. */
export function readHiBobWebhook({ type, triggeredBy, triggeredAt, data }: HiBobWebhook): Statement {
  const employee = textAt(data, "employeeId");
  const known = [type, employee, triggeredAt, textAt(data, "tableId")];
  return {
    id: employee && triggeredAt ? known.filter(Boolean).join(":") : null,
    event: eventOf(type, employee, data ?? {}, {
      occurredAt: isoTime(inUtc(triggeredAt)),
      actor: triggeredBy && triggeredBy !== "system" ? { id: triggeredBy } : undefined,
    }),
  };
}

/** HiBob writes its times without a time zone. */
const inUtc = (time: string | null | undefined): string | null | undefined =>
  time?.replace(/(T[\d:.]+)$/, "$1Z");

function eventOf(
  type: string,
  employee: string | undefined,
  data: JsonObject,
  around: Pick<WorkerNews, "occurredAt" | "actor">,
): SenderEvent | { readonly ignored: string } {
  const news = employee === undefined ? undefined : newsOf(type, data);
  if (employee === undefined || !news)
    return { ignored: `HiBob's event ${type} is about nothing that Reeve knows of a worker` };
  return workerEvent("hibob", employee, { ...around, ...news });
}

function newsOf(type: string, data: JsonObject): WorkerNews | undefined {
  switch (type) {
    case "employee.created":
      return { type: "worker.changed", mayBe: ["worker.hired"] };
    case "employee.joined":
      return { type: "worker.hired", mayBe: ["worker.returned"] };
    case "employee.left":
      return { type: "worker.terminated", changed: ["status"] };
    case "employee.deleted":
      return { type: "worker.terminated", worker: present({ email: textAt(data, "email") }) };
    case "employee.activated":
      return { type: "worker.changed", changed: ["status"], mayBe: ["worker.hired", "worker.returned"] };
    case "employee.inactivated":
      return { type: "worker.changed", changed: ["status"], mayBe: ["worker.terminated"] };
    case "employee.temporaryLeave":
      return { type: "worker.changed", changed: ["status"] };
    case "employee.updated":
      return changeOf(changedNames(updates(data), (field) => FACTS.get(field)));
    case "table.entry.created":
    case "table.entry.updated":
      return ofTable(data);
    default:
      return undefined;
  }
}

/** Which fields changed. The documentation says that their ids are sent, and not whether as text or as an object. */
function updates(data: JsonObject): string[] {
  const updates: readonly unknown[] = Array.isArray(data["fieldUpdates"]) ? data["fieldUpdates"] : [];
  return updates.flatMap((update) => textAt(isObject(update) ? update : { id: update }, "id") ?? []);
}

const FACTS: ReadonlyMap<string, string> = new Map([
  ["work.department", "department"],
  ["work.title", "jobTitle"],
  ["work.manager", "manager"],
  ["work.reportsTo", "manager"],
  ["internal.status", "status"],
  ["internal.lifecycleStatus", "status"],
  ["root.email", "email"],
  ["root.firstName", "name"],
  ["root.surname", "name"],
  ["root.displayName", "name"],
  ["root.fullName", "name"],
]);

/** A table's entry says that something changes on a day. `employee.left` and its like say that a status has. */
function ofTable(data: JsonObject): WorkerNews | undefined {
  const effectiveOn = day(data["effectiveDate"]);
  switch (textAt(data, "tableId")) {
    case "work":
      return { type: "worker.changed", effectiveOn };
    case "lifecycle":
      return { type: "worker.changed", changed: ["status"], effectiveOn };
    default:
      return undefined;
  }
}
