import { describe, expect, it } from "vitest";
import { Subrequests } from "../../../src/desk/engine/limits.ts";
import { deskWith } from "../at-desk.ts";
import { CONTROL } from "../bindings.ts";

it("an alarm that has used up its calls stops within a run, but not between an effect's journal entry and its call", async () => {
  let sent = 0;
  const call = () => ({ sent: ++sent });
  await deskWith({ rules: ["retire"], policy: { approvals: [] }, call }, async (at) => {
    await at.deliver("T-1", { type: "ticket.transitioned", tools: 4 });
    for (let alarm = 1; alarm <= 4; alarm++) {
      const before = sent;
      await at.desk.loop.work(Number.POSITIVE_INFINITY, () => sent === before);
      expect(sent).toBe(alarm);
      const { state, journal = [] } = at.run("run_2") ?? {};
      expect(journal.filter((entry) => entry.state === "sending")).toEqual([]);
      expect(state).toBe("acting");
    }
    // The next alarm verifies the effects of the calls.
    await at.work();
    expect(at.run("run_2")?.state).toBe("done");
  });
});

describe("calls that leave a Durable Object", () => {
  it("are counted for Durable Objects and D1, and reach their targets", async () => {
    const calls = new Subrequests();
    const { LEDGER, HOST, name } = calls.through({
      HOST: CONTROL,
      LEDGER: { prepare: (sql: string) => sql.length, dump: () => "" },
      name: "reeve",
    });
    expect(await HOST.getByName("control").scheduledUntil()).toBeNull();
    expect(LEDGER.prepare("SELECT 1")).toBe(8);
    LEDGER.dump();
    expect(name).toBe("reeve");
    expect(calls.count).toBe(2);
  });
});
