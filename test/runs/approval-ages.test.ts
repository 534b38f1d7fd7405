/** An approval is valid for as long as a request waits for one. A run that resumes later needs another approval. */
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/base/days.ts";
import type { Admission } from "../../src/desk/control/store.ts";
import { GovernanceProblem } from "../../src/governance/client/index.ts";
import type { Decision } from "../../src/runs/decisions.ts";
import type { Run } from "../../src/runs/run.ts";
import { ADA, type DeskAtHand, deskWith, HUGO, NORA, OVER_BUDGET, PAUSED } from "../desk/at-desk.ts";
import { incoming, policy, retiring, retiringRule } from "../simulation/world.ts";

const HOLDS_MS = policy.approvalExpiresAfterHours * HOUR_MS;

const proposeTwo = () => ({ actions: [retiring("tool_1"), retiring("tool_2")] as const });
/** Two calls for Ada's ticket, which another person must approve. */
const rule = retiringRule("rule", "ticket.created", proposeTwo);

interface Office {
  readonly at: DeskAtHand;
  /** Control's response to an admission request. */
  control: Admission;
  /** The service's errors for the next calls, in order. @default all calls succeed */
  readonly refusals: (GovernanceProblem | null)[];
  /** The operations of the changes that were sent. */
  readonly calls: (string | undefined)[];
  /** Waits until the run is in a state. */
  readonly runIs: (state: Run["state"]) => Promise<Run>;
  readonly say: (type: Decision["type"], by: string) => Promise<string>;
}

/** Calls a function with a run of the rule that waits for its approval. */
async function inOffice(work: (office: Office) => Promise<void>): Promise<void> {
  const around: Pick<Office, "control" | "refusals" | "calls"> = {
    control: { admitted: true },
    refusals: [],
    calls: [],
  };
  const given = {
    rules: [rule],
    policy: { approvals: [{ when: "always" as const }] },
    call(id?: string) {
      around.calls.push(id);
      const refusal = around.refusals.shift();
      if (refusal) throw refusal;
      return {};
    },
    admit: async () => around.control,
  };
  await deskWith(given, async (at) => {
    await at.deliver("T-1");
    const runIs = async (state: Run["state"]) => (await at.runsAre(state))[0] as Run;
    const { id } = await runIs("awaiting_approval");
    await work(
      Object.assign(around, {
        at,
        runIs,
        say: (type: Decision["type"], by: string) => at.decide(at.run(id), type, by),
      }),
    );
  });
}

const refused = () =>
  new GovernanceProblem("governance_refused", "deleteMcpTool", "permission denied", { httpStatus: 403 });

/**
 * Checks that the requester can't approve the rest of the plan, that another person can, and that only the remaining
 * calls are made.
 */
async function approveAgain(office: Office, before: readonly string[], left: readonly string[]) {
  const { calls, say, runIs } = office;
  const waiting = await runIs("awaiting_approval");
  expect(waiting).toMatchObject({ approvals: [], paused: null });
  expect(waiting.dueAt).toBeGreaterThan(waiting.updatedAt + HOLDS_MS - HOUR_MS);
  expect(waiting.remindAt).toHaveLength(policy.remindHoursBeforeExpiry.length);
  expect(calls).toEqual(before);
  expect(await say("approved", ADA)).toContain("You asked for this yourself");
  expect(await say("approved", HUGO)).toBe("ok");
  expect(await runIs("done")).toMatchObject({ approvals: [{ by: HUGO }] });
  expect(calls).toEqual([...before, ...left]);
}

describe("an approved plan that failed and that its requester retries 60 days later", () => {
  it("needs another approval before it makes another call", () =>
    inOffice(async (office) => {
      const { refusals, say, runIs, at } = office;
      refusals.push(refused());
      expect(await say("approved", NORA)).toBe("ok");
      await runIs("failed");
      at.now += 60 * DAY_MS;
      expect(await say("retried", ADA)).toBe("ok");
      await approveAgain(office, ["tool_1"], ["tool_1", "tool_2"]);
    }));

  it("makes only the remaining calls once it is approved again", () =>
    inOffice(async (office) => {
      const { refusals, say, runIs, at } = office;
      refusals.push(null, refused());
      await say("approved", NORA);
      await runIs("failed");
      at.now += 60 * DAY_MS;
      await say("retried", ADA);
      const { journal } = await runIs("awaiting_approval");
      expect(journal.map(({ state }) => state)).toEqual(["applied", "planned"]);
      await approveAgain(office, ["tool_1", "tool_2"], ["tool_2"]);
    }));
});

it.for([
  ["a pause", PAUSED],
  ["a hold", OVER_BUDGET],
] as const)("an approved plan that was delayed for 60 days by %s needs another approval", ([, kept]) =>
  inOffice(async (office) => {
    const { say, runIs, at } = office;
    office.control = kept;
    await say("approved", NORA);
    if (kept === OVER_BUDGET) await runIs("held");
    else await expect.poll(async () => (await runIs("acting")).paused).toBe("a test");
    at.now += 60 * DAY_MS;
    if (kept === OVER_BUDGET) expect(await say("resumed", HUGO)).toBe("ok");
    office.control = { admitted: true };
    await approveAgain(office, [], ["tool_1", "tool_2"]);
  }),
);

it("a requester can retry a confirmed plan immediately, but an hour later only another person can", () => {
  const confirming = retiringRule("confirming", "request.made", proposeTwo);
  const refusals: unknown[] = [null, refused(), refused(), null];
  const call = () => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    return {};
  };
  const request = { action: "tool.retire", input: {}, requester: { email: ADA }, confirm: true as const };
  const event = { type: "request.made" as const, subject: "console:1", actor: { email: ADA }, request };
  return deskWith({ rules: [confirming], policy: { approvals: [] }, call }, async (at) => {
    const [waiting] = await at.deliverUntil(incoming(event, { key: "console:1" }), "awaiting_confirmation");
    expect(await at.decide(waiting, "confirmed", ADA)).toBe("ok");
    const [failed] = await at.runsAre("failed");
    expect(await at.decide(failed, "retried", ADA)).toBe("ok");
    const [again] = await at.runsAre("failed");
    at.now += HOUR_MS;
    expect(await at.decide(again, "retried", ADA)).not.toBe("ok");
    expect(refusals).toHaveLength(1);
    expect(await at.decide(again, "retried", NORA)).toBe("ok");
    await at.runsAre("done");
  });
});
