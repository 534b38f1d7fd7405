/** Reads a CSV file of inventory entries. Columns are members of an entry: `kind`, `app.id`, `user.email`, `until`. */
import { type InvalidMember, RequestInvalid } from "../../base/problem.ts";

/**
 * The entries of a file, unchecked; a missing name is the id.
 * @returns the entries, and a function that finds the line of a fault
 * @throws RequestInvalid naming every unreadable line
 */
export function csvEntries(text: string) {
  const [names, ...rows] = rowsIn(text);
  if (!names || rows.length === 0) throw new RequestInvalid([{ member: "body", message: "has no entries" }]);
  const wrong = rows.filter(({ cells }) => cells.length !== names.cells.length);
  if (wrong.length > 0)
    throw new RequestInvalid(
      wrong.map(({ line, cells }) => ({
        member: `line ${line}`,
        message: `has ${cells.length} cells, not ${names.cells.length}`,
      })),
    );
  const placed = ({ member, message }: InvalidMember): InvalidMember[] => {
    const [, n, path = ""] = /^entries\.(\d+)\.(?:data\.)?(.*)$/.exec(member) ?? [];
    const line = rows[Number(n)]?.line;
    if (line === undefined) return [{ member, message }];
    // A name is only missing together with its id.
    return path.endsWith(".name") ? [] : [{ member: `line ${line}: ${path}`, message }];
  };
  return {
    entries: rows.map(({ cells }) =>
      parseEntry(new Map(names.cells.map((name, n) => [name, cells[n] ?? ""]))),
    ),
    placed: ({ errors }: RequestInvalid) => new RequestInvalid(errors.flatMap(placed)),
  };
}

function parseEntry(cells: ReadonlyMap<string, string>): unknown {
  const filled = Array.from(cells).filter(([name, cell]) => cell !== "" && name !== "kind");
  const members = Map.groupBy(filled, ([name]) => name.split(".")[0] ?? "");
  const data = Array.from(members, ([member, its]) => {
    const parts = Object.fromEntries(its.map(([name, cell]) => [name.slice(member.length + 1), cell]));
    const { "": whole, ...others } = parts;
    if (whole !== undefined) return [member, whole];
    return [member, member === "user" || !others["id"] ? others : { name: others["id"], ...others }];
  });
  return { kind: cells.get("kind"), data: Object.fromEntries(data) };
}

interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A cell, quoted or not, and its end. */
const CELL = /[ \t]*(?:"((?:[^"]|"")*)"[ \t]*|([^",\r\n \t][^",\r\n]*)?)(,|\r\n|\n|\r|$)/y;

/** The lines of a CSV file (RFC 4180) that are not empty, without spaces around cells. @throws RequestInvalid */
export function rowsIn(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let [line, from, cells] = [1, 1, [] as string[]];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length || cells.length > 0) {
    const [whole, quoted, plain = "", end] = CELL.exec(text) ?? [];
    if (whole === undefined)
      throw new RequestInvalid([
        { member: `line ${line}`, message: "has a quote that is not closed, or is inside a cell" },
      ]);
    cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"').trim());
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === ",") continue;
    if (cells.some((cell) => cell !== "")) rows.push({ line: from, cells });
    [from, cells] = [line, []];
  }
  return rows;
}
