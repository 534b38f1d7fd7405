import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatDay } from "../../src/base/days.ts";
import { fixture } from "../../src/cli/send/deliver.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import type { Run } from "../../src/runs/run.ts";
import { bamboohr, entra, gusto, hibob, merge, personio } from "../../src/sandbox/vendors/hr.ts";
import { startVendors, type VendorStub } from "../vendors/stub.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { inDays } from "./tickets.ts";

/** Returns a recorded response from a vendor's API. */
const recorded = (file: string): Record<string, unknown> & { uuid: string; id: string } =>
  JSON.parse(readFileSync(root(`test/fixtures/${file}.json`), "utf8"));

const manager = { displayName: "Nora Field", workEmail: "nora.field@example.com" };
const employees: Record<string, object> = {
  104: manager,
  118: recorded("bamboohr-api/employee"),
  121: recorded("bamboohr-api/employee.inactive"),
};
const lastSegment = (path: string): string => path.split("/").at(-1) ?? "";
const [person] = (recorded("hibob-api/people-search") as unknown as { employees: [object] }).employees;
const gustos = Object.fromEntries(
  ["employee", "employee.manager"].map((name) => {
    const employee = recorded(`gusto-api/${name}`);
    return [employee.uuid, employee];
  }),
);
const expanded = recorded("merge-api/employee.expanded");
const user = recorded("microsoft-graph-api/user.moved");

const persons: Record<string, object> = {
  "/v2/persons/10118": recorded("personio-api/person"),
  "/v2/persons/10118/employments": recorded("personio-api/employments"),
  "/v2/org-units/2201": recorded("personio-api/org-unit"),
  "/v2/persons/10104": { first_name: "Nora", last_name: "Field", email: "nora.field@example.com" },
};

/** A HiBob employee whose last day is in the future. */
const LEAVER = "3332883854254932121";
const leaves = { "/root/id": { value: LEAVER }, "/internal/terminationDate": { value: inDays(20) } };

/** The vendors, each with its recorded data. */
const VENDORS = {
  bamboohr: { ...bamboohr, vendor: bamboohr.answers((path) => employees[lastSegment(path)]) },
  hibob: { ...hibob, vendor: hibob.answers((path) => ({ ...person, ...(path.endsWith(LEAVER) && leaves) })) },
  personio: { ...personio, vendor: personio.answers((path) => persons[path]) },
  gusto: { ...gusto, vendor: gusto.answers((path) => gustos[lastSegment(path)]) },
  merge: { ...merge, vendor: merge.answers((path) => (path.endsWith(expanded.id) ? expanded : null)) },
  entra: { ...entra, vendor: entra.answers(() => user) },
};

let stubs: Map<string, VendorStub>;
const reeve = RuledReeve.forFile(async (stopped) => {
  const vendors = await startVendors(VENDORS);
  stubs = vendors.stubs;
  stubs.forEach(stopped);
  return { enabled: ["test-tell"], replies: { entra: {} }, bindings: vendors.bindings };
});

const findStub = (name: string): VendorStub => {
  const stub = stubs.get(name);
  if (!stub) throw new Error(`there is no stub of ${name}`);
  return stub;
};

const readPlan = ({ plan }: Run): string | undefined => plan?.actions[0]?.summary.match(/\((.*)\)/)?.[1];

const ADA = "ada.marsh@example.com, Ada Marsh, Platform, Staff Engineer, nora.field@example.com";
describe("a worker whom a delivery identifies only by id", () => {
  it.for([
    ["bamboohr", "employee.updated", `worker.changed, ${ADA}`],
    ["hibob", "employee.updated", `worker.changed, ${ADA}`],
    ["personio", "employment.updated", `worker.changed, ${ADA}`],
    ["gusto", "employee.updated", `worker.changed, ${ADA}`],
    ["merge", "Employee.changed", `worker.changed, ${ADA}`],
    [
      "microsoft-graph",
      "updated",
      "worker.changed, ada.marsh@example.com, Ada Marsh, Security, Security engineer, nora.field@example.com",
    ],
    [
      "entra",
      "mover",
      "worker.changed, ada.marsh@example.com, Ada Marsh, Security, Security engineer, nora.field@example.com",
    ],
  ] as const)("is looked up in %s", async ([source, name, plan]) => {
    const run = await reeve.runOf(await reeve.report(source, name), "test-tell", "done");
    expect(readPlan(run)).toBe(plan);
  });

  it("is looked up in Entra, and Entra's waiting task gets the result once", async () => {
    const run = await reeve.runOf(await reeve.report("entra", "joiner"), "test-tell", "done");
    expect(await reeve.replied(run)).toMatchObject({ type: "reply.sent" });
    const { callbackUriPath } = JSON.parse(fixture("entra", "joiner").body).data;
    const resumed = findStub("entra").asked.filter(({ path }) => path === `/v1.0${callbackUriPath}`);
    expect(resumed.map(({ body }) => body)).toEqual([
      { source: "reeve", type: "lifecycleEvent", data: { operationStatus: "Completed" } },
    ]);
  });
});

/** Adds a test's BambooHR employee, and returns a function that changes a delivery's employee to it. */
function employee(id: string, said: object): (body: string) => string {
  employees[id] = { ...recorded("bamboohr-api/employee"), id, supervisorEId: null, ...said };
  return about(id);
}
/** Returns a function that changes a BambooHR delivery's employee. */
const about =
  (id: string) =>
  (body: string): string =>
    body.replace(/(?<="employeeId": )"\d+"/, JSON.stringify(id));

describe("a termination", () => {
  it("is scheduled for the end of its day, and is replaced if the day changes", async () => {
    const [day, later] = [inDays(20), inDays(30)];
    const leaving = employee("201", { terminationDate: day });
    const first = await reeve.report("bamboohr", "employee.updated.status", leaving);
    const run = await reeve.runOf(first, "test-tell", "scheduled");
    expect(run.scheduledFor).toBe(`the end of ${formatDay(day)}`);
    // Midnight in Berlin is 22 or 23 o'clock of the previous day in UTC.
    expect(new Date(run.dueAt ?? 0).toISOString()).toMatch(/T2[23]:00:00.000Z$/);
    expect(run.plan).toBeNull();

    employee("201", { terminationDate: later });
    const moved = (body: string) => leaving(body).replace(/(?<="timestamp": ")[^"]+/, inDays(1));
    const newer = await reeve.runOf(
      await reeve.report("bamboohr", "employee.updated.status", moved),
      "test-tell",
      "scheduled",
    );
    expect(newer.scheduledFor).toBe(`the end of ${formatDay(later)}`);
    expect(await reeve.until(run.id, ({ state }) => state === "cancelled")).toMatchObject({
      ended: { by: "reeve", reason: expect.stringContaining(newer.id) },
    });
    expect(await reeve.story(run)).toEqual(["run.scheduled reeve", "run.replaced reeve"]);
  });

  it("is carried out before its day if HiBob revokes the access immediately", async () => {
    const update = (body: string) =>
      body.replace("3332883854254932118", LEAVER).replace("work.department", "internal.terminationDate");
    const first = await reeve.report("hibob", "employee.updated", update);
    const run = await reeve.runOf(first, "test-tell", "scheduled");
    const event = await reeve.report("hibob", "employee.access.revoked.immediately");
    const now = await reeve.runOf(event, "test-tell", "done");
    expect(readPlan(now)).toMatch(new RegExp(`^worker\\.terminated, ${inDays(20)}, `));
    expect(await reeve.until(run.id, ({ state }) => state === "cancelled")).toMatchObject({
      ended: { reason: expect.stringContaining(now.id) },
    });
  });

  it("is carried out if its day has passed", async () => {
    const event = await reeve.report("bamboohr", "employee.updated.status");
    const run = await reeve.runOf(event, "test-tell", "done");
    expect(readPlan(run)).toMatch(/^worker\.terminated, 2026-06-14, hugo\.pike@example\.com/);
    await expect
      .poll(() => reeve.page("/person?email=Hugo.Pike@example.com"))
      .toMatch(new RegExp(`href="/runs/${run.id}".*Hugo Pike leaves on 14 June 2026`));
    for (const path of [`events/${event}`, `runs?event=${event}`])
      await expect
        .poll(async () => JSON.stringify(await reeve.get(path)))
        .toContain('"Hugo Pike leaves on 14 June 2026"');
  });
});

describe("a system that is unavailable", () => {
  it("is called again", async () => {
    const busy = employee("202", {});
    findStub("bamboohr").fail({ status: 503 });
    const run = await reeve.runOf(
      await reeve.report("bamboohr", "employee.created", busy),
      "test-tell",
      "done",
    );
    expect(readPlan(run)).toMatch(/^worker\.hired, 2024-03-01, ada\.marsh@example\.com/);
  });
});
