// `npm run reeve -- inventory:import`: reads a CSV file and sends its entries to the inventory of a running Reeve,
// either all or none of them.

import { readFile } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import * as z from "zod";
import { formatInvalid, type InvalidMember } from "../../base/problem.ts";
import { decodeUtf8 } from "../../base/text.ts";
import { counted } from "../../kit/proposal.ts";
import { reeveAddress } from "../shared/arguments.ts";
import { type ExitCode, errorMessage } from "../shared/command-line.ts";
import { askReeve, RequestRejected } from "../shared/reeve-api.ts";

/** The response of `POST /api/inventory`. */
const Written = z.object({ written: z.int(), unchanged: z.int() });

export default async function (
  file: string,
  { check, reason = `imported from ${file}` }: { readonly check?: true; readonly reason?: string },
): Promise<ExitCode> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new Error(`${file} can't be read: ${errorMessage(cause)}`);
  });
  const text = decodeUtf8(bytes);
  if (text === null) throw new Error(`${file} is not in UTF-8: save the file as CSV in UTF-8`);
  const entries = readEntries(text);
  const body = { entries: entries.map(({ entry }) => entry), dryRun: check === true, reason };
  const answer = await askReeve(reeveAddress(), "inventory", body).catch((error: unknown) => {
    throw error instanceof RequestRejected ? placeProblems(entries, error.problems) : error;
  });
  const { written, unchanged } = Written.parse(answer);
  const summary = `${file}: ${counted(written, "entry", "entries")} ${check ? "would change" : "changed"}, ${unchanged} unchanged`;
  console.log(check || written === 0 ? summary : `${summary}; recorded as: ${reason}`);
  return 0;
}

const MAX_PRINTED_PROBLEMS = 20;

/** An entry of a CSV file, not validated yet, and the line on which it starts. */
export interface CsvEntry {
  readonly line: number;
  readonly entry: Readonly<Record<"kind" | "data", unknown>>;
}

/**
 * Reads the entries of a CSV file. Uses the id of a named object, such as an app, as its name if the name is missing.
 * @throws Error if the file has no entries or uses separators other than commas, or if a line has a misplaced quote or
 * a wrong number of cells
 */
export function readEntries(text: string): readonly CsvEntry[] {
  const [first = ""] = text.split("\n", 1);
  const separator = !first.includes(",") && [";", "\t", "|"].find((one) => first.includes(one));
  if (separator)
    throw new Error(
      `line 1 separates the cells with ${separator === "\t" ? "tabs" : `"${separator}"`}: save the file with commas as separators`,
    );
  const [names, ...rows] = readRows(text);
  if (!names || rows.length === 0)
    throw new Error(
      "the file has no entries: the first line must name the columns, and each further line must be an entry",
    );
  const wrong = rows.filter(({ cells }) => cells.length !== names.cells.length);
  if (wrong.length > 0)
    throw withLines(
      wrong.map(
        ({ line, cells }) =>
          `line ${line} has ${counted(cells.length, "cell")}, not ${names.cells.length}: separate cells with commas, and put a cell with a comma in quotes`,
      ),
    );
  return rows.map(({ line, cells }) => ({
    line,
    entry: toEntry(new Map(names.cells.map((name, n) => [name, cells[n] ?? ""]))),
  }));
}

/** Converts the problems that the API found in entries into an error that names their lines and columns. */
export function placeProblems(entries: readonly CsvEntry[], problems: readonly InvalidMember[]): Error {
  const placed = problems.flatMap(({ member, message }) => {
    const [, n, column = ""] = /^entries\.(\d+)\.(?:data\.)?(.*)$/.exec(member) ?? [];
    const line = entries[Number(n)]?.line;
    if (line === undefined) return formatInvalid(member, message);
    // Skip a missing name: the API reports it only if the id, which it also reports, is missing too.
    return column.endsWith(".name") ? [] : formatInvalid(`line ${line}: ${column}`, message);
  });
  return withLines(placed);
}

function withLines(problems: readonly string[]): Error {
  const lines = problems.slice(0, MAX_PRINTED_PROBLEMS);
  const more = problems.length - lines.length;
  if (more > 0) lines.push(`and ${counted(more, "problem")} more`);
  return new Error(lines.join("\n"));
}

function toEntry(cells: ReadonlyMap<string, string>): CsvEntry["entry"] {
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

/** A record with its position, as csv-parse returns it. */
const ParsedRow = z.object({
  record: z.array(z.string().trim()),
  raw: z.string(),
  info: z.object({ lines: z.int() }),
});

/** Reads the rows that are not empty, and trims the cells. @throws Error that names the line if a quote is misplaced */
function readRows(text: string) {
  try {
    const rows = parse(text.replace(/\r\n?/g, "\n"), {
      info: true,
      raw: true,
      trim: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
    });
    return z
      .array(ParsedRow)
      .parse(rows)
      .map(({ record: cells, raw, info }) => ({ line: firstLine(info.lines, raw), cells }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(
      `line ${firstLine(Number(error["lines"]), String(error["raw"]))} has a quote that is not closed, or a quote inside an unquoted cell: put the cell in quotes, and double each quote in it`,
    );
  }
}

/**
 * Returns the line on which a record starts.
 * @param last The line on which the record ends
 * @param raw The record's text
 */
const firstLine = (last: number, raw: string): number => last - raw.trim().split("\n").length + 1;
