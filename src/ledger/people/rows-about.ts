// Finds and erases the rows about a person in the tables of a Durable Object.
import type { Database } from "../../base/tables.ts";
import type { Columns } from "./about.ts";
import { type HeldRow, makeEraser, type Sought } from "./eraser.ts";

const quoted = (name: string): string => `"${name}"`;

/**
 * Lists the rows about a person in the tables of a Durable Object.
 * @param tables The columns of each table that contain data about people
 * @param erases True to remove the person from these rows or delete the rows, except items that the outbox still has to
 * send
 */
export function rowsAbout(
  sql: Database,
  sought: Sought,
  object: string,
  tables: Readonly<Record<string, Columns>>,
  erases = false,
): HeldRow[] {
  const { terms, erase } = makeEraser(sought);
  const held: HeldRow[] = [];
  for (const [name, columns] of Object.entries(tables)) {
    // `json_each` has columns of the same names.
    const texts = Object.keys(columns).map((column) => `${quoted(name)}.${quoted(column)}`);
    const about = `SELECT * FROM ${quoted(name)} WHERE EXISTS (
      SELECT 1 FROM json_each(?) AS term WHERE instr(lower(concat_ws(' ', ${texts})), term.value) > 0)`;
    for (const row of sql.exec(about, terms).toArray()) {
      const erased = erase(row, columns);
      if (erased === null) continue;
      held.push({ place: `${object} ${name}`, row });
      if (!erases || typeof row["item"] === "string") continue;
      const isRow = Object.keys(row)
        .map((column) => `${quoted(column)} IS ?`)
        .join(" AND ");
      const set = Object.keys(columns).map((column) => `${quoted(column)} = ?`);
      if (erased === "deleted") sql.exec(`DELETE FROM ${quoted(name)} WHERE ${isRow}`, ...Object.values(row));
      else
        sql.exec(
          `UPDATE ${quoted(name)} SET ${set} WHERE ${isRow}`,
          ...Object.keys(columns).map((column) => erased[column] ?? null),
          ...Object.values(row),
        );
    }
  }
  return held;
}
