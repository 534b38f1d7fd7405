import type { SenderClient } from "../senders/client.ts";
import { path } from "../senders/request.ts";
import type { Person } from "../sources/event.ts";
import { isObject, type JsonObject, present, textAt, valueAt } from "../sources/reading/member.ts";
import { day } from "../sources/reading/time.ts";
import { ifThere } from "./if-there.ts";
import type { Enricher } from "./index.ts";
import { nameOf, personOf } from "./person.ts";

/**
 * Personio, `GET /v2/persons/{id}` with its employments, and the department and supervisor that those name by id.
 * Source: developer.personio.de/v2.0/reference (Persons, Employments, Organizational units)
 */
export const personio: Enricher = async ({ worker }, client) => {
  const person = await personAt(client, worker.id);
  if (!isObject(person)) return null;
  const employment = latest(
    await ifThere(client.call({ method: "GET", path: path`/v2/persons/${worker.id}/employments` })),
  );
  const status = textAt(employment, "status") ?? textAt(person, "status");
  return present({
    // One who is on leave works here; one whose onboarding has begun will.
    active: status === "ACTIVE" || status === "LEAVE" ? true : status === "INACTIVE" ? false : undefined,
    hiredOn: day(textAt(employment, "employment_start_date")),
    terminatedOn: day(textAt(employment, "termination", "termination_date")),
    worker: present({
      email: textAt(person, "email"),
      name: personName(person),
      department: await departmentOf(client, employment),
      jobTitle: textAt(employment, "position", "title"),
      manager: await supervisorOf(client, employment),
      fields: present({
        status,
        employmentType: textAt(employment, "type"),
        startDate: textAt(employment, "employment_start_date"),
        terminationDate: textAt(employment, "termination", "termination_date"),
      }),
    }),
  });
};

const personAt = (client: SenderClient, id: string): Promise<unknown> =>
  ifThere(client.call({ method: "GET", path: path`/v2/persons/${id}` }));

const personName = (person: unknown): string | undefined =>
  nameOf(textAt(person, "preferred_name") ?? textAt(person, "first_name"), textAt(person, "last_name"));

/** Of several employments the one that began last, or will: those before it are over, or about to be. */
function latest(answer: unknown): JsonObject | undefined {
  const employments = [valueAt(answer, "_data")].flat().filter(isObject);
  const began = (one: JsonObject) => textAt(one, "employment_start_date") ?? "";
  return employments.toSorted((a, b) => began(a).localeCompare(began(b))).at(-1);
}

async function departmentOf(client: SenderClient, employment: unknown): Promise<string | undefined> {
  const units = [valueAt(employment, "org_units")].flat();
  const id = textAt(
    units.find((unit) => textAt(unit, "type") === "department"),
    "id",
  );
  if (id === undefined) return undefined;
  const query = { type: "department" };
  return textAt(
    await ifThere(client.call({ method: "GET", path: path`/v2/org-units/${id}`, query })),
    "name",
  );
}

async function supervisorOf(client: SenderClient, employment: unknown): Promise<Person | undefined> {
  const id = textAt(employment, "supervisor", "id");
  const supervisor = id === undefined ? null : await personAt(client, id);
  return personOf({ id, name: personName(supervisor), email: textAt(supervisor, "email") });
}
