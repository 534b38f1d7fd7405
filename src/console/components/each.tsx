// Shows each item of a list by itself: one that can't be shown takes none of the others with it.
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { log } from "../../base/log.ts";

interface EachProps<Item> {
  readonly of: readonly Item[];
  /** The element that each item stands in; `children` are its content. */
  readonly as: "tr" | "li" | "div";
  /** The id by which the record has an item. */
  readonly id?: (item: Item) => string;
  readonly children: (item: Item, n: number) => Child;
}

/** The items of a list. In the place of one that throws it says so, and the log says why. */
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
