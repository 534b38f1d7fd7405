// Reads lists of the ledger a page at a time, with conditions, times in ids, and a cursor that marks the end of a page.
// Also caches rows for a minute.
import * as base64url from "jose/base64url";
import { ifPossible } from "../base/if-possible.ts";

export interface PageRequest {
  /** Maximum rows, at least 1. Clients can request at most {@link MAX_LIMIT}; exports and erasures read more. */
  readonly limit: number;
  /** The row after which the page starts. @default the page starts at the first row */
  readonly cursor?: Position | undefined;
  /** The order of the rows. @default the list's own order */
  readonly sort?: Sort | undefined;
}

/** Alternative orders of a list: the oldest first, or the entries that end soonest first. */
export type Sort = "oldest" | "ends";

export interface Page<Row> {
  readonly items: readonly Row[];
  /** Cursor of the next page, for {@link readCursor}, or `null` on the last page. */
  readonly next: string | null;
  /** A sentence with the reason why rows might be missing. @default no reason is known */
  readonly note?: string;
}

type Bound = number | string;
/** SQL with a `?` for each value. The condition is skipped if the first value is undefined. */
export type Condition = readonly [sql: string, ...values: (Bound | undefined)[]];

export function where(conditions: readonly Condition[]) {
  const given = conditions.filter(([, first]) => first !== undefined);
  return {
    sql: given.length === 0 ? "" : `WHERE ${given.map(([sql]) => `(${sql})`).join(" AND ")}`,
    values: given.flatMap(([, ...bound]) => bound),
  };
}

interface Listing<Row> {
  /** `SELECT … FROM …` without a WHERE clause. */
  readonly select: string;
  readonly conditions: readonly Condition[];
  /** The columns to order by. Together they must be unique. */
  readonly order: readonly string[];
  /** True for ascending order. @default descending, unless the request sorts by `oldest` */
  readonly ascending?: boolean;
  /** Returns a row's values of the `order` columns. */
  position(row: Row): Position;
}

/** Returns the rows that a statement selects. */
export async function selectAll<Row>(db: D1Database, sql: string, values: readonly unknown[] = []) {
  const statement = db.prepare(sql).bind(...values);
  return (await statement.all<Row>()).results;
}

/** Returns the first row that a statement selects, or `null` if it selects none. */
export async function selectFirst<Row>(db: D1Database, sql: string, values: readonly unknown[]) {
  const statement = db.prepare(sql).bind(...values);
  return statement.first<Row>();
}

/** Reads one page of rows after the cursor, so that rows added to or deleted from other pages don't shift it. */
export async function readPage<Row>(
  db: D1Database,
  { select, conditions, order, ascending, position }: Listing<Row>,
  { limit, cursor, sort }: PageRequest,
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const [comes, direction] = (ascending ?? sort === "oldest") ? [">", "ASC"] : ["<", "DESC"];
  const places = order.map(() => "?").join();
  const behind: Condition = [`(${order.join()}) ${comes} (${places})`, ...(cursor ?? [])];
  const { sql: wanted, values } = where([...conditions, behind]);
  const sql = `${select} ${wanted} ORDER BY ${order.map((column) => `${column} ${direction}`).join()} LIMIT ?`;
  // Read one more row than fits on the page to find out whether another page follows.
  const results = await selectAll<Row>(db, sql, [...values, limit + 1]);
  const rows = results.slice(0, limit);
  const last = rows.at(-1);
  const isFollowed = results.length > limit && last !== undefined;
  return { rows, next: isFollowed ? base64url.encode(JSON.stringify(position(last))) : null };
}

/** Values that limit a list, as strings. An undefined value limits nothing. */
export type Filter<Name extends string> = { readonly [Of in Name]?: string | undefined };

/** A period, in Unix milliseconds. */
export interface TimeFilter {
  readonly since?: number | undefined;
  /** The end of the period, exclusive. */
  readonly until?: number | undefined;
}

/**
 * Builds the conditions for rows of a period. Ids start with the time, so the rows are found by id.
 * @param column The column with the row's exact time
 */
export const within = (kind: "evt" | "run", column: string, { since, until }: TimeFilter): Condition[] => [
  ["id >= ?", since === undefined ? since : leastId(kind, since - ID_SKEW_MS)],
  [`${column} >= ?`, since],
  ["id < ?", until === undefined ? until : leastId(kind, until + ID_SKEW_MS)],
  [`${column} < ?`, until],
];

/** A row in which the given columns are unparsed JSON. */
export type Stored<Row, Column extends keyof Row> = Omit<Row, Column> & Readonly<Record<Column, string>>;

/** Maximum rows on a page that a client can request. */
export const MAX_LIMIT = 100;
/** Maximum rows on a page if a client requests no number. */
export const DEFAULT_LIMIT = 50;

/** A row's position in a list: its values in the columns that order the list, which are unique together. */
export type Position = readonly (number | string)[];

/**
 * Reads a cursor, or returns `null` if it is invalid for the list.
 * @param like The types of the values in a position in the list
 */
export function readCursor(cursor: string, like: readonly ("number" | "string")[]): Position | null {
  const position = ifPossible((): unknown => JSON.parse(new TextDecoder().decode(base64url.decode(cursor))));
  if (!Array.isArray(position) || position.length !== like.length) return null;
  const fits = (part: unknown, n: number) =>
    typeof part === like[n] && (typeof part !== "number" || Number.isSafeInteger(part));
  return position.every(fits) ? position : null;
}

/** Returns the lowest id that a row created at a time or later can have. @param at Unix milliseconds */
export function leastId(kind: "evt" | "run", at: number): string {
  const hex = Math.min(Math.max(Math.floor(at), 0), MAX_TIME)
    .toString(16)
    .padStart(12, "0");
  return `${kind}_${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** The maximum time in an id, in Unix milliseconds: UUIDs of version 7 have 48 bits for the time. */
const MAX_TIME = 2 ** 48 - 1;

/** Regular expression for the complete id of an event or run, which people can search for. */
export const ID = /^(evt|run)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Maximum difference between a row's time and the time in its id, in milliseconds: the clock is read twice. */
export const ID_SKEW_MS = 60_000;

/**
 * The states in which nearly all runs end. The index by state leaves out runs in these states, so SQLite finds them by
 * walking the list.
 */
const COMMON: readonly string[] = ["done", "ignored"];
/**
 * Returns true if the index by state includes runs in the given state. SQL that uses the index must contain
 * {@link RARE} too.
 */
export const isRare = (state: string): boolean => !COMMON.includes(state);
/** SQL condition that makes SQLite use the index by state. */
export const RARE = "state NOT IN ('done', 'ignored')";

/** Formats constants, such as states, as the list after SQL `IN`. They are not escaped: never pass external text. */
export const listInSql = (names: readonly string[]): string => `(${names.map((name) => `'${name}'`).join()})`;

/** Time for which {@link holding} keeps rows, in milliseconds. */
const HOLDS_MS = 60_000;

/** Returns a function that reads rows at most once a minute for a holder, unless the key differs from the last one. */
export function holding<Rows>() {
  const kept = new WeakMap<object, { readonly at: number; readonly key: string; readonly rows: Rows }>();
  return async (holder: object, key: string, now: number, read: () => Promise<Rows>): Promise<Rows> => {
    const held = kept.get(holder);
    if (held?.key === key && now - held.at < HOLDS_MS) return held.rows;
    const rows = await read();
    kept.set(holder, { at: now, key, rows });
    return rows;
  };
}
