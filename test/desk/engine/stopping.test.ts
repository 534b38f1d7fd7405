// A run that acts can be stopped: it ends before its next call.
import { describe, expect, it } from "vitest";
import { retiring, retiringRule } from "../../simulation/world.ts";
import { type DeskAtHand, deskWith, INES, NORA, PAUSED } from "../at-desk.ts";

const many = retiringRule("many", "ticket.created", ({ ticket }) => ({
  actions: Array.from({ length: 500 }, (_, n) => retiring(`${ticket.key}-${n}`)) as never,
}));

/** Runs a plan of 500 calls, and stops it during the tenth. @returns the number of calls that were made */
async function stopDuring(
  what: "call" | "admission",
  stop: (at: DeskAtHand) => Promise<unknown>,
  then: (at: DeskAtHand, calls: number) => Promise<void>,
): Promise<void> {
  let [calls, asked] = [0, 0];
  let isPaused = false;
  const given = {
    rules: [many],
    policy: { approvals: [] },
    call: async (_: unknown, at: DeskAtHand) => {
      if (++calls === 10 && what === "call") isPaused = (await stop(at)) === PAUSED;
      return {};
    },
    admit: async () => {
      if (++asked === 10 && what === "admission") isPaused = (await stop(hand)) === PAUSED;
      return isPaused ? PAUSED : ({ admitted: true } as const);
    },
  };
  let hand = undefined as unknown as DeskAtHand;
  await deskWith(given, async (at) => {
    hand = at;
    await at.deliver("T-1");
    await at.work();
    await then(at, calls);
  });
}

const cancel = (at: DeskAtHand, by: string = INES) => at.decide(at.run("run_2"), "cancelled", by);

describe("the cancellation of a run with 500 calls", () => {
  it.for([
    ["call", 10],
    ["admission", 9],
  ] as const)("during the tenth %s takes effect before the next call", ([what, made]) =>
    stopDuring(
      what,
      async (at) => expect(await cancel(at)).toBe("ok"),
      async (at, calls) => {
        expect(calls).toBe(made);
        await at.runsAre("cancelled");
        const run = at.run("run_2");
        expect(run).toMatchObject({ ended: { by: INES }, problem: null });
        expect(run).not.toHaveProperty("stop");
        const states = Map.groupBy(run?.journal ?? [], ({ state }) => state);
        expect(states.get("applied")).toHaveLength(made);
        expect(states.get("planned")).toHaveLength(500 - made);
        const types = at.audit.map(({ type }) => type);
        expect(types.filter((type) => type === "run.stopping" || type === "run.cancelled")).toEqual([
          "run.stopping",
        ]);
      },
    ),
  );

  it("can't be repeated by a second person, and the error names the first", () =>
    stopDuring(
      "call",
      async (at) => {
        expect(await cancel(at)).toBe("ok");
        expect(await cancel(at, NORA)).toBe(
          `${INES} cancelled the run, which stops after the call in progress`,
        );
      },
      async (at) => void (await at.runsAre("cancelled")),
    ));

  it("also ends a run that is interrupted during the call, without sending the call again", async () => {
    let calls = 0;
    const call = async (_: unknown, at: DeskAtHand) => {
      if (++calls === 10) {
        expect(await cancel(at)).toBe("ok");
        return new Promise(() => {});
      }
      return {};
    };
    await deskWith({ rules: [many], policy: { approvals: [] }, call }, async (at) => {
      await at.deliver("T-1");
      void at.work();
      await expect.poll(() => at.run("run_2")?.stop).toBeDefined();
      at.restart();
      await at.runsAre("cancelled");
      expect(calls).toBe(10);
      expect(at.run("run_2")?.journal.slice(8, 11)).toMatchObject([
        { state: "applied" },
        { state: "unknown" },
        { state: "planned" },
      ]);
    });
  });
});

it("a pause during a call takes effect before the next call, and a cancellation then ends the run", () =>
  stopDuring(
    "call",
    async () => PAUSED,
    async (at, calls) => {
      expect(calls).toBe(10);
      expect(at.run("run_2")).toMatchObject({ state: "acting", paused: "a test" });
      expect(await cancel(at)).toBe("ok");
      await at.runsAre("cancelled");
      expect(calls).toBe(10);
    },
  ));
