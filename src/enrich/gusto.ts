import type { SenderClient } from "../senders/client.ts";
import { path } from "../senders/request.ts";
import { isObject, present, textAt, valueAt } from "../sources/reading/member.ts";
import { day } from "../sources/reading/time.ts";
import { ifThere } from "./if-there.ts";
import type { Enricher } from "./index.ts";
import { nameOf, personOf } from "./person.ts";

/** The version of the API that is spoken. Gusto takes none that is older than the application's own least version. */
const VERSION = "2026-02-01";

/**
 * Gusto, `GET /v1/employees/{uuid}`, and once more for the manager. `email` may be a private one, so it is left alone.
 * Source: docs.gusto.com/app-integrations/reference/get-v1-employees
 */
export const gusto: Enricher = async ({ worker }, client) => {
  const employee = await employeeAt(client, worker.id);
  if (!isObject(employee)) return null;
  const terminated = valueAt(employee, "terminated");
  const jobs = [valueAt(employee, "jobs")].flat();
  const job = jobs.find((one) => valueAt(one, "primary") === true) ?? jobs[0];
  const managerId = textAt(employee, "manager_uuid");
  const manager = managerId === undefined ? null : await employeeAt(client, managerId);
  return present({
    active: typeof terminated === "boolean" ? !terminated : undefined,
    hiredOn: day(textAt(job, "hire_date")),
    terminatedOn: terminationDay(valueAt(employee, "terminations"), terminated === true),
    worker: present({
      email: textAt(employee, "work_email"),
      name: employeeName(employee),
      department: textAt(employee, "department"),
      jobTitle: textAt(job, "title"),
      manager: personOf({
        id: managerId,
        name: employeeName(manager),
        email: textAt(manager, "work_email"),
      }),
      fields: present({
        currentEmploymentStatus: textAt(employee, "current_employment_status"),
        onboardingStatus: textAt(employee, "onboarding_status"),
        hireDate: textAt(job, "hire_date"),
      }),
    }),
  });
};

const employeeAt = (client: SenderClient, id: string): Promise<unknown> =>
  ifThere(
    client.call({
      method: "GET",
      path: path`/v1/employees/${id}`,
      headers: { "x-gusto-api-version": VERSION },
    }),
  );

const employeeName = (employee: unknown): string | undefined =>
  nameOf(
    textAt(employee, "preferred_first_name") ?? textAt(employee, "first_name"),
    textAt(employee, "last_name"),
  );

/**
 * The last day of somebody who has left, or is to. A termination is `active` once it has come; one of somebody who
 * works here and has come is of an employment before this one.
 */
function terminationDay(terminations: unknown, hasCome: boolean): string | undefined {
  const days = [terminations]
    .flat()
    .filter((one) => valueAt(one, "active") === hasCome)
    .flatMap((one) => day(textAt(one, "effective_date")) ?? []);
  return days.sort().at(-1);
}
