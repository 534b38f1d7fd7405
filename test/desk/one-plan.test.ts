/** One person has one plan of an automation, whichever systems report them, in whatever order, and over a restart. */
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/automations/kit/automation.ts";
import { DAY_MS } from "../../src/base/days.ts";
import { type Claim, ControlClaims } from "../../src/desk/control/claims.ts";
import type { Incoming } from "../../src/desk/engine/intake.ts";
import { writeEnd } from "../../src/desk/run/reply.ts";
import type { WorkerEvent } from "../../src/systems/event.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import { incoming, retiring } from "../simulation/world.ts";
import { ADA, type DeskAtHand, deskWith } from "./at-desk.ts";
import { CONTROL } from "./bindings.ts";

/** Its plans wait for an approval; it fails for the department "unknown". */
const leaving = automation({
  name: "leaving",
  on: ["worker.terminated", "worker.returned"],
  proposes: [retireTool],
  person: ({ worker }) => worker.email,
  propose({ type, worker }) {
    if (type === "worker.returned") return { ignore: "they work here", withdraws: true };
    if (worker.department === "unknown") throw new Error("no such department");
    return { actions: [retiring("tool_1")], asks: ["somebody has to look"] };
  },
});

type Report = {
  type?: WorkerEvent["type"];
  on?: string;
  email?: string;
  department?: string;
  authentication?: "signed" | "shared-secret";
};
/** What a system reports of Ada. */
function report(
  system: string,
  { type = "worker.terminated", on, email = ADA, department = "Sales", ...how }: Report = {},
): Incoming {
  return incoming(workerEvent(system, "17", { type, effectiveOn: on, worker: { email, department } }), {
    source: system,
    ...how,
  });
}

/** A desk whose calls all succeed, and which is not the only one: what it has forgotten it finds on record. */
const withRule = (work: (at: DeskAtHand) => Promise<void>) =>
  deskWith(
    {
      rules: [leaving],
      policy: { approvals: [], unknownRequestersFrom: ["hr", "idp", "payroll"] },
      call: () => ({}),
    },
    work,
  );

/** The same, delivered all at once. */
const hear = ({ deliver }: DeskAtHand, ...reports: readonly Incoming[]) =>
  Promise.all(reports.map((one) => deliver(one)));

describe("the same termination from another system", () => {
  it("makes no second plan while the first waits, and says which run it is", () =>
    withRule(async (at) => {
      await hear(at, report("hr"));
      await at.runsAre("awaiting_approval");
      await hear(at, report("idp", { email: " Ada.Marsh@Example.com" }));
      const [first, second] = await at.runsAre("awaiting_approval", "ignored");
      expect(second).toMatchObject({
        plan: null,
        ignored: "already under way, as hr reported it",
        sameAs: first?.id,
      });
      // Who reported it is led to that run.
      expect(second && writeEnd(second, "https://reeve.example.com")).toMatchObject({
        link: `https://reeve.example.com/runs/${first?.id}`,
      });
    }));

  it("makes one plan where both come at once", () =>
    withRule(async (at) => {
      await hear(at, report("hr"), report("idp"), report("payroll"));
      await at.runsAre("awaiting_approval", "ignored", "ignored");
    }));

  it("and is found after a restart", () =>
    withRule(async (at) => {
      await hear(at, report("hr"));
      const [first] = await at.runsAre("awaiting_approval");
      at.restart();
      await hear(at, report("idp"));
      await at.runsAre("awaiting_approval", "ignored");
      at.restart();
      expect(await at.decide(first, "approved")).toBe("ok");
      await at.runsAre("done", "ignored");
    }));

  it("says that it is done for a month, and not longer", () =>
    withRule(async (at) => {
      await hear(at, report("hr"));
      const [first] = await at.runsAre("awaiting_approval");
      expect(await at.decide(first, "approved")).toBe("ok");
      await at.runsAre("done");
      at.now += 29 * DAY_MS;
      await hear(at, report("idp"));
      const [, second] = await at.runsAre("done", "ignored");
      expect(second).toMatchObject({ ignored: "already done, as hr reported it", sameAs: first?.id });
      at.now += 2 * DAY_MS;
      await hear(at, report("idp"));
      await at.runsAre("done", "ignored", "awaiting_approval");
    }));

  it("is planned where the first was rejected, failed or expired", () =>
    withRule(async (at) => {
      await hear(at, report("hr"));
      const [first] = await at.runsAre("awaiting_approval");
      expect(await at.decide(first, "rejected")).toBe("ok");
      await hear(at, report("idp"));
      await at.runsAre("rejected", "awaiting_approval");
      at.now += 2 * DAY_MS;
      await at.runsAre("rejected", "expired");
      await hear(at, report("hr", { department: "unknown" }));
      await at.runsAre("rejected", "expired", "failed");
      await hear(at, report("payroll"));
      await at.runsAre("rejected", "expired", "failed", "awaiting_approval");
    }));

  it("is planned where the first can't be approved by anybody, also at once", () =>
    withRule(async (at) => {
      await hear(at, report("stranger"), report("hr"));
      const [first] = await at.runsAre("failed", "awaiting_approval");
      expect(first?.problem?.code).toBe("nobody_can_approve");
    }));

  it("is planned once they have come back in between", () =>
    withRule(async (at) => {
      await hear(at, report("hr"));
      const [first] = await at.runsAre("awaiting_approval");
      expect(await at.decide(first, "approved")).toBe("ok");
      await at.runsAre("done");
      await hear(at, report("idp", { type: "worker.returned" }));
      await at.runsAre("done", "ignored");
      await hear(at, report("payroll"));
      await at.runsAre("done", "ignored", "awaiting_approval");
    }));

  it("is another's where the email is another", () =>
    withRule(async (at) => {
      await hear(at, report("hr"));
      await hear(at, report("idp", { email: "farid.stone@example.com" }));
      await at.runsAre("awaiting_approval", "awaiting_approval");
    }));
});

describe("a day that is reported by several systems", () => {
  it("has one plan, by whichever run is first", () =>
    withRule(async (at) => {
      await hear(at, report("hr", { on: "2026-11-20" }), report("idp", { on: "2026-11-20" }));
      await at.runsAre("scheduled", "scheduled");
      at.now += 30 * DAY_MS;
      const [first, second] = await at.runsAre("awaiting_approval", "ignored");
      expect((first?.plan ? second : first)?.sameAs).toBe((first?.plan ? first : second)?.id);
    }));

  it("moves for all of them when one of them corrects it", () =>
    withRule(async (at) => {
      await hear(at, report("idp", { on: "2026-11-20" }));
      await at.runsAre("scheduled");
      await hear(at, report("hr", { on: "2026-11-20" }));
      await at.runsAre("scheduled", "scheduled");
      await hear(at, report("hr", { on: "2026-12-20" }));
      await at.runsAre("scheduled", "cancelled", "scheduled");
      at.now += 20 * DAY_MS;
      // The day that the other system has never corrected: nobody has lost anything.
      await expect
        .poll(async () => (await at.runsAre("scheduled", "cancelled", "scheduled"))[0]?.scheduledFor)
        .toBe("the end of 20 Dec 2026");
      at.now += 40 * DAY_MS;
      await at.runsAre("awaiting_approval", "cancelled", "ignored");
    }));

  it("is not put off by a report that is not signed where it was", () =>
    withRule(async (at) => {
      await hear(at, report("hr", { on: "2026-11-20" }));
      // Only what is reported later can correct a day.
      await at.runsAre("scheduled");
      await hear(at, report("idp", { on: "2027-12-20", authentication: "shared-secret" }));
      await at.runsAre("scheduled", "scheduled");
      at.now += 20 * DAY_MS;
      await at.runsAre("awaiting_approval", "scheduled");
    }));

  it("is moved to today by a termination that has taken effect", () =>
    withRule(async (at) => {
      await hear(at, report("hr", { on: "2026-11-20" }));
      await at.runsAre("scheduled");
      await hear(at, report("idp"));
      const [, now] = await at.runsAre("scheduled", "awaiting_approval");
      expect(await at.decide(now, "approved")).toBe("ok");
      await at.runsAre("scheduled", "done");
      at.now += 20 * DAY_MS;
      const [late] = await at.runsAre("ignored", "done");
      expect(late).toMatchObject({ ignored: "already done, as idp reported it", sameAs: now?.id });
    }));

  it("stands where the system that named another withdraws it", () =>
    withRule(async (at) => {
      await hear(at, report("hr", { on: "2026-11-20" }));
      await hear(at, report("idp", { on: "2026-12-20" }));
      await at.runsAre("scheduled", "scheduled");
      await hear(at, report("idp", { type: "worker.returned" }));
      await at.runsAre("scheduled", "cancelled", "ignored");
      at.now += 20 * DAY_MS;
      await at.runsAre("awaiting_approval", "cancelled", "ignored");
    }));
});

it("a claim that was renewed since it was read stands", () =>
  runInDurableObject(CONTROL.getByName("claims"), (_, { storage }) => {
    const claims = new ControlClaims(storage.sql);
    const claimOf = (system: string, wait: Claim["wait"]): Claim => ({
      automation: "leaving",
      person: ADA,
      runId: `run of ${system}`,
      subject: `${system}:17`,
      wait,
      signed: true,
    });
    const day = { what: "the end of 20 Nov 2026", until: DAY_MS };
    expect(claims.claim(claimOf("idp", day), null, 0)).toBeNull();
    // Both moments come at the same time, at different desks: both read the claim, and one renews it first.
    const read = claims.claim(claimOf("hr", null), null, DAY_MS);
    expect(read).toEqual(claimOf("idp", day));
    expect(claims.claim(claimOf("idp", null), null, DAY_MS)).toBeNull();
    expect(claims.claim(claimOf("hr", null), read, DAY_MS)).toEqual(claimOf("idp", null));
  }));
