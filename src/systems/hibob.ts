// HiBob: receives webhooks about employees, which contain only ids, and reads the rest from its API.
import * as z from "zod";
import { Problem } from "../base/problem.ts";
import { basic, defineApi } from "./api/api.ts";
import {
  compact,
  Id,
  isObject,
  type JsonObject,
  Members,
  parseJson,
  type ReadEvent,
  readJson,
  textAt,
  valueAt,
} from "./reading/json.ts";
import { dayOrMoment, isoTime } from "./reading/text.ts";
import { findChange, STATUS_CHANGED, type WorkerChange, workerEvent } from "./reading/worker.ts";
import { changedNames, type NamesTable, readRecord, type WorkerTable } from "./reading/worker-table.ts";
import { hmac } from "./schemes/hmac.ts";
import { defineSystem } from "./system.ts";

const FIELDS = [
  ...["root.id", "root.fullName", "root.email"],
  ...["work.department", "work.title", "work.reportsTo", "work.site", "work.startDate"],
  ...["internal.status", "internal.lifecycleStatus", "internal.terminationDate", "employee.lastDayOfWork"],
];

/**
 * The paths of a worker's data in HiBob's JSON. List fields such as departments contain ids; `humanReadable` contains
 * the names.
 */
const MEMBERS: WorkerTable = {
  active: { at: "/internal/status.value", yes: ["Active"], no: ["Inactive"], confirms: false },
  hiredOn: "/work/startDate.value",
  // HiBob has two fields for the end of an employment, because garden leave can lie between the last day of work and
  // the termination. It sends `employee.left` on the earlier day:
  // apidocs.hibob.com/reference/employee-changes-events. It does not document whether the employee still works on the
  // termination date.
  terminatedOn: "/internal/terminationDate.value",
  lastDay: "/employee/lastDayOfWork.value",
  email: "/root/email.value",
  name: "/root/fullName.value",
  department: "humanReadable.work.department",
  jobTitle: "humanReadable.work.title",
  manager: {
    id: "/work/reportsTo.value.id",
    name: "/work/reportsTo.value.displayName",
    email: "/work/reportsTo.value.email",
  },
  fields: {
    status: "/internal/status.value",
    lifecycleStatus: "/internal/lifecycleStatus.value",
    office: "humanReadable.work.site|/work/site.value",
    startDate: "/work/startDate.value",
    terminationDate: "/internal/terminationDate.value",
    "work.department": "/work/department.value",
    "work.title": "/work/title.value",
  },
};

const FACTS: NamesTable = {
  department: ["work.department"],
  jobTitle: ["work.title"],
  manager: ["work.manager", "work.reportsTo"],
  status: ["internal.status", "internal.lifecycleStatus"],
  lastDay: ["internal.terminationDate", "employee.lastDayOfWork"],
  email: ["root.email"],
  name: ["root.firstName", "root.surname", "root.displayName", "root.fullName"],
};

const HiBobWebhook = z.object({
  type: z.string().min(1),
  triggeredBy: Id.nullish(),
  triggeredAt: z.string().nullish(),
  data: Members.nullish(),
});
type HiBobWebhook = z.infer<typeof HiBobWebhook>;

/** Reads an event. The type, employee and time identify an event, together with the table if a table changed. */
function readHiBobWebhook({ type, triggeredBy, triggeredAt, data }: HiBobWebhook): ReadEvent {
  const employee = textAt(data, "employeeId");
  const known = [type, employee, triggeredAt, textAt(data, "tableId")];
  const id = employee && triggeredAt ? known.filter(Boolean).join(":") : null;
  if (employee === undefined && /^(employee|table\.entry)\./.test(type))
    return { id, event: { detail: "data.employeeId: this event does not contain the employee's id" } };
  const news = readNews(type, data ?? {});
  if (employee === undefined || !news) {
    const ignored = `HiBob's event ${type} is not about a worker's employment`;
    return { id, event: { ignored } };
  }
  const actor = triggeredBy && triggeredBy !== "system" ? { id: triggeredBy } : undefined;
  const occurredAt = isoTime(triggeredAt);
  return { id, event: workerEvent("hibob", employee, { ...news, actor, occurredAt }) };
}

/** The worker change for each HiBob event whose type alone determines the change. */
const NEWS: ReadonlyMap<string, WorkerChange> = new Map<string, WorkerChange>([
  ["employee.created", { type: "worker.changed", possibleTypes: ["worker.hired"] }],
  ["employee.joined", { type: "worker.hired", possibleTypes: ["worker.returned"] }],
  ["employee.left", { type: "worker.terminated", changed: ["status"] }],
  ["employee.access.revoked.immediately", { type: "worker.terminated", immediate: true }],
  ["employee.activated", { ...STATUS_CHANGED, possibleTypes: ["worker.hired", "worker.returned"] }],
  ["employee.inactivated", { ...STATUS_CHANGED, possibleTypes: ["worker.terminated"] }],
  ["employee.temporaryLeave", STATUS_CHANGED],
]);

function readNews(type: string, data: JsonObject): WorkerChange | undefined {
  if (["table.entry.created", "table.entry.updated"].includes(type)) return ofTable(data);
  if (type === "employee.updated") return findChange(changedNames(updates(data), FACTS));
  if (type === "employee.deleted")
    return { type: "worker.terminated", worker: compact({ email: textAt(data, "email") }) };
  return NEWS.get(type);
}

/**
 * Lists the ids of the changed fields. HiBob documents that it sends ids, but not whether each is a string or an
 * object.
 */
function updates(data: JsonObject): string[] {
  const updates: readonly unknown[] = Array.isArray(data["fieldUpdates"]) ? data["fieldUpdates"] : [];
  return updates.flatMap((update) => textAt(isObject(update) ? update : { id: update }, "id") ?? []);
}

/**
 * Reads a change to one of the employee's tables; the change takes effect on the entry's effective date. Returns
 * `undefined` for tables other than `work` and `lifecycle`. HiBob reports the new status with `employee.left` and
 * similar events.
 */
function ofTable(data: JsonObject): WorkerChange | undefined {
  const news = { type: "worker.changed", effectiveOn: dayOrMoment(data["effectiveDate"]) } as const;
  const table = textAt(data, "tableId");
  if (table === "work") return news;
  return table === "lifecycle" ? { ...news, changed: ["status"] } : undefined;
}

const PING = "Ping test";
const Ping = z.union([z.literal(PING), z.strictObject({ text: z.literal(PING) })]);

/**
 * Receives HiBob's webhooks v2. Only the body is signed. Deliveries have no id: the type, employee and time identify an
 * event, together with the table if a table changed. Events name the changed fields but contain no values. HiBob sends
 * `employee.joined` and `employee.left` on the day itself, and `employee.access.revoked.immediately` when an
 * administrator ends the access before that day. Source: apidocs.hibob.com/docs/working-with-webhooks,
 * /docs/employee-data-webhooks, /reference/post_webhook_employee-access-revoked-immediately
 */
export const hibob = defineSystem({
  name: "hibob",
  title: "HiBob",
  secretVariable: "HIBOB_WEBHOOK_SECRET",
  setUp: "Settings → Integrations → Webhooks; the secret is the webhook's secret key.",
  ...hmac({ hash: "SHA-512", header: "bob-signature", encoding: "base64" }),
  signsIds: true,
  handshake: ({ method, body }) => {
    if (method !== "POST" || body.length > 64) return null;
    const isPing = new TextDecoder().decode(body).trim() === PING || readJson(body, Ping).ok;
    return isPing ? { status: 200 } : null;
  },
  parse: parseJson(HiBobWebhook, readHiBobWebhook),
  // apidocs.hibob.com/reference/testing: the id and token of an API service user. Sandboxes have their own host.
  api: defineApi({
    address: { variable: "HIBOB_URL", hosts: ["api.hibob.com", "api.sandbox.hibob.com"] },
    variables: ["HIBOB_USER_ID", "HIBOB_API_TOKEN"],
    end: "unknown",
    authorize: ({ HIBOB_USER_ID, HIBOB_API_TOKEN }) => ({
      authorization: basic(HIBOB_USER_ID, HIBOB_API_TOKEN),
    }),
  }),
  /**
   * Reads the employee with `POST /v1/people/search`, which omits hidden people. Source:
   * apidocs.hibob.com/reference/post_people-search
   */
  complete: async ({ worker }, client) => {
    const filters = [{ fieldPath: "root.id", operator: "equals", values: [worker.id] }];
    const body = { fields: FIELDS, filters, showInactive: true, humanReadable: "APPEND" };
    const answer = await client.call({ method: "POST", path: "/v1/people/search", reads: true, body });
    const employees = valueAt(answer, "employees");
    if (!Array.isArray(employees))
      throw new Problem("sender_unavailable", "hibob: the response has no list of employees");
    const employee = employees.find((one) => textAt(one, "/root/id", "value") === worker.id);
    return isObject(employee) ? readRecord(MEMBERS, employee) : null;
  },
});
