// BambooHR: receives webhooks about employees, event-based and field-based, and reads missing data from its API.

import * as z from "zod";
import { basic, defineApi } from "./api/api.ts";
import { path, readIfFound, type SenderClient } from "./api/client.ts";
import type { Worker } from "./event.ts";
import { isForm, parseForm } from "./reading/form.ts";
import { compact, Id, isObject, type JsonObject, parseJson, type ReadEvent, textAt } from "./reading/json.ts";
import { isoTime, plainText, readFields } from "./reading/text.ts";
import { findChange, type WorkerChange, workerEvent } from "./reading/worker.ts";
import {
  changedNames,
  type NamesTable,
  ourName,
  readFacts,
  readRecord,
  type WorkerTable,
} from "./reading/worker-table.ts";
import { hmac, THREE_HOURS } from "./schemes/hmac.ts";
import { defineSystem } from "./system.ts";

const WORKER = [
  ...["firstName", "lastName", "displayName", "workEmail", "department", "jobTitle"],
  ...["supervisor", "supervisorEId", "status", "employmentHistoryStatus", "hireDate", "terminationDate"],
  ...["location", "country"],
];
const MANAGER = ["firstName", "lastName", "displayName", "workEmail"];

/**
 * BambooHR's fields for our properties. A worker's field has its alias or English name in lower case without spaces; a
 * field of the manager's own record has BambooHR's spelling.
 */
const MEMBERS: WorkerTable = {
  active: { at: "status", yes: ["Active"], no: ["Inactive"], confirms: false },
  hiredOn: "hiredate",
  // The value is 0000-00-00 if there is no termination. BambooHR does not document whether the date is the last day
  // worked or the day after: we assume the last day.
  terminatedOn: "terminationdate",
  email: "workemail",
  name: ["displayname", "preferredname|firstname lastname"],
  department: "department",
  jobTitle: "jobtitle",
  manager: {
    // `supervisorEId` is the id that API paths use. In `supervisor`, the last name comes first.
    id: "supervisoreid",
    name: ["manager.displayName", "manager.firstName manager.lastName", "reportingto|reportsto|supervisor"],
    email: "manager.workEmail",
  },
};

const FACTS: NamesTable = {
  department: ["department"],
  jobTitle: ["jobtitle"],
  manager: ["supervisor", "supervisorid", "supervisoreid", "reportsto", "reportingto"],
  status: ["status", "employmentstatus", "employmenthistorystatus"],
  lastDay: ["terminationdate"],
  email: ["workemail"],
  name: ["firstname", "middlename", "lastname", "preferredname", "displayname"],
};

const plainName = (name: string): string => name.toLowerCase().replaceAll(" ", "");
const plainlyNamed = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [plainName(name), value]));

const fetchEmployee = (client: SenderClient, id: string, fields: readonly string[]): Promise<unknown> =>
  readIfFound(client, path`/api/v1/employees/${id}`, {
    query: { fields: fields.join(), onlyCurrent: "true" },
  });

/** A list of names. BambooHR might send an empty list as an object. */
const Names = z
  .unknown()
  .optional()
  .transform((value) => (Array.isArray(value) ? value.flatMap((name) => plainText(name) ?? []) : []));
/** Values by name. BambooHR might send an empty object as a list. */
const Values = z
  .unknown()
  .optional()
  .transform((value): JsonObject => (isObject(value) ? value : {}));

const Employee = z.object({
  id: Id,
  action: z.string().default("Updated"),
  timestamp: z.string().nullish(),
  changedFields: Names,
  fields: Values,
});
type Employee = z.infer<typeof Employee>;

/**
 * The two payloads that an administrator can choose from: field-based (`employees`) and event-based (`type`, `data`).
 */
const BambooHrWebhook = z
  .object({
    employees: z.array(Employee).optional(),
    type: z.string().min(1).optional(),
    timestamp: z.string().nullish(),
    data: z.object({ employeeId: Id, changedFields: Names }).optional(),
  })
  .refine(({ employees, type }) => employees || type, {
    path: ["type"],
    message: "expected this property or `employees`",
  })
  .refine(({ employees, type = "", data }) => employees || data || !MEANINGS.has(type), {
    path: ["data"],
    message: "this event must contain an employee",
  });
type BambooHrWebhook = z.infer<typeof BambooHrWebhook>;

/**
 * Either of BambooHR's payloads, sent as a form. A field's name contains its path: `data[employeeId]`,
 * `employees[17][changedFields][0]`.
 */
const BambooHrForm = z.preprocess((form) => (isObject(form) ? fromForm(form) : form), BambooHrWebhook);

function fromForm(form: JsonObject): JsonObject {
  const entries = Object.entries(form).map(([name, value]) => ({ path: name.split(/\]?\[|\]$/), value }));
  const roots = Map.groupBy(entries, ({ path: [root] }) => root ?? "");
  const data = roots.get("data");
  const employees = Map.groupBy(roots.get("employees") ?? [], ({ path: [, id] }) => id ?? "");
  return compact({
    type: form["type"],
    timestamp: form["timestamp"],
    data: data && readMembers(data, 1),
    employees:
      employees.size > 0
        ? [...employees].map(([id, members]) => {
            const { action, timestamp, changedFields, ...fields } = readMembers(members, 2);
            return { id, action, timestamp, changedFields, fields };
          })
        : undefined,
  });
}

/** Reads properties from form fields. @param at The index of the property's name in the path */
function readMembers(
  entries: readonly { readonly path: readonly string[]; readonly value: unknown }[],
  at: number,
): JsonObject & { action?: unknown; timestamp?: unknown; changedFields?: unknown } {
  const isListed = ({ path }: { readonly path: readonly string[] }) => path[at] === "changedFields";
  return {
    ...Object.fromEntries(
      entries.filter((entry) => !isListed(entry)).map(({ path, value }) => [path[at] ?? "", value]),
    ),
    changedFields: entries.filter(isListed).map(({ value }) => value),
  };
}

/** The meanings of the event-based payload's events and the field-based payload's actions. */
const MEANINGS: ReadonlyMap<string, "worker.hired" | "worker.changed" | "worker.terminated"> = new Map([
  ["employee.created", "worker.hired"],
  ["employee.updated", "worker.changed"],
  ["employee.deleted", "worker.terminated"],
  ["Created", "worker.hired"],
  ["Updated", "worker.changed"],
  ["Deleted", "worker.terminated"],
]);

function readBambooHrWebhook({ employees, type = "", timestamp, data }: BambooHrWebhook): ReadEvent[] {
  if (!employees) {
    const { employeeId: id = "", changedFields = [] } = data ?? {};
    return [statement({ id, action: type, timestamp, changedFields, fields: {} })];
  }
  return employees.map((employee) => ({ ...statement(employee), payload: employee }));
}

function statement({ id, action, timestamp, changedFields, fields }: Employee): ReadEvent {
  const key = timestamp && id ? [action, id, timestamp, ...changedFields].join(":") : null;
  const type = MEANINGS.get(action);
  if (!type) return { id: key, event: { ignored: `BambooHR's event ${action} is not about an employee` } };
  const values = readFields(fields);
  const worker = { ...readFacts(MEMBERS, plainlyNamed(values)), fields: values };
  const news = type === "worker.changed" ? updated(changedFields, values) : { type };
  return { id: key, event: workerEvent("bamboohr", id, { ...news, occurredAt: isoTime(timestamp), worker }) };
}

function updated(changedFields: readonly string[], values: Worker["fields"]): WorkerChange {
  const changed = changedNames(changedFields, FACTS, plainName);
  const hasLeft = Object.entries(values).some(
    ([name, value]) =>
      ourName(FACTS, plainName(name)) === "status" && /^(inactive|terminated)$/i.test(String(value)),
  );
  return changed?.includes("status") && hasLeft
    ? { type: "worker.terminated", changed }
    : findChange(changed);
}

const parseFormBody = parseForm(BambooHrForm, readBambooHrWebhook);
const parseJsonBody = parseJson(BambooHrWebhook, readBambooHrWebhook);

/**
 * Receives BambooHR's event-based webhooks and the older field-based ones, as JSON or as a form. The signature covers
 * the body followed directly by the timestamp. Deliveries have no id: the event, employee, time and fields identify a
 * change, or the signed content if the time is missing. BambooHR does not document that the timestamp is in
 * seconds, or whether forms name an action. Source: documentation.bamboohr.com/docs/webhooks,
 * /docs/event-based-webhooks, /docs/field-based-webhooks
 */
export const bamboohr = defineSystem({
  name: "bamboohr",
  title: "BambooHR",
  secretVariable: "BAMBOOHR_WEBHOOK_SECRET",
  setUp:
    "Create an event-based webhook with JSON in Account Settings → Webhooks or through BambooHR's API. Its private key is shown only once.",
  ...hmac({
    hash: "SHA-256",
    header: "x-bamboohr-signature",
    encoding: "hex",
    timestamp: { header: "x-bamboohr-timestamp", unit: "seconds", maxAgeSeconds: THREE_HOURS },
    signed: ({ body, timestamp }) => [body, timestamp],
  }),
  signsIds: true,
  parse: (delivery, now) => (isForm(delivery) ? parseFormBody : parseJsonBody)(delivery, now),
  // documentation.bamboohr.com/docs: the key is the user name, and the password is ignored.
  api: defineApi({
    address: { variable: "BAMBOOHR_URL", hosts: [".bamboohr.com"] },
    variables: ["BAMBOOHR_API_KEY"],
    end: "unknown",
    authorize: ({ BAMBOOHR_API_KEY }) => ({ authorization: basic(BAMBOOHR_API_KEY, "x") }),
  }),
  /**
   * Reads the employee, and then the manager, with `GET /api/v1/employees/{id}`. Source:
   * documentation.bamboohr.com/reference/get-employee
   */
  complete: async ({ worker }, client) => {
    const employee = await fetchEmployee(client, worker.id, WORKER);
    if (!isObject(employee)) return null;
    const id = textAt(employee, "supervisorEId");
    const manager = id === undefined ? null : await fetchEmployee(client, id, MANAGER);
    const record = readRecord(MEMBERS, { ...plainlyNamed(employee), manager });
    return { ...record, worker: { ...record.worker, fields: readFields(employee) } };
  },
});
