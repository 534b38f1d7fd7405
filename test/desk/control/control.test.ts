import { evictDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { sample } from "../../../src/cli/start/sample.ts";
import { findControl } from "../../../src/desk/directory.ts";
import { CONTROL } from "../bindings.ts";

const { policy } = sample;

const control = findControl({ CONTROL });
const asking = (n: number) => ({
  runId: `run_${n}`,
  planHash: "00",
  automation: `a${n % 2}`,
  source: "jira",
  effects: [{ operation: "deleteMcpTool", app: null, connector: null }] as const,
  override: false,
});

it("of 100 deletes that are asked for at once, 20 are let through, and they stay so over a restart", async () => {
  expect(policy.budgets[0]).toMatchObject({ effects: "deletes", per: "all", limit: 20 });
  const askAll = () => Promise.all(Array.from({ length: 100 }, (_, n) => control.admit(asking(n))));
  const answers = await askAll();
  expect(answers.filter(({ admitted }) => admitted)).toHaveLength(20);
  await evictDurableObject(control);
  expect(await askAll()).toEqual(answers);
  expect((await control.state()).budgets[0]).toMatchObject({ uses: [{ of: null, used: 20 }] });
});

it("a pause outlives a restart, and everyone sees who set it and why", async () => {
  const why = { automation: null, by: "ada.marsh@example.com", reason: "stop" };
  await control.switch("pause", true, why);
  await evictDurableObject(control);
  expect(await control.admit(asking(0))).toEqual({ admitted: false, because: "paused", reason: "stop" });
  expect((await control.state()).pauses).toEqual([{ ...why, since: expect.any(Number) }]);
  await control.switch("pause", false, why);
  expect((await control.state()).pauses).toEqual([]);
});
