import * as z from "zod";
import type { SenderEvent } from "../event.ts";
import type { Statement } from "./json.ts";
import { type JsonObject, Members, present, textAt } from "./member.ts";
import { fieldsOf } from "./plain-text.ts";
import { day, isoTime } from "./time.ts";
import { type WorkerFacts, type WorkerNews, workerEvent } from "./worker-event.ts";

/** What every webhook has; those of employees hold one. */
export const MergeWebhook = z
  .object({
    hook: z.object({ event: z.string().min(1) }),
    linked_account: Members.nullish(),
    data: Members.nullish(),
  })
  .refine(({ hook, data }) => !hook.event.startsWith("Employee.") || textAt(data, "id"), {
    path: ["data", "id"],
    message: "this event is about an employee, but has no id of one",
  });
export type MergeWebhook = z.infer<typeof MergeWebhook>;

/** What a webhook says. It is known by its event, employee and the time they were last changed. */
export function readMergeWebhook({ hook: { event }, linked_account, data }: MergeWebhook): Statement {
  const id = textAt(data, "id");
  const changedAt = textAt(data, "modified_at");
  return {
    id: id && changedAt ? [event, id, changedAt].join(":") : null,
    event: eventOf(event, id, data ?? {}, textAt(linked_account, "id")),
  };
}

function eventOf(
  event: string,
  id: string | undefined,
  employee: JsonObject,
  account: string | undefined,
): SenderEvent | { readonly ignored: string } {
  const news = id === undefined ? undefined : newsOf(event, employee);
  if (id === undefined || !news) return { ignored: `Merge's event ${event} is about nobody who works here` };
  return workerEvent("merge", id, {
    ...news,
    occurredAt: isoTime(employee["modified_at"]),
    worker: workerOf(employee, account),
  });
}

/** Merge sends the employee as they are now, and not what changed: somebody inactive has left. */
function newsOf(event: string, employee: JsonObject): WorkerNews | undefined {
  const isInactive = employee["employment_status"] === "INACTIVE";
  const left = day(employee["termination_date"]);
  switch (event) {
    case "Employee.added":
      // A first sync adds everybody, those who left too.
      return isInactive
        ? undefined
        : { type: "worker.hired", effectiveOn: day(employee["start_date"] ?? employee["hire_date"]) };
    case "Employee.changed":
      return isInactive ? { type: "worker.terminated", effectiveOn: left } : { type: "worker.changed" };
    case "Employee.removed":
      return { type: "worker.terminated", effectiveOn: left };
    default:
      return undefined;
  }
}

/** Read elsewhere, or nobody's business here. */
const NO_FIELDS: ReadonlySet<string> = new Set([
  ...["id", "work_email", "display_full_name", "first_name", "last_name", "manager", "remote_data"],
  ...["ssn", "date_of_birth", "gender", "ethnicity", "marital_status", "avatar"],
  ...["personal_email", "mobile_phone_number", "home_location"],
]);

function workerOf(employee: JsonObject, account: string | undefined): WorkerFacts {
  const name = [textAt(employee, "first_name"), textAt(employee, "last_name")].filter(Boolean).join(" ");
  const manager = textAt(employee, "manager", "id") ?? textAt(employee, "manager");
  return {
    ...present({
      email: textAt(employee, "work_email"),
      name: textAt(employee, "display_full_name") ?? (name || undefined),
      manager: manager === undefined ? undefined : { id: manager },
    }),
    fields: { ...fieldsOf(employee, NO_FIELDS), ...present({ linked_account: account }) },
  };
}
