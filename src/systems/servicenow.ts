// ServiceNow: receives records that a business rule or a flow posts, and uses the Table API to reply to records and
// create them.

import * as z from "zod";
import { Problem } from "../base/problem.ts";
import { basic, defineApi, defineCredential } from "./api/api.ts";
import { path } from "./api/client.ts";
import type { Person, TicketEvent } from "./event.ts";
import { isObject, parseJson, readText, textAt, valueAt } from "./reading/json.ts";
import { readFields } from "./reading/text.ts";
import { ticketEvent } from "./reading/ticket.ts";
import { readPerson } from "./reading/worker-table.ts";
import { journal } from "./reply/message.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import { defineSystem, type Message, type Target } from "./system.ts";

function record({ id, key }: Target): string {
  const [table, sysId, ...more] = id.split("/");
  if (!table || !sysId || more.length > 0)
    throw new Problem("sender_bad_request", `"${key}" is not a ServiceNow record`);
  return path`/api/now/table/${table}/${sysId}`;
}

/**
 * A value of a record: text, a number, or an object with the value and its display value, as the Table API returns it.
 */
const Value = z
  .union([
    z.string(),
    z.number(),
    z.looseObject({
      value: z.union([z.string(), z.number()]).nullish(),
      display_value: z.union([z.string(), z.number()]).nullish(),
      email: z.string().nullish().describe("A person's email, which ServiceNow does not add by itself."),
    }),
  ])
  .nullish()
  .meta({ id: "Value" });

/**
 * The JSON that a ServiceNow script sends: a record of a task table, and its event. All other properties are fields of
 * the record. Published as `docs/reference/servicenow.schema.json`.
 */
export const ServiceNowRecord = z
  .looseObject({
    sys_id: z.string().regex(/^[0-9a-f]{32}$/, "expected a sys_id"),
    sys_class_name: z
      .string()
      .regex(/^[a-z][a-z0-9_]*$/, "expected the name of a table")
      .describe(
        "The record's table: incident, sc_req_item, sc_task, change_request, or a table of your own.",
      ),
    number: z.string().min(1),
    operation: z
      .enum(["insert", "update", "delete"])
      .optional()
      .describe("The type of event. Defaults to `update`."),
    sys_mod_count: z
      .union([z.string(), z.number()])
      .nullish()
      .describe("The number of changes, which identifies a message together with `sys_id` and `operation`."),
    sys_updated_on: z.string().nullish().describe("The UTC time of the change, such as 2026-06-15 08:00:00."),
    updated_by: Value.describe("The person who made the change."),
    short_description: z.string().nullish(),
    state: Value.describe(
      "The current state, by number or name. Send `approval` or `stage` here if your rules use them.",
    ),
    previous_state: Value.describe(
      "The previous state. If it differs from the current state, the event is a transition.",
    ),
    cat_item: Value.describe("The catalog item, which is the request's form."),
    requested_for: Value,
    caller_id: Value,
    opened_by: Value,
    assigned_to: Value,
    comment: z.string().nullish().describe("The text of a new comment."),
    variables: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe("The answers in the catalog item's form, by name."),
    url: z.string().nullish().describe("The address of the record's page."),
  })
  .describe("An event about a ServiceNow record.");
type ServiceNowRecord = z.infer<typeof ServiceNowRecord>;

const TASK_STATES: Readonly<Record<string, string>> = {
  "-5": "Pending",
  1: "Open",
  2: "Work in Progress",
  3: "Closed Complete",
  4: "Closed Incomplete",
  7: "Closed Skipped",
};

const STATES: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ["incident", { 1: "New", 2: "In Progress", 3: "On Hold", 6: "Resolved", 7: "Closed", 8: "Canceled" }],
  ["sc_req_item", TASK_STATES],
  ["sc_task", TASK_STATES],
  [
    "change_request",
    {
      "-5": "New",
      "-4": "Assess",
      "-3": "Authorize",
      "-2": "Scheduled",
      "-1": "Implement",
      0: "Review",
      3: "Closed",
      4: "Canceled",
    },
  ],
]);

/**
 * Properties that are not read as fields: those about the event, and those with a property of their own in a ticket.
 */
const TICKET_RECORD = ServiceNowRecord.omit({ requested_for: true, caller_id: true, opened_by: true });
const NAMED = new Set(Object.keys(TICKET_RECORD.shape));

function readServiceNowRecord(record: ServiceNowRecord): TicketEvent {
  const { sys_id, sys_class_name } = record;
  const to = readState(record.state, sys_class_name);
  const from = readState(record.previous_state, sys_class_name);
  const [fromId, statusId] = [readStateId(record.previous_state), readStateId(record.state)];
  const moved = from !== undefined && to !== undefined && from !== to;
  const comment = textAt(record, "comment");
  return ticketEvent("servicenow", {
    type: classifyEvent(record, moved, comment !== undefined),
    subject: sys_id,
    occurredAt: record.sys_updated_on,
    actor: toPerson(record.updated_by),
    comment,
    // The path of a record in the Table API includes the table.
    id: `${sys_class_name}/${sys_id}`,
    key: record.number,
    project: sys_class_name,
    title: record.short_description ?? "",
    url: record.url,
    ...(moved && { from, fromId }),
    to,
    statusId,
    requestType: readLabel(record.cat_item),
    ...(record.cat_item === undefined && { unsure: ["requestType"] }),
    requester: toPerson(record.requested_for) ?? toPerson(record.caller_id) ?? toPerson(record.opened_by),
    assignee: toPerson(record.assigned_to),
    // Answers in a form must not replace a field of the record.
    fields: { ...readFields(record.variables ?? {}), ...readFields(record, NAMED) },
  });
}

/**
 * Returns the id of a message that contains the record's number of changes, or `null` if the message has no such
 * number.
 */
const recordId = ({ sys_id, operation, sys_mod_count }: ServiceNowRecord): string | null =>
  sys_mod_count === undefined || sys_mod_count === null || sys_mod_count === ""
    ? null
    : `${sys_id}:${operation ?? "update"}:${sys_mod_count}`;

function classifyEvent(
  { operation }: ServiceNowRecord,
  moved: boolean,
  commented: boolean,
): TicketEvent["type"] {
  if (operation === "insert") return "ticket.created";
  if (operation === "delete") return "ticket.deleted";
  return moved ? "ticket.transitioned" : commented ? "ticket.commented" : "ticket.updated";
}

const readLabel = (value: unknown): string | undefined =>
  textAt(value, "display_value") ?? textAt(value, "value") ?? readText(value);

const readStateId = (value: unknown): string | undefined => textAt(value, "value") ?? readText(value);

function readState(value: unknown, table: string): string | undefined {
  const label = readLabel(value);
  const names = STATES.get(table) ?? {};
  return label !== undefined && Object.hasOwn(names, label) ? names[label] : label;
}

/**
 * Reads a user: a reference, or text that is an email address, a sys_id or a name. Returns `undefined` if the value
 * names no user.
 */
function toPerson(value: unknown): Person | undefined {
  if (isObject(value)) return readPerson({ id: "value", name: "display_value", email: "email" }, value);
  const text = readText(value);
  if (text === undefined) return undefined;
  if (text.includes("@")) return { email: text };
  return /^[0-9a-f]{32}$/.test(text) ? { id: text } : { name: text };
}

const asText = ({ sentences, link }: Message): string =>
  [...sentences.map(journal), ...(link ? [link] : [])].join("\n");

/**
 * Receives records that a Business Rule with `RESTMessageV2` or a flow's REST step posts. ServiceNow has no signature
 * of its own, and customers write the body: `docs/set-up/senders/servicenow.md` contains a script for the format that
 * Reeve reads. The script and the numbers of states have not been tested in an instance. Source: servicenow.com/docs,
 * RESTMessageV2 and outbound REST authentication
 */
export const servicenow = defineSystem({
  name: "servicenow",
  title: "ServiceNow",
  secretVariable: "SERVICENOW_WEBHOOK_SECRET",
  setUp: "Add a business rule or a flow that posts the record, with basic authentication or a bearer token.",
  ...sharedSecret(WHERE_USERS_CHOOSE),
  siteVariable: "SERVICENOW_URL",
  parse: parseJson(ServiceNowRecord, (record) => ({
    id: recordId(record),
    event: readServiceNowRecord(record),
  })),
  // A REST API key acts as the user that it names, and can have an expiry date:
  // servicenow.com/docs/r/platform-security/authentication/configure-api-key.html
  api: defineApi({
    address: { variable: "SERVICENOW_URL", hosts: [".service-now.com"] },
    variables: ["SERVICENOW_API_KEY"],
    end: "unknown",
    authorize: ({ SERVICENOW_API_KEY }) => ({ "x-sn-apikey": SERVICENOW_API_KEY }),
    alternative: defineCredential({
      variables: ["SERVICENOW_USER", "SERVICENOW_PASSWORD"],
      end: "unknown",
      authorize: ({ SERVICENOW_USER, SERVICENOW_PASSWORD }) => ({
        authorization: basic(SERVICENOW_USER, SERVICENOW_PASSWORD),
      }),
    }),
  }),
  /**
   * Writes an additional comment if the requester should see it, and otherwise a work note; sets states by number.
   * Source: servicenow.com/docs, Table API, PATCH /now/table/{tableName}/{sys_id}
   */
  replies: {
    async comment(client, target, message, visible) {
      const body = { [visible ? "comments" : "work_notes"]: asText(message) };
      await client.call({ method: "PATCH", path: record(target), body });
    },
    async move(client, target, to) {
      await client.call({ method: "PATCH", path: record(target), body: { state: to } });
    },
    statusAfter: (to, table = "") => readState(to, table),
  },
  /** Creates records with the reference as correlation id. Source: servicenow.com/docs, Table API, GET and POST */
  tickets: {
    find: ({ project, reference }) => ({
      path: path`/api/now/table/${project}`,
      query: {
        sysparm_query: `correlation_id=${reference}`,
        sysparm_fields: "sys_id",
        sysparm_limit: "1",
      },
    }),
    create: ({ project, title, message, reference, fields }) => ({
      path: path`/api/now/table/${project}`,
      body: {
        ...fields,
        short_description: title,
        description: asText(message),
        correlation_id: reference,
      },
    }),
    readId: (response) => textAt([valueAt(response, "result")].flat()[0], "sys_id"),
  },
});
