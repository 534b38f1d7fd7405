// Reads the data for evidence: runs with their entries in the audit trail, the hashes of the trail, and checkpoints.
// Also stores new checkpoints.

import * as z from "zod";
import { parseRun } from "../runs/run.ts";
import { FINISHED_RUN_STATES, UNLISTED_RUN_STATES } from "../runs/states.ts";
import { toRowId } from "./audit-chain.ts";
import { readRunLinks } from "./audit-list.ts";
import { JOINED_HEADLINE, parseHeadline } from "./headlines.ts";
import { type Stored, selectAll, selectFirst } from "./page.ts";
import { changed, changedSince } from "./runs.ts";

/** A checkpoint, as published. */
export const CheckpointRecord = z
  .object({
    n: z.int().meta({ description: "The checkpoint's number, from 1, without gaps." }),
    at: z.int().meta({ description: "Unix milliseconds." }),
    size: z.int().meta({ description: "Number of audit entries that the checkpoint covers." }),
    ends: z.record(z.string(), z.int()).meta({ description: "`seq` of the last covered entry, by desk." }),
    note: z.string().meta({ description: "The signed note, in the format of c2sp.org/tlog-checkpoint." }),
  })
  .meta({ id: "Checkpoint" });
export type CheckpointRecord = Readonly<z.infer<typeof CheckpointRecord>>;

/** A checkpoint with the data for computing the next one: the hexadecimal hashes of the complete subtrees, by level. */
export interface KeptCheckpoint extends CheckpointRecord {
  readonly tree: readonly (string | null)[];
}

type Row = Stored<KeptCheckpoint, "ends" | "tree">;
const COLUMNS = "n, at, size, ends, tree, note";
const parse = (row: Row): KeptCheckpoint => ({
  ...row,
  ends: JSON.parse(row.ends),
  tree: JSON.parse(row.tree),
});

export const toRecord = ({ tree: _, ...record }: KeptCheckpoint): CheckpointRecord => record;

/** Reads a checkpoint by its number, or the latest one. Returns `null` if there is none. */
export async function readCheckpointRow(db: D1Database, n?: number): Promise<KeptCheckpoint | null> {
  const statement = `SELECT ${COLUMNS} FROM checkpoints WHERE n = ifnull(?1, n) ORDER BY n DESC LIMIT 1`;
  const row = await selectFirst<Row>(db, statement, [n ?? null]);
  return row && parse(row);
}

/** Lists the checkpoints after a number, in order. */
export async function readCheckpoints(
  db: D1Database,
  after: number,
  limit: number,
): Promise<readonly CheckpointRecord[]> {
  const select = `SELECT ${COLUMNS} FROM checkpoints WHERE n > ?1 ORDER BY n LIMIT ?2`;
  const results = await selectAll<Row>(db, select, [after, limit]);
  return results.map((row) => toRecord(parse(row)));
}

/** Stores a checkpoint. @returns false if its number is already taken */
export async function keepCheckpoint(db: D1Database, one: KeptCheckpoint): Promise<boolean> {
  const statement = `INSERT INTO checkpoints (${COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING RETURNING n`;
  const row = [one.n, one.at, one.size, JSON.stringify(one.ends), JSON.stringify(one.tree), one.note];
  return (await selectFirst(db, statement, row)) !== null;
}

/** Maximum rows of the trail in one read: several thousand entries. */
const ROWS = 4_000;

/**
 * A range of a desk's chain: the entries after `after`, up to and including `to`. Both are the last entries of rows, or
 * 0 if there is no such entry.
 */
export interface Stretch {
  readonly desk: string;
  readonly after: number;
  readonly to: number;
}

/**
 * Reads the hashes of ranges, in order and in batches. Each batch belongs to one desk and ends with the entry `end`.
 */
export async function* readHashes(db: D1Database, stretches: readonly Stretch[]) {
  // Select one string, since a row per hash would cost twice as much. Use a path, since `value` would serialize each
  // entry.
  const read = db.prepare(
    `SELECT max(last) AS last, group_concat(hashes, '') AS hashes FROM (
       SELECT last, (SELECT group_concat(entries->>('$[' || key || '].hash'), '') FROM json_each(entries)) AS hashes FROM audit
       WHERE id > ?1 AND id <= ?2 AND last <= ?3 ORDER BY id LIMIT ${ROWS})`,
  );
  for (const { desk, after, to } of stretches) {
    for (let end = after; end < to; ) {
      const row = await read
        .bind(toRowId(desk, end), toRowId(desk, to), to)
        .first<{ last: number | null; hashes: string | null }>();
      // If there are no rows, the trail has been truncated: skip to the end of the range.
      end = row?.last ?? to;
      const bytes = Uint8Array.fromHex(row?.hashes ?? "");
      const hashes = Array.from({ length: bytes.length / 32 }, (_, n) => bytes.subarray(32 * n, 32 * n + 32));
      yield { desk, end, hashes };
    }
  }
}

/** A run, the source, authentication and headline of its event, and its entries in the audit trail, in order. */
export type ProvableRun = Awaited<ReturnType<typeof readProvable>>[number];

/** Reads runs by id, sorted by id. Runs that are not recorded are left out. */
export async function readProvable(db: D1Database, ids: readonly string[]) {
  const [runs, links] = await Promise.all([
    selectAll<{
      run: string;
      details: string | null;
      /** The event's source. Like `authentication` and `json`, it is `null` if the event has been deleted. */
      source: string | null;
      authentication: string | null;
      json: string | null;
    }>(
      db,
      `SELECT run, details, source, authentication, ${JOINED_HEADLINE} AS json
       FROM runs LEFT JOIN events ON events.id = event_id
       WHERE runs.id IN (SELECT value FROM json_each(?1)) ORDER BY runs.id`,
      [JSON.stringify(ids)],
    ),
    readRunLinks(db, ids),
  ]);
  const linksByRun = Map.groupBy(links, ({ link }) => link.runId);
  return runs.map(({ run: text, details, json, ...event }) => {
    const run = parseRun({ run: text, details });
    return { run, ...event, headline: parseHeadline(json), links: linksByRun.get(run.id) ?? [] };
  });
}

const LISTED = FINISHED_RUN_STATES.filter((state) => !UNLISTED_RUN_STATES.includes(state));
const ENDED = JSON.stringify(["awaiting_follow_up", ...LISTED]);

/**
 * Lists the runs that were last updated in a period and have ended or are only waiting for follow-ups, except ignored
 * runs. Returns their ids, in ascending order.
 * @param since Unix milliseconds
 * @param until Unix milliseconds, exclusive
 */
export async function listEndedRuns(
  db: D1Database,
  since: number,
  until: number,
): Promise<readonly string[]> {
  const select = `SELECT id FROM ${changed("id, state, updated_at, effects")} AS one
    WHERE updated_at < ?3 AND state IN (SELECT value FROM json_each(?4)) ORDER BY id`;
  const results = await selectAll<{ id: string }>(db, select, [...changedSince(since), until, ENDED]);
  return results.map(({ id }) => id);
}
