import { describe, expect, it } from "vitest";
import { SenderRefusal } from "../../../src/systems/api/send.ts";
import { systems } from "../../../src/systems/index.ts";
import { workerEvent } from "../../../src/systems/reading/worker.ts";
import bamboohrInactive from "../../fixtures/bamboohr-api/employee.inactive.json";
import bamboohrEmployee from "../../fixtures/bamboohr-api/employee.json";
import gustoEmployee from "../../fixtures/gusto-api/employee.json";
import gustoManager from "../../fixtures/gusto-api/employee.manager.json";
import gustoTerminated from "../../fixtures/gusto-api/employee.terminated.json";
import gustoTerminating from "../../fixtures/gusto-api/employee.terminating.json";
import hibobSearch from "../../fixtures/hibob-api/people-search.json";
import hibobNone from "../../fixtures/hibob-api/people-search.none.json";
import mergeExpanded from "../../fixtures/merge-api/employee.expanded.json";
import user from "../../fixtures/microsoft-graph-api/user.json";
import userLeaving from "../../fixtures/microsoft-graph-api/user.leaving.json";
import userNew from "../../fixtures/microsoft-graph-api/user.new.json";
import personioEmployments from "../../fixtures/personio-api/employments.json";
import personioTerminated from "../../fixtures/personio-api/employments.terminated.json";
import personioUnit from "../../fixtures/personio-api/org-unit.json";
import personioPerson from "../../fixtures/personio-api/person.json";
import { type HandClient, handClient } from "../../support/hand-client.ts";

/** Reads a worker whom an event identifies only by id. */
const ask = async (system: string, id: string, client: HandClient) =>
  systems.get(system)?.complete?.(workerEvent(system, id, { type: "worker.changed" }), client);

const ADA = { email: "ada.marsh@example.com", name: "Ada Marsh", department: "Platform" };
const NORA = { name: "Nora Field", email: "nora.field@example.com" };

describe("BambooHR", () => {
  const employee = "GET /api/v1/employees/118";
  const manager = { id: "104", firstName: "Nora", lastName: "Field", workEmail: NORA.email };

  it("returns an employee and the employee's manager", async () => {
    const client = handClient({ [employee]: bamboohrEmployee, "GET /api/v1/employees/104": manager });
    expect(await ask("bamboohr", "118", client)).toMatchObject({
      active: true,
      hiredOn: "2024-03-01",
      worker: { ...ADA, jobTitle: "Staff Engineer", manager: { id: "104", ...NORA } },
    });
    expect(client.asked[0]?.query).toEqual({
      fields:
        "firstName,lastName,displayName,workEmail,department,jobTitle,supervisor,supervisorEId,status," +
        "employmentHistoryStatus,hireDate,terminationDate,location,country",
      onlyCurrent: "true",
    });
  });

  it("returns 0000-00-00, which is ignored, if there is no termination date", async () => {
    const client = handClient({ [employee]: bamboohrEmployee });
    expect(await ask("bamboohr", "118", client)).not.toHaveProperty("worker.lastDay");
  });

  it("returns the name of a deleted manager", async () => {
    const client = handClient({ [employee]: bamboohrEmployee });
    const facts = await ask("bamboohr", "118", client);
    expect(facts?.worker.manager).toEqual({ id: "104", name: "Field, Nora" });
  });

  it("returns the last day of a worker who has left", async () => {
    const client = handClient({ "GET /api/v1/employees/121": bamboohrInactive });
    expect(await ask("bamboohr", "121", client)).toMatchObject({
      active: false,
      worker: { lastDay: "2026-06-14" },
    });
  });
});

describe("HiBob", () => {
  const search = "POST /v1/people/search";
  const id = "3332883854254932118";

  it("returns an employee for a search, and the search is marked as a read", async () => {
    const client = handClient({ [search]: hibobSearch });
    expect(await ask("hibob", id, client)).toMatchObject({
      active: true,
      hiredOn: "2024-03-01",
      worker: { ...ADA, jobTitle: "Staff Engineer", manager: { id: "3332883884017713238", ...NORA } },
    });
    expect(client.asked).toMatchObject([
      {
        reads: true,
        body: {
          filters: [{ fieldPath: "root.id", operator: "equals", values: [id] }],
          showInactive: true,
          humanReadable: "APPEND",
        },
      },
    ]);
  });

  it.for([
    ["nobody", hibobNone],
    ["another employee", { employees: [{ "/root/id": { value: "1" } }] }],
  ] as const)("returns no worker if the search finds %s", async ([, answer]) => {
    expect(await ask("hibob", id, handClient({ [search]: answer }))).toBeNull();
  });
});

describe("Personio", () => {
  const answers = {
    "GET /v2/persons/10118": personioPerson,
    "GET /v2/persons/10118/employments": personioEmployments,
    "GET /v2/org-units/2201": personioUnit,
    "GET /v2/persons/10104": { first_name: "Nora", last_name: "Field", email: NORA.email },
  };

  it("returns the person, employments, department and supervisor", async () => {
    const client = handClient(answers);
    expect(await ask("personio", "10118", client)).toMatchObject({
      active: true,
      hiredOn: "2024-03-01",
      worker: { ...ADA, jobTitle: "Staff Engineer", manager: { id: "10104", ...NORA } },
    });
    expect(client.asked.find(({ path }) => path.includes("org-units"))?.query).toEqual({
      type: "department",
    });
  });

  it("returns the last day of a worker who has left", async () => {
    const client = handClient({ ...answers, "GET /v2/persons/10118/employments": personioTerminated });
    expect(await ask("personio", "10118", client)).toMatchObject({
      active: false,
      worker: { lastDay: "2026-06-14" },
    });
  });

  const job = (status: string, from: string, until: string | null = null, id = "1") => ({
    ...{ id, status, employment_start_date: from, position: { title: `${status} ${from} ${id}` } },
    termination: { termination_date: until },
  });
  const ACTIVE = job("ACTIVE", "2020-02-01");
  const OVER = job("INACTIVE", "2025-01-01", "2026-06-14");
  it.for([
    ["is not over", ACTIVE, OVER],
    ["ends later", job("ACTIVE", "2020-02-01", "2026-12-31"), job("ACTIVE", "2024-01-01", "2026-08-31")],
    ["ended last, if all are over", OVER, job("INACTIVE", "2026-01-01", "2026-02-28")],
    ["follows a fixed term", job("ONBOARDING", "2026-07-01"), job("ACTIVE", "2020-02-01", "2026-06-30")],
    ["has begun", ACTIVE, job("ONBOARDING", "2026-07-01")],
    ["has the greater id", job("ACTIVE", "2020-02-01", null, "2"), ACTIVE],
  ] as const)("can return two employments, of which the relevant one %s", async ([, last, other]) => {
    for (const _data of [
      [last, other],
      [other, last],
    ]) {
      const client = handClient({ ...answers, "GET /v2/persons/10118/employments": { _data } });
      const facts = await ask("personio", "10118", client);
      expect(facts?.worker.jobTitle).toBe(last.position.title);
    }
  });

  it("can return a worker whose department or supervisor was deleted", async () => {
    const client = handClient({
      "GET /v2/persons/10118": personioPerson,
      "GET /v2/persons/10118/employments": personioEmployments,
    });
    const facts = await ask("personio", "10118", client);
    expect(facts?.worker).toMatchObject({ email: ADA.email, manager: { id: "10104" } });
    expect(facts?.worker).not.toHaveProperty("department");
  });
});

describe("Gusto", () => {
  const id = gustoEmployee.uuid;
  const employee = `GET /v1/employees/${id}`;
  const manager = `GET /v1/employees/${gustoManager.uuid}`;

  it("returns an employee and the manager in the requested API version", async () => {
    const client = handClient({ [employee]: gustoEmployee, [manager]: gustoManager });
    expect(await ask("gusto", id, client)).toMatchObject({
      active: true,
      hiredOn: "2024-03-01",
      worker: { ...ADA, jobTitle: "Staff Engineer", manager: { id: gustoManager.uuid, ...NORA } },
    });
    expect(client.asked.map(({ headers }) => headers)).toEqual([
      { "x-gusto-api-version": "2026-06-15" },
      { "x-gusto-api-version": "2026-06-15" },
    ]);
  });

  it.for([
    ["has left, with the last day", gustoTerminated, { active: false, worker: { lastDay: "2026-06-14" } }],
    ["will leave, with the last day", gustoTerminating, { active: true, worker: { lastDay: "2026-06-30" } }],
  ] as const)("reports that a worker %s", async ([, answer, expected]) => {
    expect(await ask("gusto", id, handClient({ [employee]: answer }))).toMatchObject(expected);
  });

  it("can return an earlier employment's termination, which is ignored", async () => {
    const returned = { ...gustoTerminated, terminated: false };
    const facts = await ask("gusto", id, handClient({ [employee]: returned }));
    expect(facts).toMatchObject({ active: true });
    expect(facts).not.toHaveProperty("worker.lastDay");
  });

  it("can return a private email address, which is ignored", async () => {
    const facts = await ask("gusto", id, handClient({ [employee]: { ...gustoEmployee, work_email: null } }));
    expect(facts?.worker).not.toHaveProperty("email");
    expect(JSON.stringify(facts)).not.toContain("ada@example.com");
  });
});

describe("Merge", () => {
  const id = mergeExpanded.id;
  const employee = `GET /api/hris/v1/employees/${id}`;

  it("returns an employee with the objects for which the webhook contains only ids", async () => {
    const client = handClient({ [employee]: mergeExpanded });
    expect(await ask("merge", id, client)).toMatchObject({
      active: true,
      hiredOn: "2024-03-01",
      worker: { ...ADA, jobTitle: "Staff Engineer", manager: { id: mergeExpanded.manager.id, ...NORA } },
    });
    expect(client.asked[0]?.query).toEqual({ expand: "manager,team,employments,work_location" });
  });

  it.for([
    ["inactive", { employment_status: "INACTIVE" }, false],
    ["deleted in the HR system", { remote_was_deleted: true }, false],
    ["yet to start", { employment_status: "PENDING" }, undefined],
  ] as const)("reports the status of a worker who is %s", async ([, said, active]) => {
    const facts = await ask("merge", id, handClient({ [employee]: { ...mergeExpanded, ...said } }));
    expect(facts?.active).toBe(active);
  });

  it("returns the last day as a time, which falls on another day in some time zones", async () => {
    const client = handClient({ [employee]: { ...mergeExpanded, termination_date: "2026-12-31T23:00:00Z" } });
    expect((await ask("merge", id, client))?.worker.lastDay).toBe("2026-12-31T23:00:00.000Z");
  });

  it("can return a job title that was deleted in the HR system, which is ignored", async () => {
    const [job] = mergeExpanded.employments;
    const gone = {
      ...job,
      job_title: "Intern",
      effective_date: "2026-01-01T00:00:00Z",
      remote_was_deleted: true,
    };
    const answer = { ...mergeExpanded, employments: [job, gone] };
    const facts = await ask("merge", id, handClient({ [employee]: answer }));
    expect(facts?.worker.jobTitle).toBe("Staff Engineer");
  });

  it("can return private data, which is ignored", async () => {
    const answer = { ...mergeExpanded, ssn: "000-00-0000", date_of_birth: "1990-11-10T00:00:00Z" };
    const facts = await ask("merge", id, handClient({ [employee]: answer }));
    expect(JSON.stringify(facts)).not.toMatch(/000-00-0000|1990|FEMALE|ada@example/);
  });
});

describe("Entra ID", () => {
  const path = `GET /v1.0/users/${user.id}`;

  it("returns a user and the manager", async () => {
    const client = handClient({ [path]: user });
    expect(await ask("entra", user.id, client)).toMatchObject({
      active: true,
      hiredOn: "2024-03-01",
      worker: {
        ...ADA,
        jobTitle: "Platform engineer",
        manager: { id: user.manager.id, name: "Bram Cole", email: "bram.cole@example.com" },
      },
    });
    expect(client.asked[0]?.query).toEqual({
      $select:
        "id,displayName,mail,userPrincipalName,department,jobTitle,accountEnabled,employeeHireDate,employeeLeaveDateTime,officeLocation,country",
      $expand: "manager($select=id,displayName,mail,userPrincipalName)",
    });
  });

  it("returns the time at which a worker will leave", async () => {
    expect(await ask("entra", user.id, handClient({ [path]: userLeaving }))).toMatchObject({
      active: false,
      worker: { leavesAt: "2026-06-30T17:00:00.000Z" },
    });
  });

  it("returns user names, which replace the missing addresses of a user and the manager", async () => {
    const manager = { id: "9", userPrincipalName: "bcole@tenant.example.com" };
    const facts = await ask("entra", user.id, handClient({ [path]: { ...userNew, manager } }));
    expect(facts).toMatchObject({
      hiredOn: "2026-07-01",
      worker: { email: "amarsh@tenant.example.com", manager: { email: "bcole@tenant.example.com" } },
    });
  });

  it.for(["ada_contoso.example#EXT#@tenant.example.com", "amarsh", "amarsh@tenant"])(
    "provides no email if the user name is not an address: %s",
    async (userPrincipalName) => {
      const facts = await ask("entra", user.id, handClient({ [path]: { ...userNew, userPrincipalName } }));
      expect(facts?.worker).not.toHaveProperty("email");
    },
  );

  it("returns the address of a deleted user, whose user name begins with the id", async () => {
    const deleted = {
      ...userNew,
      userPrincipalName: user.id.replaceAll("-", "") + userNew.userPrincipalName,
    };
    const client = handClient({ [path.replace("users", "directory/deletedItems")]: deleted });
    const facts = await ask("entra", user.id, client);
    expect(facts).toMatchObject({ active: false, worker: { email: userNew.userPrincipalName } });
  });
});

describe.for(["bamboohr", "personio", "gusto", "merge", "entra"])("%s", (system) => {
  it("returns no data about an unknown worker", async () => {
    expect(await ask(system, "1", handClient())).toBeNull();
  });

  it("receives an id from a delivery as one segment of the path", async () => {
    const client = handClient();
    await ask(system, "1/../2?a=b", client);
    expect(client.asked[0]?.path).toMatch(/\/1%2F\.\.%2F2%3Fa%3Db$/);
    await expect(ask(system, "..", client)).rejects.toMatchObject({ code: "sender_bad_request" });
  });

  it("fails if the API rejects the request", async () => {
    const refused = { asked: [], call: () => Promise.reject(new SenderRefusal("403", 403)) };
    await expect(ask(system, "1", refused)).rejects.toMatchObject({ httpStatus: 403 });
  });
});
