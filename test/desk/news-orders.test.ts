// HR events about one person, in different orders of arrival: the days of the calls and the final owner are the same.
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { DAY_MS, HOUR_MS } from "../../src/base/days.ts";
import { DeskStore } from "../../src/desk/engine/store.ts";
import { Withdrawals } from "../../src/desk/engine/withdrawals.ts";
import { automation, type History, noHistory } from "../../src/kit/automation.ts";
import { newRun } from "../../src/runs/run.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import { incoming, retiring, settings } from "../simulation/world.ts";
import { isFullSweep, sampleOf } from "../support/sweep.ts";
import { ADA, type DeskAtHand, deskWith } from "./at-desk.ts";
import { DESK } from "./bindings.ts";

/** The calls represent those of joiner and leaver: "give" makes an owner, "take" ends the person's ownerships. */
const give = automation({
  name: "give",
  on: ["worker.hired", "worker.returned", "worker.terminated"],
  proposes: [retireTool],
  person: ({ worker }) => worker.email,
  propose: ({ type }) =>
    type === "worker.terminated"
      ? { ignore: "they leave", cancelsEarlier: true }
      : { actions: [retiring("give")] },
});
const take = automation({
  name: "take",
  on: ["worker.terminated", "worker.returned"],
  proposes: [retireTool],
  person: ({ worker }) => worker.email,
  propose: ({ type }) =>
    type === "worker.returned"
      ? { ignore: "they work here", cancelsEarlier: true }
      : { actions: [retiring("take")] },
});
const move = automation({
  name: "move",
  on: "worker.changed",
  proposes: [retireTool],
  person: ({ worker }) => worker.email,
  propose: () => ({ actions: [retiring("move")] }),
});

const T0 = Date.UTC(2026, 10, 2, 7);
const TYPES = {
  hired: "worker.hired",
  moved: "worker.changed",
  terminated: "worker.terminated",
  rescinded: "worker.returned",
  returned: "worker.returned",
} as const;
type Kind = keyof typeof TYPES;
/**
 * Number of days after today when the event takes effect, in the order in which HR reported the events. `null`:
 * immediately.
 */
type News = readonly [kind: Kind, day: number | null];
const dayAfter = (days: number) => new Date(T0 + days * DAY_MS).toISOString().slice(0, 10);

const tell = ([kind, day]: News, minute: number, occurredAt = new Date(T0 + minute * 60_000).toISOString()) =>
  incoming(
    workerEvent("hr", "17", {
      type: TYPES[kind],
      occurredAt,
      effectiveOn: day === null ? undefined : dayAfter(day),
      changed: kind === "moved" ? ["department"] : undefined,
      worker: { email: ADA, department: kind },
    }),
    { source: "hr" },
  );

/** Reads events such as `hired, terminated 9`, each with the day when it takes effect unless that is immediately. */
const readStory = (text: string): readonly News[] =>
  text.split(", ").map((event) => {
    const [kind = "", day] = event.split(" ");
    return [kind as Kind, day === undefined ? null : Number(day)];
  });

/** HR's events about a person, oldest first, by what the person did. */
const stories: Readonly<Record<string, string>> = {
  "left immediately": "hired, moved, terminated",
  "left, which was withdrawn": "hired, moved, terminated, rescinded",
  "left, came back and left again": "hired, terminated, rescinded, moved, terminated -1",
  "leaves later": "hired -2, moved, terminated 9",
  "planned to leave later, and stays": "hired -2, moved, terminated 9, rescinded",
  "leaves on another day": "hired -2, terminated 9, terminated 20",
  "leaves, and returns later": "hired -2, moved, terminated 9, returned 20",
  "planned to begin, and does not": "hired 5, terminated",
  "begins, leaves and returns, all in the future": "hired 5, terminated 9, returned 20",
  "left, came back, and is moved": "hired -9, terminated -2, returned -1, moved",
};

/** The full sweep also uses every selection of the five kinds of events, each with immediate effect. */
const KINDS: readonly Kind[] = ["hired", "moved", "terminated", "rescinded", "returned"];
const choices: readonly (readonly [string, string])[] = Array.from(
  { length: isFullSweep ? 2 ** KINDS.length - 1 : 0 },
  (_, n) => KINDS.filter((_, place) => ((n + 1) >> place) % 2 === 1),
).map((kinds) => [`was ${kinds.join(", ")}`, kinds.join(", ")]);

const permutations = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, n) => permutations(items.toSpliced(n, 1)).map((rest) => [item, ...rest]));

/**
 * Delivers events in an order, by their indexes in the story.
 * @returns whether the person is an owner in the end, and the day of each later call
 */
async function live(story: readonly News[], order: readonly number[], isAtOnce: boolean) {
  const calls: string[] = [];
  const days: string[] = [];
  await deskWith(
    {
      rules: [give, take, move],
      policy: { approvals: [], unknownRequestersFrom: ["hr"] },
      call: (id, { now }: DeskAtHand) => {
        calls.push(String(id));
        const day = Math.floor((now - T0) / DAY_MS);
        if (day > 0) days.push(`${id} on day ${day}`);
        return {};
      },
    },
    async (at) => {
      for (const place of order) {
        await at.deliver(tell(story[place] as News, place));
        if (!isAtOnce) await settle(at);
      }
      for (const day of [0, 5, 6, 9, 10, 11, 20, 21]) {
        at.now = Math.max(at.now, T0 + day * DAY_MS + HOUR_MS);
        await settle(at);
      }
    },
  );
  const last = calls.filter((id) => id !== "move").at(-1);
  return { isOwner: last === "give", days: days.filter((text) => !text.startsWith("move")) };
}

/** Works until nothing is due. */
async function settle(at: DeskAtHand): Promise<void> {
  for (let n = 0; n < 4; n++) {
    await at.work();
    at.now += 1_000;
  }
}

describe.each([...Object.entries(stories), ...choices])("a person who %s", (_, text) => {
  const story = readStory(text);
  const orders = permutations(story.map((_, place) => place));
  it.each([true, false])(
    "gains and loses the ownership on the same days in any order of the events (delivered concurrently: %s)",
    async (isAtOnce) => {
      const inOrder = await live(story, orders[0] ?? [], isAtOnce);
      for (const order of sampleOf(orders, isFullSweep ? orders.length : 2))
        expect({ order, ...(await live(story, order, isAtOnce)) }).toEqual({ order, ...inOrder });
    },
  );
});

it("a person who has left is not made an owner by an older hire that arrives later", async () => {
  expect(await live(readStory("hired, terminated"), [1, 0], false)).toEqual({ isOwner: false, days: [] });
});

it.each([
  ["according to the ledger", false, []],
  ["as if the person were unknown, if the ledger has erased that person", true, ["give"]],
])("a desk with a cleared memory of people handles a late, older event %s", (_, isErased, expected) => {
  const calls: string[] = [];
  const call = async (id: unknown) => ({ ...(id === "give" && { _: calls.push("give") }) });
  const policy = { approvals: [], unknownRequestersFrom: ["hr"] };
  return deskWith({ rules: [give, take], policy, call }, async (at) => {
    await at.deliver(tell(["terminated", null], 1));
    await settle(at);
    at.desk.forgetPeople();
    if (isErased) at.events.clear();
    await at.deliver(tell(["hired", null], 0));
    await settle(at);
    expect(calls).toEqual(expected);
  });
});

it("a desk keeps a limited number of workers' events, and asks the ledger about older events", () =>
  runInDurableObject(DESK.getByName(crypto.randomUUID()), async (_, { storage }) => {
    const asked: string[] = [];
    const ticket: History["ticket"] = async ({ subject }) => {
      asked.push(subject);
      return { events: [], moves: [] };
    };
    const transaction = storage.transactionSync.bind(storage);
    const store = new DeskStore({ database: storage.sql, transaction });
    let now = T0;
    const deps = { settings, automations: new Map(), replies: {}, history: { ...noHistory, ticket } };
    const withdrawals = new Withdrawals({ ...deps, now: () => now++ }, store);
    const match = { wanting: [], runs: [], declined: [], withdrawalReasons: new Map() };
    const told = tell(["moved", null], 1);
    const run = newRun(
      { id: "run_1", eventId: "evt_1", automation: "give", subject: "hr:1", mode: "live" },
      T0,
    );
    const hired = JSON.parse(String(tell(["hired", null], 0).event));
    for (let n = 1; n < 2_000; n++) await withdrawals.observe({ ...told, match });
    expect(
      await withdrawals.overtaking(run, { ...hired, occurredAt: new Date(T0).toISOString() }),
    ).toBeNull();
    expect(asked).toEqual([]);
    for (let n = 0; n < 2; n++) await withdrawals.observe({ ...told, match });
    expect(
      await withdrawals.overtaking(run, { ...hired, occurredAt: new Date(T0).toISOString() }),
    ).toBeNull();
    expect(asked).toEqual(["hr:1"]);
  }));

it.each<[kind: Kind, later: Kind, of: string, calls: string[]]>([
  ["terminated", "rescinded", "2026-11-02", ["give"]],
  ["terminated", "rescinded", "2026-11-01", ["give"]],
  ["terminated", "rescinded", "2026-10-31", ["give", "take"]],
  ["hired", "terminated", "2026-11-02", ["take"]],
  ["hired", "terminated", "2026-10-31", ["take", "give"]],
])(
  "the HR events “%s” at a time on 2 November and then “%s” on the day %s lead to the calls %j",
  (kind, later, of, expected) => {
    const calls: string[] = [];
    const call = (id: unknown) => ({ _: calls.push(String(id)) });
    const policy = { approvals: [], unknownRequestersFrom: ["hr"] };
    return deskWith({ rules: [give, take], policy, call }, async (at) => {
      await at.deliver(tell([kind, 9], 0));
      await settle(at);
      await at.deliver(tell([later, null], 1, of));
      await settle(at);
      at.now = T0 + 11 * DAY_MS;
      await settle(at);
      expect(calls).toEqual(expected);
    });
  },
);
