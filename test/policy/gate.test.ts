// Tests the gate, which determines the people who may make each decision.
import { describe, expect, it } from "vitest";
import { type AtGate, decisionFor, gate } from "../../src/policy/gate.ts";
import type { Identity, Party } from "../../src/policy/separation.ts";

const user = (id: string): Identity => ({ id, emails: [`${id}@example.com`], employeeIds: [] });
const party = (id: string): Party => ({ email: `${id}@example.com`, user: user(id) });
const stranger: Party = { email: "stranger@example.com", user: null };
const NOBODY_NAMED = { unknownRequestersFrom: [] };

const at = (decider: Party, rest: Partial<AtGate> = {}): AtGate => ({
  decider,
  requesters: [party("ada")],
  beneficiaries: [user("nora")],
  source: "jira",
  isOperator: true,
  followUps: [{ assignees: [] }],
  ...rest,
});

describe("a decision", () => {
  it.for([
    ["approved", "second_person"],
    ["resumed", "second_person"],
    ["rejected", "anyone"],
    ["cancelled", "anyone"],
    ["retried", "anyone"],
    ["skipped", "anyone"],
    ["confirmed", "requester"],
  ] as const)("of the type %s is allowed for: %s", ([type, whom]) => {
    expect(decisionFor({ type })).toBe(whom);
  });

  it("with several verdicts is allowed for different people, depending on the verdict", () => {
    expect(decisionFor({ type: "reviewed", verdict: "send_again" })).toBe("second_person");
    expect(decisionFor({ type: "reviewed", verdict: "happened" })).toBe("anyone");
    expect(decisionFor({ type: "completed", verdict: "done" })).toBe("owner");
    expect(decisionFor({ type: "completed", verdict: "not_done" })).toBe("owner_or_operator");
  });
});

it("a service may resume any run, unlike a person whose email looks like a service name", () => {
  expect(decisionFor({ type: "resumed" }, "service:1234.access")).toBe("anyone");
  expect(decisionFor({ type: "resumed" }, "service:1234@example.com")).toBe("second_person");
});

describe("the gate", () => {
  it("lets only the requester confirm a plan", () => {
    expect(gate("requester", at(party("ada")), NOBODY_NAMED).ok).toBe(true);
    expect(gate("requester", at(party("hugo")), NOBODY_NAMED)).toMatchObject({ ok: false });
    const both = { requesters: [party("gita"), party("ada")] };
    expect(gate("requester", at(party("ada"), both), NOBODY_NAMED).ok).toBe(true);
  });

  it("lets only a second person approve a plan", () => {
    expect(gate("second_person", at(party("hugo")), NOBODY_NAMED).ok).toBe(true);
    for (const one of ["ada", "nora"])
      expect(gate("second_person", at(party(one)), NOBODY_NAMED).ok, one).toBe(false);
  });

  it("lets an unknown requester's plan be approved only if policy allows unknown requesters from its source", () => {
    const unknown = at(party("hugo"), { requesters: [stranger] });
    const from = (...unknownRequestersFrom: string[]) =>
      gate("second_person", unknown, { unknownRequestersFrom }).ok;
    expect([from(), from("zendesk"), from("zendesk", "jira")]).toEqual([false, false, true]);
  });

  it("lets only assignees report a follow-up, unless operators may report it too", () => {
    const assignees = ["Gita@example.com", "nobody@example.com"];
    const asked = { ok: false, reason: "This is assigned to Gita@example.com, nobody@example.com." };
    const report = (
      one: string,
      followUps: AtGate["followUps"] = [{ assignees: [] }],
      isOperator = true,
      whom: "owner" | "owner_or_operator" = "owner",
    ) => gate(whom, at(party(one), { followUps, isOperator }), NOBODY_NAMED);
    for (const one of ["hugo", "ada"]) expect(report(one).ok, one).toBe(true);
    expect(report("nora")).toMatchObject({ ok: false });
    expect(gate("owner", at(stranger), NOBODY_NAMED)).toMatchObject({ ok: false });
    expect(report("hugo", [{ assignees: [] }], false)).toEqual({
      ok: false,
      reason: "This is assigned to operators.",
    });
    expect(report("gita", [{ assignees }], false).ok).toBe(true);
    expect(report("hugo", [{ assignees }])).toEqual(asked);
    expect(report("hugo", [{ assignees, orOperators: true }]).ok).toBe(true);
    expect(report("hugo", [{ assignees, orOperators: true }], false)).toEqual(asked);
    expect(report("gita", [{ assignees }, { assignees: [] }], false)).toMatchObject({ ok: false });
    expect(report("hugo", [{ assignees }], true, "owner_or_operator").ok).toBe(true);
    expect(report("hugo", [{ assignees }], false, "owner_or_operator")).toEqual(asked);
  });

  it("lets anyone make a decision that stops something", () => {
    for (const decider of [stranger, party("nora"), party("ada")])
      expect(gate("anyone", at(decider), NOBODY_NAMED)).toEqual({ ok: true, value: [] });
  });
});
