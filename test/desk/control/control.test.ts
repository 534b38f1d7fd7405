import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { HOUR_MS } from "../../../src/base/days.ts";
import { OutboxStore } from "../../../src/channels/outbox-store.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import type { Control } from "../../../src/desk/control/control.ts";
import { findControl } from "../../../src/desk/directory.ts";
import type { BatchDraft } from "../../../src/ledger/shapes.ts";
import { CONTROL, DESK, OUTBOX } from "../bindings.ts";

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

it("a budget of 20 admits 20 of 100 concurrent requests for deletes, which stay admitted after a restart", async () => {
  expect(policy.budgets[0]).toMatchObject({ effects: "deletes", per: "all", limit: 20 });
  const askAll = () => control.admitAll(Array.from({ length: 100 }, (_, n) => asking(n)));
  const answers = await askAll();
  expect(answers.filter(({ admitted }) => admitted)).toHaveLength(20);
  await evictDurableObject(control);
  expect(await askAll()).toEqual(answers);
  expect((await control.state()).budgets[0]).toMatchObject({ uses: [{ of: null, used: 20 }] });
});

it("Control stores a pause with its author and reason, even across a restart", async () => {
  const why = { automation: null, by: "ada.marsh@example.com", reason: "stop" };
  await control.switch("pause", true, why);
  await evictDurableObject(control);
  expect(await control.admitAll([asking(0)])).toEqual([
    { admitted: false, because: "paused", reason: "stop" },
  ]);
  expect((await control.state()).pauses).toEqual([{ ...why, since: expect.any(Number) }]);
  await control.switch("pause", false, why);
  expect((await control.state()).pauses).toEqual([]);
});

const draft: BatchDraft = {
  decision: "approved",
  filter: "",
  preview: [],
  by: "ada.marsh@example.com",
  roles: ["approver"],
};
const waiting = [{ run: "run_1", subject: "hr:17", state: "awaiting_approval", hash: "00" }] as const;

it.each([null, -HOUR_MS, HOUR_MS])(
  "Control sets the alarm of a running batch again only if the alarm is lost or late (milliseconds until the alarm: %s)",
  (left) =>
    runInDurableObject(CONTROL.getByName(`alarm ${left}`), async (object, { storage }) => {
      const own = object as unknown as Control;
      await own.poke();
      expect(await storage.getAlarm()).toBeNull();
      own.makeBatch("bat_1", draft, waiting);
      own.moveBatch("bat_1", "start", { by: draft.by, reason: "a test" });
      const now = Date.now();
      // The local platform would fire an alarm that is set in the past.
      const getAlarm = vi.spyOn(storage, "getAlarm").mockResolvedValue(left === null ? null : now + left);
      const setAlarm = vi.spyOn(storage, "setAlarm").mockResolvedValue();
      await own.poke();
      expect(setAlarm.mock.calls.length).toBe(left === HOUR_MS ? 0 : 1);
      getAlarm.mockRestore();
      setAlarm.mockRestore();
      await storage.deleteAlarm();
    }),
);

it("the check that runs every minute sets a desk's alarm, and the outbox's alarm if the outbox has items", async () => {
  await runInDurableObject(OUTBOX.getByName("lost alarm"), async (object, { storage }) => {
    const setAlarm = vi.spyOn(storage, "setAlarm").mockResolvedValue();
    object.poke();
    expect(setAlarm).not.toHaveBeenCalled();
    const command = { kind: "command", key: "1", user: { id: "U1", team: null }, text: "help" } as const;
    const job = { ...command, responseUrl: "https://hooks.slack.com/1", triggerId: "1" };
    new OutboxStore(storage.sql).add("1", "1", { channel: "slack", job }, Date.now(), HOUR_MS);
    object.poke();
    expect(setAlarm).toHaveBeenCalled();
    setAlarm.mockRestore();
  });
  await runInDurableObject(DESK.getByName("lost alarm"), async (object, { storage }) => {
    const setAlarm = vi.spyOn(storage, "setAlarm").mockResolvedValue();
    object.poke();
    expect(setAlarm).toHaveBeenCalledOnce();
    setAlarm.mockRestore();
  });
});
