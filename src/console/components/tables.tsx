// Tables and lists of facts, from the heading of each column or fact and what stands under it.
import type { Child, FC } from "hono/jsx";
import { Each } from "./each.tsx";

/** A column of a table. */
interface Column<Row> {
  readonly cell: (row: Row, n: number) => Child;
  /** True for the column that names its row. */
  readonly names?: boolean;
  /** A class of its cells; `n` is for figures. */
  readonly class?: string;
}

interface TableProps<Row> {
  readonly of: readonly Row[];
  /** The id by which the record has a row. */
  readonly id?: (row: Row) => string;
  /** Columns by their headings. */
  readonly columns: Readonly<Record<string, Column<Row> | Column<Row>["cell"]>>;
  readonly class?: string;
}

/** Rows under headings; on a narrow screen each row is a card that says the headings again. */
export const Table = <Row,>({ of, id, columns, class: kind = "cards list" }: TableProps<Row>) => {
  const all = Object.entries(columns).map(([head, column]) => ({
    head,
    ...(typeof column === "function" ? { cell: column } : column),
  }));
  return (
    <table class={kind}>
      <thead>
        <tr>
          {all.map(({ head, class: name }) => (
            <th scope="col" {...(name === "n" ? { class: name } : {})}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Each of={of} as="tr" {...(id ? { id } : {})}>
          {(row, n) =>
            all.map(({ head, cell, names, class: name }) => {
              const attributes = name === undefined ? {} : { class: name };
              return names ? (
                <th scope="row" {...attributes}>
                  {cell(row, n)}
                </th>
              ) : (
                <td data-label={head} {...attributes}>
                  {cell(row, n)}
                </td>
              );
            })
          }
        </Each>
      </tbody>
    </table>
  );
};

/** Facts by their names; one that is null, false or undefined is left out. */
export const Facts: FC<{
  readonly of: Readonly<Record<string, Child>>;
  /** The name of one that takes two places. */
  readonly wide?: string;
}> = ({ of, wide }) => (
  <dl class="facts">
    {Object.entries(of).map(([name, fact]) =>
      fact === null || fact === undefined || fact === false ? null : (
        <div {...(name === wide ? { class: "two" } : {})}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ),
    )}
  </dl>
);
