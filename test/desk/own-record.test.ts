import { expect, it, onTestFinished, vi } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/automations/kit/automation.ts";
import { noHistory } from "../../src/automations/kit/no-history.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import { delivery, policy, settings } from "../simulation/world.ts";
import { until } from "../support/until.ts";
import { atDesk } from "./at-desk.ts";

it("a desk knows what it has done before that is on record, and of whom", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const asked: string[] = [];
  const known: boolean[] = [];
  const once = automation({
    name: "once",
    on: "ticket.transitioned",
    proposes: [retireTool],
    async propose({ subject }, { history, now }) {
      const done = await history.hasCalled({ operation: "deleteMcpTool", subject, since: now - 60_000 });
      known.push(done);
      if (done) return { ignore: "done already" };
      const app = { id: "app_1", name: "App" };
      return { actions: [retireTool({ app, connector: app, tool: { id: subject, name: "Tool" } })] };
    },
  });
  const parts: Partial<DeskDeps> = {
    automations: new Map([["once", once]]),
    settings: { ...settings, automations: { once: {} } },
    policy: { ...policy, dryRun: [] },
    governance: { prepare: async () => false, call: async () => ({}) } as unknown as DeskDeps["governance"],
    admit: async () => ({ admitted: true }),
    history: {
      ...noHistory,
      hasCalled: async ({ subject }) => {
        asked.push(subject);
        return false;
      },
    },
  };
  await atDesk(async (desk, world) => {
    const subjects = ["T-1", "T-1", "T-2"];
    for (const [n, subject] of subjects.entries()) {
      await desk.accept(delivery(`D-${n}`, { type: "ticket.transitioned", subject, tools: 1 }));
      void desk.loop.work(world.now + 1_000);
      await until("the automation to be asked", () => {
        world.now += 250;
        return known.length === n + 1;
      });
    }
  }, parts);
  expect(known).toEqual([false, true, false]);
  // The ledger, which is away, is asked for what the desk does not know itself.
  expect(asked).toEqual(["T-1", "T-2"]);
});
