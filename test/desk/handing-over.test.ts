import { describe, expect, it, vi } from "vitest";
import { Subrequests } from "../../src/desk/engine/calls.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import { delivery, policy, settings } from "../simulation/world.ts";
import { atDesk } from "./at-desk.ts";
import { CONTROL } from "./bindings.ts";

describe("an alarm that has made the calls it may", () => {
  it("hands over in the middle of a run, and never between an effect's entry and its call", async () => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    let sent = 0;
    await atDesk(
      async (desk) => {
        await desk.accept(delivery("T-1", { type: "ticket.transitioned", subject: "T-1", tools: 4 }));
        const state = () => desk.run("run_2")?.state;
        for (let alarm = 1; alarm <= 4; alarm++) {
          const before = sent;
          await desk.loop.work(Number.POSITIVE_INFINITY, () => sent === before);
          expect(sent).toBe(alarm);
          const journal = desk.run("run_2")?.journal ?? [];
          expect(journal.filter((entry) => entry.state === "sending")).toEqual([]);
          expect(state()).toBe("acting");
        }
        // What came of the calls is looked for by the next.
        await desk.loop.work(Number.POSITIVE_INFINITY);
        expect(state()).toBe("done");
      },
      {
        now: () => Date.now(),
        settings: { ...settings, automations: { retire: {} } },
        policy: { ...policy, approvals: [] },
        admit: async () => ({ admitted: true }),
        governance: {
          prepare: async () => false,
          call: async ({ id }: { id: string }, { path }: { path?: { id: string } }) => {
            if (id === "getMcpTool") return { tool: { id: path?.id, deletedAt: "2026-01-01T00:00:00Z" } };
            sent++;
            return {};
          },
        } as unknown as DeskDeps["governance"],
      },
    );
    vi.restoreAllMocks();
  });
});

describe("calls that leave", () => {
  it("are counted, whichever binding they go through, and reach it", async () => {
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
