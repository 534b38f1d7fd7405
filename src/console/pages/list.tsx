// Makes a list from the ledger according to one declaration: its page with filters and views, its API route and its CSV
// file.
import type { Child } from "hono/jsx";
import { Hono } from "hono/tiny";
import * as z from "zod";
import { automations } from "../../automations/index.ts";
import { json, type Unchanging } from "../../base/openapi.ts";
import { redact } from "../../base/redact.ts";
import { comparable, showInvisibles } from "../../base/text.ts";
import type { Env } from "../../env.ts";
import { streamLines } from "../../ledger/audit-list.ts";
import type { Page } from "../../ledger/page.ts";
import { entrances } from "../../systems/index.ts";
import { pageSchema, route } from "../api/route.ts";
import { Layout, PAGES } from "../components/layout.tsx";
import {
  type Choices,
  Filters,
  type Given,
  inOwnWords,
  ListPath,
  ListRows,
  listAt,
  type RowsOf,
} from "../components/lists.tsx";
import { Text } from "../components/text.tsx";
import { type Asked, givenIn, mayRead, type PageEnv, pageQuery, show } from "./page-context.tsx";

/** Maximum rows per read for the CSV file. */
const CSV_BATCH = 500;

/** Names that filters offer. The API accepts any name, because the ledger can contain names that no longer exist. */
const NAMES: Choices = {
  automation: inOwnWords(automations.keys()),
  source: inOwnWords([...entrances.map(({ name }) => name), "schedule", "console"]),
};

interface ListQuery {
  readonly limit: number;
  readonly cursor?: unknown;
}

interface Declared<Query extends ListQuery, Schema extends z.ZodObject, Row> extends RowsOf<Row> {
  /** The page's path, which is also the start of the CSV file's path and the end of the API route's path. */
  readonly path: (typeof PAGES)[number][0];
  /** Plural noun for the rows: `events`. */
  readonly of: string;
  /** The API route's summary. */
  readonly summary: string;
  /** The query, whose filters become the fields of the page's form. */
  readonly query: z.ZodObject & z.ZodType<Query>;
  readonly row: Schema;
  read(env: Env, query: Query): Promise<Page<Row>>;
  /** Predefined filters, by the names of their links. `person.email` is empty for a service. */
  views(asked: Asked["var"]): Readonly<Record<string, Given>>;
  /** Text shown if the list has no rows and no filter is set. */
  readonly empty: Child;
  /** Words for the values of filters. */
  readonly choices?: Choices;
  /** True if the page keeps the newest rows up to date. */
  readonly live?: boolean;
  /** Contents at the top of the page. */
  readonly intro?: Child;
  /** Contents between the filters and the rows, such as decisions. */
  readonly above?: (c: Asked, query: Query, page: Promise<Page<Row>>) => Promise<Child>;
  /** Contents under the rows. */
  readonly below?: (c: Asked) => Promise<Child>;
  /** Columns of the CSV file. @default the properties of the rows */
  readonly file?: (c: Asked) => CsvColumns<Row>;
}

/** Makes the routes of a list: the routes of its page and its CSV file, and the route of the API. */
export function declareList<
  Query extends ListQuery,
  Schema extends z.ZodObject,
  Row extends Unchanging<z.input<Schema>>,
>(declared: Declared<Query, Schema, Row>) {
  const { path, of, summary, query, read, file } = declared;
  const row: z.ZodType = declared.row;
  const title = PAGES.find(([at]) => at === path)?.[1] ?? of;

  async function* csvLines(columns: CsvColumns<Row>, env: Env, given: Query) {
    // Send the headings with the first rows, so that an unavailable ledger is reported before the response begins.
    let head = [csvLine(Object.keys(columns))];
    for (let from: Query | null = given; from !== null; head = []) {
      const { items, next }: Page<Row> = await read(env, { ...from, limit: CSV_BATCH });
      yield [...head, ...items.map((one) => csvLine(Object.values(columns).map((text) => text(one) ?? "")))];
      from = next === null ? null : { ...given, cursor: query.shape["cursor"]?.parse(next) };
    }
  }

  return {
    route: route({
      id: `list${title}`,
      path: `/api${path}`,
      summary,
      act: "read",
      query,
      answer: json(`A page of ${of}.`, pageSchema(row)),
      handle: ({ env, query: given }) => read(env, given),
    }),
    pages: new Hono<PageEnv>()
      .get(path, mayRead, pageQuery(query), (c) =>
        show(c, listPage(c, { ...declared, title }, c.req.valid("query"))),
      )
      .get(`${path}.csv`, mayRead, pageQuery(query), async (c) => {
        const columns = file?.(c) ?? toColumns(declared.row, c.var.config.console.redact);
        const lines = csvLines(columns, c.env, c.req.valid("query"));
        const disposition = `attachment; filename="${path.slice(1)}.csv"`;
        const headers = { "content-type": "text/csv; charset=utf-8", "content-disposition": disposition };
        return new Response(await streamLines(lines, (line) => line), { headers });
      }),
  };
}

async function listPage<Query extends ListQuery, Row>(
  c: Asked,
  declared: Declared<Query, z.ZodObject, Row> & { readonly title: string },
  query: Query,
) {
  const { path, title, of, empty, live, intro, choices } = declared;
  const reading = declared.read(c.env, query);
  const [page, above, below] = await Promise.all([
    reading,
    declared.above?.(c, query, reading),
    declared.below?.(c),
  ]);
  const given = givenIn(c);
  const { cursor, ...filters } = given;
  const here = listAt(path, filters);
  return (
    <Layout title={title} at={path}>
      {intro}
      <nav class="views" aria-label="Views of the list">
        {Object.entries(declared.views(c.var)).map(([name, view]) => (
          <a href={listAt(path, view)} aria-current={listAt(path, view) === here ? "true" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <Filters
        action={path}
        query={declared.query}
        settings={c.var.config.settings}
        choices={{ ...NAMES, ...choices }}
      />
      <p class="screen">
        <a href={listAt(`${path}.csv`, filters)} download>
          Download the whole list as CSV
        </a>
      </p>
      {page.note && <Text as="p" class="note wait" of={page.note} />}
      {above}
      <div id="list" data-live={live && cursor === undefined ? 10 : undefined}>
        {page.items.length > 0 ? (
          <>
            <ListPath.Provider value={path}>
              <ListRows {...declared} of={page.items} empty={undefined} />
            </ListPath.Provider>
            {below}
          </>
        ) : (
          <p class="empty">
            {Object.keys(given).length > 0 ? (
              <>
                No {of} match these filters. <a href={path}>Show all {of}</a>
              </>
            ) : (
              empty
            )}
          </p>
        )}
        {/* Pages are read by cursor, so the number of pages is unknown. */}
        {(page.next !== null || cursor !== undefined) && (
          <nav class="pager" aria-label="Pages of the list">
            {cursor !== undefined && <a href={here}>Newest</a>}
            {page.next === null ? (
              <span class="dim">This is the end of the list.</span>
            ) : (
              <a rel="next" href={listAt(path, { ...filters, cursor: page.next })}>
                Older
              </a>
            )}
          </nav>
        )}
      </div>
    </Layout>
  );
}

/** The columns of a file, by heading: each column returns its text for a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | null | undefined>>;

/**
 * Returns a column for each property of a row. A property that is an object has no column of its own, but one for each
 * of its properties.
 * @param redacted Words in the names of properties whose values the file hides: `console.redact`
 */
function toColumns(schema: z.core.$ZodType, redacted: readonly string[]): CsvColumns<unknown> {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly)
    return toColumns(schema.unwrap(), redacted);
  if (!(schema instanceof z.ZodObject)) return { "": (value) => toText(redact(value, redacted)) };
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, part]) =>
      Object.entries(toColumns(part, redacted)).map(([rest, text]) => [
        rest ? `${name}.${rest}` : name,
        (row: unknown) => text(formatIfTime(name, Object(row)[name])),
      ]),
    ),
  );
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Maximum time that a `Date` can represent, in Unix milliseconds. */
const MAX_DATE_MS = 8.64e15;

/**
 * Formats a value as a time if its property has a name such as `at` or `receivedAt`. Returns other values unchanged.
 */
const formatIfTime = (name: string, value: unknown): unknown =>
  /^at$|At$/.test(name) && typeof value === "number" && Math.abs(value) <= MAX_DATE_MS
    ? new Date(value).toISOString()
    : value;

/** Formats a line of CSV (RFC 4180), without its line feed. Spreadsheets interpret no cell as a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r`;

/**
 * Returns a quoted cell with invisible characters written out. Prevents CSV injection: an apostrophe precedes every
 * text that a spreadsheet might read as a formula. This includes text after a semicolon, a tab or a line break, because
 * a spreadsheet that separates cells by these also does so inside quotes.
 */
function cell(text: string): string {
  const parts = showInvisibles(text).split(/(?<=[;\t\r\n])/);
  const inert = parts.map((part, n) =>
    isFormula(part) || (n === 0 && /^[\t\r\n]/.test(part)) ? `'${part}` : part,
  );
  return `"${inert.join("").replaceAll('"', '""')}"`;
}

/**
 * Returns true if a spreadsheet might read text as a formula. Some spreadsheets do so even if the leading sign is
 * full-width or follows invisible characters.
 */
const isFormula = (text: string): boolean => /^[=+\-@]/.test(comparable(text));
