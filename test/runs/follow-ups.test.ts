// Tests that a follow-up stays open, with reminders, until Reeve reads its outcome or a person reports it.
import { expect, it } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { DAY_MS } from "../../src/base/days.ts";
import { automation } from "../../src/kit/automation.ts";
import type { RunMessage } from "../../src/runs/message.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import { ADA, type DeskAtHand, deskWith } from "../desk/at-desk.ts";
import { incoming } from "../simulation/world.ts";

const named = (id: string) => ({ id, name: id });
const again = retireTool({
  app: named("app_1"),
  connector: named("con_1"),
  tool: named("tool_1"),
  timesBack: 2,
});
const retires = automation({
  name: "retires",
  on: "worker.terminated",
  reads: ["getMcpTool"],
  proposes: [retireTool],
  propose: () => ({ actions: [again] }),
});

/**
 * Calls a function with a desk that has retired a tool again, and with the tool's state at the service, which the test
 * can change.
 */
async function withRetired(
  work: (at: DeskAtHand, tool: { deletedAt: string; isAway: boolean }, told: number[]) => Promise<void>,
): Promise<void> {
  const tool = { deletedAt: "2026-01-01T00:00:00Z", isAway: false };
  const told: number[] = [];
  const call = async ({ id }: { id: string }) => {
    if (id !== "getMcpTool") return id === "searchUsers" ? { list: [] } : {};
    if (tool.isAway) throw new Error("away");
    return { tool: { id: "tool_1", deletedAt: tool.deletedAt } };
  };
  const channel = {
    hasMessage: () => true,
    async sendMessages(messages: readonly RunMessage[]) {
      for (const { about, run } of messages)
        if (about === "reminder") told.push(Math.round((run.updatedAt - run.createdAt) / DAY_MS));
    },
  };
  const given = { rules: [retires], policy: { approvals: [] }, budgets: [], ...channel };
  await deskWith({ ...given, governance: { prepare: async () => false, call } as never }, async (at) => {
    await deliver(at);
    await at.runsAre("awaiting_follow_up");
    await work(at, tool, told);
  });
}

const deliver = (at: DeskAtHand) =>
  at.deliver(incoming(workerEvent("hr", "17", { type: "worker.terminated", worker: { email: ADA } })));

async function pass(at: DeskAtHand, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    at.now += DAY_MS;
    await at.work();
  }
}

it("a follow-up causes reminders, and is done if Reeve can still read its effect on the due date", () =>
  withRetired(async (at, _, told) => {
    await pass(at, 6);
    expect(at.run("run_2")).toMatchObject({ state: "awaiting_follow_up" });
    at.restart();
    await pass(at, 2);
    const [run] = await at.runsAre("done");
    expect(told).toEqual([3, 6]);
    expect(run?.followUps).toMatchObject([{ step: 0, end: { by: "reeve", verdict: "done" } }]);
    expect(at.audit.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["follow_up.open", "follow_up.done"]),
    );
  }));

it("a follow-up stays open if a read fails, and ends as not done if Reeve finds that the effect did not last", () =>
  withRetired(async (at, tool) => {
    tool.isAway = true;
    await pass(at, 4);
    expect(at.run("run_2")).toMatchObject({ state: "awaiting_follow_up" });
    // The tool came back, and another run has retired it again.
    Object.assign(tool, { isAway: false, deletedAt: new Date(at.now).toISOString() });
    await pass(at, 3);
    const [run] = await at.runsAre("not_done");
    expect(run).toMatchObject({
      journal: [{ state: "applied" }],
      ended: { by: "reeve", reason: "Reeve checked at the service: the effect did not last" },
    });
  }));

it("two runs with the same plan open one follow-up, which rejects a report by a non-operator or about an unknown step", () =>
  withRetired(async (at) => {
    await deliver(at);
    const [first, second] = await at.runsAre("awaiting_follow_up", "ignored");
    expect(second).toMatchObject({
      sameAs: first?.id,
      ignored: "another run with the same plan is waiting for its follow-ups",
    });
    const report = { type: "completed", verdict: "done", by: ADA, reason: "fixed" } as const;
    const decide = (more: object) => at.desk.decider.decide(first?.id ?? "", { ...report, ...more });
    expect(await decide({})).toMatchObject({ ok: false, refusal: { code: "decision_forbidden" } });
    expect(await decide({ isOperator: true, steps: [1] })).toMatchObject({
      refusal: { code: "decision_conflict" },
    });
  }));
