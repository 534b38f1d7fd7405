// Components for lists, tables and facts, and for list pages with filters, rows and links to further parts.
import { raw } from "hono/html";
import { type Child, createContext, type FC, useContext } from "hono/jsx";
import { clockIn, parseAgo } from "../../base/days.ts";
import { log } from "../../base/log.ts";
import type { Page, Sort } from "../../ledger/page.ts";
import { useFrame } from "./frame.ts";
import { Layout, type PAGES } from "./layout.tsx";

interface EachProps<Item> {
  readonly of: readonly Item[];
  /** The element for each item, which contains `children`. */
  readonly as: "tr" | "li" | "div";
  /** Returns the item's id in the record. @default its `id` */
  readonly id?: ((item: Item) => string) | undefined;
  readonly children: (item: Item, n: number) => Child;
}

const ownId = (item: unknown): string => String(Object(item).id ?? "This");

/** Renders the items of a list. An item that throws is replaced by a note, and the error is logged. */
export const Items = <Item,>({ of, as: Element, id = ownId, children }: EachProps<Item>) => (
  <>
    {of.map((item, n) => {
      try {
        return raw(String(<Element>{children(item, n)}</Element>));
      } catch (error) {
        log("item_not_shown", { id: id(item), error: String(error) });
        const words = `${id(item)} could not be shown: see the log.`;
        return <Element>{Element === "tr" ? <td colspan={1_000}>{words}</td> : words}</Element>;
      }
    })}
  </>
);

interface Column<Row> {
  readonly cell: (row: Row, n: number) => Child;
  /** True if the column's cells are the headings of their rows. */
  readonly names?: boolean;
  /** The CSS class of the column's cells: `n` for numbers, `fit` for short contents, `about` for the widest column. */
  readonly class?: string;
  /** The order of the whole list that a click on the heading requests. */
  readonly sort?: Sort;
}

interface TableProps<Row> {
  readonly of: readonly Row[];
  /** Returns the row's id in the record. @default its `id` */
  readonly id?: (row: Row) => string;
  /** Columns by their headings. */
  readonly columns: Readonly<Record<string, Column<Row> | Column<Row>["cell"]>>;
  readonly class?: string;
  /** Content shown instead of a table without rows. @default only the headings */
  readonly empty?: Child;
}

/** Path of the page's list, which the headings can sort, or `null` if the tables of the page show only some rows. */
const ListPath = createContext<string | null>(null);

/** Shows rows under headings. On a narrow screen each row is a card that repeats the headings. */
export const Table = <Row,>({ of, id, columns, class: kind = "cards list", empty }: TableProps<Row>) => {
  if (of.length === 0 && empty) return <p class="empty">{empty}</p>;
  const all = Object.entries(columns).map(([head, column]) => ({
    head,
    ...(typeof column === "function" ? { cell: column } : column),
  }));
  return (
    <table class={kind}>
      <thead>
        <tr>
          {all.map((column) => (
            <Head {...column} />
          ))}
        </tr>
      </thead>
      <tbody>
        <Items of={of} as="tr" id={id}>
          {(row, n) =>
            all.map(({ head, cell, names, class: name }) =>
              names ? (
                <th scope="row" class={name}>
                  {cell(row, n)}
                </th>
              ) : (
                <td data-label={head} class={name}>
                  {cell(row, n)}
                </td>
              ),
            )
          }
        </Items>
      </tbody>
    </table>
  );
};

/** Shows a heading of a table. If the heading sorts the list, a second click restores the default order. */
const Head: FC<Pick<Column<never>, "class" | "sort"> & { readonly head: string }> = (column) => {
  const { head, sort, class: name } = column;
  const path = useContext(ListPath);
  if (path === null || sort === undefined)
    return (
      <th scope="col" class={name}>
        {head}
      </th>
    );
  const { cursor: _, sort: given, ...filters } = useFrame().given;
  const isSorted = given === sort;
  const order = isSorted ? "ascending" : sort === "oldest" ? "descending" : undefined;
  return (
    <th scope="col" class={name} aria-sort={order}>
      <a href={listAt(path, { ...filters, ...(!isSorted && { sort }) })}>{head}</a>
    </th>
  );
};

/** Shows a part of a page under its heading if `when` is true. */
export const Section: FC<{ readonly title: string; readonly when: boolean; readonly children: Child }> = (
  props,
) =>
  props.when ? (
    <>
      <h2>{props.title}</h2>
      {props.children}
    </>
  ) : null;

/** Lists facts by name, except those that are null, undefined or false. */
export const Facts: FC<{
  readonly of: Readonly<Record<string, Child>>;
  /** The name of a fact that spans two columns. */
  readonly wide?: string;
}> = ({ of, wide }) => (
  <dl class="facts">
    {Object.entries(of).map(([name, fact]) =>
      fact === null || fact === undefined || fact === false ? null : (
        <div class={name === wide ? "two" : undefined}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ),
    )}
  </dl>
);

/** The filters of a list, as given in its URL. */
type Given = Readonly<Record<string, string>>;

interface Field {
  readonly label: string;
  /** Type of the input. @default "text" */
  readonly type?: "search" | "date" | "datetime-local";
  readonly hint?: string;
  /** The allowed values. @default any text */
  readonly choices?: readonly (string | readonly [value: string, words: string])[];
  /** Text of the option that sets no filter. */
  readonly any?: string;
}
type Fields = Readonly<Record<string, Field>>;

export const PERIOD: Fields = {
  since: { label: "From", type: "datetime-local" },
  until: { label: "To", type: "datetime-local" },
};

const FilterField: FC<Field & { readonly name: string; readonly given: Given }> = (props) => {
  const { name, label, type = "text", hint, choices, any = "any", given } = props;
  const { timeZone } = useFrame();
  const id = `filter-${name}`;
  const value = given[name];
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {choices ? (
        <select id={id} name={name}>
          <option value="">{any}</option>
          {choices
            .map((one) => (typeof one === "string" ? ([one, one] as const) : one))
            .map(([choice, words]) => (
              <option value={choice} selected={choice === value}>
                {words}
              </option>
            ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          type={type}
          step={type === "datetime-local" ? 60 : undefined}
          maxlength={type === "text" || type === "search" ? 200 : undefined}
          value={type === "datetime-local" ? localTime(value, timeZone) : value}
          placeholder={hint}
        />
      )}
    </p>
  );
};

/**
 * Formats the time of a filter for the input field. A URL from a script can also contain a relative or absolute time.
 */
function localTime(value: string | undefined, timeZone: string): string | undefined {
  if (value === undefined || /^\d{4}-\d\d-\d\dT[\d:]+$/.test(value)) return value;
  const ago = parseAgo(value);
  const at = Number.isNaN(ago) ? (/^\d+$/.test(value) ? Number(value) : Date.parse(value)) : ago;
  return Number.isNaN(at) ? value : clockIn(timeZone)(at).replace(" ", "T");
}

/** Shows the form above a list. The form is a GET, so that the URL contains the filters. */
export const Filters: FC<{
  readonly action: string;
  readonly fields: Fields;
  /** Rarely used fields, in a collapsed part that is open if one of them is set. */
  readonly more?: Fields | undefined;
  /** Values of the fields. @default those of the URL */
  readonly given?: Given;
  readonly label?: string;
}> = ({ action, fields, more, given = useFrame().given, label = "Filter" }) => {
  const written = (some: Fields) =>
    Object.entries(some).map(([name, field]) => <FilterField name={name} given={given} {...field} />);
  return (
    <search>
      <form class="filters" method="get" action={action}>
        {written(fields)}
        {more && (
          <details class="more" open={Object.keys(more).some((name) => given[name] !== undefined)}>
            <summary>More filters</summary>
            <div>{written(more)}</div>
          </details>
        )}
        <p class="field buttons">
          <button type="submit">{label}</button>
          {label === "Filter" && <a href={action}>Clear</a>}
        </p>
      </form>
    </search>
  );
};

export const listAt = (path: string, filters: Given): string => {
  const query = new URLSearchParams(filters).toString();
  return query === "" ? path : `${path}?${query}`;
};

export const ListPage: FC<{
  readonly path: (typeof PAGES)[number][0];
  readonly title: string;
  readonly page: Page<unknown>;
  /** Predefined filters, by the names of their links. */
  readonly views: Readonly<Record<string, Given>>;
  readonly fields: Fields;
  readonly more?: Fields;
  /** Plural noun for the rows: `events`. */
  readonly of: string;
  /** Text shown if the list is empty, which explains how the list gets its first row. */
  readonly empty: Child;
  /** True if the page keeps the newest rows up to date. */
  readonly live?: boolean;
  /** Contents at the top of the page. */
  readonly intro?: Child;
  readonly decisions?: Child;
  readonly children: Child;
}> = (props) => {
  const { path, title, page, views, fields, more, of, empty, live, intro, decisions, children } = props;
  const { given } = useFrame();
  const { cursor, ...filters } = given;
  const here = listAt(path, filters);
  return (
    <Layout title={title} at={path}>
      {intro}
      <nav class="views" aria-label="Views of the list">
        {Object.entries(views).map(([name, view]) => (
          <a href={listAt(path, view)} aria-current={listAt(path, view) === here ? "true" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <Filters action={path} fields={fields} more={more} />
      {decisions}
      <div id="list" data-live={live && cursor === undefined ? 10 : undefined}>
        {page.items.length > 0 ? (
          <ListPath.Provider value={path}>{children}</ListPath.Provider>
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
};
