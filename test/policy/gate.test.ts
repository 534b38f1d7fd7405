// The gate: who may make which decision, from data alone.
import { describe, expect, it } from "vitest";
import { type AtGate, decisionFor, gate } from "../../src/policy/gate.ts";
import { ROLE_OF } from "../../src/policy/roles.ts";
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
  followUps: [{ askedOf: [] }],
  ...rest,
});

describe("a decision", () => {
  it("takes a role, each by its name", () => {
    for (const type of ["confirmed", "approved", "rejected", "resumed", "cancelled", "retried"] as const) {
      expect(decisionFor({ type })).toEqual(expect.any(String));
      expect(ROLE_OF).toHaveProperty(type);
    }
  });

  it.for([
    ["approved", "second_person"],
    ["resumed", "second_person"],
    ["rejected", "anyone"],
    ["cancelled", "anyone"],
    ["retried", "anyone"],
    ["confirmed", "requester"],
  ] as const)("is, as %s, for: %s", ([type, whom]) => {
    expect(decisionFor({ type })).toBe(whom);
  });

  it("with verdicts is for whom the verdict says", () => {
    expect(decisionFor({ type: "reviewed", verdict: "send_again" })).toBe("second_person");
    expect(decisionFor({ type: "reviewed", verdict: "happened" })).toBe("anyone");
    expect(decisionFor({ type: "completed", verdict: "done" })).toBe("owner");
    expect(decisionFor({ type: "completed", verdict: "not_done" })).toBe("owner_or_operator");
  });
});

it("of a program resumes, as it asks for nothing and gains by nothing", () => {
  expect(decisionFor({ type: "resumed" }, "service:1234.access")).toBe("anyone");
  expect(decisionFor({ type: "resumed" }, "service:1234@example.com")).toBe("second_person");
});

describe("the gate", () => {
  it("lets who asked confirm, and nobody else", () => {
    expect(gate("requester", at(party("ada")), NOBODY_NAMED).ok).toBe(true);
    expect(gate("requester", at(party("hugo")), NOBODY_NAMED)).toMatchObject({ ok: false });
    const both = { requesters: [party("gita"), party("ada")] };
    expect(gate("requester", at(party("ada"), both), NOBODY_NAMED).ok).toBe(true);
  });

  it("lets a second person allow a plan", () => {
    expect(gate("second_person", at(party("hugo")), NOBODY_NAMED).ok).toBe(true);
    for (const one of ["ada", "nora"])
      expect(gate("second_person", at(party(one)), NOBODY_NAMED).ok, one).toBe(false);
  });

  it("lets the plan of somebody unknown be allowed where its source may ask so", () => {
    const unknown = at(party("hugo"), { requesters: [stranger] });
    const from = (...unknownRequestersFrom: string[]) =>
      gate("second_person", unknown, { unknownRequestersFrom }).ok;
    expect([from(), from("zendesk"), from("zendesk", "jira")]).toEqual([false, false, true]);
  });

  it("lets an owner report a follow-up, or an operator if it has none or lets them, but nobody whom it concerns", () => {
    const askedOf = ["Gita@example.com", "nobody@example.com"];
    const asked = { ok: false, reason: "This was asked of Gita@example.com, nobody@example.com." };
    const report = (
      one: string,
      followUps: AtGate["followUps"] = [{ askedOf: [] }],
      isOperator = true,
      whom: "owner" | "owner_or_operator" = "owner",
    ) => gate(whom, at(party(one), { followUps, isOperator }), NOBODY_NAMED);
    for (const one of ["hugo", "ada"]) expect(report(one).ok, one).toBe(true);
    expect(report("nora")).toMatchObject({ ok: false });
    expect(gate("owner", at(stranger), NOBODY_NAMED)).toMatchObject({ ok: false });
    expect(report("hugo", [{ askedOf: [] }], false)).toEqual({
      ok: false,
      reason: "This was asked of operators.",
    });
    expect(report("gita", [{ askedOf }], false).ok).toBe(true);
    expect(report("hugo", [{ askedOf }])).toEqual(asked);
    expect(report("hugo", [{ askedOf, orOperators: true }]).ok).toBe(true);
    expect(report("hugo", [{ askedOf, orOperators: true }], false)).toEqual(asked);
    expect(report("gita", [{ askedOf }, { askedOf: [] }], false)).toMatchObject({ ok: false });
    expect(report("hugo", [{ askedOf }], true, "owner_or_operator").ok).toBe(true);
    expect(report("hugo", [{ askedOf }], false, "owner_or_operator")).toEqual(asked);
  });

  it("keeps nobody from what stops something", () => {
    for (const decider of [stranger, party("nora"), party("ada")])
      expect(gate("anyone", at(decider), NOBODY_NAMED)).toEqual({ ok: true, value: [] });
  });
});
