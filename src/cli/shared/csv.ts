// Reads CSV files whose first line names the columns.
import { CsvError, parse } from "csv-parse/sync";

/** A file that can't be imported: each line says where, and what is wrong. */
export class ImportError extends Error {}

/** A line of a file: what its cells hold, those that are empty left out. */
export interface CsvRow<Column extends string = string> {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<Column, string>>>;
}

/** The lines below the names of columns. @throws ImportError for other columns, no lines, or what is no CSV */
export function csvRows<Column extends string>(text: string, columns: readonly Column[]): CsvRow<Column>[] {
  const rows = read(text);
  const [first] = rows;
  if (!first) throw new ImportError("the file has no lines below its column names");
  const unknown = Object.keys(first.record).filter(
    (column) => !(columns as readonly string[]).includes(column),
  );
  if (unknown.length > 0)
    throw new ImportError(`there are no columns ${unknown.join(", ")}; there are ${columns.join(", ")}`);
  return rows.map(({ record, info: { lines } }) => ({
    line: lines,
    cells: Object.fromEntries(
      Object.entries(record).filter(([, cell]) => cell !== ""),
    ) as CsvRow<Column>["cells"],
  }));
}

interface Row {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function read(text: string): readonly Row[] {
  try {
    return parse(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Row[];
  } catch (error) {
    if (error instanceof CsvError) throw new ImportError(error.message);
    throw error;
  }
}
