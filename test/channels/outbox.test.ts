import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { MAX_ALARM_MS } from "../../src/base/platform.ts";
import { MAX_RETRY_DELAY_MS } from "../../src/base/waits.ts";
import { describeAlike } from "../../src/channels/alike.ts";
import { type OutboxItem, OutboxStore } from "../../src/channels/outbox-store.ts";
import { type Button, SlackStore } from "../../src/channels/slack/store.ts";
import type { Env } from "../../src/env.ts";
import { record } from "../../src/ledger/record.ts";
import type { RunMessage } from "../../src/runs/message.ts";
import { newRun, type Run } from "../../src/runs/run.ts";
import { OUTBOX } from "../desk/bindings.ts";
import { LEDGER, migrateLedger, runRow } from "../ledger/ledger.ts";
import { hearLog } from "../support/log.ts";
import { until } from "../support/until.ts";

const NOW = Date.UTC(2026, 10, 2, 8);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const item = (text: string): OutboxItem => ({
  channel: "slack",
  job: {
    kind: "command",
    key: "command:1",
    user: { id: "U0ADA00001", team: null },
    text,
    responseUrl: "https://hooks.slack.com/commands/1",
    triggerId: "1",
  },
});
const button: Button = { kind: "page", command: "users", text: "", page: "2", user: "U0ADA00001" };

/** Runs a test with the database of a real Durable Object. */
const onDisk = (work: (sql: SqlStorage) => void): Promise<void> =>
  runInDurableObject(OUTBOX.getByName(crypto.randomUUID()), async (_, { storage }) => work(storage.sql));
const withStore = (work: (store: OutboxStore) => void) => onDisk((sql) => work(new OutboxStore(sql)));

it("a combined approval request is not sent if no run of its automation still waits for a decision", async () => {
  await migrateLedger();
  const waiting = [1, 2].map((n) => runRow(n, { automation: "leaver", state: "awaiting_approval" }));
  await record(LEDGER, [], waiting, []);
  const run: Run = JSON.parse(waiting[0]?.run ?? "");
  const texts = { name: "", url: null, requestedBy: "", sentences: [], hears: null };
  const message: RunMessage = { about: "state", ...texts, run };
  const describe = () => describeAlike("key", message, { n: 7, since: 1 }, { env: { LEDGER } as Env });
  const end = (n: number) =>
    record(LEDGER, [], [runRow(n, { automation: "leaver", state: "cancelled", version: 9 })], []);
  await end(1);
  expect(await describe()).toMatchObject({ title: "Approval needed: 7 more runs of leaver" });
  await end(2);
  expect(await describe()).toBeNull();
});

describe("an outbox item", () => {
  it("is not stored a second time until a week after it is done", () =>
    withStore((store) => {
      expect(store.add("k1", "k1", item("help"), NOW)).toBe(true);
      expect(store.add("k1", "k1", item("help"), NOW + 1)).toBe(false);
      store.done("k1");
      store.forget(NOW + 7 * DAY_MS);
      expect(store.add("k1", "k1", item("help"), NOW + 7 * DAY_MS)).toBe(false);
      store.forget(NOW + 7 * DAY_MS + 1);
      expect(store.add("k1", "k1", item("help"), NOW + 7 * DAY_MS + 1)).toBe(true);
    }));

  it("waits only for the earlier items of its lane", () =>
    withStore((store) => {
      store.add("run_1:1", "run_1", item("1"), NOW);
      store.add("run_1:2", "run_1", item("2"), NOW);
      store.add("run_2:1", "run_2", item("3"), NOW);
      const due = (at: number) => store.due(at, [], 10).map(({ key }) => key);
      expect(due(NOW)).toEqual(["run_1:1", "run_2:1"]);
      store.later("run_1:1", NOW + 5_000, 0, 1);
      expect(due(NOW)).toEqual(["run_2:1"]);
      expect(store.nextDue()).toBe(NOW);
      expect(store.due(NOW + 5_000, ["run_2:1"], 10)).toMatchObject([{ key: "run_1:1", failures: 1 }]);
      store.done("run_1:1");
      expect(due(NOW)).toEqual(["run_1:2", "run_2:1"]);
    }));

  it("waits for its channel's delay, and is marked as begun only while it is being sent", () =>
    withStore((store) => {
      store.add("k1", "k1", item("help"), NOW, MINUTE_MS);
      expect(store.due(NOW + MINUTE_MS - 1, [], 10)).toEqual([]);
      expect(store.nextDue()).toBe(NOW + MINUTE_MS);
      const due = () => store.due(NOW + MINUTE_MS, [], 10);
      expect(due()).toMatchObject([{ key: "k1", failures: 0, stage: 0, begun: 0 }]);
      store.begin("k1", 1);
      expect(due()).toMatchObject([{ key: "k1", failures: 0, stage: 1, begun: 1 }]);
      store.later("k1", NOW + MINUTE_MS, 1, 2);
      expect(due()).toMatchObject([{ key: "k1", failures: 2, stage: 1, begun: 0 }]);
    }));

  it("is due immediately if the clock is set back to before it was stored", () =>
    withStore((store) => {
      const due = (at: number) => store.due(at, [], 10).map(({ key }) => key);
      store.add("k1", "k1", item("help"), NOW);
      store.later("k1", NOW + MAX_RETRY_DELAY_MS, 0, 1);
      expect(due(NOW)).toEqual([]);
      expect(due(NOW - DAY_MS)).toEqual(["k1"]);
    }));
});

describe("a Slack button", () => {
  const withButtons = (work: (store: SlackStore) => void) => onDisk((sql) => work(new SlackStore(sql)));

  it("can be used until it expires or a click on it has an effect", () =>
    withButtons((store) => {
      store.addButton("b1", button, NOW + 1_000);
      expect(store.button("b1", NOW + 1_000)).toEqual({ button, state: "open" });
      expect(store.button("b1", NOW + 1_001)).toEqual({ button, state: "expired" });
      store.useButton("b1");
      expect(store.button("b1", NOW + 1_001)).toEqual({ button, state: "used" });
      expect(store.button("b2", NOW)).toBeNull();
    }));

  it("is deleted five weeks after its expiry", () =>
    withButtons((store) => {
      store.addButton("b1", button, NOW);
      store.forget(NOW + 35 * DAY_MS);
      expect(store.button("b1", NOW)).not.toBeNull();
      store.forget(NOW + 35 * DAY_MS + 1);
      expect(store.button("b1", NOW)).toBeNull();
    }));
});

it("a message that can't be stored is recorded as undelivered in its run's timeline, and later messages are sent", async () => {
  await migrateLedger();
  const logged = hearLog();
  const lines = (what: string) => logged.filter(({ message }) => message === what);
  const makeMessage = (id: string, name: string): RunMessage => ({
    about: "state",
    name,
    url: null,
    requestedBy: "Ada Marsh",
    sentences: [],
    hears: null,
    run: {
      ...newRun(
        { id, eventId: "evt_1", automation: "requested-action", subject: `slack:${id}`, mode: "live" },
        NOW,
      ),
      state: "done",
    },
  });
  await OUTBOX.getByName(crypto.randomUUID()).keep([
    makeMessage("run_1", "x".repeat(2_100_000)),
    makeMessage("run_2", "A request"),
  ]);
  await until("the second message", () => lines("outbox_item").length > 0);
  expect(lines("outbox_item")).toMatchObject([
    { to: "slack", key: "run_2:1:state:slack:requester", problem: null },
  ]);
  expect(lines("outbox_item_given_up")).toMatchObject([
    { level: "alert", to: "slack", key: "run_1:1:state:slack:requester" },
  ]);
  const onRecord = async () =>
    (await LEDGER.prepare("SELECT types FROM audit WHERE run_id = 'run_1'").all()).results;
  await until("the entry", async () => (await onRecord()).length > 0);
  expect(JSON.stringify(await onRecord())).toContain("answer.undelivered");
});

it("an alarm of the outbox ends after five minutes, even if an item is still in progress", async () => {
  const hangs = Promise.withResolvers<Response>();
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string | URL) => {
    sent.push(new URL(url).pathname);
    return sent.length > 1 ? new Response("ok") : hangs.promise;
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  await runInDurableObject(OUTBOX.getByName(crypto.randomUUID()), async (outbox, { storage }) => {
    const store = new OutboxStore(storage.sql);
    const user = { id: "U0ADA00001", team: null };
    const responseUrl = "https://hooks.slack.com/actions/1";
    const click = {
      kind: "click",
      user,
      button: "unknown",
      responseUrl,
      triggerId: "1",
      metadata: null,
    } as const;
    const add = (key: string) =>
      store.add(key, key, { channel: "slack", job: { ...click, key } }, Date.now());
    add("k1");
    const alarm = outbox.alarm();
    await until("the first request", () => sent.length === 1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + MAX_ALARM_MS });
    add("k2");
    outbox.poke();
    await alarm;
    const next = outbox.alarm();
    await until("the second request", () => sent.length === 2);
    hangs.resolve(new Response("ok"));
    await next;
    expect([store.nextDue(), sent.length]).toEqual([null, 2]);
  });
});
