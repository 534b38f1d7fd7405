// Back-tests from recorded reads: unchanged rules change nothing, even if the tenant has changed since, and a changed
// rule causes only its own differences.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { automations } from "../../../src/automations/index.ts";
import { compareEvents } from "../../../src/cli/backtest/backtest.ts";
import { type Compared, ComparedRun } from "../../../src/cli/backtest/outcome.ts";
import { type Rules, recordedPlanner, recordedResult, reeveRecord } from "../../../src/cli/backtest/plan.ts";
import { deliver, fixture, fixtures } from "../../../src/cli/send/deliver.ts";
import { root } from "../../../src/cli/shared/bundle.ts";
import { settled } from "../../../src/cli/shared/reeve-api.ts";
import { dataFolder, keepStackVariables } from "../../../src/cli/start/data-folder.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { type Stack, tick } from "../../../src/cli/start/stack.ts";
import { areFactsComplete } from "../../../src/desk/engine/facts.ts";
import { senders } from "../../../src/sandbox/vendors/senders.ts";
import { startStack } from "../../e2e/stack.ts";
import { sampleOf } from "../../support/sweep.ts";
import { jiraFixture, sendAsJira } from "../../vendors/jira.ts";
import { startOneProcess } from "../one-process.ts";
import { changedRules } from "./changed-rules.ts";

const OWNER = "connector-owner-from-ticket";
const TITLES = ["as it is", "another role", "not any more", "a defect"];
const UNCHANGED: Rules = { ...sample, automations };

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hrApis: true });
  const events: string[] = [];
  for (const sender of senders)
    for (const file of sampleOf(fixtures(sender.source), 3)) {
      const answer = await deliver(stack.reeve.url, sender, fixture(sender.source, file));
      const { event, events: several = [event] } = (await answer.json()) as {
        event?: string;
        events?: string[];
      };
      events.push(...several.flatMap((id) => id ?? []));
    }
  for (const [n, title] of TITLES.entries()) {
    const webhook = JSON.parse(jiraFixture("issue_updated.transitioned"));
    webhook.issue.id = String(30_000 + n);
    webhook.issue.fields.summary = title;
    const answer = await sendAsJira(stack.reeve.url, JSON.stringify(webhook), { id: `as-recorded-${n}` });
    events.push(((await answer.json()) as { event: string }).event);
  }
  const unknown = jiraFixture("issue_updated.transitioned").replaceAll("ada.marsh@", "nobody@");
  const answer = await sendAsJira(stack.reeve.url, unknown.replaceAll("10427", "39000"), { id: "unknown" });
  events.push(((await answer.json()) as { event: string }).event);
  for (const id of events) await settled(stack.reeve.url, id);
  await tick(stack.reeve);
  keepStackVariables(dataFolder(Number(stack.reeve.url.port)), stack.variables);
  // The back-test must not read the tenant's present data.
  await stack.tenant.stop();
});
afterAll(async () => {
  rmSync(dataFolder(Number(stack.reeve.url.port)), { recursive: true });
  await stack.stop();
});

async function compared(rules: Rules): Promise<Compared[]> {
  const record = reeveRecord(stack.reeve.url);
  const sides = { before: recordedResult, now: recordedPlanner(rules) };
  const span = { since: 0, until: Date.now() + 1 };
  const all = compareEvents([...rules.automations.values()], span, record, sides);
  return (await Array.fromAsync(all)).flat();
}

it("a back-test from recorded reads finds no difference in deliveries from every sender if the rules are unchanged", async () => {
  const all = await compared(UNCHANGED);
  expect(all.filter(({ difference }) => difference !== null)).toEqual([]);
  const planned = all.filter(({ now }) => now.is === "planned");
  expect(planned.length).toBeGreaterThan(10);
  expect(
    planned.every(
      ({ before, now }) => before.is === "planned" && now.is === "planned" && before.hash === now.hash,
    ),
  ).toBe(true);
  expect(new Set(planned.map(({ automation }) => automation)).size).toBeGreaterThan(3);
  expect(all.some(({ now }) => now.is === "failed")).toBe(true);
  expect(all.some(({ now }) => now.is === "ignored")).toBe(true);
});

it("a changed rule causes a difference only for events whose result it changes", async () => {
  const rules = {
    ...UNCHANGED,
    automations: new Map([...UNCHANGED.automations, ...changedRules.automations]),
  };
  const differing = (await compared(rules)).filter(({ difference }) => difference !== null);
  expect(
    differing.map(({ automation, difference, event }) => [automation, difference, event.headline]),
  ).toEqual([
    [OWNER, "now failing", expect.objectContaining({ title: "a defect" })],
    [OWNER, "now ignored", expect.objectContaining({ title: "not any more" })],
    [OWNER, "other plan", expect.objectContaining({ title: "another role" })],
  ]);
});

it("the audit trail contains the hash of the facts that a run stores for its plan", async () => {
  const read = async (path: string) => (await fetch(new URL(path, stack.reeve.url))).json();
  const { items } = (await read("/api/audit?type=plan.made&limit=100")) as {
    items: { runId: string; detail: { facts?: string } }[];
  };
  expect(items.filter(({ detail }) => detail.facts).length).toBeGreaterThan(10);
  for (const { runId, detail } of items) {
    const { facts } = ComparedRun.parse(await read(`/api/runs/${runId}`));
    expect(detail.facts, runId).toBe(facts?.hash);
    if (!facts) continue;
    expect(await areFactsComplete(facts)).toBe(true);
    expect(await areFactsComplete({ ...facts, now: facts.now + 1 })).toBe(false);
  }
});

it("npm run reeve -- backtest --as-recorded counts the events without a difference", async () => {
  const commands = startOneProcess(root());
  try {
    const args = ["backtest", OWNER, "--as-recorded", "--since", "1h", "--reeve", stack.reeve.url.origin];
    const { status, stdout, stderr } = await commands.run(root("src/cli/reeve.ts"), args, process.env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+ events, 1 automation: (\d+) the same, 0 differ$/m);
    expect(stdout).toContain("recorded reads are used; nothing is changed");
  } finally {
    await commands.end();
  }
});
