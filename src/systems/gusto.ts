// Gusto: receives webhooks about employees, which contain only ids, and reads the rest from its API.
import * as z from "zod";
import { type Address, defineApi } from "./api/api.ts";
import { path, readIfFound, type SenderClient } from "./api/client.ts";
import { isObject, parseJson, readJson, textAt, valueAt } from "./reading/json.ts";
import { dayOrMoment, isoTime } from "./reading/text.ts";
import { STATUS_CHANGED, type WorkerChange, workerEvent } from "./reading/worker.ts";
import { lastBy, readRecord, type WorkerTable } from "./reading/worker-table.ts";
import { hmac } from "./schemes/hmac.ts";
import { defineSystem } from "./system.ts";

/** The API version in requests. Gusto rejects versions older than the application's minimum. */
const VERSION = "2026-06-15";

/** The hosts of Gusto's API and of its demo API. Source: docs.gusto.com/app-integrations/docs/authentication */
const GUSTO: Address = { variable: "GUSTO_URL", hosts: ["api.gusto.com", "api.gusto-demo.com"] };

const MEMBERS: WorkerTable = {
  // Gusto describes `terminated` as "Whether the employee is terminated":
  // docs.gusto.com/app-integrations/reference/get-v1-employees
  active: { at: "employee.terminated", yes: ["false"], no: ["true"], confirms: true },
  hiredOn: "job.hire_date",
  terminatedOn: "terminatedOn",
  // `email` might be a private address.
  email: "employee.work_email",
  name: "employee.preferred_first_name|employee.first_name employee.last_name",
  department: "employee.department",
  jobTitle: "job.title",
  manager: {
    id: "employee.manager_uuid",
    name: "manager.preferred_first_name|manager.first_name manager.last_name",
    email: "manager.work_email",
  },
  fields: {
    currentEmploymentStatus: "employee.current_employment_status",
    onboardingStatus: "employee.onboarding_status",
    hireDate: "job.hire_date",
  },
};

const employeeAt = (client: SenderClient, id: string): Promise<unknown> =>
  readIfFound(client, path`/v1/employees/${id}`, { headers: { "x-gusto-api-version": VERSION } });

/**
 * Returns the last day of an employee who has left or will leave, or `undefined` for other employees: `effective_date`
 * is "their last day of work". A termination is `active` once that day is reached; a past termination of a current
 * employee belongs to an earlier employment. Source:
 * docs.gusto.com/app-integrations/reference/get-v1-terminations-employee_id
 */
function terminationDay(terminations: unknown, hasCome: boolean): string | undefined {
  const days = [terminations]
    .flat()
    .filter((one) => valueAt(one, "active") === hasCome)
    .flatMap((one) => dayOrMoment(textAt(one, "effective_date")) ?? []);
  return days.sort().at(-1);
}

const GustoWebhook = z.object({
  uuid: z.string().min(1).nullish(),
  event_type: z.string().min(1),
  entity_uuid: z.string().min(1),
  timestamp: z.union([z.number(), z.string().regex(/^\d+$/)]).nullish(),
});

const SIGNATURE = "x-gusto-signature";

/**
 * The meanings of Gusto's events. `terminated` and `rehired` report a decision for a day that they do not name. Gusto
 * sends `rehire_effective` on the first day. It sends `termination_effective` or `terminated_effective` on the day
 * after the last day, and documents both names. Source:
 * docs.gusto.com/app-integrations/docs/employee-events,
 * docs.gusto.com/embedded-payroll/changelog/added-webhooks-for-effective-employee-terminations-and-rehires
 */
const NEWS: ReadonlyMap<string, WorkerChange> = new Map<string, WorkerChange>([
  ["employee.created", { type: "worker.hired" }],
  ["employee.updated", { type: "worker.changed" }],
  ["employee.onboarded", { ...STATUS_CHANGED, possibleTypes: ["worker.hired"] }],
  ["employee.terminated", { ...STATUS_CHANGED, possibleTypes: ["worker.terminated"] }],
  ["employee.terminated_effective", { type: "worker.terminated", changed: ["status"] }],
  ["employee.termination_effective", { type: "worker.terminated", changed: ["status"] }],
  ["employee.termination_cancelled", STATUS_CHANGED],
  ["employee.rehired", { ...STATUS_CHANGED, possibleTypes: ["worker.returned"] }],
  ["employee.rehire_effective", { type: "worker.returned", changed: ["status"] }],
  ["employee.rehire_cancelled", STATUS_CHANGED],
  ["employee.deleted", { type: "worker.terminated" }],
]);

const Verification = z.strictObject({
  verification_token: z.string().regex(/^[\w=+/-]{16,128}$/),
  webhook_subscription_uuid: z.string().optional(),
});

/**
 * Receives Gusto's webhooks. When a subscription is created, Gusto posts a verification token unsigned. An operator
 * returns it to Gusto (`PUT /v1/webhook_subscriptions/{uuid}/verify`), and makes it the secret only after Gusto has
 * accepted it, because anyone can post a token. Gusto then signs every delivery with it. Events contain only ids,
 * arrive in any order, and have a `uuid`. Gusto does not document that the signature is in hexadecimal digits. Source:
 * docs.gusto.com/app-integrations/docs/webhooks, /docs/employee-events
 */
export const gusto = defineSystem({
  name: "gusto",
  title: "Gusto",
  secretVariable: "GUSTO_WEBHOOK_SECRET",
  setUp:
    "Create a webhook subscription. Send the verification token that Gusto posts back to Gusto. Once Gusto has accepted it, store it as the secret.",
  ...hmac({ hash: "SHA-256", header: SIGNATURE, encoding: "hex" }),
  signsIds: true,
  handshake: ({ method, headers, body }) => {
    if (method !== "POST" || headers.has(SIGNATURE) || body.length > 512) return null;
    const read = readJson(body, Verification);
    return read.ok ? { status: 200, keep: read.value.verification_token } : null;
  },
  parse: parseJson(GustoWebhook, ({ uuid, event_type, entity_uuid, timestamp }) => {
    const news = NEWS.get(event_type);
    return {
      id: uuid ?? (timestamp == null ? null : [event_type, entity_uuid, timestamp].join(":")),
      event: news
        ? workerEvent("gusto", entity_uuid, { ...news, occurredAt: isoTime(timestamp) })
        : { ignored: `Gusto's event ${event_type} is not about a worker's employment` },
    };
  }),
  // Source: docs.gusto.com/app-integrations/docs/oauth2
  api: defineApi({
    address: GUSTO,
    variables: ["GUSTO_CLIENT_ID", "GUSTO_CLIENT_SECRET", "GUSTO_REFRESH_TOKEN"],
    end: "renewed",
    authorize: ({ GUSTO_CLIENT_ID: id, GUSTO_CLIENT_SECRET: secret }, signIn) =>
      signIn({ address: GUSTO, path: "/oauth/token", id, secret, refreshToken: "GUSTO_REFRESH_TOKEN" }),
  }),
  /**
   * Reads the employee with `GET /v1/employees/{uuid}`, and then the manager. Source: docs.gusto.com/app-integrations
   */
  complete: async ({ worker }, client) => {
    const employee = await employeeAt(client, worker.id);
    if (!isObject(employee)) return null;
    const manager = textAt(employee, "manager_uuid");
    return readRecord(MEMBERS, {
      employee,
      job: lastBy((job) => [job["primary"] === true, job["hire_date"], job["uuid"]], employee["jobs"]),
      manager: manager === undefined ? null : await employeeAt(client, manager),
      terminatedOn: terminationDay(employee["terminations"], employee["terminated"] === true),
    });
  },
});
