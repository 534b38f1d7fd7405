/** Who lets a plan go over its budget lets that plan go, and none that is made later. */

import { expect, it, vi } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/automations/kit/automation.ts";
import type { AdmissionRequest } from "../../src/desk/control/store.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import { delivery, policy, settings } from "../simulation/world.ts";
import { atDesk } from "./at-desk.ts";

const retired = (id: string) =>
  retireTool({
    app: { id: "app_1", name: "App" },
    connector: { id: "con_1", name: "Connector" },
    tool: { id, name: id },
  });
const people: Readonly<Record<string, string>> = {
  "ada.marsh@example.com": "usr_ada",
  "nora.field@example.com": "usr_nora",
};

it.for([
  ["the same plan", "tool_1", true],
  ["another plan", "tool_2", false],
] as const)("the override of a held run holds for %s: %s, %s", async ([, tool, override]) => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  let planned = "tool_1";
  const asked: AdmissionRequest[] = [];
  const rule = automation({
    name: "rule",
    on: "ticket.created",
    proposes: [retireTool],
    propose: () => ({ actions: [retired(planned)] }),
  });
  const change: Partial<DeskDeps> = {
    automations: new Map([["rule", rule]]),
    settings: { ...settings, automations: { rule: {} } },
    policy: { ...policy, approvals: [], dryRun: [] },
    governance: {
      call: async (_: unknown, { body }: { body: { email?: string } }) => {
        const id = people[body.email ?? ""];
        return { list: id ? [{ user: { id, email: body.email } }] : [] };
      },
    } as unknown as DeskDeps["governance"],
    admit: async (request) => {
      asked.push(request);
      return { admitted: false, because: "budget", budget: "b", limit: 0, used: 0, windowMinutes: 60 };
    },
  };
  await atDesk(async (desk, world) => {
    const work = () => desk.loop.work(world.now + 1);
    await desk.accept(delivery("T-1", { type: "ticket.created", subject: "jira:1", tools: 1 }));
    await work();
    const held = Array.from({ length: 5 }, (_, n) => desk.run(`run_${n}`)).find(
      (run) => run?.state === "held",
    );
    planned = tool;
    const said = { by: "nora.field@example.com", reason: "as agreed" };
    expect(await desk.decider.decide(held?.id ?? "", { type: "resumed", ...said })).toMatchObject({
      ok: true,
    });
    await work();
    expect(asked.map((request) => request.override)).toEqual([false, override]);
  }, change);
});
