// Components for lists: tables, facts, problems with their remedies, and forms with filters.
import { raw } from "hono/html";
import { type Child, createContext, type FC, useContext } from "hono/jsx";
import type * as z from "zod";
import { type FormField, formFields } from "../../actions/form.ts";
import type { NamedThings } from "../../actions/names.ts";
import { clockIn, parseAgo } from "../../base/days.ts";
import { log } from "../../base/log.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import type { Sort } from "../../ledger/page.ts";
import { type Finding, nameAlarm } from "../../operate/checks.ts";
import { isAllowed } from "../../operate/person.ts";
import { ACTS } from "../../policy/acts.ts";
import { PageFrame, useFrame } from "./frame.ts";
import { PersonLink, PostForm, Sentence, Time } from "./text.tsx";

interface Each<Item> {
  readonly of: readonly Item[];
  /** Returns the item's id, for the note and the log entry about an item that can't be shown. @default its `id` */
  readonly id?: ((item: Item) => string) | undefined;
}

interface EachProps<Item> extends Each<Item> {
  /** The element for each item, which contains `children`. */
  readonly as: "tr" | "li" | "div";
  readonly children: (item: Item, n: number) => Child;
}

const ownId = (item: unknown): string => String(Object(item).id ?? "This");

/** Renders the items of a list. An item whose rendering fails is replaced by a note, and the error is logged. */
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
  /** The CSS class of the column's cells, for example `n` for numbers or `fit` for short contents. */
  readonly class?: string;
  /** The sort order that a click on the column's heading requests, for the whole list. */
  readonly sort?: Sort;
}

interface TableProps<Row> extends Each<Row> {
  /** Columns by their headings. */
  readonly columns: Readonly<Record<string, Column<Row> | Column<Row>["cell"]>>;
  /** The CSS class of the table, if its columns need widths of their own. */
  readonly class?: string;
  /** Content shown instead of a table without rows. @default only the headings */
  readonly empty?: Child;
}

/** Path of the page's list, which the headings can sort, or `null` if the tables of the page show only some rows. */
export const ListPath = createContext<string | null>(null);

/** Shows rows under headings. On a narrow screen each row is a card that repeats the headings. */
export const Table = <Row,>({ of, id, columns, class: kind, empty }: TableProps<Row>) => {
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

/** A row of a list: a sentence with facts under it, between a mark and a last cell. */
export interface ListRow {
  /** The row's state or kind, or the face of its author. */
  readonly mark: Child;
  /** The row's sentence, which usually begins with a link to the row's page. */
  readonly sentence: Child;
  /**
   * Facts on the second line, such as the requester, the source and the automation. Facts that are null, undefined,
   * false or "" are left out.
   */
  readonly facts: readonly Child[];
  /** Contents below the second line. */
  readonly below?: Child;
  /** The content of the row's last cell, usually a time. */
  readonly last: Child;
}

/** The headings of a list, and how the list shows a row. */
export interface RowsOf<Row> extends Pick<Each<Row>, "id"> {
  /** The headings of the rows' marks, sentences and last cells. The last heading sorts the list. */
  readonly heads: readonly [mark: string, sentence: string, last: string];
  /** The order that the last heading requests, or `null` if the list has only one order. @default `oldest` */
  readonly sort?: Sort | null;
  readonly line: (row: Row) => ListRow;
}

/** Shows a list in which each row is a sentence and a second line of facts. */
export const ListRows = <Row,>({
  heads: [mark, sentence, last],
  sort = "oldest",
  line,
  ...table
}: RowsOf<Row> & Pick<TableProps<Row>, "of" | "empty">) => (
  <Table
    {...table}
    class="lines"
    columns={{
      [mark]: { class: "fit", cell: (row) => line(row).mark },
      [sentence]: { names: true, cell: (row) => <RowText {...line(row)} /> },
      [last]: { class: "fit", ...(sort && { sort }), cell: (row) => line(row).last },
    }}
  />
);

const RowText: FC<ListRow> = ({ sentence, facts, below }) => (
  <>
    {sentence}
    <span class="under">{facts.filter(Boolean).flatMap((fact, n) => (n > 0 ? [" · ", fact] : [fact]))}</span>
    {below}
  </>
);

/** Shows a heading of a table. If the heading sorts the list, a second click restores the default order. */
const Head: FC<Pick<Column<never>, "class" | "sort"> & { readonly head: string }> = (column) => {
  const { head, sort, class: name } = column;
  const path = useContext(ListPath);
  const { cursor: _, sort: given, ...filters } = useContext(PageFrame)?.given ?? {};
  const isLink = path !== null && sort !== undefined;
  const isSorted = given === sort;
  const order = isSorted ? "ascending" : sort === "oldest" ? "descending" : undefined;
  return (
    <th scope="col" class={name} aria-sort={isLink ? order : undefined}>
      {isLink ? <a href={listAt(path, { ...filters, ...(!isSorted && { sort }) })}>{head}</a> : head}
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
  readonly of: Readonly<Record<string, Child>> | readonly (readonly [name: string, fact: Child])[];
  /** The name of a fact that spans two columns. */
  readonly wide?: string;
  readonly class?: string;
}> = ({ of, wide, class: kind = "facts" }) => (
  <dl class={kind}>
    {(Array.isArray(of) ? of : Object.entries(of)).map(([name, fact]) =>
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
export type Given = Readonly<Record<string, string>>;

/** Words for the values of fields, by field and value. The words for `""` name the option that sets no filter. */
export type Choices = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the names as choices whose words are the names themselves. */
export const inOwnWords = (names: Iterable<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(names, (name) => [name, name]));

/**
 * Shows the value of a field for a day or a time in the page's format, next to the field's label. Days are typed as
 * `YYYY-MM-DD`, because a browser's own date field uses the order of the browser's locale.
 */
export const inWords = (kind: FormField["kind"], value: string | undefined) =>
  value && (kind === "time" || kind === "date") && [": ", <Sentence of={value.replace("T", " ")} />];

const FilterField: FC<{ readonly field: FormField; readonly words: Given | undefined }> = (props) => {
  const { field, words: { "": any = "any", ...words } = {} } = props;
  const { name, label, kind, hint } = field;
  const choices = field.choices ?? Object.keys(words);
  const { given, timeZone } = useFrame();
  const id = `filter-${name}`;
  const isTime = kind === "time";
  const value = isTime ? localTime(given[name], timeZone) : given[name];
  const type = name === "q" ? "search" : isTime ? "datetime-local" : "text";
  return (
    <p class="field">
      <label for={id}>
        {label}
        {inWords(kind, value)}
      </label>
      {choices.length > 0 ? (
        <select id={id} name={name}>
          <option value="">{any}</option>
          {choices.map((choice) => (
            <option value={choice} selected={choice === value}>
              {words[choice] ?? choice.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          type={type}
          step={isTime ? 60 : undefined}
          maxlength={isTime ? undefined : 200}
          value={value}
          placeholder={hint ?? undefined}
        />
      )}
    </p>
  );
};

/**
 * Formats the time of a filter for the input field. The form sends a local time, but links and scripts can use a
 * relative or absolute time.
 */
function localTime(value: string | undefined, timeZone: string): string | undefined {
  if (value === undefined || /^\d{4}-\d\d-\d\dT[\d:]+$/.test(value)) return value;
  const ago = parseAgo(value);
  const at = Number.isNaN(ago) ? (/^\d+$/.test(value) ? Number(value) : Date.parse(value)) : ago;
  return Number.isNaN(at) ? value : clockIn(timeZone)(at).replace(" ", "T");
}

/** Number of fields that a form shows without a click. */
const FREQUENT = 5;
/** Properties of a query that set the order and the page of a list: they are not filters. */
const PAGING = new Set(["sort", "limit", "cursor"]);

/**
 * Shows a form with a field for each filter of a query, for example above a list. The form is a GET, so that the URL
 * contains the filters. Fields after the first five are in a collapsible section, which is open if one of them is set.
 */
export const Filters: FC<{
  readonly action: string;
  readonly query: z.ZodObject;
  readonly settings: NamedThings;
  /** Words for the values of fields. @default the values that the query's schema allows */
  readonly choices?: Choices | undefined;
  readonly label?: string;
}> = ({ action, query, settings, choices, label = "Filter" }) => {
  const { given } = useFrame();
  const fields = formFields(query, settings).filter(({ name }) => !PAGING.has(name));
  const [first, more] = [fields.slice(0, FREQUENT), fields.slice(FREQUENT)];
  const written = (some: typeof fields) =>
    some.map((field) => <FilterField field={field} words={choices?.[field.name]} />);
  return (
    <search>
      <form class="filters" method="get" action={action}>
        {written(first)}
        {more.length > 0 && (
          <details class="more" open={more.some(({ name }) => given[name] !== undefined)}>
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

/** Links to the next part of a list. */
export const More: FC<{ readonly to: string }> = ({ to }) => (
  <nav class="pager" aria-label="Pages of the list">
    <a rel="next" href={to}>
      More
    </a>
  </nav>
);

interface FindingsShown {
  readonly of: readonly Finding[];
  /**
   * The audit entries of people who have taken an alarm, newest first.
   * @default the list has no buttons to take alarms
   */
  readonly taken?: readonly AuditLink[];
}

/** Lists problems, each with its remedy. Problems that have ended are collapsed. */
export const Findings: FC<FindingsShown> = ({ of, taken }) => {
  const over = of.filter(({ isOver }) => isOver);
  return (
    <>
      <FindingList of={of.filter(({ isOver }) => !isOver)} {...(taken && { taken })} />
      {over.length > 0 && (
        <details>
          <summary>{over.length === 1 ? "1 alarm has ended" : `${over.length} alarms have ended`}</summary>
          <FindingList of={over} />
        </details>
      )}
    </>
  );
};

const FindingList: FC<FindingsShown> = ({ of: problems, taken }) =>
  problems.length > 0 && (
    <div class={problems.some(({ isUrgent }) => isUrgent) ? "note bad" : "note wait"}>
      <ul>
        {problems.map((of) => (
          <li>
            {of.page === undefined ? <strong>{of.what}</strong> : <a href={of.page}>{of.what}</a>}:{" "}
            <Sentence of={of.detail} />
            {of.fix && <Sentence as="span" class="under" of={`To do: ${of.fix}`} />}
            {taken && <Taken of={of} taken={taken} />}
          </li>
        ))}
      </ul>
    </div>
  );

/**
 * Shows the last person who has taken an alarm since it began. Every other reader who may take alarms also sees a
 * button to take this one.
 */
const Taken: FC<{ readonly of: Finding; readonly taken: readonly AuditLink[] }> = ({ of, taken }) => {
  const alarm = nameAlarm(of);
  const last = taken.find(({ detail, at }) => detail["alarm"] === alarm && at >= (of.since ?? 0));
  const { person } = useFrame();
  return (
    <>
      {last && (
        <span class="under">
          Taken by <PersonLink email={last.actor ?? ""} />, <Time at={last.at} />
        </span>
      )}
      {isAllowed(person, "take") && last?.actor !== person.email && (
        <PostForm action="/alarms/taken" fields={{ alarm }}>
          <button type="submit">{last ? "Take over" : ACTS.take.button}</button>
        </PostForm>
      )}
    </>
  );
};
