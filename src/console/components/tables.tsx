// Lists, tables and facts. An item that can't be shown does not affect the others.
import { raw } from "hono/html";
import type { Child, FC } from "hono/jsx";
import { log } from "../../base/log.ts";
import type { Sort } from "../../ledger/page.ts";
import { useFrame } from "./frame.ts";
import { listAt } from "./lists.tsx";

interface EachProps<Item> {
  readonly of: readonly Item[];
  /** The element of each item; `children` are its content. */
  readonly as: "tr" | "li" | "div";
  /** The item's id in the record. */
  readonly id?: ((item: Item) => string) | undefined;
  readonly children: (item: Item, n: number) => Child;
}

/** The items of a list. An item that throws is replaced by a note, and the log has the error. */
export const Each = <Item,>({ of, as: Element, id = () => "This", children }: EachProps<Item>) => (
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

/** A column of a table. */
interface Column<Row> {
  readonly cell: (row: Row, n: number) => Child;
  /** True for the column that names its row. */
  readonly names?: boolean;
  /** A class of its cells; `n` is for figures, `fit` for what is short, `about` for what takes the room. */
  readonly class?: string;
  /** The order of the whole list that its heading asks for. */
  readonly sort?: Sort;
}

interface TableProps<Row> {
  readonly of: readonly Row[];
  /** The row's id in the record. */
  readonly id?: (row: Row) => string;
  /** Columns by their headings. */
  readonly columns: Readonly<Record<string, Column<Row> | Column<Row>["cell"]>>;
  readonly class?: string;
  /** Path of the list whose only rows these are, if its headings sort. */
  readonly path?: string | undefined;
}

/** Rows under headings; on a narrow screen each row is a card that repeats the headings. */
export const Table = <Row,>({ of, id, columns, class: kind = "cards list", path }: TableProps<Row>) => {
  const all = Object.entries(columns).map(([head, column]) => ({
    head,
    ...(typeof column === "function" ? { cell: column } : column),
  }));
  return (
    <table class={kind}>
      <thead>
        <tr>
          {all.map(({ head, class: name, sort }) =>
            path !== undefined && sort !== undefined ? (
              <SortingHead path={path} head={head} sort={sort} class={name} />
            ) : (
              <th scope="col" class={name}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        <Each of={of} as="tr" id={id}>
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
        </Each>
      </tbody>
    </table>
  );
};

/** A heading that sorts the list by its column, or, a second time, puts it into its own order again. */
const SortingHead: FC<{
  readonly path: string;
  readonly head: string;
  readonly sort: Sort;
  readonly class: string | undefined;
}> = ({ path, head, sort, class: name }) => {
  const { cursor: _, sort: given, ...filters } = useFrame().given;
  const isSorted = given === sort;
  const order = isSorted ? "ascending" : sort === "oldest" ? "descending" : undefined;
  return (
    <th scope="col" class={name} aria-sort={order}>
      <a href={listAt(path, { ...filters, ...(!isSorted && { sort }) })}>{head}</a>
    </th>
  );
};

/** Facts by name; null, false and undefined ones are left out. */
export const Facts: FC<{
  readonly of: Readonly<Record<string, Child>>;
  /** The name of a fact that takes two columns. */
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
