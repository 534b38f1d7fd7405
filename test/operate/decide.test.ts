// Tests the decisions of desks about the runs of a batch.
import { expect, it } from "vitest";
import type { BatchedDecision, SeenRun } from "../../src/desk/engine/decider.ts";
import type { Env } from "../../src/env.ts";
import { GovernanceProblem } from "../../src/governance/client/index.ts";
import { record } from "../../src/ledger/record.ts";
import { decideGroup } from "../../src/operate/decide.ts";
import type { ApprovalRule } from "../../src/policy/approval.ts";
import type { Run } from "../../src/runs/run.ts";
import { type DeskGiven, deskWith, INES, OVER_BUDGET } from "../desk/at-desk.ts";
import { LEDGER, migrateLedger, runId, runRow } from "../ledger/ledger.ts";
import { retiring, retiringRule } from "../simulation/world.ts";

const rule = retiringRule("rule", "ticket.created", ({ ticket }) => ({
  actions: [retiring(`tool_${ticket.key}`)],
}));
const always: ApprovalRule[] = [
  { when: "always", stages: [{ from: ["approver"], count: 1, useDelegates: false }] },
];
const broken = () => {
  throw new GovernanceProblem("governance_refused", "deleteMcpTool", "no", { httpStatus: 403 });
};

it.for<[BatchedDecision["type"], Run["state"], DeskGiven]>([
  ["approved", "awaiting_approval", { policy: { approvals: always } }],
  ["rejected", "awaiting_approval", { policy: { approvals: always } }],
  ["cancelled", "awaiting_approval", { policy: { approvals: always } }],
  ["resumed", "held", { policy: { approvals: [] }, admit: async () => OVER_BUDGET }],
  ["retried", "failed", { policy: { approvals: [] }, call: broken }],
  ["dismissed", "failed", { policy: { approvals: [] }, call: broken }],
])("a batch skips runs whose plan or state has changed: %s", ([type, state, given]) =>
  deskWith({ rules: [rule], ...given }, async (at) => {
    const [run] = await at.deliverUntil("T-1", state);
    const event = at.events.get(run?.eventId ?? "");
    const recorded = run && event && { run, event };
    const seen = { run: run?.id ?? "", state, hash: run?.plan?.hash ?? null, recorded };
    const decision = { type, by: INES, reason: "as agreed", isApprover: true, batch: "bat_1" };
    const decide = (change: Partial<SeenRun>) =>
      at.desk.decider.decideAll(decision, [{ ...seen, ...change }]);
    for (const change of [{ hash: "another" }, { hash: null }, { state: "acting" }] as const)
      expect(await decide(change)).toEqual([
        { run: seen.run, refused: expect.stringContaining("changed since the batch was made") },
      ]);
    expect(at.run(seen.run)?.state).toBe(state);
    expect(await decide({})).toEqual([{ run: seen.run, state: expect.any(String) }]);
  }),
);

it("a batch skips a run whose event is no longer in the ledger, and reports the reason", async () => {
  await migrateLedger();
  await record(LEDGER, [], [runRow(1, { state: "failed" })]);
  const [id, by] = [runId(1), "ines.holm@example.com"];
  const decision = { type: "retried", by, reason: "it is back", isApprover: true, batch: "bat_1" } as const;
  const runs = [{ run: id, subject: "jira:1", state: "failed", hash: "00" }] as const;
  const bindings = { LEDGER } as unknown as Env;
  expect(await decideGroup(bindings, { decision, runs })).toEqual([
    { run: id, refused: expect.stringContaining("there is no such event") },
  ]);
});
