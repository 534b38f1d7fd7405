import { runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, it } from "vitest";
import { WAITS_MS } from "../../src/base/waits.ts";
import { OutboxStore } from "../../src/channels/outbox-store.ts";
import { writeInventory } from "../../src/ledger/inventory.ts";
import { record } from "../../src/ledger/record.ts";
import type { PersonData } from "../../src/ledger/shapes.ts";
import { DESK, OUTBOX } from "../desk/bindings.ts";
import { eventRow, LEDGER, migrateLedger, runRow } from "../ledger/ledger.ts";
import { app } from "../support/app.ts";
import { as, local, SITE } from "./signed.ts";

const KIM = "kim.lee@example.com";
const NAMES = "Kim Lee";
const headers = { "content-type": "application/json", ...as("admin") };
const EVENTS = 45;
const NAMED = /\bkim\b|\blee\b|kim\.lee/i;

const ask = async (path: string, body?: object): Promise<PersonData & { detail?: string }> => {
  const asked = { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) };
  const answer = await app.request(`${SITE}/api/people/${encodeURIComponent(KIM)}/${path}`, asked, local);
  return answer.json();
};
const step = (after: string | null, names = NAMES) =>
  ask("erase", { reason: "Kim Lee asked", names, ...(after !== null && { after }) });
const erase = async (after: string | null) => {
  const page = await step(after);
  expect(page).toHaveProperty("next");
  return page;
};

const texts = async (): Promise<string> => {
  const tables = ["events", "runs", "inventory", "people", "audit", "erasures"].map((table) =>
    LEDGER.prepare(`SELECT * FROM ${table}`),
  );
  return JSON.stringify((await LEDGER.batch(tables)).map(({ results }) => results));
};
const foundBy = async (words: string) => {
  const found = await LEDGER.prepare("SELECT count(*) AS n FROM search WHERE search MATCH ?")
    .bind(words)
    .first<number>("n");
  return found ?? 0;
};

beforeEach(async () => {
  WAITS_MS.gather = 1;
  await migrateLedger();
  for (const table of ["events", "runs", "people", "inventory", "erasures"])
    await LEDGER.prepare(`DELETE FROM ${table}`).run();
  const about = (n: number) => ({
    type: "worker.changed",
    subject: `console:${KIM}:${n}`,
    worker: { email: KIM, name: "Kim Lee", manager: { name: "Leena Kimura", email: "leena@example.com" } },
  });
  await record(
    LEDGER,
    Array.from({ length: EVENTS }, (_, n) => {
      const event =
        n % 3 === 0 ? { type: "worker.changed", subject: "x", worker: { name: "Leena Kimura" } } : about(n);
      return eventRow(n, {
        subject: event.subject,
        event: JSON.stringify(event),
        payload: JSON.stringify({ said: event }),
      });
    }),
    [runRow(1, { state: "done", ignored: `KIM LEE has nothing, says ${KIM.toUpperCase()}` })],
  );
});

/** Erases all data. @returns the pages */
async function eraseAll(): Promise<PersonData[]> {
  const pages: PersonData[] = [];
  for (
    let after: string | null = null;
    pages.length === 0 || after !== null;
    after = pages.at(-1)?.next ?? null
  )
    pages.push(await erase(after));
  return pages;
}

it.for([1, 2, 3, 4, 5])(
  "an erasure that was interrupted after step %i is completed by a repeated request",
  async (steps) => {
    let after: string | null = null;
    for (let n = 0; n < steps; n++) after = (await erase(after)).next;
    expect(after).not.toBeNull();
    expect(NAMED.test(await texts())).toBe(true);
    await eraseAll();
    expect(NAMED.test(await texts())).toBe(false);
    expect(await foundBy("kim")).toBe(0);
  },
);

it.for(["events ", "audit ", "end"])(
  "an erasure can be started or continued at %j only if that is its next step",
  async (after) => {
    const before = await texts();
    expect(await step(after)).toMatchObject({ status: 409 });
    expect(await texts()).toBe(before);
    const { next } = await erase(null);
    if (after !== next) expect(await step(after)).toMatchObject({ status: 409 });
    await eraseAll();
    expect(await step(next)).toMatchObject({ status: 409 });
  },
);

it("in every step, an erasure uses the names given in its first request, and ignores names given later", async () => {
  for (let { next: after } = await erase(null); after !== null; )
    after = (await step(after, "Leena Kimura")).next;
  const left = await texts();
  expect(left).toContain("Leena Kimura");
  expect(left).not.toMatch(NAMED);
});

it("an erasure stops at any step while a message about the person is waiting to be sent", async () => {
  const inOutbox = (change: (sql: SqlStorage) => void) =>
    runInDurableObject(OUTBOX.getByName("outbox"), (_, { storage: { sql } }) => change(sql));
  for (let after: string | null = null, n = 0; after !== null || n === 0; n++) {
    await inOutbox((sql) => new OutboxStore(sql).add(KIM, KIM, {} as never, Date.now(), 60_000));
    expect(await step(after), `step ${n}`).toMatchObject({ status: 409 });
    await inOutbox((sql) => sql.exec("DELETE FROM items"));
    after = (await erase(after)).next;
  }
});

it("an erasure removes the person's own ownerships, and the person's name from ownerships that they entered for others", async () => {
  const owns = (key: string, name: string) => ({
    kind: "ownership" as const,
    key,
    data: { of: "connector", user: { id: `usr_${key}`, name } },
    by: { person: KIM },
    at: 1,
  });
  await LEDGER.batch(writeInventory(LEDGER, [owns("a", "Leena Kimura"), owns("b", "Kim Lee")]));
  await LEDGER.batch(
    writeInventory(LEDGER, [{ ...owns("c", "Leena Kimura"), key: KIM, by: { person: "x" } }]),
  );
  await eraseAll();
  const { results } = await LEDGER.prepare("SELECT key, by_person FROM inventory").all();
  expect(results).toEqual([{ key: "a", by_person: "[erased]" }]);
});

it("an erasure leaves other people's names unchanged and searchable", async () => {
  await eraseAll();
  const left = await texts();
  expect(left.match(/Leena Kimura/g)?.length).toBeGreaterThan(EVENTS - 1);
  expect(left).toContain('{\\"omitted\\":\\"erased\\"}');
  expect(await foundBy("kimura")).toBe(EVENTS);
});

it.for([
  { email: "kim@other.example", name: "Kim Lee" },
  { email: `ha${KIM}`, name: "Hakim Lee" },
])("an erasure leaves the data of another person, %j, unchanged", async (worker) => {
  const event = JSON.stringify({ type: "worker.changed", subject: "x", worker });
  await record(LEDGER, [eventRow(9_000, { event, payload: "{}" })], []);
  await eraseAll();
  expect(await LEDGER.prepare("SELECT event FROM events WHERE event = ?").bind(event).all()).toMatchObject({
    results: [{ event }],
  });
});

it("an export includes every page of a person's data, with the names recorded with their email", async () => {
  const held: string[] = [];
  const names = new Set<string>();
  for (let after: string | null = ""; after !== null; ) {
    const page: PersonData = await ask(`data?${new URLSearchParams(after === "" ? {} : { after })}`);
    held.push(...page.held.map(({ place }) => place));
    for (const name of page.names) names.add(name);
    after = page.next;
  }
  expect(held.filter((place) => place === "events")).toHaveLength(30);
  expect(held).toContain("runs");
  expect([...names]).toEqual(["Kim Lee"]);
});

it("an erasure processes up to 500 rows per request, or fewer if the rows are large", async () => {
  const about = (n: number, padding: number) =>
    eventRow(n, { payload: JSON.stringify({ by: KIM, padding: "x".repeat(padding) }) });
  const small = Array.from({ length: 1_200 }, (_, n) => about(1_000 + n, 1));
  await record(LEDGER, small, []);
  for (let n = 0; n < 12; n++) await record(LEDGER, [about(5_000 + n, 1_000_000)], []);
  const [, ...pages] = await eraseAll();
  const counts = pages.map(({ held }) => held.filter(({ place }) => place === "events").length);
  expect(counts).toEqual([500, 500, 238, 4, 0, 0, 0, 0, 0, 0]);
  expect(NAMED.test(await texts())).toBe(false);
});

it("a person is searched for by at most 100 names", async () => {
  const names = Array.from({ length: 3_000 }, (_, n) => `Kim Lee${n}`);
  expect(await ask(`data?${new URLSearchParams({ names: names.join(";") })}`)).toMatchObject({ status: 400 });
  expect(await ask(`data?${new URLSearchParams({ names: names.slice(0, 100).join(";") })}`)).toHaveProperty(
    "held",
  );
});

it.for(["runs ", "audit ", "end"])(
  "an erasure also removes data that is recorded before its step %j, and reports any remaining data",
  async (at) => {
    const [named] = await Promise.all([
      runRow(7, {
        state: "failed",
        plan: {
          hash: "00",
          actions: [
            { action: "tool.retire", summary: "Kim Lee", input: { name: NAMES }, target: "", effects: [] },
          ],
        },
      }),
    ]);
    await record(LEDGER, [], named ? [named] : []);
    const campaign = {
      kind: "campaign" as const,
      key: "Review of Kim Lee",
      data: { name: "Review of Kim Lee" },
      by: { run: "run_1" },
      at: 1,
    };
    await LEDGER.batch(writeInventory(LEDGER, [campaign]));
    const left: string[] = [];
    let isRecorded = false;
    for (let after: string | null = (await erase(null)).next; after !== null; ) {
      if (after === at && !isRecorded) {
        await record(LEDGER, [eventRow(9_000, { payload: JSON.stringify({ by: KIM }) })], []);
        isRecorded = true;
      }
      const page: PersonData = await erase(after);
      left.push(...page.left);
      after = page.next;
    }
    expect(isRecorded).toBe(true);
    expect(await texts()).not.toContain(KIM);
    expect(new Set(left)).toEqual(new Set([`runs ${named?.id}`, "inventory campaign Review of Kim Lee"]));
  },
);

it("an erasure removes the person's names from withdrawals that desks store, and is not blocked by them", async () => {
  const reasons = (whose: string) =>
    JSON.stringify({ type: "ticket.updated", reasons: { a: `IAM-1 is now “With ${whose}”` } });
  await runInDurableObject(DESK.getByName("desk-0"), (_, { storage }) =>
    storage.sql.exec("INSERT INTO withdrawals VALUES ('jira:1', 1, 1, ?)", reasons(NAMES)),
  );
  const inDesks = async () =>
    (await ask("data?names=Kim Lee")).held.filter(({ place }) => place.startsWith("desk"));
  expect(await inDesks()).toMatchObject([{ place: "desk withdrawals", until: "7 days" }]);
  await eraseAll();
  expect(await inDesks()).toEqual([]);
  await runInDurableObject(DESK.getByName("desk-0"), (_, { storage }) =>
    expect(storage.sql.exec("SELECT withdrawal FROM withdrawals").one()).toEqual({
      withdrawal: reasons("[erased]"),
    }),
  );
});
