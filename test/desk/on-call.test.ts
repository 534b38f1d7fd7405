// The people on call are determined when a plan asks for its approval, and again when a person decides.
import { expect, it } from "vitest";
import { ok, refused } from "../../src/base/result.ts";
import { listApprovers, StageRule } from "../../src/policy/stages.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import { incoming, retiring, retiringRule } from "../simulation/world.ts";
import { type DeskAtHand, deskWith, HUGO, INES, NORA } from "./at-desk.ts";

const retiringTool = retiringRule("retiring-tool", "worker.terminated", () => ({
  actions: [retiring("tool_1")],
}));

interface Shift {
  people: readonly string[] | null;
}

/** Runs a test with a plan that asks the people on call, or Hugo if nobody on call can approve. */
const asking = (
  first: readonly string[] | null,
  work: (at: DeskAtHand, shift: Shift) => Promise<void>,
  stages: readonly object[] = [{ from: ["on-call:security"], otherwise: [HUGO] }],
) => {
  const shift: Shift = { people: first };
  return deskWith(
    {
      rules: [retiringTool],
      policy: {
        approvals: [{ when: "always", stages: stages.map((stage) => StageRule.parse(stage)) }],
        unknownRequestersFrom: ["hr"],
      },
      call: () => ({}),
      readOnCall: async (rota) => (shift.people ? ok(shift.people) : refused(`${rota} can't be read.`)),
    },
    async (at) => {
      const worker = { email: "leaver@example.com" };
      const event = workerEvent("hr", "W-1", { type: "worker.terminated", worker });
      await at.deliver(incoming(event, { source: "hr" }));
      await work(at, shift);
    },
  );
};

/** Decides without the role approver. */
async function approve(at: DeskAtHand, by: string): Promise<string> {
  const [run] = await at.runsAre("awaiting_approval");
  const decision = { type: "approved", by, reason: "a reason", hash: run?.plan?.hash ?? "" } as const;
  const decided = await at.desk.decider.decide(run?.id ?? "", decision);
  return decided.ok ? "ok" : decided.refusal.message;
}

it("after a change of shift, the new person on call can approve, and the former one can't", () =>
  asking([NORA], async (at, shift) => {
    await at.runsAre("awaiting_approval");
    shift.people = [INES];
    expect(await approve(at, NORA)).toContain(`You are not asked for this`);
    expect(await approve(at, INES)).toBe("ok");
    await at.runsAre("done");
  }));

it("after a change of shift, the reminder before the expiry asks the new person on call", () =>
  asking([NORA], async (at, shift) => {
    const [{ id = "", remindAt: [remindAt = 0] = [] } = {}] = await at.runsAre("awaiting_approval");
    // The former person is disabled, which ends only plans that nobody else can approve.
    at.disabled.add(NORA);
    shift.people = [INES];
    at.now = remindAt;
    const [run] = await at.runsAre("awaiting_approval");
    expect(run?.remindAt).toHaveLength(1);
    expect(listApprovers(at.run(id) ?? { approvals: [] }, "now")).toEqual([INES]);
    // The former person has a card, which shows them the end.
    expect(listApprovers(at.run(id) ?? { approvals: [] }, "so far")).toEqual([INES, NORA]);
  }));

it("an approval remains valid after the approver's shift, even if the rota can no longer be read", () =>
  asking(
    [NORA],
    async (at, shift) => {
      expect(await approve(at, NORA)).toBe("ok");
      shift.people = null;
      expect(await approve(at, HUGO)).toBe("ok");
      await at.runsAre("done");
    },
    [{ from: ["on-call:security"], otherwise: [INES] }, { from: [HUGO] }],
  ));

it.for<[string, readonly string[] | null]>([
  ["the rota can't be read", null],
  ["nobody is on call any more", []],
  ["nobody on call can approve", ["zoe@example.com"]],
])("while %s, the people who were asked can approve", ([, people]) =>
  asking([NORA], async (at, shift) => {
    await at.runsAre("awaiting_approval");
    shift.people = people;
    expect(await approve(at, INES)).toContain("You are not asked for this");
    expect(await approve(at, NORA)).toBe("ok");
  }),
);

it.for<[string, readonly string[] | null, string]>([
  ["nobody is on call", [], "Nobody is on call for security."],
  ["the person on call is not a governance user", ["zoe@example.com"], "zoe@example.com can't approve: "],
])("if %s, the fallback's people are asked, and a warning gives the reason", ([, people, why]) =>
  asking(
    people,
    async (at) => {
      const [run] = await at.runsAre("awaiting_approval");
      expect(run?.stages?.[0]?.name).toBe(HUGO);
      expect(run?.warnings.join(" ")).toContain(why);
      expect(await approve(at, NORA)).toContain("You are not asked for this");
      expect(await approve(at, HUGO)).toBe("ok");
      await at.runsAre("done");
    },
    // The fallback of the first stage merges with the second stage.
    [{ from: ["on-call:security"], otherwise: [HUGO] }, { from: [HUGO] }],
  ),
);

it("a person who is on call later can approve a plan that the fallback's people were asked to approve", () =>
  asking([], async (at, shift) => {
    await at.runsAre("awaiting_approval");
    shift.people = [NORA];
    expect(await approve(at, NORA)).toBe("ok");
    await at.runsAre("done");
  }));
