// Reads and writes the inventory: objects that Reeve tracks beyond the runs that added them.
import {
  type Author,
  type EntryKey,
  type EntryQuery,
  type InventoryData,
  type InventoryEntry,
  type InventoryKind,
  RUNS_KEPT,
} from "../actions/inventory.ts";
import { DAY_MS } from "../base/days.ts";
import type { History } from "../kit/automation.ts";
import { countsAsOwner } from "../kit/inventory.ts";
import type { Settings } from "../kit/settings.ts";
import type { ActionPlace } from "../policy/approval.ts";
import { type Page, type PageRequest, readPage, type Stored, selectAll, selectFirst } from "./page.ts";

export interface InventoryRow {
  readonly kind: InventoryKind;
  readonly key: string;
  /** The entry's data; `null` removes the entry. */
  readonly data: unknown;
  readonly by: Author;
  /** Time of the change, in Unix milliseconds. The change does not replace an entry that was changed later. */
  readonly at: number;
  /** The run whose plan made the change. @default no plan made it, so a written entry keeps its list of runs */
  readonly run?: string;
  /**
   * Time of the plan, in Unix milliseconds, if a follow-up removes the entry. The removal does not change an entry that
   * a run has written since.
   */
  readonly plannedAt?: number;
}

/**
 * Time for which a removed entry remains as a row without data, in milliseconds, so that a change from before the
 * removal does not add the entry again.
 */
const REMOVED_KEPT_MS = 7 * DAY_MS;

// A tracked tool keeps its fingerprint until a new one is written: writing an entry without a fingerprint must not
// accept a changed tool.
const PUT = `
  INSERT INTO inventory (kind, key, data, runs, by_run, by_person, changed_at)
  SELECT value->>'kind', value->>'key', value->'data',
         iif(value->>'run' IS NULL, '{}', json_object(value->>'run', value->'at')),
         value->>'$.by.run', value->>'$.by.person', value->>'at'
  FROM json_each(?1) WHERE true
  ON CONFLICT (kind, key) DO UPDATE SET
    data = iif(kind = 'tool', json_patch(ifnull(inventory.data, '{}'), excluded.data), excluded.data),
    runs = (SELECT json_group_object(key, value) FROM (
      SELECT key, value FROM json_each(json_patch(inventory.runs, excluded.runs)) ORDER BY value DESC, key DESC LIMIT ${RUNS_KEPT})),
    by_run = excluded.by_run, by_person = excluded.by_person, changed_at = excluded.changed_at
  WHERE excluded.changed_at >= inventory.changed_at`;

/** Formats the SQL condition for entries that a run wrote after a time. Runs that only amended an entry are ignored. */
const givenSince = (time: string) =>
  `EXISTS (SELECT 1 FROM json_each(inventory.runs) AS writer WHERE writer.value > ${time})`;

const REMOVE = `
  UPDATE inventory SET data = NULL, runs = '{}', by_run = gone.value->>'$.by.run',
    by_person = gone.value->>'$.by.person', changed_at = gone.value->>'at'
  FROM json_each(?1) AS gone
  WHERE inventory.kind = gone.value->>'kind' AND inventory.key = gone.value->>'key'
    AND gone.value->>'at' >= inventory.changed_at
    AND NOT (${givenSince("gone.value->>'plannedAt'")})`;

export function writeInventory(db: D1Database, rows: readonly InventoryRow[]): D1PreparedStatement[] {
  const spans: InventoryRow[][] = [];
  for (const row of rows) {
    const last = spans.at(-1);
    if (last && (last[0]?.data === null) === (row.data === null)) last.push(row);
    else spans.push([row]);
  }
  return spans.map((span) => db.prepare(span[0]?.data === null ? REMOVE : PUT).bind(JSON.stringify(span)));
}

/** Builds the statement that deletes the rows of entries removed a week before `now` (Unix milliseconds) or earlier. */
export const forgetRemoved = (db: D1Database, now: number): D1PreparedStatement =>
  db.prepare("DELETE FROM inventory WHERE data IS NULL AND changed_at < ?1").bind(now - REMOVED_KEPT_MS);

const SAME = `
  SELECT row.key AS n FROM json_each(?1) AS row
  CROSS JOIN inventory AS entry ON entry.kind = row.value->>'kind' AND entry.key = row.value->>'key'
  WHERE entry.by_run IS row.value->>'$.by.run' AND entry.by_person IS row.value->>'$.by.person'
    AND entry.data = iif(entry.kind = 'tool', json_patch(entry.data, row.value->'data'), row.value->'data')`;

/** Returns the rows that would change an entry or its author. */
export async function changing<Row extends Pick<InventoryRow, "kind" | "key" | "data" | "by">>(
  db: D1Database,
  rows: readonly Row[],
): Promise<Row[]> {
  const results = await selectAll<{ n: number }>(db, SAME, [JSON.stringify(rows)]);
  const same = new Set(results.map(({ n }) => n));
  return rows.filter((_, n) => !same.has(n));
}

type StoredEntry = Stored<InventoryEntry, "data" | "runs" | "changedBy">;
const ENTRY = `kind, key, data, runs, changed_at AS changedAt,
  iif(by_run IS NULL, json_object('person', by_person), json_object('run', by_run)) AS changedBy`;

const parseEntry = <Kind extends InventoryKind>(row: StoredEntry): InventoryEntry<Kind> => ({
  ...row,
  kind: row.kind as Kind,
  data: JSON.parse(row.data) as InventoryData<Kind>,
  runs: JSON.parse(row.runs),
  changedBy: JSON.parse(row.changedBy),
});

export async function inventoryAfter<Kind extends InventoryKind>(
  db: D1Database,
  kind: Kind,
  { after = "", limit, person, untilBy }: EntryQuery,
): Promise<InventoryEntry<Kind>[]> {
  const select = `SELECT ${ENTRY} FROM inventory WHERE kind = ?1 AND key > ?2 AND data IS NOT NULL
    ${person ? "AND person = ?4" : "AND ?4 IS NULL"}
    ${untilBy ? "AND until <= ?5" : "AND ?5 IS NULL"}
    ORDER BY key LIMIT ?3`;
  const given = [kind, after, limit, person ?? null, untilBy ?? null];
  return (await selectAll<StoredEntry>(db, select, given)).map((row) => parseEntry<Kind>(row));
}

export async function readEntry<Kind extends InventoryKind>(
  db: D1Database,
  kind: Kind,
  key: string,
): Promise<InventoryEntry<Kind> | null> {
  const statement = `SELECT ${ENTRY} FROM inventory WHERE kind = ?1 AND key = ?2 AND data IS NOT NULL`;
  const row = await selectFirst<StoredEntry>(db, statement, [kind, key]);
  return row && parseEntry<Kind>(row);
}

/** Returns those entries with the given keys that a run has written since a time, in Unix milliseconds. */
export async function readGivenSince(db: D1Database, keys: readonly EntryKey[], time: number) {
  const select = `SELECT ${ENTRY} FROM inventory WHERE data IS NOT NULL AND ${givenSince("?2")}
    AND (kind, key) IN (SELECT value->>'kind', value->>'key' FROM json_each(?1))`;
  const rows = await selectAll<StoredEntry>(db, select, [JSON.stringify(keys), time]);
  return rows.map((row) => parseEntry(row));
}

export async function countEntries(db: D1Database, kind: InventoryKind, app?: string): Promise<number> {
  const statement = `SELECT count(*) AS n FROM inventory
    WHERE kind = ?1 AND data IS NOT NULL AND (?2 IS NULL OR data->>'$.app.id' = ?2)`;
  return (await selectFirst<{ n: number }>(db, statement, [kind, app ?? null]))?.n ?? 0;
}

/** A filter of inventory entries. `people` are the ids of governance users. */
type InventoryFilter = { readonly [Of in "kind" | "untilBy"]?: string | undefined } & {
  readonly people?: readonly string[] | undefined;
};

/**
 * Reads a page of entries in descending order of kind and key. If the request sorts by end, the page omits entries
 * without an end, and lists the earliest end first.
 */
export async function listInventory(
  db: D1Database,
  { kind, people, untilBy }: InventoryFilter,
  request: PageRequest,
): Promise<Page<InventoryEntry>> {
  const byEnd = request.sort === "ends";
  const { rows, next } = await readPage<StoredEntry & { readonly until: string }>(
    db,
    {
      select: `SELECT ${ENTRY}, until FROM inventory`,
      conditions: [
        ["data IS NOT NULL AND ?", 1],
        ["kind = ?", kind],
        ["person IN (SELECT value FROM json_each(?))", people && JSON.stringify(people)],
        ["until <= ?", untilBy],
        ["until IS NOT NULL AND ?", byEnd ? 1 : undefined],
      ],
      order: byEnd ? ["until", "kind || ' ' || key"] : ["kind", "key"],
      ascending: byEnd,
      position: ({ until, kind: of, key }) => (byEnd ? [until, `${of} ${key}`] : [of, key]),
    },
    request,
  );
  return { items: rows.map((row) => parseEntry(row)), next };
}

/**
 * Returns a function that finds the ids of the governance users who own a connector or, if no owner of the connector is
 * known, its app. {@link countsAsOwner} defines which users are owners.
 */
export const ownerFinder =
  (history: Pick<History, "inventory">, settings: Settings) =>
  async ({ app, connector }: ActionPlace): Promise<readonly string[]> => {
    for (const prefix of [connector && ["connector", app.id, connector.id], ["app", app.id]]) {
      if (!prefix) continue;
      // Keys are sorted, and each starts with the kind and the ids of the owned object.
      const after = `${prefix.map(encodeURIComponent).join("/")}/`;
      const entries = await history.inventory("ownership", { after, limit: MAX_OWNERSHIPS });
      const known = entries.filter(({ key, data }) => key.startsWith(after) && countsAsOwner(data, settings));
      if (known.length > 0) return known.map(({ data }) => data.user.id);
    }
    return [];
  };

/** Maximum ownerships that are read to find the owners of a connector or app. */
const MAX_OWNERSHIPS = 250;
