import { path } from "../senders/request.ts";
import { isObject, present, textAt } from "../sources/reading/member.ts";
import { fieldsOf } from "../sources/reading/plain-text.ts";
import { day } from "../sources/reading/time.ts";
import type { Enricher } from "./index.ts";

const FIELDS = [
  "workEmail",
  "displayName",
  "department",
  "jobTitle",
  "supervisorEId",
  "supervisor",
  "supervisorEmail",
  "status",
  "hireDate",
  "terminationDate",
] as const;

/** BambooHR, `GET /api/v1/employees/{id}`. Source: documentation.bamboohr.com/reference/get-employee */
export const bamboohr: Enricher = async ({ worker }, client) => {
  const employee = await client.call({
    method: "GET",
    path: path`/api/v1/employees/${worker.id}`,
    query: { fields: FIELDS.join() },
  });
  const at = (name: (typeof FIELDS)[number]) => textAt(employee, name);
  const manager = present({ id: at("supervisorEId"), name: at("supervisor"), email: at("supervisorEmail") });
  return present({
    active: at("status") === undefined ? undefined : at("status") === "Active",
    hiredOn: day(at("hireDate")),
    // Without a termination it says 0000-00-00, which is no day.
    terminatedOn: day(at("terminationDate")),
    worker: present({
      email: at("workEmail"),
      name: at("displayName"),
      department: at("department"),
      jobTitle: at("jobTitle"),
      manager: Object.keys(manager).length > 0 ? manager : undefined,
      fields: isObject(employee) ? fieldsOf(employee) : {},
    }),
  });
};
