/** Tests that an approval is checked when its plan acts, with the rules and people of that time. */
import { expect, it } from "vitest";
import { DAY_MS } from "../../src/base/days.ts";
import { GovernanceProblem } from "../../src/governance/client/index.ts";
import type { ApprovalRule } from "../../src/policy/approval.ts";
import type { StageRule } from "../../src/policy/stages.ts";
import { type DeskAtHand, deskWith, HUGO, INES, NORA } from "../desk/at-desk.ts";
import { retiring, retiringRule } from "../simulation/world.ts";

const rule = retiringRule("rule", "ticket.created", () => ({
  actions: [retiring("tool_1"), retiring("tool_2")],
}));
const stage = (from: string, count = 1): StageRule => ({ from: [from], count, useDelegates: false });
const asking = (...stages: StageRule[]): ApprovalRule => ({ when: "always", stages });

/** Calls a function with the desk of Ada's ticket, whose plan waits for these stages. */
const atDesk = (
  stages: readonly StageRule[],
  work: (at: DeskAtHand, rules: ApprovalRule[], calls: unknown[]) => Promise<void>,
  answer: () => unknown = () => ({}),
  approvers: readonly string[] | null = null,
) => {
  const rules = [asking(...stages)];
  const calls: unknown[] = [];
  const call = (id?: string) => {
    calls.push(id);
    return answer();
  };
  return deskWith({ rules: [rule], policy: { approvals: rules }, call, approvers }, async (at) => {
    await at.deliverUntil("T-1", "awaiting_approval");
    await work(at, rules, calls);
  });
};
const approve = async (at: DeskAtHand, by: string) => {
  expect(await at.decide(at.run("run_2"), "approved", by)).toBe("ok");
};
const givers = (at: DeskAtHand) => at.run("run_2")?.approvals.map(({ by }) => by);

it("a plan waits for more approvers if its rule now requires more", () =>
  atDesk([stage("approver")], async (at, rules, calls) => {
    rules[0] = asking(stage("approver", 2));
    await approve(at, NORA);
    await at.runsAre("awaiting_approval");
    expect(calls).toEqual([]);
    await approve(at, HUGO);
    await at.runsAre("done");
    expect(givers(at)).toEqual([NORA, HUGO]);
  }));

it("the second of two people who deny a plan concurrently gets an error that names the first", () =>
  atDesk([stage("approver")], async (at) => {
    const run = at.run("run_2");
    const decided = await Promise.all([NORA, HUGO].map((by) => at.decide(run, "rejected", by)));
    expect(decided).toEqual([
      "ok",
      expect.stringContaining("the run is rejected (by nora.field@example.com"),
    ]);
  }));

it.for(["by role", "by name"] as const)("an approver asked %s must stay enabled until the plan acts", (how) =>
  atDesk(
    how === "by role" ? [stage("approver", 2)] : [{ ...stage(NORA, 2), from: [NORA, HUGO, INES] }],
    async (at, _, calls) => {
      await approve(at, NORA);
      await at.runsAre("awaiting_approval");
      at.disabled.add(NORA);
      at.now += 2_000;
      await approve(at, HUGO);
      const [run] = await at.runsAre("awaiting_approval");
      expect(run).toMatchObject({ approvals: [{ by: HUGO }] });
      expect(run?.warnings).toContain(`${NORA} approved this, but may no longer approve it.`);
      expect(calls).toEqual([]);
      await approve(at, INES);
      await at.runsAre("done");
      expect(givers(at)).toEqual([HUGO, INES]);
    },
  ),
);

it("an approval ends when its approver loses the role", () => {
  const approvers = [NORA, HUGO, INES];
  return atDesk(
    [stage("approver"), { ...stage("approver"), from: ["approver", INES] }],
    async (at, _, calls) => {
      await approve(at, NORA);
      await at.runsAre("awaiting_approval");
      approvers.shift();
      at.now += 2_000;
      await approve(at, HUGO);
      const [run] = await at.runsAre("awaiting_approval");
      expect(run?.warnings).toContain(`${NORA} approved this, but may no longer approve it.`);
      expect(calls).toEqual([]);
    },
    undefined,
    approvers,
  );
});

it("a plan that has begun fails immediately if it needs another approval that nobody can give", () => {
  let refusals = 1;
  const answer = () => {
    if (refusals-- > 0)
      throw new GovernanceProblem("governance_refused", "deleteMcpTool", "no", { httpStatus: 403 });
    return {};
  };
  return atDesk(
    [stage(NORA)],
    async (at, _, calls) => {
      await approve(at, NORA);
      await at.runsAre("failed");
      at.now += 60 * DAY_MS;
      at.disabled.add(NORA);
      expect(await at.decide(at.run("run_2"), "retried", INES)).toBe("ok");
      const [run] = await at.runsAre("failed");
      expect(run).toMatchObject({ problem: { code: "nobody_can_approve" } });
      expect(calls).toHaveLength(1);
    },
    answer,
  );
});
