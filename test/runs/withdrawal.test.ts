import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/base/days.ts";
import type { Run } from "../../src/runs/run.ts";
import { withFacts } from "../../src/systems/api/complete.ts";
import type { Event, WorkerEvent } from "../../src/systems/event.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import type { WorkerRecord } from "../../src/systems/system.ts";
import { type DeskAtHand, type DeskGiven, deskWith, OVER_BUDGET } from "../desk/at-desk.ts";
import { incoming, policy, retiring, retiringRule } from "../simulation/world.ts";

const WHY = "they work here";
const rule = retiringRule("rule", ["worker.terminated", "worker.returned"], ({ type, worker }) => {
  if (type === "worker.returned") return { ignore: WHY, cancelsEarlier: true };
  const actions = [retiring(`tool_of_${worker.id}`)] as const;
  return worker.fields["approvalReasons"]
    ? { actions, approvalReasons: ["somebody has to look"] }
    : { actions };
});

/** An event of an HR system, about its first worker unless it names another one. */
interface News {
  readonly type?: WorkerEvent["type"];
  readonly possibleTypes?: WorkerEvent["possibleTypes"];
  readonly effectiveOn?: string;
  readonly occurredAt?: string;
  readonly subject?: string;
  /** True if its plan needs an approval. */
  readonly approvalReasons?: boolean;
}

const news = ({ type = "worker.terminated", subject = "hr:1", approvalReasons = false, ...days }: News) => {
  const fields = approvalReasons ? { approvalReasons: "yes" } : {};
  return incoming(workerEvent("hr", subject.split(":")[1] ?? "", { type, ...days, worker: { fields } }), {
    source: "hr",
  });
};

// Events of HR systems have no requester.
const withRule = (work: (at: DeskAtHand) => Promise<void>, given: DeskGiven = {}) =>
  deskWith({ rules: [rule], policy: { approvals: [], unknownRequestersFrom: ["hr"] }, ...given }, work);

const ENDS: News = { effectiveOn: "2026-11-20" };
const RETURNS: News = { type: "worker.returned" };

describe("an event that withdraws earlier events", () => {
  it("cancels scheduled runs of its own subject, with its reason", () =>
    withRule(async ({ deliver, deliverUntil }) => {
      await deliver(news(ENDS));
      await deliverUntil(news({ ...ENDS, subject: "hr:2" }), "scheduled", "scheduled");
      const [first, , last] = await deliverUntil(news(RETURNS), "cancelled", "scheduled", "ignored");
      expect(first?.ended).toEqual({ by: "reeve", reason: WHY });
      expect(last?.ignored).toBe(WHY);
    }));

  it("cancels nothing if it is so old that its delivery would not be recognized as a repetition", () =>
    withRule(async (at) => {
      await at.deliverUntil(news(ENDS), "scheduled");
      await at.deliver(news({ ...RETURNS, occurredAt: new Date(at.now - 70 * DAY_MS).toISOString() }));
      const [, last] = await at.runsAre("scheduled", "ignored");
      expect(last?.ignored).toBe(`${WHY}; this event is 70 days old, so it ends no waiting run`);
    }));

  it.for<[what: string, sent: News, state: Run["state"], given?: DeskGiven]>([
    ["awaits an approval", { approvalReasons: true }, "awaiting_approval"],
    ["is held", {}, "held", { admit: async () => OVER_BUDGET }],
  ])("cancels a run that %s", ([, sent, state, given]) =>
    withRule(async ({ deliverUntil }) => {
      await deliverUntil(news(sent), state);
      await deliverUntil(news(RETURNS), "cancelled", "ignored");
    }, given),
  );

  it("cancels nothing if it is replayed as a dry run", () =>
    withRule(async ({ deliverUntil, replay, runsAre }) => {
      await deliverUntil(news(ENDS), "scheduled");
      await replay(news(RETURNS), { automation: "rule", mode: "dry_run" });
      await runsAre("scheduled", "ignored");
    }));

  it("cancels waiting live runs, even if its automation is now in dry run", () =>
    withRule(async ({ deliverUntil, restart }) => {
      await deliverUntil(news(ENDS), "scheduled");
      restart({ policy: { ...policy, dryRun: ["rule"] } });
      await deliverUntil(news(RETURNS), "cancelled", "ignored");
    }));

  it("and takes effect on a later day does not cancel runs that take effect before that day", () =>
    withRule(async ({ deliver, deliverUntil }) => {
      await deliver(news(ENDS));
      await deliverUntil(news({ ...RETURNS, effectiveOn: "2026-12-20" }), "scheduled", "scheduled");
    }));

  it("and takes effect on the same day cancels runs immediately, and is processed on that day", () =>
    withRule(async (at) => {
      await at.deliver(news(ENDS));
      await at.deliverUntil(news({ ...RETURNS, ...ENDS }), "cancelled", "scheduled");
      at.now += 30 * DAY_MS;
      await at.runsAre("cancelled", "ignored");
    }));
});

it("an event with a changed date replaces the scheduled run for the previous date", () =>
  withRule(async ({ deliver, deliverUntil }) => {
    await deliver(news(ENDS));
    await deliverUntil(news({ effectiveOn: "2026-12-20" }), "cancelled", "scheduled");
  }));

describe("a termination that waits for its approval", () => {
  /**
   * Calls a function with a desk where a termination has waited since the last day, and whose HR system now returns
   * these facts.
   */
  const waiting = (facts: WorkerRecord | null, work: (at: DeskAtHand) => Promise<void>) => {
    let isAsked = false;
    const complete = async (event: Event) =>
      isAsked && facts && "worker" in event ? withFacts(event, facts) : event;
    return withRule(
      async (at) => {
        await at.deliver(news({ effectiveOn: "2026-10-30", approvalReasons: true }));
        await at.runsAre("awaiting_approval");
        isAsked = true;
        await work(at);
      },
      { complete },
    );
  };
  const CHANGE = news({ type: "worker.changed", possibleTypes: ["worker.terminated"] });

  it("is scheduled again if its date moves to a later day, even if the event that reports the new date has another type", () =>
    waiting({ active: true, worker: { lastDay: "2026-12-20" } }, async ({ deliverUntil }) => {
      const [, moved] = await deliverUntil(CHANGE, "cancelled", "scheduled");
      expect(moved?.scheduledFor).toBe("the end of 20 Dec 2026");
    }));

  it("is replaced if its date moves to an earlier day", () =>
    waiting(null, async ({ deliver, runsAre }) => {
      await deliver(news({ effectiveOn: "2026-10-29", approvalReasons: true }));
      await runsAre("cancelled", "awaiting_approval");
    }));

  it("ends if its system no longer reports a last day", () =>
    waiting({ active: true, worker: {} }, async ({ deliverUntil }) => {
      await deliverUntil(CHANGE, "cancelled", "ignored");
    }));

  it("keeps waiting after an unspecified change if its system can't be called", () =>
    waiting(null, async ({ deliverUntil }) => {
      await deliverUntil(CHANGE, "awaiting_approval", "ignored");
    }));
});
