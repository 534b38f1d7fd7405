import { path } from "../senders/request.ts";
import { isObject, present, textAt, valueAt } from "../sources/reading/member.ts";
import { day } from "../sources/reading/time.ts";
import { ifThere } from "./if-there.ts";
import type { Enricher } from "./index.ts";
import { personOf } from "./person.ts";

const PERSON = ["id", "displayName", "mail", "userPrincipalName"];
const USER = [
  ...PERSON,
  ...["department", "jobTitle", "accountEnabled", "employeeHireDate", "employeeLeaveDateTime"],
];

/**
 * Microsoft Entra ID by Microsoft Graph, `GET /v1.0/users/{id}`. A user name looks like an email, and need not be one
 * that anybody writes to: without `mail` there is no email.
 * Source: learn.microsoft.com/graph/api/user-get
 */
export const entra: Enricher = async ({ worker }, client) => {
  const user = await ifThere(
    client.call({
      method: "GET",
      path: path`/v1.0/users/${worker.id}`,
      query: { $select: USER.join(), $expand: `manager($select=${PERSON.join()})` },
    }),
  );
  if (!isObject(user)) return null;
  const enabled = valueAt(user, "accountEnabled");
  return present({
    active: typeof enabled === "boolean" ? enabled : undefined,
    hiredOn: day(textAt(user, "employeeHireDate")),
    terminatedOn: day(textAt(user, "employeeLeaveDateTime")),
    worker: present({
      email: textAt(user, "mail"),
      name: textAt(user, "displayName"),
      department: textAt(user, "department"),
      jobTitle: textAt(user, "jobTitle"),
      manager: personOf({
        id: textAt(user, "manager", "id"),
        name: textAt(user, "manager", "displayName"),
        email: textAt(user, "manager", "mail"),
      }),
      fields: present({
        userPrincipalName: textAt(user, "userPrincipalName"),
        accountEnabled: typeof enabled === "boolean" ? String(enabled) : undefined,
        employeeHireDate: textAt(user, "employeeHireDate"),
        employeeLeaveDateTime: textAt(user, "employeeLeaveDateTime"),
      }),
    }),
  });
};
