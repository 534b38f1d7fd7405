// Finds and erases data about a person in rows of the ledger and of Durable Objects: in the columns and JSON properties
// that `about.ts` declares.

import type { Database } from "../../base/tables.ts";
import { tryParseJson } from "../../base/text.ts";
import { PEOPLE, splitName } from "../../runs/names.ts";
import type { About, Columns } from "./about.ts";
import { toHandle } from "./texts.ts";

/** The person to search for, by email and full names. */
export interface Sought {
  readonly email: string;
  readonly names: readonly string[];
}

/** A row about the person, and the table that contains it. */
export interface HeldRow {
  readonly place: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * Facts about the object that contains a value: whether it describes a person, and whether it has another person's
 * email.
 */
interface Holder {
  readonly isPerson: boolean;
  readonly isOther: boolean;
}

/**
 * Creates an eraser for a person. People can choose a common word as their name, so a text is treated as a text about
 * the person only if it contains the email, or a name that also has other characters than letters and digits, such as a
 * space or a hyphen. In that case, `[erased]` also replaces single words of the names in the texts of the same row.
 */
export function makeEraser({ email, names }: Sought) {
  const handles = new Set(names.map(toHandle));
  const full = names.filter((name) => /[^\p{L}\p{M}\p{N}]/u.test(name.trim()));
  const emails = [email, encodeURIComponent(email)];
  const find = (parts: readonly string[]) => {
    const longestFirst = [...new Set(parts)].toSorted((one, other) => other.length - one.length);
    const patterns = [
      ...emails.map((one) => `(?<![\\p{L}\\p{N}._+-])${RegExp.escape(one)}(?!\\.?[\\p{L}\\p{N}-])`),
      ...longestFirst
        .flatMap((part) => [part, part.toUpperCase()])
        .map((part) => `(?<![\\p{L}\\p{M}\\p{N}])${RegExp.escape(part)}(?![\\p{L}\\p{M}\\p{N}])`),
    ];
    return new RegExp(patterns.join("|"), "giu");
  };
  const found = { email: find([]), name: find(full), word: find([...names, ...names.flatMap(splitName)]) };

  /**
   * Erases the person from the columns of a row.
   * @returns the row, and `hits`: the kinds of the values that contained the person
   */
  function pass(row: Row, columns: Columns, pattern: RegExp) {
    const hits: About[] = [];
    const without = (text: string, about: About, { isOther }: Holder): string => {
      const isText = about === "text" || about === "payload";
      const isName = about === "name" || about === "owner";
      const isTheirs = isName && !isOther && handles.has(toHandle(text));
      const byEmail = about === "key" || about === "owner" || (about === "name" && isOther);
      const by = isText ? pattern : byEmail ? found.email : found.name;
      const erased = isTheirs ? "[erased]" : text.replace(by, "[erased]");
      if (erased !== text) hits.push(about);
      return erased;
    };
    const change = (value: unknown, about: About | undefined, holder: Holder): unknown => {
      if (about === undefined || value === null) return value;
      if (typeof value === "string") return without(value, about, holder);
      if (typeof value !== "object") return value;
      if (Array.isArray(value)) return value.map((one) => change(one, about, holder));
      const own: unknown = Reflect.get(value, "email");
      const isPerson = holder.isPerson || typeof own === "string";
      const isOther = typeof own === "string" ? toHandle(own) !== toHandle(email) : holder.isOther;
      const properties = typeof about === "function" ? about(value as Record<string, unknown>) : about;
      const changed = Object.entries(value).map(([name, one]) => {
        if (about === "payload") without(name, about, holder);
        const isName = properties === "data" && isPerson && (name === "name" || name === "displayName");
        const kind = typeof properties === "object" ? properties[name] : isName ? "name" : properties;
        return [name, change(one, kind as About, { isPerson: PEOPLE.has(name), isOther })] as const;
      });
      return Object.fromEntries(changed);
    };
    const erased = Object.entries(row).map(([name, column]) => {
      const [about, before] = [columns[name], hits.length];
      if (about === undefined || typeof column !== "string") return [name, column];
      const changed = change(readColumn(column), about, { isPerson: false, isOther: false });
      if (hits.length === before) return [name, column];
      return [name, typeof changed === "string" ? changed : JSON.stringify(changed)];
    });
    return { hits, row: Object.fromEntries(erased) as Row };
  }

  /**
   * Returns a copy of a row without the person, `deleted` if the row must be deleted, or `null` if the row is not about
   * the person.
   */
  function erase(row: Row, columns: Columns): Row | "deleted" | null {
    const { hits } = pass(row, columns, found.name);
    if (hits.includes("key") || hits.includes("owner")) return "deleted";
    // If the row is about the person, single words of their names are erased, too.
    return hits.length > 0 ? pass(row, columns, found.word).row : null;
  }

  const cased = [...emails, ...names].flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]);
  const lower = cased.map((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  const terms = lower.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return {
    /**
     * JSON list of strings, lower-cased in the same way as SQLite does it. Every row about the person contains at least
     * one of the strings.
     */
    terms: JSON.stringify([...new Set(terms)]),
    erase,
    /** Erases the person from a text that is about them: see {@link erase}. */
    eraseText: (text: string): string => text.replace(found.word, "[erased]"),
    isIn: (text: string): boolean => text.search(found.name) !== -1,
    hasEmail: (text: string): boolean => text.search(found.email) !== -1,
  };
}

/** Returns the value of a column, parsed if it is the JSON of an object or a list. */
export const readColumn = (column: unknown): unknown =>
  typeof column === "string" && /^[[{]/.test(column) ? (tryParseJson(column) ?? column) : column;

const quoted = (name: string): string => `"${name}"`;

/**
 * Lists the rows about a person in the tables of a Durable Object.
 * @param tables The columns of each table that contain data about people
 * @param erases True to remove the person from these rows or delete the rows, except items that the outbox must still
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
    // Qualify the columns: `json_each` has columns with some of these names.
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
