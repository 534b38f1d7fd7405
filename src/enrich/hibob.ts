import { isObject, present, textAt, valueAt } from "../sources/reading/member.ts";
import { day } from "../sources/reading/time.ts";
import type { Enricher } from "./index.ts";
import { personOf } from "./person.ts";

const FIELDS = [
  ...["root.id", "root.fullName", "root.email", "work.department", "work.title", "work.reportsTo"],
  ...[
    "work.site",
    "work.startDate",
    "internal.status",
    "internal.lifecycleStatus",
    "internal.terminationDate",
  ],
];

/**
 * HiBob, `POST /v1/people/search`, a read. Lists such as departments come as ids, with their names in `humanReadable`.
 * Somebody that the service user may not see is not in the answer.
 * Source: apidocs.hibob.com/reference/post_people-search
 */
export const hibob: Enricher = async ({ worker }, client) => {
  const answer = await client.call({
    method: "POST",
    path: "/v1/people/search",
    reads: true,
    body: {
      fields: FIELDS,
      filters: [{ fieldPath: "root.id", operator: "equals", values: [worker.id] }],
      showInactive: true,
      humanReadable: "APPEND",
    },
  });
  const employee = [valueAt(answer, "employees")].flat().find((one) => at(one, "/root/id") === worker.id);
  if (!isObject(employee)) return null;
  const status = at(employee, "/internal/status");
  return present({
    active: status === "Active" ? true : status === "Inactive" ? false : undefined,
    hiredOn: day(at(employee, "/work/startDate")),
    terminatedOn: day(at(employee, "/internal/terminationDate")),
    worker: present({
      email: at(employee, "/root/email"),
      name: at(employee, "/root/fullName"),
      department: textAt(employee, "humanReadable", "work", "department"),
      jobTitle: textAt(employee, "humanReadable", "work", "title"),
      manager: personOf({
        id: at(employee, "/work/reportsTo", "id"),
        name: at(employee, "/work/reportsTo", "displayName"),
        email: at(employee, "/work/reportsTo", "email"),
      }),
      fields: present({
        status,
        lifecycleStatus: at(employee, "/internal/lifecycleStatus"),
        site: textAt(employee, "humanReadable", "work", "site") ?? at(employee, "/work/site"),
        startDate: at(employee, "/work/startDate"),
        terminationDate: at(employee, "/internal/terminationDate"),
        "work.department": at(employee, "/work/department"),
        "work.title": at(employee, "/work/title"),
      }),
    }),
  });
};

/** The text of a field, which is named by its path. */
const at = (employee: unknown, field: string, ...inside: readonly string[]): string | undefined =>
  textAt(employee, field, "value", ...inside);
