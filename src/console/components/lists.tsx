// Filters above a list and the links to its other pages.
import { type Child, type FC, useContext } from "hono/jsx";
import { clockIn } from "../../base/days.ts";
import { agoOf } from "../queries.ts";
import { PageClock } from "./text.tsx";

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
}

/** A text that a list is filtered by. */
export const TextField: FC<
  FieldProps & { readonly type?: "search" | "text" | "date" | "datetime-local"; readonly hint?: string }
> = ({ name, label, value, type = "text", hint }) => (
  <p class="field">
    <label for={`filter-${name}`}>{label}</label>
    <input
      id={`filter-${name}`}
      name={name}
      type={type}
      {...(type === "datetime-local" ? { step: 60 } : type === "date" ? {} : { maxlength: 200 })}
      {...(value === undefined ? {} : { value })}
      {...(hint ? { placeholder: hint } : {})}
    />
  </p>
);

/** The time that a list is narrowed down to, as the address has it. */
export const PeriodFields: FC<{ readonly given: Readonly<Record<string, string>> }> = ({ given }) => {
  const clock = clockIn(useContext(PageClock));
  // An address may also name a moment as scripts do.
  const shown = (value: string | undefined) => {
    const at = value === undefined || /^\d{4}-\d\d-\d\dT[\d:]+$/.test(value) ? Number.NaN : momentOf(value);
    return Number.isNaN(at) ? value : clock(at).replace(" ", "T");
  };
  return (
    <>
      <TextField name="since" label="From" type="datetime-local" value={shown(given["since"])} />
      <TextField name="until" label="To" type="datetime-local" value={shown(given["until"])} />
    </>
  );
};

const momentOf = (value: string): number => {
  const ago = agoOf(value);
  if (!Number.isNaN(ago)) return ago;
  return /^\d+$/.test(value) ? Number(value) : Date.parse(value);
};

/** Filters that few need, a click away; open where one of them is used. */
export const More: FC<{
  readonly given: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  readonly children?: Child;
}> = ({ given, names, children }) => (
  <details class="more" open={names.some((name) => given[name] !== undefined)}>
    <summary>More filters</summary>
    <div>{children}</div>
  </details>
);

/** A list's address with these filters. */
export const listAt = (path: string, filters: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(filters).toString();
  return query === "" ? path : `${path}?${query}`;
};

/** Links for frequent filters of a list, and a link to the list as it is filtered now. */
export const ListViews: FC<{
  readonly path: string;
  /** The list's filters, as the address has them. */
  readonly given: Readonly<Record<string, string>>;
  /** Filters by what people call them. */
  readonly views: Readonly<Record<string, Readonly<Record<string, string>>>>;
}> = ({ path, given, views }) => {
  const { cursor: _, ...filters } = given;
  const here = listAt(path, filters);
  return (
    <nav class="views" aria-label="ListViews of the list">
      {Object.entries(views).map(([name, view]) => {
        const href = listAt(path, view);
        return (
          <a href={href} {...(href === here ? { "aria-current": "true" as const } : {})}>
            {name}
          </a>
        );
      })}
      {here !== path && (
        <a class="copy" href={here} data-copy>
          Copy link
        </a>
      )}
    </nav>
  );
};

/** One of several values that a list is filtered by. */
export const ChoiceField: FC<
  FieldProps & {
    readonly choices: readonly (readonly [value: string, words: string])[];
    /** Text for no choice. */
    readonly any?: string;
  }
> = ({ name, label, value, choices, any = "any" }) => (
  <p class="field">
    <label for={`filter-${name}`}>{label}</label>
    <select id={`filter-${name}`} name={name}>
      <option value="">{any}</option>
      {choices.map(([choice, words]) => (
        <option value={choice} {...(choice === value ? { selected: true } : {})}>
          {words}
        </option>
      ))}
    </select>
  </p>
);

/** Text of an empty list: how it gets its first row, or how to see more. */
export const Nothing: FC<{
  /** The list's filters, as the address has them. */
  readonly given: Readonly<Record<string, string>>;
  readonly path: string;
  /** Name of the rows: `events`. */
  readonly of: string;
  /** How the list gets its first row. */
  readonly children?: Child;
}> = ({ given, path, of, children }) => (
  <p class="empty">
    {Object.keys(given).length > 0 ? (
      <>
        No {of} match these filters. <a href={path}>Show all {of}</a>
      </>
    ) : (
      children
    )}
  </p>
);

/** The form above a list. A GET: what is looked for is in the address. */
export const Filters: FC<{
  readonly action: string;
  /** Text of its button. */
  readonly label?: string;
  readonly children?: Child;
}> = ({ action, label = "Filter", children }) => (
  <search>
    <form class="filters" method="get" action={action}>
      {children}
      <p class="field buttons">
        <button type="submit">{label}</button>
        {label === "Filter" && <a href={action}>Clear</a>}
      </p>
    </form>
  </search>
);

interface PagerProps {
  readonly path: string;
  /** The list's filters, as the address has them. */
  readonly given: Readonly<Record<string, string>>;
  readonly next: string | null;
}

/** The links to a list's other pages. Pages follow positions, so there is no count of them. */
export const Pager: FC<PagerProps> = ({ path, given, next }) => {
  const { cursor, ...filters } = given;
  if (next === null && cursor === undefined) return null;
  return (
    <nav class="pager" aria-label="Parts of the list">
      {cursor !== undefined && <a href={listAt(path, filters)}>Newest</a>}
      {next === null ? (
        <span class="dim">This is the end.</span>
      ) : (
        <a rel="next" href={listAt(path, { ...filters, cursor: next })}>
          Older
        </a>
      )}
    </nav>
  );
};
