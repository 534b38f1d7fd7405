// Tests how many rows lists read, and through which indexes, if the inventory and the queue are large.
import { describe, expect, it } from "vitest";
import { putEntry } from "../../src/actions/inventory.ts";
import { removeSessionPolicy } from "../../src/actions/session-policy.ts";
import { readChanges } from "../../src/ledger/changes.ts";
import { changing, writeInventory } from "../../src/ledger/inventory.ts";
import { knownAbout } from "../../src/ledger/known.ts";
import { record } from "../../src/ledger/record.ts";
import { listRuns, readRunsIn } from "../../src/ledger/runs.ts";
import { as, local, open } from "../console/signed.ts";
import {
  countRowsRead,
  eventAt,
  explainPlans,
  LEDGER,
  migrateLedger,
  readNumber,
  runAt,
  runId,
} from "./ledger.ts";

const NOW = Date.now();
const PAGE = 50;
const numbers = (from: number, n: number) => Array.from({ length: n }, (_, i) => from + i);
const owns = (n: number) =>
  putEntry("ownership", {
    of: "connector",
    app: { id: "app_1", name: "GitHub" },
    connector: { id: `con_${n}`, name: "GitHub MCP" },
    user: { id: `usr_${n}`, name: "Ada Marsh" },
    roleSlug: "owner",
    until: "2099-12-31",
  });
const add = (n: number) => ({
  action: "connector-owner.add",
  summary: `Make person ${n} an owner.`,
  target: `connector con_${n}`,
  input: {},
  effects: [{ operation: "createConnectorOwner", input: { path: { app_id: "app_1" } } }],
  beneficiaries: [],
  leaves: [owns(n)],
});
const retire = (n: number) => ({
  ...add(n),
  action: "tool.retire",
  effects: [{ operation: "deleteMcpTool", input: {} }],
});
const policy = removeSessionPolicy({ policy: { id: "sp_1", name: "Kiosks" } });
const waits = (n: number, action: object, dueAt: number | null = NOW + n * 60_000) =>
  runAt(n, NOW - n, { state: "awaiting_approval", plan: { hash: "00", actions: [action] }, dueAt });
type Waiting = Parameters<typeof knownAbout>[1];
const waitingRun = (...actions: object[]): Waiting => ({
  ...JSON.parse(waits(1_001, {}).run),
  plan: { hash: "00", actions },
});
const put = (rows: Parameters<typeof record>[2]) =>
  record(
    LEDGER,
    rows.map(({ id }) => eventAt(readNumber(id), NOW - readNumber(id))),
    rows,
  );
const own = (from: number, n: number) =>
  LEDGER.batch(
    writeInventory(
      LEDGER,
      numbers(from, n).map((i) => ({ ...owns(i), by: { run: runId(i, NOW - i) }, at: NOW })),
    ),
  );

await migrateLedger();
await own(1, PAGE + 1);
await put(numbers(1, PAGE + 1).map((n) => runAt(n, NOW - n, { plan: { hash: "00", actions: [add(n)] } })));
await put(numbers(1_000, PAGE).map((n) => waits(n, add(n))));

const count = async (read: (db: D1Database) => Promise<unknown>): Promise<number> => {
  const counter = countRowsRead();
  await read(counter.db);
  return counter.rows;
};
const page = (path: string) => async (LEDGER: D1Database) => {
  const response = await open(path, as("approver"), { ...local, LEDGER });
  expect(response.status).toBe(200);
  return response.text();
};

it("lists of runs read no extra rows for 1,000 ownerships and 500 plans, and the approvals page reads three per plan", async () => {
  const list = (db: D1Database) => listRuns(db, { state: "done" }, { limit: PAGE });
  const queue = (db: D1Database) => readRunsIn(db, "awaiting_approval", 26);
  const known = (db: D1Database) => knownAbout(db, waitingRun(add(1_001)), "UTC");
  const changes = (db: D1Database) => readChanges(db, {}, PAGE);
  const reads = [list, queue, changes, page("/runs?state=done"), page("/api/runs?state=done")];
  const before = await Promise.all(reads.map(count));
  const [knownBefore, queueBefore] = [await count(known), await count(page("/approvals"))];
  await own(100_000, 1_000);
  await put(numbers(2_000, 500).map((n) => waits(n, add(n))));
  expect(await Promise.all(reads.map(count))).toEqual(before);
  // Identical waiting plans are searched along one index: two rows are read per plan.
  expect((await count(known)) - knownBefore).toBe(2 * 500);
  // The page also counts all waiting plans along that index.
  expect((await count(page("/approvals"))) - queueBefore).toBe(3 * 500);
  expect(before[1]).toBeLessThan(60);
});

const BY_KEY = "USING PRIMARY KEY (kind=? AND key=?)";
it.for<[string, (db: D1Database) => Promise<unknown>, ...key: string[]]>([
  [
    "the owners of a plan's targets",
    (db) => knownAbout(db, waitingRun(), "UTC"),
    "entry USING PRIMARY KEY (kind=? AND key>? AND key<?)",
  ],
  ["entries that would change", (db) => changing(db, []), `entry ${BY_KEY}`],
])("the inventory is looked up by key for %s", async ([, read, ...key]) => {
  const steps = (await explainPlans(read)).flat().filter((step) => /\b(entry|inventory)\b/.test(step));
  expect(new Set(steps)).toEqual(new Set(key.map((found) => `SEARCH ${found}`)));
});

describe("the queue of plans", () => {
  it("is sorted by danger and then by expiry, using an index", async () => {
    const tasks = { ...policy, effects: [] };
    await put([
      waits(3_000, tasks, NOW),
      waits(3_001, retire(1), NOW + 9e9),
      waits(3_002, policy, NOW + 9e9),
      waits(3_003, retire(2), NOW + 8e9),
      waits(3_004, policy, null),
    ]);
    const first = await readRunsIn(LEDGER, "awaiting_approval", 6);
    expect(first.map(({ id }) => readNumber(id))).toEqual([3_002, 3_004, 3_003, 3_001, 3_000, 1_000]);
    expect(await explainPlans((db) => readRunsIn(db, "awaiting_approval", 6))).toEqual([
      [expect.stringContaining("SEARCH runs USING INDEX runs_waiting (state=?")],
    ]);
  });

  it("no longer contains a plan once the plan is decided", async () => {
    await put([runAt(3_002, NOW - 3_002, { state: "acting", version: 9 })]);
    const [first] = await readRunsIn(LEDGER, "awaiting_approval", 1);
    expect(readNumber(first?.id ?? "")).toBe(3_004);
  });
});
