import { describe, expect, it } from "vitest";
import { retireTool } from "../../../src/actions/tool.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { propose } from "../../../src/desk/engine/propose.ts";
import type { ReadOnlyGovernance } from "../../../src/governance/client/index.ts";
import { getUser } from "../../../src/governance/contract/users.ts";
import { automation, noHistory } from "../../../src/kit/automation.ts";
import type { Proposal } from "../../../src/kit/proposal.ts";
import { Policy } from "../../../src/policy/policy.ts";
import type { TicketEvent } from "../../../src/systems/event.ts";
import { retiring } from "../../simulation/world.ts";

const { settings } = sample;

const event: TicketEvent = {
  type: "ticket.created",
  subject: "jira:1",
  ticket: { system: "jira", id: "1", key: "IAM-1", project: "IAM", title: "", fields: {} },
};
const views = {
  history: noHistory,
  settings,
  policy: Policy.parse({ approvals: [{ when: "always" }] }),
} as unknown as Parameters<typeof propose>[2];
const retired = retiring("tool_1");

const planProposal = (proposal: Proposal, proposes = [retireTool]) =>
  propose(
    automation({ name: "one", on: "ticket.created", proposes, propose: () => proposal }),
    { event, source: "jira", authentication: "signed", receivedAt: 0 },
    views,
  );

describe("a proposal", () => {
  it("lists the policy's approval reasons before its own", async () => {
    expect(await planProposal({ actions: [retired], approvalReasons: ["nobody has looked"] })).toMatchObject({
      type: "planned",
      approvalReasons: ["every plan of this automation needs an approval", "nobody has looked"],
    });
  });

  it("makes the same plan regardless of its approval reasons", async () => {
    const [asking, silent] = [
      await planProposal({ actions: [retired], approvalReasons: ["nobody has looked"] }),
      await planProposal({ actions: [retired] }),
    ];
    if (asking.type !== "planned" || silent.type !== "planned") throw new Error("it plans nothing");
    expect(asking.plan.hash).toBe(silent.plan.hash);
  });

  it("is rejected if it plans an operation that its automation does not declare", async () => {
    await expect(planProposal({ actions: [retired] }, [])).rejects.toMatchObject({
      code: "operation_undeclared",
      message: expect.stringMatching(/^one does not declare the operation deleteMcpTool, so it was not sent/),
    });
  });

  it("is rejected if it reads with an operation that its automation does not declare", async () => {
    const sent: unknown[] = [];
    const governance = { call: async (operation: unknown) => sent.push(operation) };
    const reading = (reads: readonly ["getUser"] | readonly []) =>
      propose(
        automation({
          name: "one",
          on: "ticket.created",
          reads,
          async propose(_, context) {
            await context.governance.call(getUser, { path: { id: "usr_1" } });
            return { ignore: "read" };
          },
        }),
        { event, source: "jira", authentication: "signed", receivedAt: 0 },
        { ...views, governance: governance as unknown as ReadOnlyGovernance },
      );
    await expect(reading([])).rejects.toMatchObject({ code: "operation_undeclared" });
    expect(sent).toEqual([]);
    expect(await reading(["getUser"])).toMatchObject({ type: "ignored" });
    expect(sent).toEqual([getUser]);
  });

  it("can request the withdrawal of earlier runs", async () => {
    expect(await planProposal({ ignore: "withdrawn", cancelsEarlier: true })).toEqual({
      type: "ignored",
      reason: "withdrawn",
      cancelsEarlier: true,
    });
    expect(await planProposal({ ignore: "not ours" })).toEqual({ type: "ignored", reason: "not ours" });
  });
});
