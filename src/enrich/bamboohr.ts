import type { SenderClient } from "../senders/client.ts";
import { path } from "../senders/request.ts";
import type { Person } from "../sources/event.ts";
import { isObject, present, textAt } from "../sources/reading/member.ts";
import { fieldsOf } from "../sources/reading/plain-text.ts";
import { day } from "../sources/reading/time.ts";
import { ifThere } from "./if-there.ts";
import type { Enricher } from "./index.ts";
import { nameOf, personOf } from "./person.ts";

const WORKER = [
  ...["firstName", "lastName", "displayName", "workEmail", "department", "jobTitle"],
  ...["supervisor", "supervisorEId", "status", "employmentHistoryStatus", "hireDate", "terminationDate"],
];
const MANAGER = ["firstName", "lastName", "displayName", "workEmail"];

/** BambooHR, `GET /api/v1/employees/{id}`. Source: documentation.bamboohr.com/reference/get-employee */
export const bamboohr: Enricher = async ({ worker }, client) => {
  const employee = await employeeOf(client, worker.id, WORKER);
  if (!isObject(employee)) return null;
  const status = textAt(employee, "status");
  return present({
    active: status === "Active" ? true : status === "Inactive" ? false : undefined,
    hiredOn: day(textAt(employee, "hireDate")),
    // Without a termination it says 0000-00-00, which is no day.
    terminatedOn: day(textAt(employee, "terminationDate")),
    worker: present({
      email: textAt(employee, "workEmail"),
      name: employeeName(employee),
      department: textAt(employee, "department"),
      jobTitle: textAt(employee, "jobTitle"),
      manager: await managerOf(client, employee),
      fields: fieldsOf(employee),
    }),
  });
};

const employeeOf = (client: SenderClient, id: string, fields: readonly string[]): Promise<unknown> =>
  ifThere(
    client.call({
      method: "GET",
      path: path`/api/v1/employees/${id}`,
      query: { fields: fields.join(), onlyCurrent: "true" },
    }),
  );

const employeeName = (employee: unknown): string | undefined =>
  textAt(employee, "displayName") ?? nameOf(textAt(employee, "firstName"), textAt(employee, "lastName"));

/** `supervisorEId` is the id that employees are fetched by; `supervisor` is a name, last name first. */
async function managerOf(client: SenderClient, employee: unknown): Promise<Person | undefined> {
  const id = textAt(employee, "supervisorEId");
  const manager = id === undefined ? null : await employeeOf(client, id, MANAGER);
  return personOf({
    id,
    name: employeeName(manager) ?? textAt(employee, "supervisor"),
    email: textAt(manager, "workEmail"),
  });
}
