// Personio: receives webhooks about persons and employments, which contain only ids, and reads the rest from its API.
import * as z from "zod";
import { type Address, defineApi } from "./api/api.ts";
import { path, readIfFound } from "./api/client.ts";
import { Id, isObject, type JsonObject, Members, parseJson, textAt, valueAt } from "./reading/json.ts";
import { isoTime } from "./reading/text.ts";
import { findChange, type WorkerChange, workerEvent } from "./reading/worker.ts";
import { lastBy, readRecord, type WorkerTable } from "./reading/worker-table.ts";
import { inQuery, sharedSecret } from "./schemes/shared-secret.ts";
import { defineSystem } from "./system.ts";

const MEMBERS: WorkerTable = {
  // An employee on leave is active; a person in onboarding is treated as neither active nor inactive.
  active: {
    at: "employment.status|person.status",
    yes: ["ACTIVE", "LEAVE"],
    no: ["INACTIVE"],
    confirms: false,
  },
  hiredOn: "employment.employment_start_date",
  // Personio's reference explains neither of the two dates: the earlier one is used as the last day.
  terminatedOn: "employment.termination.termination_date",
  lastDay: "employment.termination.last_working_date",
  email: "person.email",
  name: "person.preferred_name|person.first_name person.last_name",
  department: "department.name",
  jobTitle: "employment.position.title",
  manager: {
    id: "employment.supervisor.id",
    name: "supervisor.preferred_name|supervisor.first_name supervisor.last_name",
    email: "supervisor.email",
  },
  fields: {
    status: "employment.status|person.status",
    employmentType: "employment.type",
    startDate: "employment.employment_start_date",
    terminationDate: "employment.termination.termination_date",
  },
};

const PersonioWebhook = z.object({
  company_id: Id.nullish(),
  event_name: z.string().min(1),
  occurred_at: z.string().nullish(),
  payload: Members,
});

/**
 * The meanings of Personio's events. Personio sends `started` and `terminated` on the day of the change, and `created`
 * before that day.
 */
const NEWS: ReadonlyMap<string, WorkerChange> = new Map<string, WorkerChange>([
  ["person.created", { type: "worker.changed", possibleTypes: ["worker.hired"] }],
  ["person.updated", { type: "worker.changed" }],
  ["person.deleted", { type: "worker.terminated" }],
  ["employment.created", { type: "worker.changed", possibleTypes: ["worker.hired", "worker.returned"] }],
  ["employment.updated", findChange(undefined)],
  ["employment.started", { type: "worker.hired", possibleTypes: ["worker.returned"] }],
  ["employment.terminated", { type: "worker.terminated", changed: ["status"] }],
  ["employment.deleted", { type: "worker.changed", possibleTypes: ["worker.terminated"] }],
]);

const readPersonId = (name: string, payload: JsonObject): string | undefined =>
  textAt(payload, "person", "id") ??
  textAt(payload, "person_id") ??
  (name.startsWith("person.") ? textAt(payload, "id") : undefined);

/**
 * Returns the keys by which {@link lastBy} chooses one of a person's employments: a current or future employment before
 * an ended one, then one without an end or with the latest end, then one that has begun.
 */
const rank = ({ status, termination, employment_start_date, id }: JsonObject) => [
  status !== "INACTIVE",
  textAt(termination, "termination_date") ?? "no end",
  status !== "ONBOARDING",
  ...[employment_start_date, id],
];

const PERSONIO: Address = { variable: "PERSONIO_URL", hosts: ["api.personio.de"] };

/**
 * Receives webhooks of Personio's API v2. Nothing is signed, so the secret is part of the registered address:
 * `/hooks/personio?access_token=…`. Deliveries have no id: company, event name, person, object and time identify an
 * event. Events contain only ids. Personio does not document where `payload` contains the person's id. Source:
 * developer.personio.de/v2.0/reference/webhooks
 */
export const personio = defineSystem({
  name: "personio",
  title: "Personio",
  secretVariable: "PERSONIO_WEBHOOK_SECRET",
  setUp: "Register the address, followed by ?access_token= and the secret (at least 32 random characters).",
  ...sharedSecret([inQuery("access_token")]),
  parse: parseJson(PersonioWebhook, ({ company_id, event_name, occurred_at, payload }) => {
    const person = readPersonId(event_name, payload);
    const known = [company_id, event_name, person, textAt(payload, "id"), occurred_at];
    const id = person && occurred_at ? known.join(":") : null;
    const news = NEWS.get(event_name);
    if (!news)
      return { id, event: { ignored: `Personio's event ${event_name} is not about a person's employment` } };
    if (person === undefined)
      return { id, event: { detail: "payload: this event does not contain the person's id" } };
    return { id, event: workerEvent("personio", person, { ...news, occurredAt: isoTime(occurred_at) }) };
  }),
  api: defineApi({
    address: PERSONIO,
    variables: ["PERSONIO_CLIENT_ID", "PERSONIO_CLIENT_SECRET"],
    end: "unknown",
    authorize: ({ PERSONIO_CLIENT_ID: id, PERSONIO_CLIENT_SECRET: secret }, signIn) =>
      signIn({ address: PERSONIO, path: "/v2/auth/token", id, secret }),
  }),
  /**
   * Reads the person with `GET /v2/persons/{id}`, their employments, and then the department and supervisor by id.
   * Source: developer.personio.de/v2.0/reference (Persons, Employments, Organizational units)
   */
  complete: async ({ worker }, client) => {
    const get = (path: string, query = {}) => readIfFound(client, path, { query });
    const person = await get(path`/v2/persons/${worker.id}`);
    if (!isObject(person)) return null;
    const employments = await get(path`/v2/persons/${worker.id}/employments`);
    const employment = lastBy(rank, valueAt(employments, "_data"));
    const units = [valueAt(employment, "org_units")].flat();
    const unit = textAt(
      units.find((one) => textAt(one, "type") === "department"),
      "id",
    );
    const supervisor = textAt(employment, "supervisor", "id");
    return readRecord(MEMBERS, {
      person,
      employment,
      department: unit === undefined ? null : await get(path`/v2/org-units/${unit}`, { type: "department" }),
      supervisor: supervisor === undefined ? null : await get(path`/v2/persons/${supervisor}`),
    });
  },
});
