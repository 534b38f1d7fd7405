import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { type Button, type Job, MessengerStore } from "../../../src/channels/slack/messenger/store.ts";
import { MESSENGER } from "../../desk/bindings.ts";

const NOW = Date.UTC(2026, 10, 2, 8);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const job = (text: string): Job => ({
  kind: "command",
  user: { id: "U0ADA00001", team: null, enterprise: null },
  channel: "C0GENERAL1",
  text,
  responseUrl: "https://hooks.slack.com/commands/1",
});
const button: Button = { does: "page", command: "users", args: {}, user: "U0ADA00001" };

/** Works with a store on a real Durable Object's database. */
const withStore = (work: (store: MessengerStore) => void): Promise<void> =>
  runInDurableObject(MESSENGER.getByName(crypto.randomUUID()), async (_, { storage }) =>
    work(new MessengerStore(storage.sql)),
  );

describe("a job", () => {
  it("is kept once, and known for a day after it is done", () =>
    withStore((store) => {
      expect(store.add("k1", "k1", job("help"), NOW)).toBe(true);
      expect(store.add("k1", "k1", job("help"), NOW + 1)).toBe(false);
      store.done("k1");
      store.forget(NOW + DAY_MS);
      expect(store.add("k1", "k1", job("help"), NOW + DAY_MS)).toBe(false);
      store.forget(NOW + DAY_MS + 1);
      expect(store.add("k1", "k1", job("help"), NOW + DAY_MS + 1)).toBe(true);
    }));

  it("waits for the earlier ones of its lane, and for no others", () =>
    withStore((store) => {
      store.add("run_1:1", "run_1", job("1"), NOW);
      store.add("run_1:2", "run_1", job("2"), NOW);
      store.add("run_2:1", "run_2", job("3"), NOW);
      const due = (at: number) => store.due(at, MINUTE_MS, [], 10).map(({ key }) => key);
      expect(due(NOW)).toEqual(["run_1:1", "run_2:1"]);
      store.later("run_1:1", NOW + 5_000);
      expect(due(NOW)).toEqual(["run_2:1"]);
      expect(store.nextDue()).toBe(NOW);
      expect(store.due(NOW + 5_000, MINUTE_MS, ["run_2:1"], 10)).toMatchObject([
        { key: "run_1:1", attempts: 1 },
      ]);
      store.done("run_1:1");
      expect(due(NOW)).toEqual(["run_1:2", "run_2:1"]);
    }));

  it("is due when the clock is set back to before it came, and waits for its next attempt otherwise", () =>
    withStore((store) => {
      const due = (at: number) => store.due(at, MINUTE_MS, [], 10).map(({ key }) => key);
      store.add("k1", "k1", job("help"), NOW);
      store.later("k1", NOW + MINUTE_MS);
      expect(due(NOW)).toEqual([]);
      expect(due(NOW - DAY_MS)).toEqual(["k1"]);
    }));
});

describe("a button", () => {
  it("is open until its time is over, or it was pressed to some effect", () =>
    withStore((store) => {
      store.addButton("b1", button, NOW + 1_000);
      expect(store.button("b1", NOW + 1_000)).toEqual({ button, state: "open" });
      expect(store.button("b1", NOW + 1_001)).toEqual({ button, state: "expired" });
      store.useButton("b1", NOW);
      expect(store.button("b1", NOW + 1_001)).toEqual({ button, state: "used" });
      expect(store.button("b2", NOW)).toBeNull();
    }));

  it("is forgotten five weeks after its time", () =>
    withStore((store) => {
      store.addButton("b1", button, NOW);
      store.forget(NOW + 35 * DAY_MS);
      expect(store.button("b1", NOW)).not.toBeNull();
      store.forget(NOW + 35 * DAY_MS + 1);
      expect(store.button("b1", NOW)).toBeNull();
    }));
});
