// A binary heap: the smallest of many, without sorting them.

/** What is taken out of it comes smallest first. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #isBefore: (one: Item, other: Item) => boolean;

  constructor(isBefore: (one: Item, other: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The smallest, which stays in it. */
  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    let at = this.#items.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = this.#items[up];
      if (parent === undefined || !this.#isBefore(item, parent)) break;
      this.#items[at] = parent;
      at = up;
    }
    this.#items[at] = item;
  }

  /** Takes the smallest out. */
  pop(): Item | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return first;
  }

  /** Keeps only some of its items. */
  keep(isKept: (item: Item) => boolean): void {
    for (const item of this.#items.splice(0).filter(isKept)) this.push(item);
  }

  #sink(item: Item): void {
    let at = 0;
    for (;;) {
      const left = this.#items[2 * at + 1];
      const right = this.#items[2 * at + 2];
      if (left === undefined) break;
      const [child, place] =
        right !== undefined && this.#isBefore(right, left) ? [right, 2 * at + 2] : [left, 2 * at + 1];
      if (!this.#isBefore(child, item)) break;
      this.#items[at] = child;
      at = place;
    }
    this.#items[at] = item;
  }
}
