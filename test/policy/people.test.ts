// Tests similar addresses, lookups of people, the list of people, roles, and the times of approvals.
import { expect, it } from "vitest";
import { HOUR_MS } from "../../src/base/days.ts";
import type { ReadOnlyGovernance } from "../../src/governance/client/index.ts";
import { actFor, pauseAct } from "../../src/policy/acts.ts";
import { partyFinder } from "../../src/policy/parties.ts";
import { emailOfSlackUser, findSlackUser, listHolders, type People } from "../../src/policy/people.ts";
import { approvalTimes, Policy } from "../../src/policy/policy.ts";
import { resembles } from "../../src/policy/separation.ts";

it.for([
  ["ada.marsh@example.com", "ada.marsh@other.example", true],
  ["ada.marsh@example.com", "ada.rnarsh@example.com", true],
  ["ada.marsh@example.com", "аdа.mаrsh@example.com", true],
  ["ada.marsh@example.com", "ADA.MARSH@example.com", false],
  ["ada.marsh@example.com", "ida.marsh@example.com", false],
] as const)("the address %s can be confused with %s: %s", ([one, other, alike]) => {
  expect(resembles(one, other)).toBe(alike);
});

it("a decider is found neither by an address with invisible characters, unlike a requester, nor by one that is too long", async () => {
  const asked: unknown[] = [];
  const call = async (_: unknown, { body }: { body: { email?: string } }) => {
    asked.push(body);
    return { list: body.email === "ada@example.com" ? [{ user: { id: "usr_ada", email: body.email } }] : [] };
  };
  const find = partyFinder({ call } as unknown as ReadOnlyGovernance);
  expect((await find.decider(" Ada@example.com")).user?.id).toBe("usr_ada");
  expect((await find.decider("a\u200bda@example.com")).user).toBeNull();
  expect((await find.requester({ email: "a\u200bda@example.com" })).user?.id).toBe("usr_ada");
  const before = asked.length;
  expect((await find.decider(`${"a".repeat(320)}@example.com`)).user).toBeNull();
  expect(asked).toHaveLength(before);
});

it("enabled users are found by their ids, even if the ids don't fit on one page", async () => {
  const call = async (_: unknown, { body }: { body: { refs: readonly { id: string }[] } }) => {
    // A search without ids would match every user.
    expect(body.refs.length).toBeGreaterThan(0);
    expect(body.refs.length).toBeLessThanOrEqual(100);
    return { list: body.refs.map((user) => ({ user })) };
  };
  for (const length of [0, 200, 250]) {
    const ids = Array.from({ length }, (_, n) => `usr_${n}`);
    const found = await partyFinder({ call } as unknown as ReadOnlyGovernance).enabled(ids);
    expect(found.map(({ id }) => id)).toEqual(ids);
  }
});

it("the people with a role are listed without services, and are unknown if a group has the role", () => {
  const people: People = [
    { email: "ada@example.com", roles: ["admin"] },
    { email: "ben@example.com", roles: ["operator"] },
    { service: "svc.access", roles: ["approver"] },
  ];
  expect(listHolders(people, "approver")).toEqual(["ada@example.com"]);
  expect(listHolders([...people, { group: "Approvers", roles: ["approver"] }], "approver")).toBeNull();
});

it("an approval or a denial requires the role approver only if no person is asked by name", () => {
  expect(["approved", "rejected"].map((one) => actFor(one as "approved", true))).toEqual(["own", "own"]);
  expect(["approved", "rejected"].map((one) => actFor(one as "approved", false))).toEqual([
    "approved",
    "rejected",
  ]);
  expect(actFor("resumed")).toBe("resumed");
});

it("an email is found by Slack user, and a Slack user by email", () => {
  const people: People = [{ email: "Ada@example.com", slack: "U0ADA", roles: [] }];
  expect(["U0ADA", "U0BEN"].map((id) => emailOfSlackUser(people, id))).toEqual(["Ada@example.com", null]);
  const emails = ["ada@example.com", "ben@example.com"];
  expect(emails.map((email) => findSlackUser(people, email))).toEqual(["U0ADA", null]);
});

it("pausing everything and ending that pause require other permissions than pausing one automation", () => {
  const acts = (["pause", "lift"] as const).flatMap((how) => [pauseAct(how, null), pauseAct(how, "leaver")]);
  expect(acts).toEqual(["pauseEverything", "pause", "liftEverything", "lift"]);
});

it("one reminder is planned for each configured time that is after the start of the wait", () => {
  const policy = Policy.parse({ approvalExpiresAfterHours: 48, remindHoursBeforeExpiry: [48, 4, 4, 72] });
  expect(approvalTimes(policy, 0)).toEqual({ expiresAt: 48 * HOUR_MS, remindAt: [44 * HOUR_MS] });
});
