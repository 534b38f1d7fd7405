// Reads a list of the ledger a page at a time, by conditions and a position.
import { type Position, writeCursor } from "./cursor.ts";
import { ID_SKEW_MS, leastId } from "./ids.ts";

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
  return { rows, next: results.length > limit && last ? writeCursor(position(last)) : null };
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
