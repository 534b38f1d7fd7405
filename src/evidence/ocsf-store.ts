// The exporter's table: how far each collector has got.
import { type Database, openTables } from "../desk/engine/tables.ts";

export const EXPORTER_TABLES = [
  `
  -- By address, as JSON: another address begins with the first entry.
  CREATE TABLE exports (address TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
`,
];

export interface ExportState {
  /** Of what the collector has taken, by desk. */
  readonly position: string;
  /** Requests that failed since the last one that was taken. */
  readonly failures: number;
  /** Of the last of them; `null` for none. */
  readonly problem: string | null;
  /** The next try, Unix milliseconds; 0 for at once. */
  readonly nextAt: number;
  /** The time of the last request that was taken, Unix milliseconds; `null` for none. */
  readonly sentAt: number | null;
}
export const AT_FIRST: ExportState = { position: "", failures: 0, problem: null, nextAt: 0, sentAt: null };

export class ExportStore {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "exporter", EXPORTER_TABLES);
  }

  read(address = ""): ExportState {
    const [row] = this.#sql
      .exec<{ state: string }>("SELECT state FROM exports WHERE address = ?", address)
      .toArray();
    return row ? JSON.parse(row.state) : AT_FIRST;
  }

  write(address: string, state: ExportState): void {
    this.#sql.exec("INSERT OR REPLACE INTO exports VALUES (?, ?)", address, JSON.stringify(state));
  }
}
