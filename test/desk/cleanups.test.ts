import { describe, expect, it } from "vitest";
import { removeSessionPolicy } from "../../src/actions/session-policy.ts";
import { GovernanceProblem } from "../../src/governance/client/index.ts";
import { automation, type Trigger } from "../../src/kit/automation.ts";
import { schedule } from "../../src/kit/schedule.ts";
import type { Event } from "../../src/systems/event.ts";
import { incoming } from "../simulation/world.ts";
import { type DeskGiven, deskWith } from "./at-desk.ts";

const NAMES = ["sp_a", "sp_b", "sp_c"] as const;
const [first, ...others] = NAMES.map((id) => removeSessionPolicy({ policy: { id, name: id } }));
if (!first) throw new Error("there is no policy");

const ending = (on: Trigger) =>
  automation({
    name: "own-cleanup",
    on,
    proposes: [removeSessionPolicy],
    propose: () => ({ actions: [first, ...others] }),
  });

const dueAt = "2026-11-02T08:00:00.000Z";
const due: Event = {
  type: "schedule.due",
  subject: "schedule:own-cleanup",
  occurredAt: dueAt,
  schedule: { automation: "own-cleanup", dueAt, missed: 0 },
};

/** A desk whose service rejects the deletion of the policy sp_a. */
function refusingFirst(on: Trigger) {
  const sent: string[] = [];
  const call: DeskGiven["call"] = (id = "") => {
    sent.push(id);
    if (id !== "sp_a") return {};
    throw new GovernanceProblem("governance_refused", "deleteSessionPolicy", "it is a built-in policy", {
      httpStatus: 403,
    });
  };
  const given: DeskGiven = {
    rules: [ending(on)],
    policy: { approvals: [], unknownRequestersFrom: ["sim"] },
    call,
  };
  return { sent, given };
}

describe("the plan of a custom scheduled automation", () => {
  it("continues with its other calls after a rejected call, and then fails with that call's problem", async () => {
    const { sent, given } = refusingFirst(schedule("0 8 * * *"));
    await deskWith(given, async ({ deliver, runsAre }) => {
      await deliver(incoming(due, { source: "schedule", authentication: "clock" }));
      const [run] = await runsAre("failed");
      expect(sent).toEqual(NAMES);
      expect(run?.journal.map(({ state }) => state)).toEqual(["refused", "applied", "applied"]);
      expect(run?.problem?.code).toBe("governance_refused");
    });
  });
});

describe("a rejected call that stopped its plan", () => {
  it("can be skipped by an operator, so that the calls after it are made", async () => {
    const { sent, given } = refusingFirst("ticket.created");
    await deskWith(given, async ({ decide, deliverUntil, runsAre }) => {
      const [stopped] = await deliverUntil("T-1", "failed");
      expect(sent).toEqual(["sp_a"]);
      expect(await decide(stopped, "skipped")).toBe("ok");
      const [run] = await runsAre("failed");
      expect(sent).toEqual(NAMES);
      expect(run?.journal.map(({ state }) => state)).toEqual(["refused", "applied", "applied"]);
      expect(await decide(run, "skipped")).toContain("only a rejected call with calls after it");
    });
  });
});
