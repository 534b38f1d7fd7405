// No run holds up another: a step that hangs delays neither runs that become due nor runs that expire.
import { expect, it } from "vitest";
import { automation } from "../../../src/kit/automation.ts";
import { delivery, retiring, retiringRule } from "../../simulation/world.ts";
import { DEADLINE_MS } from "../../support/until.ts";
import { type DeskAtHand, type DeskGiven, deskWith } from "../at-desk.ts";

const MINUTE_MS = 60_000;
/** Waits in real time, because the desk works while a step hangs. */
const passing = { timeout: DEADLINE_MS };

/** Acts a minute after its event. */
const later = retiringRule("later", "ticket.transitioned", (_, { now, since }) =>
  now < since + MINUTE_MS
    ? { waitUntil: since + MINUTE_MS, for: "its day" }
    : { actions: [retiring("tool_1")] },
);

/** Runs a test with a desk on which a step of the automation `hangs` never ends, and with a plan of `later` that is due in a minute. */
async function whileHanging(given: DeskGiven, work: (at: DeskAtHand) => Promise<void>): Promise<void> {
  await deskWith({ policy: { approvals: [] }, ...given }, async (at) => {
    await at.deliverUntil(delivery("T-2", { type: "ticket.transitioned" }), "scheduled");
    await at.deliver("T-1");
    void at.desk.loop.work(at.now + 5 * MINUTE_MS);
    await work(at);
  });
}

const hangs = retiringRule("hangs", "ticket.created", () => ({ actions: [retiring("hangs")] }));
const hanging: readonly [string, DeskGiven][] = [
  ["a call", { rules: [hangs, later], call: (id) => (id === "hangs" ? new Promise(() => {}) : {}) }],
  [
    "a request to Control",
    {
      rules: [hangs, later],
      call: () => ({}),
      admit: ({ automation: name }) =>
        name === "hangs" ? new Promise(() => {}) : Promise.resolve({ admitted: true }),
    },
  ],
  [
    "a proposal",
    {
      rules: [
        automation({ name: "hangs", on: "ticket.created", propose: () => new Promise(() => {}) }),
        later,
      ],
      call: () => ({}),
    },
  ],
];

it.for(hanging)("a run that becomes due is worked on while %s hangs", ([, given]) =>
  whileHanging(given, async (at) => {
    await expect.poll(() => at.desk.health().inFlight, passing).toBe(1);
    at.now += MINUTE_MS;
    await expect.poll(() => at.run("run_2")?.state, passing).not.toBe("scheduled");
  }),
);

it("an alarm's work ends even if a step hangs, and the next alarm starts other runs", () =>
  whileHanging(hanging[0]?.[1] ?? {}, async (at) => {
    await expect.poll(() => at.desk.health().inFlight, passing).toBe(1);
    await at.desk.loop.work(at.now);
    expect(at.desk.loop.nextLook()).toBe(at.now);
    at.now += MINUTE_MS;
    await at.deliver("T-3", { type: "ticket.transitioned" });
    void at.desk.loop.work(at.now + 5 * MINUTE_MS);
    await expect.poll(() => at.run("run_2")?.state, passing).toBe("done");
    await expect.poll(() => at.run("run_6")?.state, passing).toBe("scheduled");
  }));

it("a desk repeats its request to Control after 30 seconds without a response, and completes its runs", () => {
  let asked = 0;
  const admit: DeskGiven["admit"] = () =>
    ++asked === 1 ? new Promise(() => {}) : Promise.resolve({ admitted: true });
  return deskWith({ rules: [hangs], policy: { approvals: [] }, call: () => ({}), admit }, async (at) => {
    await at.deliver("T-1");
    await at.deliver("T-2");
    const begun = at.now;
    let delayedAt = 0;
    await at.workMeanwhile(() => {
      at.now += 1_000;
      if (at.run("run_2")?.problem?.code === "control_unavailable") delayedAt ||= at.now;
    });
    expect(delayedAt - begun).toBeGreaterThanOrEqual(30_000);
    await at.runsAre("done", "done");
  });
});

it("a plan expires while the verification of another run's effect hangs", async () => {
  const [verified, asks] = [retiring("tool_1"), retiring("tool_2")];
  const rule = retiringRule("rule", "ticket.created", ({ ticket }) =>
    ticket.key === "T-1" ? { actions: [verified] } : { actions: [asks], approvalReasons: ["it is a test"] },
  );
  let isHanging = false;
  const given: DeskGiven = {
    rules: [rule],
    policy: { approvals: [], approvalExpiresAfterHours: 0.1, remindHoursBeforeExpiry: [] },
    call: () => ({}),
    // The effect is not visible at first, and then the service does not answer.
    readTool: (id) => (isHanging ? new Promise(() => {}) : { tool: { id } }),
  };
  await deskWith(given, async (at) => {
    await at.deliver("T-1");
    await at.deliverUntil("T-2", "done", "awaiting_approval");
    isHanging = true;
    at.now += MINUTE_MS;
    void at.desk.loop.work(Number.POSITIVE_INFINITY);
    await expect.poll(() => at.desk.health().inFlight, passing).toBe(1);
    at.now += 6 * MINUTE_MS;
    await expect.poll(() => at.run("run_4")?.state, passing).toBe("expired");
    expect(at.desk.health().inFlight).toBe(1);
  });
});

it("an event is recorded with its run, and not before it, while a run of a later event hangs", async () => {
  const rule = retiringRule("rule", "ticket.created", ({ ticket }) => ({ actions: [retiring(ticket.key)] }));
  const responses = new Map(["T-1", "T-2"].map((key) => [key, Promise.withResolvers<object>()]));
  const call: DeskGiven["call"] = (id) => responses.get(id ?? "")?.promise;
  await deskWith({ rules: [rule], policy: { approvals: [] }, call }, async (at) => {
    const { eventId: first } = await at.deliver("T-1");
    const { eventId: second } = await at.deliver("T-2");
    void at.desk.loop.work(at.now + MINUTE_MS);
    await expect.poll(() => at.desk.health().inFlight, passing).toBe(2);
    responses.get("T-1")?.resolve({});
    await expect.poll(() => at.events.has(first), passing).toBe(true);
    expect(Array.from(at.runs.values())).toMatchObject([{ eventId: first, state: "done" }]);
    expect(at.events.has(second)).toBe(false);
    at.now += 3_000;
    await expect.poll(() => at.events.has(second), passing).toBe(true);
    expect(Array.from(at.runs.values())).toMatchObject([{ state: "done" }, { state: "acting" }]);
    responses.get("T-2")?.resolve({});
    await at.runsAre("done", "done");
  });
});
