import { describe, expect, it } from "vitest";
import { automation } from "../../../src/kit/automation.ts";
import { delivery } from "../../simulation/world.ts";
import { hearLog } from "../../support/log.ts";
import { type DeskAtHand, type DeskGiven, deskWith } from "../at-desk.ts";

const TOO_BIG = "D1_ERROR: string or blob too big: SQLITE_TOOBIG";

/** Runs a test with a desk whose ledger rejects some rows, as D1 rejects rows that are too large. */
async function withRefusals(
  isRefused: (json: string) => boolean,
  work: (at: DeskAtHand, said: (message: string) => unknown[]) => Promise<void>,
  given: DeskGiven = {},
): Promise<void> {
  const lines = hearLog();
  const refuses = (_: unknown, rows: string) => {
    if (isRefused(rows)) throw new Error(TOO_BIG);
  };
  await deskWith({ ...given, refuses }, (at) =>
    work(at, (what) => lines.filter(({ message }) => message === what)),
  );
}

describe("a ledger that rejects a row", () => {
  it("receives that row without its content, and all other rows complete, in the order of the chain", () =>
    withRefusals(
      (json) => json.includes("poison"),
      async ({ deliver, work, events, runs, audit, desk }, said) => {
        const ids: string[] = [];
        for (let n = 0; n < 20; n++) {
          const poison = n === 7 && { payload: JSON.stringify("poison") };
          ids.push((await deliver({ ...delivery(`T-${n}`), ...poison })).eventId);
        }
        await work();
        expect(Array.from(events.keys()).sort()).toEqual(ids.sort());
        const omitted = Array.from(events.values()).filter(({ event }) => event === null);
        expect(omitted).toHaveLength(1);
        expect(JSON.parse(omitted[0]?.payload ?? "")).toEqual({
          omitted: `the ledger rejected it: Error: ${TOO_BIG}`,
        });
        expect(Array.from(runs.values()).every(({ omitted: left }) => left === undefined)).toBe(true);
        expect(audit.map(({ seq }) => seq)).toEqual(audit.map((_, n) => n + 1));
        expect(said("record_omitted")).toMatchObject([{ level: "alert", event: omitted[0]?.id }]);
        expect(desk.health().unrecordedSince).toBeNull();
      },
    ));

  it("receives a run without its plan, so that the run can't be retried from the ledger", () =>
    withRefusals(
      (json) => json.includes("rehearsed-T-1-0"),
      async ({ deliverUntil, decide }) => {
        const [run] = await deliverUntil(delivery("T-1", { type: "ticket.transitioned" }), "dry_run");
        expect(run).toMatchObject({ plan: null, journal: [] });
        expect(run?.omitted).toMatch(/^the ledger rejected it/);
        expect(await decide(run && { ...run, state: "failed" }, "retried")).toBe(
          "the run's effects are not recorded: replay the run's event",
        );
      },
      { rules: ["rehearse"] },
    ));
});

describe("a step that can't be written", () => {
  it("fails its run at the third attempt, with the reason, and does not block other runs", async () => {
    const lines = hearLog();
    let breakDisk = () => {};
    const lost = automation({
      name: "lost",
      on: "ticket.created",
      propose() {
        breakDisk();
        return { ignore: "it can't be written" };
      },
    });
    await deskWith({ rules: [lost, "rehearse"] }, async (at) => {
      const { deliverUntil } = at;
      breakDisk = () => {
        at.diskFails = true;
      };
      const [failed] = await deliverUntil("T-1", "failed");
      expect(failed).toMatchObject({ problem: { code: "step_not_kept" } });
      expect(failed?.problem?.message).toBe("Error: the disk will not");
      expect(lines.filter(({ message }) => message === "desk_fault")).toHaveLength(3);
      await deliverUntil(delivery("T-2", { type: "ticket.transitioned" }), "failed", "dry_run");
    });
  });

  it("does not repeat a call that must not be sent twice", async () => {
    let sent = 0;
    const call: DeskGiven["call"] = (_, at) => {
      sent++;
      at.diskFails = true;
      return {};
    };
    await deskWith({ rules: ["review"], policy: { approvals: [] }, call }, async ({ deliverUntil }) => {
      const [run] = await deliverUntil("T-1", "needs_review");
      expect(sent).toBe(1);
      expect(run).toMatchObject({ journal: [{ state: "unknown", attempts: 1 }] });
    });
  });
});

it("messages for an unreachable outbox are all sent, once and in order, when the outbox is reachable again", async () => {
  const lines = hearLog();
  const told: string[] = [];
  let away = 2;
  const channel: DeskGiven = {
    hasMessage: ({ state }) => state === "failed",
    async sendMessages(messages) {
      if (away-- > 0) throw new Error("away");
      for (const { run } of messages) told.push(run.subject);
    },
  };
  await deskWith({ rules: ["defect"], ...channel }, async (at) => {
    for (const key of ["T-1", "T-2", "T-3"]) await at.deliver(key);
    for (let look: number | null = at.now; look !== null; look = at.desk.loop.nextLook()) {
      at.now = look;
      await at.work();
    }
    expect(told).toEqual(["T-1", "T-2", "T-3"]);
    expect(lines.filter(({ message }) => message === "outbox_unreachable")).toHaveLength(2);
  });
});
