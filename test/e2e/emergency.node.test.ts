// An emergency acts at once, everybody hears of it, and a second person has to look at it before there is another.
import { expect, it } from "vitest";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import type { Run } from "../../src/desk/run/run.ts";
import { until } from "../support/until.ts";
import { type ReceiverStub, startReceiver } from "../vendors/receiver.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "./tickets.ts";

let receiver: ReceiverStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  receiver = stopped(await startReceiver());
  return {
    enabled: ["requested-action", "emergency"],
    automations: { emergency: { people: [HUGO], actions: ["connector-owner.add"] } },
    policy: {
      approvals: [{ when: "always" }],
      budgets: [
        {
          name: "emergencies a day",
          automations: ["emergency"],
          effects: "plans",
          per: "all",
          limit: 2,
          windowMinutes: 1_440,
        },
      ],
    },
    bindings: { NOTIFY_WEBHOOK_URL: receiver.url, NOTIFY_WEBHOOK_SECRET: receiver.secret },
  };
});

/** Sends the form of an action. */
async function ask(fields: Readonly<Record<string, string>>, by: string, action = "connector-owner.add") {
  const input = { connector: "GitHub MCP", user: ADA, role: "Owner", id: crypto.randomUUID() };
  const sent = { ...input, emergency: "yes", reason: "the owner left overnight", ...fields };
  const answer = await reeve.submit(`/ask/${action}`, `/ask/${action}/sent`, sent, by);
  const [, event = ""] = /^\/events\/(evt_[\w-]+)/.exec(answer.headers.get("location") ?? "") ?? [];
  const [run] = (await settled(reeve.url, event)).runs;
  return reeve.run(run?.id ?? "");
}
const close = (run: Run, by: string, decision: object = { decision: "completed", verdict: "done" }) =>
  reeve.decide(run, decision, by);

it("is for the people and actions of the settings alone, and takes a reason", async () => {
  const form = await (
    await fetch(new URL("/ask/connector-owner.add", reeve.url), {
      headers: { accept: "text/html", "reeve-operator": HUGO },
    })
  ).text();
  expect(form).toContain("Emergency: do it at once");
  expect(await reeve.page("/ask/connector-owner.add")).not.toContain("Emergency: do it at once");
  expect((await ask({}, GITA)).problem?.message).toContain(`${GITA} may not have connector-owner.add done`);
  expect((await ask({ reason: " " }, HUGO)).problem?.message).toBe("An emergency needs a reason.");
});

it("acts at once, is told, and is closed by a second person before there is another", async () => {
  const run = await ask({}, HUGO);
  expect(run).toMatchObject({
    automation: "emergency",
    state: "awaiting_task",
    asks: [],
    approvals: [],
    journal: [{ operation: "createConnectorOwner", state: "applied" }],
  });
  expect((run.dueAt ?? 0) - run.updatedAt).toBeGreaterThan(23 * 3_600_000);
  const told = await until("the notice", () =>
    [...receiver.messages.values()].find(({ type }) => type === "reeve.notice"),
  );
  expect(JSON.stringify(told)).toContain(`${HUGO} acts without an approval: Add Ada Marsh as owner`);
  expect(JSON.stringify(told)).toContain("the owner left overnight");
  const another = await ask({ role: "Reviewer" }, HUGO);
  expect(another.problem?.message).toContain(`look at the last emergency first (${run.id})`);
  // Neither who asked nor who gains closes it, in any way.
  for (const by of [HUGO, ADA]) {
    expect((await close(run, by)).status).toBe(403);
    expect((await close(run, by, { decision: "completed", verdict: "not_done" })).status).toBe(403);
    expect((await close(run, by, { decision: "cancelled" })).status).toBe(403);
  }
  expect((await close(run, NORA)).status).toBe(200);
  await reeve.until(run.id, ({ state }) => state === "done");
  const second = await ask({ role: "Reviewer" }, HUGO);
  expect(second.state).toBe("awaiting_task");
  expect((await close(second, NORA)).status).toBe(200);
  await reeve.until(second.id, ({ state }) => state === "done");
  expect(await ask({ role: "Reviewer", user: GITA }, HUGO)).toMatchObject({
    state: "held",
    hold: { budget: "emergencies a day", limit: 2 },
  });
});
