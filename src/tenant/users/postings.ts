/** For each value, the slots of the users who have it, in order. */
export class Postings {
  readonly #slots = new Map<string, number[]>();

  get(value: string): readonly number[] {
    return this.#slots.get(value) ?? [];
  }

  values(): Iterable<string> {
    return this.#slots.keys();
  }

  add(value: string, slot: number): void {
    const slots = this.#slots.get(value);
    if (slots) insert(slots, slot);
    else this.#slots.set(value, [slot]);
  }

  remove(value: string, slot: number): void {
    const slots = this.#slots.get(value);
    if (slots) take(slots, slot);
    if (slots?.length === 0) this.#slots.delete(value);
  }
}

/** Adds a number to an ascending list; one higher than all, as nearly always, goes to its end. */
export function insert(sorted: number[], value: number): void {
  const last = sorted.at(-1);
  if (last === undefined || last < value) sorted.push(value);
  else sorted.splice(lowerBound(sorted, value), 0, value);
}

/** Takes a number out of an ascending list. */
export function take(sorted: number[], value: number): void {
  const at = lowerBound(sorted, value);
  if (sorted[at] === value) sorted.splice(at, 1);
}

/** The first place in an ascending list that holds the value or a higher one. */
export function lowerBound(
  sorted: { readonly length: number; readonly [n: number]: number },
  value: number,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
