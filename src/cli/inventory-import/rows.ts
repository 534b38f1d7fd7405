// Reads the CSV file of `npm run inventory:import` into entries of the inventory, or says which lines are wrong.
import type * as z from "zod";
import { WrittenEntry } from "../../actions/written-entry.ts";
import { plainWords } from "../../base/configured.ts";
import { faultWords } from "../../base/problem.ts";
import { csvRows, ImportError } from "../shared/csv.ts";

/** An entry as `POST /api/inventory` takes it, and the line of the file that it stands in. */
export type CsvEntry = z.output<typeof WrittenEntry> & { readonly line: number };

type Cells = Readonly<Record<string, string | undefined>>;

/** The columns by the kind of a row. Of a thing that has an id and a name, the name may be left out. */
const KINDS = {
  tool: (cells) => ({ kind: "tool", data: place(cells) }),
  "retired-tool": (cells) => ({ kind: "retired_tool", data: place(cells) }),
  "connector-owner": (cells) => ({
    kind: "ownership",
    data: { of: "connector", ...owned(cells), connector: named(cells, "connector") },
  }),
  "app-owner": (cells) => ({
    kind: "ownership",
    data: { of: "app", ...owned(cells), entitlement: entitlement(cells) },
  }),
  "account-owner": (cells) => ({
    kind: "ownership",
    data: {
      of: "account",
      ...owned(cells),
      entitlement: entitlement(cells),
      appUser: named(cells, "account"),
    },
  }),
  "session-policy": (cells) => ({
    kind: "session_policy",
    data: { policy: named(cells, "policy"), ...given(cells, "until") },
  }),
} as const satisfies Readonly<Record<string, (cells: Cells) => { kind: string; data: object }>>;

/** What the first column may say. */
export const ROW_KINDS = Object.keys(KINDS);

const COLUMNS =
  "kind app_id app connector_id connector tool_id tool entitlement_app_id entitlement_id entitlement account_id account role user_id user_email user policy_id policy until".split(
    " ",
  );

/**
 * The entries that a CSV file lists, one a line below a line of column names. All of them, or none.
 * @throws ImportError with every line that is not as it has to be
 */
export function inventoryRows(text: string): CsvEntry[] {
  const wrong: string[] = [];
  const entries = csvRows(text, COLUMNS).flatMap(({ line, cells }) => {
    const kind = Object.hasOwn(KINDS, cells["kind"] ?? "") ? (cells["kind"] as keyof typeof KINDS) : null;
    if (!kind) {
      wrong.push(`line ${line}: kind is one of ${ROW_KINDS.join(", ")}`);
      return [];
    }
    const read = WrittenEntry.safeParse(KINDS[kind](cells), { error: plainWords });
    if (read.success) return { ...read.data, line };
    wrong.push(`line ${line}: ${read.error.issues.filter(isColumn).map(said).join("; ")}`);
    return [];
  });
  if (wrong.length > 0) throw new ImportError(wrong.join("\n"));
  return entries;
}

/** A name is wrong only where the id that stands in for it is missing, which is said of the id. */
const isColumn = ({ path }: z.core.$ZodIssue): boolean => path.at(-1) !== "name";

/** What is wrong, by the column: `app_id is missing`. */
const said = ({ path: [, member, part], message }: z.core.$ZodIssue): string => {
  const column = COLUMN_OF[String(member)] ?? String(member);
  const of = { id: `${column}_id`, appId: `${column}_app_id`, email: `${column}_email` }[String(part)];
  return faultWords(of ?? column, message);
};

/** Columns that are not called as what they fill. */
const COLUMN_OF: Readonly<Record<string, string>> = { roleSlug: "role", appUser: "account" };

const given = (cells: Cells, column: string) =>
  cells[column] === undefined ? {} : { [column]: cells[column] };

/** Where a request's member stands in the file: `entries.3.data.user.email` is of the fourth of its entries. */
export function lineOf(member: string, rows: readonly CsvEntry[]): string {
  const row = rows[Number(/^entries\.(\d+)\./.exec(member)?.[1])];
  return row ? `line ${row.line}` : member;
}

const named = (cells: Cells, column: string) => {
  const id = cells[`${column}_id`];
  return { id, name: cells[column] ?? id };
};

const place = (cells: Cells) => ({
  app: named(cells, "app"),
  connector: named(cells, "connector"),
  tool: named(cells, "tool"),
});

const entitlement = (cells: Cells) => ({
  ...named(cells, "entitlement"),
  appId: cells["entitlement_app_id"] ?? cells["app_id"],
});

const owned = (cells: Cells) => {
  const { user_id: id, user_email: email, user = email ?? id } = cells;
  return {
    app: named(cells, "app"),
    roleSlug: cells["role"],
    user: { ...(id && { id }), ...(email && { email }), name: user },
    ...given(cells, "until"),
  };
};
