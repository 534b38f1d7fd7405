import { beforeEach, describe, expect, it } from "vitest";
import { type InventoryChange, putEntry, RUNS_KEPT, removeEntry } from "../../src/actions/inventory.ts";
import { DAY_MS } from "../../src/base/days.ts";
import {
  countEntries,
  forgetRemoved,
  type InventoryRow,
  inventoryAfter,
  listInventory,
  readEntry,
  writeInventory,
} from "../../src/ledger/inventory.ts";
import { readCursor } from "../../src/ledger/page.ts";
import { record } from "../../src/ledger/record.ts";
import { eventRow, explainPlans, LEDGER, migrateLedger, runRow } from "./ledger.ts";

const named = (id: string) => ({ id, name: id.toUpperCase() });
const place = (id: string) => ({ app: named("app"), connector: named("con"), tool: named(id) });
const row = (memory: InventoryChange, at: number, run?: string): InventoryRow => ({
  ...memory,
  by: run ? { run } : { person: "ada.marsh@example.com" },
  at,
  ...(run && { run }),
});
const write = async (...rows: readonly InventoryRow[]) => {
  await LEDGER.batch(writeInventory(LEDGER, rows));
};

beforeEach(async () => {
  await migrateLedger();
  await LEDGER.exec("DELETE FROM inventory");
});

describe("the inventory", () => {
  it("keeps a tool's fingerprint until another one is written or the tool is removed", async () => {
    const as = (hash: string) => ({
      name: hash,
      description: hash,
      inputSchema: hash,
      clientTypes: hash,
      entitlement: hash,
      discovered: hash,
    });
    const agreed = (hash: string) => putEntry("tool", { ...place("a"), fingerprint: as(hash) });
    const renamed = { ...place("a"), app: { id: "app", name: "Renamed" } };
    const data = async () => (await readEntry(LEDGER, "tool", "app/con/a"))?.data;
    await write(row(agreed("1"), 10), row(putEntry("tool", renamed), 20));
    expect(await data()).toEqual({ ...renamed, fingerprint: as("1") });
    await write(row(agreed("2"), 30));
    expect(await data()).toEqual({ ...place("a"), fingerprint: as("2") });
    await write(row(removeEntry("tool", "app/con/a"), 40), row(putEntry("tool", place("a")), 50));
    expect(await data()).toEqual(place("a"));
  });

  it("stores an entry under its key, with its author and its runs", async () => {
    await write(
      row(putEntry("retired_tool", place("a")), 10, "run_1"),
      row(putEntry("retired_tool", place("a")), 20, "run_2"),
    );
    expect(await readEntry(LEDGER, "retired_tool", "app/con/a")).toEqual({
      kind: "retired_tool",
      key: "app/con/a",
      data: place("a"),
      runs: { run_1: 10, run_2: 20 },
      changedBy: { run: "run_2" },
      changedAt: 20,
    });
  });

  it("keeps only the last runs of an entry", async () => {
    const ids = Array.from({ length: RUNS_KEPT + 5 }, (_, n) => `run_${n}`);
    await write(...ids.map((id, n) => row(putEntry("retired_tool", place("a")), n, id)));
    const { runs = {} } = (await readEntry(LEDGER, "retired_tool", "app/con/a")) ?? {};
    expect(Object.keys(runs).toSorted()).toEqual(ids.slice(5).toSorted());
  });

  it("stays the same if a run and its changes are recorded twice", async () => {
    const rows = [
      row(putEntry("campaign", { name: "Q3" }), 10, "run_1"),
      row(putEntry("tool", place("a")), 10, "run_1"),
      row(removeEntry("tool", "app/con/a"), 10, "run_1"),
    ];
    for (let n = 0; n < 2; n++) await record(LEDGER, [eventRow(1)], [runRow(1)], [], rows);
    expect(await countEntries(LEDGER, "campaign")).toBe(1);
    expect(await countEntries(LEDGER, "tool")).toBe(0);
  });

  it("keeps the latest change, regardless of the order in which changes are recorded", async () => {
    const later = putEntry("session_policy", { policy: named("p"), until: "2027-02-01" });
    const earlier = putEntry("session_policy", { policy: named("p"), until: "2027-01-01" });
    await write(row(later, 20));
    await write(row(earlier, 10, "run_1"));
    await write(row(removeEntry("session_policy", "p"), 15, "run_2"));
    expect((await readEntry(LEDGER, "session_policy", "p"))?.data.until).toBe("2027-02-01");
    await write(row(removeEntry("session_policy", "p"), 20, "run_2"));
    expect(await readEntry(LEDGER, "session_policy", "p")).toBeNull();
  });

  it("ignores a change that is older than the removal of its entry but is recorded later", async () => {
    const policy = (until: string) => putEntry("session_policy", { policy: named("p"), until });
    const listed = async () => [
      await readEntry(LEDGER, "session_policy", "p"),
      ...(await inventoryAfter(LEDGER, "session_policy", { limit: 9 })),
      ...(await listInventory(LEDGER, {}, { limit: 9 })).items,
    ];
    await write(row(policy("2027-02-01"), 10, "run_1"));
    await write(row(removeEntry("session_policy", "p"), 20));
    await write(row(policy("2027-02-01"), 10, "run_1"));
    expect([await listed(), await countEntries(LEDGER, "session_policy")]).toEqual([[null], 0]);
    await forgetRemoved(LEDGER, 8 * DAY_MS).run();
    expect(await listed()).toEqual([null]);
    await write(row(policy("2027-03-01"), 50, "run_3"));
    await forgetRemoved(LEDGER, 8 * DAY_MS).run();
    expect((await listed()).map((entry) => entry?.runs)).toEqual(Array(3).fill({ run_3: 50 }));
  });

  it("can be queried by person and by last day", async () => {
    const ownership = (user: { id: string }, connector: string, until?: string) =>
      putEntry("ownership", {
        of: "connector",
        app: named("app"),
        connector: named(connector),
        roleSlug: "owner",
        user: { name: "Ada Marsh", ...user },
        ...(until && { until }),
      });
    await write(
      row(ownership({ id: "usr_1" }, "c1", "2027-01-31"), 1),
      row(ownership({ id: "usr_1" }, "c2", "2027-02-01"), 1),
      row(ownership({ id: "usr_2" }, "c3"), 1),
    );
    const keys = async (query: Parameters<typeof inventoryAfter>[2]) =>
      (await inventoryAfter(LEDGER, "ownership", query)).map(({ data }) =>
        data.of === "connector" ? data.connector.id : data.of,
      );
    expect(await keys({ limit: 9, person: "usr_1" })).toEqual(["c1", "c2"]);
    expect(await keys({ limit: 9, untilBy: "2027-01-31" })).toEqual(["c1"]);
    expect(await keys({ limit: 9 })).toEqual(["c1", "c2", "c3"]);
  });

  it("can be read in pages, starting after a key", async () => {
    await write(...["a", "b", "c", "d", "e"].map((id) => row(putEntry("tool", place(id)), 1)));
    const after = await inventoryAfter(LEDGER, "tool", { after: "app/con/b", limit: 2 });
    expect(after.map(({ data }) => data.tool.id)).toEqual(["c", "d"]);
    const first = await listInventory(LEDGER, { kind: "tool" }, { limit: 3 });
    const cursor = readCursor(first.next ?? "", ["string", "string"]) ?? undefined;
    const rest = await listInventory(LEDGER, { kind: "tool" }, { limit: 3, cursor });
    expect([...first.items, ...rest.items].map(({ key }) => key.at(-1))).toEqual(["e", "d", "c", "b", "a"]);
    expect(rest.next).toBeNull();
  });

  it("can be listed by last day in pages, using an index and omitting entries without a last day", async () => {
    const days = ["2027-03-01", "2027-01-01", "2027-02-01", "2027-01-01"];
    const ends = days.map((until, n) => putEntry("session_policy", { policy: named(`p${n}`), until }));
    await write(...[...ends, putEntry("tool", place("none"))].map((entry) => row(entry, 1)));
    const sort = "ends" as const;
    const first = await listInventory(LEDGER, {}, { limit: 2, sort });
    const cursor = readCursor(first.next ?? "", ["string", "string"]) ?? undefined;
    const rest = await listInventory(LEDGER, {}, { limit: 9, sort, cursor });
    expect([...first.items, ...rest.items].map(({ key }) => key)).toEqual(["p1", "p3", "p2", "p0"]);
    const plans = await explainPlans((db) => listInventory(db, {}, { limit: 2, sort }));
    expect(plans.join()).toContain("inventory_until");
  });
});
