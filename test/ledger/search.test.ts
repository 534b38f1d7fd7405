import { beforeAll, describe, expect, it } from "vitest";
import { type Condition, readCursor, readPage } from "../../src/ledger/page.ts";
import { record } from "../../src/ledger/record.ts";
import { found } from "../../src/ledger/words.ts";
import { eventAt, LEDGER, migrateLedger, readNumber, runAt } from "./ledger.ts";

describe("a search", () => {
  /** Number of rows. They are recorded in an order other than that of receipt, and every third has the word. */
  const COUNT = 60;
  const cameIn = (n: number) => 1_000_000 + ((n * 37) % COUNT) * 10;
  const has = (n: number) => n % 3 === 0;
  beforeAll(async () => {
    await migrateLedger();
    const numbers = Array.from({ length: COUNT }, (_, i) => 1 + i);
    const word = (n: number) => (has(n) ? "marigold" : "thistle");
    await record(
      LEDGER,
      // Two rows per millisecond, so that the id determines their order.
      numbers.map((n) =>
        eventAt(n, cameIn(n - (n % 2)), {
          source: n % 2 ? "jira" : "okta",
          event: JSON.stringify({ type: "ticket.created", ticket: { title: word(n), fields: {} } }),
        }),
      ),
      numbers.map((n) => runAt(n, cameIn(n - (n % 2)), { subject: `jira:${word(n)}` })),
    );
  });

  /** Reads all pages of the list, with two rows each. @param few With 0, any number of matches counts as many */
  async function all(list: "events" | "runs", typed: string, few: number, ...more: Condition[]) {
    const conditions = [await found(LEDGER, list, typed, few), ...more];
    const seen: number[] = [];
    let cursor: ReturnType<typeof readCursor> | undefined;
    do {
      const { rows, next } = await readPage<{ id: string }>(
        LEDGER,
        { select: `SELECT id FROM ${list}`, conditions, order: ["id"], position: ({ id }) => [id] },
        { limit: 2, cursor: cursor ?? undefined },
      );
      seen.push(...rows.map(({ id }) => readNumber(id)));
      cursor = next === null ? null : readCursor(next, ["string"]);
    } while (cursor);
    return seen;
  }
  /** Returns the expected rows, sorted by the time of receipt, newest first, and then by id. */
  const expected = (wanted = has) =>
    Array.from({ length: COUNT }, (_, i) => 1 + i)
      .filter(wanted)
      .sort((a, b) => cameIn(b - (b % 2)) - cameIn(a - (a % 2)) || b - a);

  it.for([
    ["few", 1_000],
    ["many", 0],
  ] as const)("with %s matches lists each match once, newest first, across pages", async ([, few]) => {
    expect(await all("events", "marigold", few)).toEqual(expected());
    expect(await all("runs", "marigold", few)).toEqual(expected());
    expect(await all("events", "marigold zinnia", few)).toEqual([]);
    expect(await all("events", "nowhere", few)).toEqual([]);
    const okta = expected((n) => has(n) && n % 2 === 0);
    expect(okta.length).toBeGreaterThan(2);
    expect(await all("events", "mari", few, ["source = ?", "okta"])).toEqual(okta);
  });

  it("counts the matches among events and runs together to distinguish few from many", async () => {
    const both = (2 * COUNT) / 3;
    const few = await found(LEDGER, "events", "marigold");
    expect(await found(LEDGER, "events", "marigold", both)).toEqual(few);
    expect(await found(LEDGER, "events", "marigold", both - 1)).not.toEqual(few);
  });
});

it.for([
  ["太郎", [1]],
  ["山田太郎", [1]],
  ["アクセス申請", [1, 2]],
  ["申請", [1, 2]],
  ["請", [1, 2]],
  ["郎山", []],
  ["IAM太郎", []],
  ["GitHub接続", [2]],
  ["見て", [3]],
  ["ください 見て", [3]],
] as const)(
  "a search for Chinese or Japanese characters finds the texts that contain their sequence: %s",
  async ([typed, expected]) => {
    await migrateLedger();
    const texts = ["山田太郎のアクセス申請", "GitHub接続のアクセス申請、至急"];
    await record(
      LEDGER,
      texts.map((title, n) =>
        eventAt(n + 1, 1_000, {
          event: JSON.stringify({ type: "ticket.created", ticket: { title, fields: {} } }),
        }),
      ),
      [runAt(3, 1_000, { ignored: "人が見てください" })],
    );
    const search = async (list: "events" | "runs") => {
      const [condition, ...values] = await found(LEDGER, list, typed);
      const { results } = await LEDGER.prepare(`SELECT id FROM ${list} WHERE ${condition} ORDER BY id`)
        .bind(...values)
        .all<{ id: string }>();
      return results.map(({ id }) => readNumber(id));
    };
    expect([...(await search("events")), ...(await search("runs"))]).toEqual(expected);
  },
);
