/**
 * A person has one plan per automation, even if several systems report them, in any order, and after a restart.
 */
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { DAY_MS } from "../../src/base/days.ts";
import { type Claim, ControlClaims } from "../../src/desk/claims.ts";
import type { Incoming } from "../../src/desk/engine/intake.ts";
import { automation } from "../../src/kit/automation.ts";
import type { WorkerEvent } from "../../src/systems/event.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import { incoming, retiring } from "../simulation/world.ts";
import { ADA, type DeskAtHand, deskWith } from "./at-desk.ts";
import { CONTROL } from "./bindings.ts";

/** An automation whose plans wait for an approval. It fails for the department "unknown". */
const leaving = automation({
  name: "leaving",
  on: ["worker.terminated", "worker.returned"],
  proposes: [retireTool],
  person: ({ worker }) => worker.email,
  propose({ type, worker }) {
    if (type === "worker.returned") return { ignore: "they work here", cancelsEarlier: true };
    if (worker.department === "unknown") throw new Error("no such department");
    return { actions: [retiring("tool_1")], approvalReasons: ["somebody has to look"] };
  },
});

/** Declares an automation whose plans wait for no approval. */
const unaskedFor = (name: string, ...on: readonly [WorkerEvent["type"], ...WorkerEvent["type"][]]) =>
  automation({
    name,
    on,
    proposes: [retireTool],
    person: ({ worker }) => worker.email,
    propose: ({ worker }) => ({ actions: [retiring(`tool_${worker.id}`)] }),
  });
const unasked = unaskedFor("unasked", "worker.terminated");
const joining = unaskedFor("joining", "worker.hired", "worker.returned");

type Report = {
  id?: string;
  type?: WorkerEvent["type"];
  on?: string;
  email?: string;
  department?: string;
  authentication?: "signed" | "shared-secret";
};
/** Makes a system's report about Ada. */
function report(
  system: string,
  { id = "17", type = "worker.terminated", on, email = ADA, department = "Sales", ...how }: Report = {},
): Incoming {
  return incoming(workerEvent(system, id, { type, effectiveOn: on, worker: { email, department } }), {
    source: system,
    ...how,
  });
}

/**
 * Runs a test with a desk whose calls all succeed. The desk reads runs that it no longer has from the ledger, like runs
 * of other desks.
 */
const withRule = (work: (at: DeskAtHand) => Promise<void>) =>
  deskWith(
    {
      rules: [leaving],
      policy: { approvals: [], unknownRequestersFrom: ["hr", "idp", "payroll"] },
      call: () => ({}),
    },
    work,
  );

/** Delivers reports concurrently. */
const hear = ({ deliver }: DeskAtHand, ...reports: readonly Incoming[]) =>
  Promise.all(reports.map((one) => deliver(one)));

/** Delivers the first report, and decides about its plan. @returns its run */
async function decided(at: DeskAtHand, first: Incoming, decision: "approved" | "rejected") {
  const [run] = await at.deliverUntil(first, "awaiting_approval");
  expect(await at.decide(run, decision)).toBe("ok");
  await at.runsAre(decision === "approved" ? "done" : "rejected");
  return run;
}

describe("the same termination from another system", () => {
  it("makes no second plan while the first one waits, and links to the run of the first plan", () =>
    withRule(async (at) => {
      await at.deliverUntil(report("hr"), "awaiting_approval");
      await at.deliver(report("idp", { email: " Ada.Marsh@Example.com" }));
      const [first, second] = await at.runsAre("awaiting_approval", "ignored");
      expect(second).toMatchObject({
        plan: null,
        ignored: "already in progress after a report from hr",
        sameAs: first?.id,
      });
    }));

  it("makes no second plan if the terminations arrive concurrently", () =>
    withRule(async (at) => {
      await hear(at, report("hr"), report("idp"), report("payroll"));
      await at.runsAre("awaiting_approval", "ignored", "ignored");
    }));

  it("is recognized after a restart", () =>
    withRule(async (at) => {
      const [first] = await at.deliverUntil(report("hr"), "awaiting_approval");
      at.restart();
      await at.deliverUntil(report("idp"), "awaiting_approval", "ignored");
      at.restart();
      expect(await at.decide(first, "approved")).toBe("ok");
      await at.runsAre("done", "ignored");
    }));

  it("is ignored for a month after the first plan was carried out", () =>
    withRule(async (at) => {
      const first = await decided(at, report("hr"), "approved");
      at.now += 29 * DAY_MS;
      const [, second] = await at.deliverUntil(report("idp"), "done", "ignored");
      expect(second).toMatchObject({ ignored: "already done after a report from hr", sameAs: first?.id });
      at.now += 2 * DAY_MS;
      await at.deliverUntil(report("idp"), "done", "ignored", "awaiting_approval");
    }));

  it("is planned if the first plan failed or expired", () =>
    withRule(async (at) => {
      await at.deliverUntil(report("hr"), "awaiting_approval");
      at.now += 2 * DAY_MS;
      await at.runsAre("expired");
      await at.deliverUntil(report("hr", { department: "unknown" }), "expired", "failed");
      await at.deliverUntil(report("payroll"), "expired", "failed", "awaiting_approval");
    }));

  it("makes no second plan if the first plan was denied, unless the termination names another day", () =>
    withRule(async (at) => {
      const first = await decided(at, report("hr"), "rejected");
      const [, second] = await at.deliverUntil(report("idp"), "rejected", "ignored");
      expect(second).toMatchObject({ ignored: "already denied after a report from hr", sameAs: first?.id });
      await at.deliver(report("payroll", { on: "2026-10-20" }));
      await at.runsAre("rejected", "ignored", "awaiting_approval");
    }));

  it("is planned if nobody can approve the first plan, even if both terminations arrive concurrently", () =>
    withRule(async (at) => {
      await hear(at, report("stranger"), report("hr"));
      const [first] = await at.runsAre("failed", "awaiting_approval");
      expect(first?.problem?.code).toBe("nobody_can_approve");
    }));

  it("is planned if the person has returned in between", () =>
    withRule(async (at) => {
      await decided(at, report("hr"), "approved");
      await at.deliverUntil(report("idp", { type: "worker.returned" }), "done", "ignored");
      await at.deliverUntil(report("payroll"), "done", "ignored", "awaiting_approval");
    }));

  it("is treated as the termination of another person if the email differs", () =>
    withRule(async (at) => {
      await at.deliver(report("hr"));
      await at.deliver(report("idp", { email: "farid.stone@example.com" }));
      await at.runsAre("awaiting_approval", "awaiting_approval");
    }));
});

describe("a day that is reported by several systems", () => {
  it("leads to one plan, to which the run of the other report links", () =>
    withRule(async (at) => {
      await hear(at, report("hr", { on: "2026-11-20" }), report("idp", { on: "2026-11-20" }));
      await at.runsAre("scheduled", "scheduled");
      at.now += 30 * DAY_MS;
      const [first, second] = await at.runsAre("awaiting_approval", "ignored");
      expect((first?.plan ? second : first)?.sameAs).toBe((first?.plan ? first : second)?.id);
    }));

  it("moves for all systems when one of them corrects the day", () =>
    withRule(async (at) => {
      await at.deliverUntil(report("idp", { on: "2026-11-20" }), "scheduled");
      await at.deliverUntil(report("hr", { on: "2026-11-20" }), "scheduled", "scheduled");
      await at.deliverUntil(report("hr", { on: "2026-12-20" }), "scheduled", "cancelled", "scheduled");
      at.now += 20 * DAY_MS;
      // The other system never corrected its day, and the person keeps access until the later one.
      await expect
        .poll(async () => (await at.runsAre("scheduled", "cancelled", "scheduled"))[0]?.scheduledFor)
        .toBe("the end of 20 Dec 2026");
      at.now += 40 * DAY_MS;
      await at.runsAre("awaiting_approval", "cancelled", "ignored");
    }));

  it("is not postponed by an unsigned report if the first report was signed", () =>
    withRule(async (at) => {
      await at.deliver(report("hr", { on: "2026-11-20" }));
      // Only a later report can correct a day.
      await at.runsAre("scheduled");
      await at.deliver(report("idp", { on: "2027-12-20", authentication: "shared-secret" }));
      await at.runsAre("scheduled", "scheduled");
      at.now += 20 * DAY_MS;
      await at.runsAre("awaiting_approval", "scheduled");
    }));

  it("is moved to today by a termination that has taken effect", () =>
    withRule(async (at) => {
      await at.deliverUntil(report("hr", { on: "2026-11-20" }), "scheduled");
      const [, now] = await at.deliverUntil(report("idp"), "scheduled", "awaiting_approval");
      expect(await at.decide(now, "approved")).toBe("ok");
      await at.runsAre("scheduled", "done");
      at.now += 20 * DAY_MS;
      const [late] = await at.runsAre("ignored", "done");
      expect(late).toMatchObject({ ignored: "already done after a report from idp", sameAs: now?.id });
    }));

  it("is kept if a system that reported another day withdraws its report", () =>
    withRule(async (at) => {
      await at.deliver(report("hr", { on: "2026-11-20" }));
      await at.deliverUntil(report("idp", { on: "2026-12-20" }), "scheduled", "scheduled");
      await at.deliverUntil(report("idp", { type: "worker.returned" }), "scheduled", "cancelled", "ignored");
      at.now += 20 * DAY_MS;
      await at.runsAre("awaiting_approval", "cancelled", "ignored");
    }));
});

it("Control writes a claim only if the caller has seen the current claims", () =>
  runInDurableObject(CONTROL.getByName("claims"), (_, { storage }) => {
    const claims = new ControlClaims(storage.sql);
    const claimOf = (system: string, wait: Claim["wait"]): Claim => ({
      automation: "leaving",
      person: ADA,
      runId: `run of ${system}`,
      subject: `${system}:17`,
      type: "worker.terminated",
      facts: "a digest",
      effectAt: DAY_MS,
      wait,
      signed: true,
      confirmed: false,
    });
    const day = { what: "the end of 20 Nov 2026", until: DAY_MS };
    expect(claims.claim(claimOf("idp", day), [], 0)).toBeNull();
    // Both times arrive together, at different desks: both read the claims, and one renews its own first.
    const read = claims.claim(claimOf("hr", null), [], DAY_MS) ?? [];
    expect(read).toEqual([{ ...claimOf("idp", day), at: 0 }]);
    expect(claims.claim(claimOf("idp", null), [], DAY_MS)).toBeNull();
    expect(claims.claim(claimOf("hr", null), read, DAY_MS)).toEqual([
      { ...claimOf("idp", null), at: DAY_MS },
    ]);
  }));

describe("the same facts from the same system", () => {
  it("make no second plan once the first was carried out, even if they arrive repeatedly and late", () =>
    withRule(async (at) => {
      const first = await decided(at, report("hr"), "approved");
      at.now += 60 * DAY_MS;
      // Details that do not affect the decision do not count as different facts.
      await hear(at, report("hr", { department: "Support" }), report("hr", { department: "Legal" }));
      const [, second] = await at.runsAre("done", "ignored", "ignored");
      expect(second).toMatchObject({ ignored: "already done after a report from hr", sameAs: first?.id });
    }));

  it("make one plan if they arrive concurrently and need no approval", () =>
    deskWith({ rules: [unasked], policy: { approvals: [] }, call: () => ({}) }, async (at) => {
      await hear(at, ...["1", "2", "3"].map((department) => report("hr", { department })));
      await at.runsAre("done", "ignored", "ignored");
    }));

  it("make no second plan after a denial, unless they are now verified", () =>
    withRule(async (at) => {
      const first = await decided(at, report("hr", { authentication: "shared-secret" }), "rejected");
      await at.deliver(report("hr", { authentication: "shared-secret", department: "Legal" }));
      const [, second] = await at.runsAre("rejected", "ignored");
      expect(second).toMatchObject({ ignored: "already denied after a report from hr", sameAs: first?.id });
      await at.deliverUntil(report("hr"), "rejected", "ignored", "awaiting_approval");
    }));

  it("make another plan if a person replays them", () =>
    withRule(async (at) => {
      await decided(at, report("hr"), "rejected");
      await at.replay(report("hr"), { automation: "leaving", mode: "live" });
      await at.runsAre("rejected", "awaiting_approval");
    }));

  it.each(["worker.returned", "worker.hired"] as const)("make another plan after a %s event", (type) =>
    withRule(async (at) => {
      await decided(at, report("hr"), "approved");
      await at.deliver(report("hr", { type }));
      const states = type === "worker.returned" ? (["done", "ignored"] as const) : (["done"] as const);
      await at.runsAre(...states);
      await at.deliverUntil(report("hr", { department: "Legal" }), ...states, "awaiting_approval");
    }),
  );

  it("make another plan if only the day or the record differs", () =>
    withRule(async (at) => {
      await decided(at, report("hr", { on: "2026-10-20" }), "approved");
      await at.deliverUntil(report("hr", { on: "2026-10-21" }), "done", "awaiting_approval");
      await at.deliver(report("hr", { on: "2026-10-20", id: "18" }));
      await at.runsAre("done", "awaiting_approval", "awaiting_approval");
    }));
});

describe("opposite events in two records of one person", () => {
  const records = (work: (at: DeskAtHand) => Promise<void>) =>
    deskWith(
      {
        rules: [unasked, joining],
        policy: { approvals: [], unknownRequestersFrom: ["hr", "idp"] },
        call: () => ({}),
      },
      work,
    );
  const starts = (id: string, how: Report = {}) => report("hr", { type: "worker.hired", id, ...how });

  it("need an approval, with a reason, before the end of one record removes something", () =>
    records(async (at) => {
      await at.deliverUntil(starts("202", { on: "2026-11-01" }), "done");
      await at.deliver(report("hr", { id: "201", on: "2026-11-01" }));
      const [, leaves] = await at.runsAre("done", "awaiting_approval");
      expect(leaves?.approvalReasons).toEqual(["hr reports in the record 202 that the same person starts"]);
      expect(await at.decide(leaves, "approved")).toBe("ok");
      await at.runsAre("done", "done");
    }));

  it("need an approval, with a reason, before the start of one record grants something", () =>
    records(async (at) => {
      await at.deliverUntil(report("hr", { id: "201", on: "2026-11-01" }), "done");
      await at.deliver(starts("202", { on: "2026-11-01" }));
      const [, begins] = await at.runsAre("done", "awaiting_approval");
      expect(begins?.approvalReasons).toEqual(["hr reports in the record 201 that the same person leaves"]);
    }));

  it("need no approval if the records do not overlap", () =>
    records(async (at) => {
      await at.deliverUntil(report("hr", { id: "201", on: "2026-06-01" }), "done");
      await at.deliverUntil(starts("202", { on: "2026-11-01" }), "done", "done");
      await at.deliverUntil(report("hr", { id: "202", on: "2026-11-01" }), "done", "done", "done");
    }));
});
