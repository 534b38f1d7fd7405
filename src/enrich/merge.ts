import { path } from "../senders/request.ts";
import { isObject, type JsonObject, present, textAt, valueAt } from "../sources/reading/member.ts";
import { day } from "../sources/reading/time.ts";
import { ifThere } from "./if-there.ts";
import type { Enricher } from "./index.ts";
import { nameOf, personOf } from "./person.ts";

/**
 * Merge, `GET /api/hris/v1/employees/{id}`, with what the webhook has as ids only.
 * Source: docs.merge.dev/hris/employees
 */
export const merge: Enricher = async ({ worker }, client) => {
  const employee = await ifThere(
    client.call({
      method: "GET",
      path: path`/api/hris/v1/employees/${worker.id}`,
      query: { expand: "manager,team,employments" },
    }),
  );
  if (!isObject(employee)) return null;
  const status = textAt(employee, "employment_status");
  const isGone = valueAt(employee, "remote_was_deleted") === true || status === "INACTIVE";
  const manager = valueAt(employee, "manager");
  return present({
    active: isGone ? false : status === "ACTIVE" ? true : undefined,
    hiredOn: day(textAt(employee, "start_date") ?? textAt(employee, "hire_date")),
    terminatedOn: day(textAt(employee, "termination_date")),
    worker: present({
      email: textAt(employee, "work_email"),
      name: employeeName(employee),
      department: textAt(employee, "team", "name"),
      jobTitle: jobTitle(valueAt(employee, "employments")),
      manager: personOf({
        id: textAt(manager, "id") ?? textAt(employee, "manager"),
        name: employeeName(manager),
        email: textAt(manager, "work_email"),
      }),
      fields: present({ employment_status: status, termination_date: textAt(employee, "termination_date") }),
    }),
  });
};

const employeeName = (employee: unknown): string | undefined =>
  textAt(employee, "display_full_name") ??
  nameOf(textAt(employee, "first_name"), textAt(employee, "last_name"));

/** The title of the employment that began last. */
function jobTitle(employments: unknown): string | undefined {
  const began = (one: JsonObject) => textAt(one, "effective_date") ?? "";
  const all = [employments].flat().filter(isObject);
  return textAt(all.toSorted((a, b) => began(a).localeCompare(began(b))).at(-1), "job_title");
}
