// Tests descriptions of stages, the people whom they ask, and denials, which the quorum model does not cover.
import { describe, expect, it } from "vitest";
import type { Identity } from "../../src/policy/separation.ts";
import {
  type Candidate,
  describeWait,
  findStage,
  formatStage,
  formatStageRule,
  listApprovers,
  mayApprove,
  mayDeny,
  type Stage,
  StageRule,
} from "../../src/policy/stages.ts";
import { ANY_STAGE, approvalBy } from "../support/stages.ts";

const person = (name: string): Candidate => ({
  id: `usr_${name}`,
  emails: [`${name}@example.com`],
  employeeIds: [],
});
const [ada, ben, cleo, dan] = [person("ada"), person("ben"), person("cleo"), person("dan")];
const stage = (name: string, people: readonly Candidate[], more: Partial<Stage> = {}): Stage => ({
  name,
  count: 1,
  people,
  role: "no",
  skipped: [],
  ...more,
});
const yes = (who: Identity, at: Stage) =>
  approvalBy(who.emails[0] ?? "", { person: who, stage: at.name, reason: "fine" });

const manager = stage("a manager of kim@example.com", [ada]);
const team = stage("a member of Security", [ben, { ...cleo, for: "eve@example.com" }], { count: 2 });
const either = stage("dan@example.com or somebody with the role approver", [dan, { ...ada, byRole: true }], {
  role: "yes",
});

describe("the description of a stage", () => {
  it("lists each person who is asked by name, but only once", () => {
    expect(formatStage(manager)).toBe("a manager of kim@example.com (ada@example.com)");
    expect(formatStage(team)).toBe(
      "2 people, each a member of Security (ben@example.com, cleo@example.com for eve@example.com)",
    );
    expect(formatStage(either)).toBe("dan@example.com or somebody with the role approver");
  });

  it("counts the missing approvals, and is omitted if a single approver decides", () => {
    expect(describeWait([ANY_STAGE], [])).toBeNull();
    expect(describeWait([{ ...ANY_STAGE, count: 2 }], [])).toBe(
      "It waits for 2 people, each somebody with the role approver.",
    );
    expect(describeWait()).toBeNull();
    expect(describeWait([manager, team], [])).toBe(`Stage 1 of 2 waits for ${formatStage(manager)}.`);
    expect(describeWait([manager, team], [yes(ada, manager), yes(ben, team)])).toBe(
      `Stage 2 of 2 waits for ${formatStage(team)}; 1 still missing.`,
    );
    expect(describeWait([manager], [yes(ada, manager)])).toBeNull();
  });

  it("in a rule names the people whom the rule would ask", () => {
    const rule = StageRule.parse({ from: ["manager", "owner", "Security", "eve@example.com", "approver"] });
    expect(rule).toMatchObject({ count: 1, useDelegates: false });
    expect(formatStageRule(rule)).toBe(
      "a manager of the affected user or an owner of the connector or app or a member of Security or eve@example.com or somebody with the role approver",
    );
    expect(formatStageRule(StageRule.parse({ from: ["owner"], otherwise: ["approver"] }))).toBe(
      "an owner of the connector or app; if none of them can approve, somebody with the role approver",
    );
    expect(formatStageRule({ from: ["Security"], count: 2, useDelegates: true })).toBe(
      "2 people, each a member of Security, or a delegate",
    );
  });
});

describe("the list of people who are asked by name", () => {
  const stages = [manager, team, either];
  it.for([
    ["now", [], ["ada@example.com"]],
    ["now", [yes(ada, manager)], ["ben@example.com", "cleo@example.com"]],
    ["so far", [yes(ada, manager)], ["ada@example.com", "ben@example.com", "cleo@example.com"]],
    ["all", [], ["ada@example.com", "ben@example.com", "cleo@example.com", "dan@example.com"]],
    [
      "so far",
      [yes(ada, manager), yes(ben, team), yes(cleo, team), yes(dan, either)],
      [ada, ben, cleo, dan].flatMap(({ emails }) => emails),
    ],
  ] as const)("for the selection %j, after the approvals %j, contains %j", ([which, approvals, emails]) => {
    expect(listApprovers({ stages, approvals }, which)).toEqual(emails);
  });

  it("is empty for a plan without stages", () => {
    expect(listApprovers({ approvals: [] }, "all")).toEqual([]);
  });
});

describe("a denial", () => {
  const stages = [manager, team];
  it.for([
    ["anybody with the role approver", null, true, true],
    ["a person of a later stage", ben, false, true],
    ["a person whom no stage asks", dan, false, false],
    ["an unknown person", null, false, false],
  ] as const)("by %s (%j; has the role approver: %j) is accepted: %j", ([, user, isApprover, may]) => {
    expect(mayDeny({ user, isApprover, stages, approvals: [] }).ok).toBe(may);
  });

  it("by a person who was asked because of a role requires that role", () => {
    expect(mayDeny({ user: ada, isApprover: false, stages: [either], approvals: [] })).toEqual({
      ok: false,
      reason: `You are not asked for this: it is waiting for ${formatStage(either)}.`,
    });
    expect(mayDeny({ user: dan, isApprover: false, stages: [either], approvals: [] }).ok).toBe(true);
  });
});

describe("an approval", () => {
  it("is valid only for its own stage, and only while that stage asks the approver", () => {
    expect(findStage([manager, team], [yes(ben, team)])?.name).toBe(manager.name);
    expect(findStage([manager], [yes(dan, manager)])?.lacks).toBe(1);
    expect(findStage([manager], [yes(ada, manager)])).toBeNull();
    // A role is only checked when a person decides.
    expect(findStage([either], [yes(cleo, either)])).toBeNull();
  });

  it("is valid only once per person, across all stages and accounts", () => {
    const second = { ...person("ada.m"), emails: ["ada.m@example.com", "Ada@example.com"] };
    const [early, late] = [stage("Early", [ada, ben]), stage("Late", [second, cleo])];
    expect(findStage([early, late], [yes(ada, early), yes(second, late)])?.name).toBe("Late");
    const both = stage("Both", [ada, second, ben], { count: 2 });
    expect(findStage([both], [yes(ada, both), yes(second, both)])?.lacks).toBe(1);
    expect(
      mayApprove({ user: second, isApprover: false, stages: [early, late], approvals: [yes(ada, early)] }),
    ).toMatchObject({ ok: false, reason: expect.stringContaining("approved this already") });
    // A person who was asked as one account may decide with another.
    expect(mayApprove({ user: second, isApprover: false, stages: [early], approvals: [] }).ok).toBe(true);
  });

  it.for([
    ["all stages are complete", [manager], [yes(ada, manager)], ada, "Nothing is left to approve."],
    ["the decider is unknown", [manager], [], null, "You are not a user of the governance service."],
    [
      "the decider has approved before",
      [manager, team],
      [yes(ada, manager)],
      ada,
      "You have approved this already",
    ],
    [
      "the decider is asked in a later stage",
      [manager, team],
      [],
      ben,
      "it is waiting for a manager of kim@example.com (ada@example.com)",
    ],
    [
      "the decider is needed for a later stage",
      [stage("Early", [ada, ben]), stage("Late", [ben])],
      [],
      ben,
      "You are needed later, for Late",
    ],
  ] as const)("is rejected if %s", ([, stages, approvals, user, why]) => {
    expect(mayApprove({ user, isApprover: false, stages, approvals })).toMatchObject({
      ok: false,
      reason: expect.stringContaining(why),
    });
  });
});
