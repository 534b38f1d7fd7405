import { describe, expect, it } from "vitest";
import { complete } from "../../../src/systems/api/complete.ts";
import type { Event } from "../../../src/systems/event.ts";
import { findApi, sources, systems } from "../../../src/systems/index.ts";
import { STATUS_CHANGES, workerEvent } from "../../../src/systems/reading/worker.ts";

/** A system's API with the record of one worker. */
interface Recorded {
  /** Responses by path for a record with these properties. */
  readonly answers: (record: Record<string, unknown>) => Readonly<Record<string, unknown>>;
  /** The record of a worker who is locked out, on leave or inactive for a reason other than a termination. */
  readonly inactive: Record<string, unknown>;
  /** Responses for an unknown worker. @default 404 to everything but sign-ins */
  readonly unknown?: Readonly<Record<string, unknown>>;
  /** The same record with the field that confirms a termination. */
  readonly confirmed: Record<string, unknown>;
}

const LEFT = "2026-06-14";
const RECORDED: Readonly<Record<string, Recorded>> = {
  bamboohr: {
    answers: (record) => ({ "/api/v1/employees/7": { id: "7", hireDate: "2024-03-01", ...record } }),
    inactive: { status: "Inactive", terminationDate: "0000-00-00" },
    confirmed: { status: "Inactive", terminationDate: LEFT },
  },
  hibob: {
    answers: (record) => ({
      "/v1/people/search": { employees: [{ "/root/id": { value: "7" }, ...record }] },
    }),
    unknown: { "/v1/people/search": { employees: [] } },
    inactive: { "/internal/status": { value: "Inactive" } },
    confirmed: {
      "/internal/status": { value: "Inactive" },
      "/internal/terminationDate": { value: LEFT },
    },
  },
  personio: {
    answers: (record) => ({
      "/v2/auth/token": { access_token: "t", expires_in: 3600 },
      "/v2/persons/7": { id: "7" },
      "/v2/persons/7/employments": { _data: [{ employment_start_date: "2024-03-01", ...record }] },
    }),
    inactive: { status: "INACTIVE" },
    confirmed: { status: "INACTIVE", termination: { termination_date: LEFT } },
  },
  merge: {
    answers: (record) => ({ "/api/hris/v1/employees/7": { id: "7", ...record } }),
    inactive: { employment_status: "INACTIVE", remote_was_deleted: true },
    confirmed: { employment_status: "INACTIVE", termination_date: `${LEFT}T00:00:00Z` },
  },
  entra: {
    answers: (record) => ({
      "/of-these-tests/oauth2/v2.0/token": { access_token: "t", expires_in: 3599 },
      "/v1.0/users/7": { id: "7", mail: "ada.marsh@example.com", ...record },
    }),
    inactive: { accountEnabled: false, employeeLeaveDateTime: null },
    confirmed: { accountEnabled: false, employeeLeaveDateTime: `${LEFT}T17:00:00Z` },
  },
};

/** Returns variables with which Reeve calls a system's API. */
function environment(system: string): Readonly<Record<string, string>> {
  const { address, variables } = findApi(system);
  const host = address.hosts[0]?.replace(/^\./, "acme.");
  const values = variables.map((name) => [
    name,
    `${name === "MICROSOFT_TENANT_ID" ? "" : "a-secret-"}of-these-tests`,
  ]);
  return { ...Object.fromEntries(values), [address.variable]: `https://${host}` };
}

const ask = (system: string, event: Event, answers: Readonly<Record<string, unknown>>) =>
  complete(event, environment(system), async (url) =>
    Object.hasOwn(answers, url.pathname)
      ? Response.json(answers[url.pathname])
      : new Response("{}", { status: 404 }),
  );

const signIns = (answers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(answers).filter(([path]) => path.includes("token")));

describe.for(Object.entries(RECORDED))("%s", ([system, { answers, unknown = {}, inactive, confirmed }]) => {
  const changed = workerEvent(system, "7", { type: "worker.changed", possibleTypes: ["worker.terminated"] });

  it.for(["", [], "ok"])("causes a retry if another system responds instead (case %$)", async (other) => {
    const known = answers(inactive);
    const others = Object.fromEntries(Object.keys(known).map((path) => [path, other]));
    await expect(ask(system, changed, { ...others, ...signIns(known) })).rejects.toMatchObject({
      code: "sender_unavailable",
    });
  });

  it("reports the termination of an inactive worker, but does not confirm it", async () => {
    const event = await ask(system, changed, answers(inactive));
    expect(event.type).toBe("worker.terminated");
    expect(event).not.toHaveProperty("confirmed");
  });

  it("confirms a termination by its last day", async () => {
    expect(await ask(system, changed, answers(confirmed))).toMatchObject({
      type: "worker.terminated",
      confirmed: true,
    });
  });

  it("does not confirm the termination of a worker whose record was deleted", async () => {
    const event = await ask(system, changed, { ...signIns(answers({})), ...unknown });
    expect(event.type).toBe("worker.terminated");
    expect(event).not.toHaveProperty("possibleTypes");
    expect(event).not.toHaveProperty("confirmed");
  });

  it("causes a retry if a new worker is not in the API yet", async () => {
    const hired = workerEvent(system, "7", { type: "worker.hired" });
    const asked = ask(system, hired, { ...signIns(answers({})), ...unknown });
    await expect(asked).rejects.toMatchObject({ code: "sender_unavailable" });
  });
});

describe("gusto", () => {
  // A refresh token needs a Durable Object, so the test reads the record without the client.
  it("confirms a termination if the worker's record has the flag “terminated”", async () => {
    const answer = { uuid: "7", terminated: true, terminations: [], jobs: [] };
    const record = await systems
      .get("gusto")
      ?.complete?.(workerEvent("gusto", "7", { type: "worker.terminated" }), { call: async () => answer });
    expect(record).toMatchObject({ active: false, hasEnded: true });
  });
});

describe("Microsoft Graph", () => {
  const { answers } = RECORDED["entra"] ?? {};
  const updated = workerEvent("entra", "7", { type: "worker.changed", possibleTypes: STATUS_CHANGES });
  const { "/v1.0/users/7": user, ...tokens } = answers?.({ displayName: "Ada Marsh" }) ?? {};

  it("returns a deleted user, which does not confirm that the user left", async () => {
    const event = await ask("entra", updated, { ...tokens, "/v1.0/directory/deletedItems/7": user });
    expect(event).toMatchObject({
      type: "worker.terminated",
      worker: { name: "Ada Marsh", email: "ada.marsh@example.com" },
    });
    expect(event).not.toHaveProperty("confirmed");
  });

  it("causes a retry if an updated user is neither current nor deleted, because the directory can lag", async () => {
    await expect(ask("entra", updated, tokens)).rejects.toMatchObject({
      code: "sender_unavailable",
      message: expect.stringContaining("no current or deleted user"),
    });
  });

  it("does not confirm the termination of a permanently deleted user", async () => {
    const deleted = workerEvent("entra", "7", { type: "worker.terminated" });
    expect(await ask("entra", deleted, tokens)).toEqual(deleted);
  });
});

it.for(["okta", "workday", "rippling", "standard-webhooks"])(
  "a termination from %s is not confirmed, because Reeve reads no workers from its API",
  async (name) => {
    expect(sources.has(name)).toBe(true);
    const event = workerEvent(name, "7", { type: "worker.terminated", worker: { email: "a@example.com" } });
    expect(await complete(event, {})).toEqual(event);
  },
);
