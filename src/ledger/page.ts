// Reads a list of the ledger a page at a time: by conditions, by times in ids, and from a cursor, the end of a page.
import * as base64url from "jose/base64url";

export interface PageRequest {
  /** Rows at most, 1 to MAX_LIMIT. */
  readonly limit: number;
  /** The page starts behind this row; without it, at the first. */
  readonly cursor?: Position | undefined;
  /** @default the list's own order */
  readonly sort?: Sort | undefined;
}

/** Orders of a list besides its own: the oldest first, or what ends soonest first. */
export type Sort = "oldest" | "ends";

export interface Page<Row> {
  readonly items: readonly Row[];
  /** Cursor of the next page, for readCursor; `null` on the last. */
  readonly next: string | null;
}

type Bound = number | string;
/** SQL with a `?` for each value; passed over where the first value is undefined. */
export type Condition = readonly [sql: string, ...values: (Bound | undefined)[]];

export function where(conditions: readonly Condition[]) {
  const given = conditions.filter(([, first]) => first !== undefined);
  return {
    sql: given.length === 0 ? "" : `WHERE ${given.map(([sql]) => `(${sql})`).join(" AND ")}`,
    values: given.flatMap(([, ...bound]) => bound),
  };
}

interface Listing<Row> {
  /** `SELECT … FROM …`, without a WHERE. */
  readonly select: string;
  readonly conditions: readonly Condition[];
  /** The columns it is ordered by; unique together. */
  readonly order: readonly string[];
  /** @default descending */
  readonly ascending?: boolean;
  /** A row's values of these columns. */
  position(row: Row): Position;
}

/** Reads one page by position: rows added or forgotten elsewhere move nothing. */
export async function readPage<Row>(
  db: D1Database,
  { select, conditions, order, ascending, position }: Listing<Row>,
  { limit, cursor, sort }: PageRequest,
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const [comes, direction] = (ascending ?? sort === "oldest") ? [">", "ASC"] : ["<", "DESC"];
  const behind: Condition[] = cursor
    ? [[`(${order.join()}) ${comes} (${order.map(() => "?").join()})`, ...cursor]]
    : [];
  const { sql: wanted, values } = where([...conditions, ...behind]);
  const sql = `${select} ${wanted} ORDER BY ${order.map((column) => `${column} ${direction}`).join()} LIMIT ?`;
  // One row more than the page holds tells whether another page follows.
  const { results } = await db
    .prepare(sql)
    .bind(...values, limit + 1)
    .all<Row>();
  const rows = results.slice(0, limit);
  const last = rows.at(-1);
  const isFollowed = results.length > limit && last !== undefined;
  return { rows, next: isFollowed ? base64url.encode(JSON.stringify(position(last))) : null };
}

/** Times are Unix milliseconds. */
export interface TimeFilter {
  readonly since?: number | undefined;
  /** Not included. */
  readonly until?: number | undefined;
}

/** The conditions that a row is of a time: it is found by its id, which begins with it. @param column Its own time */
export const within = (kind: "evt" | "run", column: string, { since, until }: TimeFilter): Condition[] => [
  ["id >= ?", since === undefined ? since : leastId(kind, since - ID_SKEW_MS)],
  [`${column} >= ?`, since],
  ["id < ?", until === undefined ? until : leastId(kind, until + ID_SKEW_MS)],
  [`${column} < ?`, until],
];

/** A row whose named columns are still JSON texts. */
export type Stored<Row, Column extends keyof Row> = Omit<Row, Column> & Readonly<Record<Column, string>>;

/** Most rows on a page, and the default. */
export const MAX_LIMIT = 100;
export const DEFAULT_LIMIT = 50;

/** A row's place in a list: its values in the columns that order the list, unique together. */
export type Position = readonly (number | string)[];

/** Reads a cursor; null for none of that list. @param like The types of a position in the list */
export function readCursor(cursor: string, like: readonly ("number" | "string")[]): Position | null {
  try {
    const position: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(cursor)));
    const fits =
      Array.isArray(position) &&
      position.length === like.length &&
      position.every((part, i) =>
        like[i] === "number" ? Number.isSafeInteger(part) : typeof part === like[i],
      );
    return fits ? position : null;
  } catch {
    return null;
  }
}

/** The lowest possible id made at a time or later. @param at Unix milliseconds */
export function leastId(kind: "evt" | "run", at: number): string {
  const hex = Math.min(Math.max(Math.floor(at), 0), MAX_TIME)
    .toString(16)
    .padStart(12, "0");
  return `${kind}_${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** UUIDs of version 7 have 48 bits for the time. */
const MAX_TIME = 2 ** 48 - 1;

/** A complete id, as people search for it. */
export const ID = /^(evt|run)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Most that a row's time may differ from the time in its id, since the clock is read twice. */
export const ID_SKEW_MS = 60_000;
