// Merge, one API for many HR systems: receives webhooks about employees, and resolves the ids in them through its API.
import * as z from "zod";
import { defineApi } from "./api/api.ts";
import { path, readIfFound } from "./api/client.ts";
import {
  compact,
  isObject,
  type JsonObject,
  Members,
  parseJson,
  type ReadEvent,
  textAt,
} from "./reading/json.ts";
import { dayOrMoment, isoTime, readFields } from "./reading/text.ts";
import { type WorkerChange, workerEvent } from "./reading/worker.ts";
import { lastBy, readFacts, readRecord, type WorkerTable } from "./reading/worker-table.ts";
import { hmac } from "./schemes/hmac.ts";
import { defineSystem } from "./system.ts";

const MEMBERS: WorkerTable = {
  active: { at: "state", yes: ["ACTIVE"], no: ["INACTIVE"], confirms: false },
  hiredOn: "start_date|hire_date",
  // Merge passes on the HR system's date without documenting its meaning: we assume the last day worked.
  terminatedOn: "termination_date",
  email: "work_email",
  name: ["display_full_name", "first_name last_name"],
  department: "team.name",
  jobTitle: "employment.job_title",
  manager: {
    id: "manager.id|manager",
    name: ["manager.display_full_name", "manager.first_name manager.last_name"],
    email: "manager.work_email",
  },
  fields: {
    employment_status: "employment_status",
    termination_date: "termination_date",
    office: "work_location.nickname|work_location.city",
    country: "work_location.country",
  },
};

const MergeWebhook = z.object({
  hook: z.object({ event: z.string().min(1) }),
  linked_account: Members.nullish(),
  data: Members.nullish(),
});
type MergeWebhook = z.infer<typeof MergeWebhook>;

function readMergeWebhook({ hook: { event }, linked_account, data }: MergeWebhook): ReadEvent {
  const employee = data ?? {};
  const worker = textAt(employee, "id");
  const changedAt = textAt(employee, "modified_at");
  const id = worker && changedAt ? [event, worker, changedAt].join(":") : null;
  if (worker === undefined && event.startsWith("Employee."))
    return { id, event: { detail: "data.id: this event does not contain the employee's id" } };
  const news = readNews(event, employee);
  if (worker === undefined || !news)
    return { id, event: { ignored: `Merge's event ${event} is not about an active employee` } };
  const fields = {
    ...readFields(employee, NO_FIELDS),
    ...compact({ linked_account: textAt(linked_account, "id") }),
  };
  const about = {
    ...news,
    occurredAt: isoTime(employee["modified_at"]),
    worker: { ...readFacts(MEMBERS, employee), fields },
  };
  return { id, event: workerEvent("merge", worker, about) };
}

/**
 * Derives the change from the event's name and the employee's current data, because Merge does not send the change: an
 * inactive employee has left.
 */
function readNews(event: string, employee: JsonObject): WorkerChange | undefined {
  const isInactive = employee["employment_status"] === "INACTIVE";
  const left = dayOrMoment(employee["termination_date"]);
  // A first sync reports every employee as added, including those who have left.
  if (event === "Employee.added" && !isInactive)
    return {
      type: "worker.hired",
      effectiveOn: dayOrMoment(employee["start_date"] ?? employee["hire_date"]),
    };
  if (event === "Employee.changed" && !isInactive) return { type: "worker.changed" };
  return event === "Employee.changed" || event === "Employee.removed"
    ? { type: "worker.terminated", effectiveOn: left }
    : undefined;
}

/** An employee's properties that are not read as fields, because they are read elsewhere or not needed. */
const NO_FIELDS = new Set([
  ...["id", "work_email", "display_full_name", "first_name", "last_name", "manager", "remote_data"],
  ...["ssn", "date_of_birth", "gender", "ethnicity", "marital_status", "avatar"],
  ...["personal_email", "mobile_phone_number", "home_location"],
]);

/**
 * Receives webhooks of Merge.dev's HRIS category, which covers many HR systems. They contain the whole employee, with
 * the manager and team as ids. Deliveries have no id (`hook.id` identifies the webhook): the event, the employee and
 * the time of the last change identify an event. Merge does not document whether the signature is padded, so both forms
 * are accepted. Source: docs.merge.dev/basics/webhooks/merge-webhooks, docs.merge.dev/hris/employees
 */
export const merge = defineSystem({
  name: "merge",
  title: "Merge",
  secretVariable: "MERGE_WEBHOOK_SECRET",
  setUp: "Webhooks → Security; the secret is the organization's signature key.",
  ...hmac({ hash: "SHA-256", header: "x-merge-webhook-signature", encoding: "base64url" }),
  signsIds: true,
  parse: parseJson(MergeWebhook, readMergeWebhook),
  // docs.merge.dev/hris: the key identifies the Merge customer, and the account token the linked HR system. Each region
  // has its own host.
  api: defineApi({
    address: { variable: "MERGE_URL", hosts: ["api.merge.dev", "api-eu.merge.dev", "api-ap.merge.dev"] },
    variables: ["MERGE_API_KEY", "MERGE_ACCOUNT_TOKEN"],
    end: "unknown",
    authorize: ({ MERGE_API_KEY, MERGE_ACCOUNT_TOKEN }) => ({
      authorization: `Bearer ${MERGE_API_KEY}`,
      "x-account-token": MERGE_ACCOUNT_TOKEN,
    }),
  }),
  /**
   * Reads the employee and related objects with `GET /api/hris/v1/employees/{id}`. Source:
   * docs.merge.dev/hris/employees
   */
  complete: async ({ worker }, client) => {
    const employee = await readIfFound(client, path`/api/hris/v1/employees/${worker.id}`, {
      query: { expand: "manager,team,employments,work_location" },
    });
    if (!isObject(employee)) return null;
    const state = employee["remote_was_deleted"] === true ? "INACTIVE" : employee["employment_status"];
    return readRecord(MEMBERS, {
      ...employee,
      state,
      employment: lastBy(
        (job) => [job["remote_was_deleted"] !== true, job["effective_date"], job["id"]],
        employee["employments"],
      ),
    });
  },
});
