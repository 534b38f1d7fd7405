// For each value, the users who have it.

/**
 * For each value, the slots of the users who have it, in order. Most values (emails, for one) are one user's,
 * and a number takes less room than a list of one.
 */
export class Postings {
  readonly #slots = new Map<string, number | number[]>();

  get(value: string): readonly number[] {
    const slots = this.#slots.get(value) ?? [];
    return typeof slots === "number" ? [slots] : slots;
  }

  values(): Iterable<string> {
    return this.#slots.keys();
  }

  add(value: string, slot: number): void {
    const slots = this.#slots.get(value);
    if (slots === undefined) this.#slots.set(value, slot);
    else if (typeof slots === "number") this.#slots.set(value, slots < slot ? [slots, slot] : [slot, slots]);
    else insert(slots, slot);
  }

  remove(value: string, slot: number): void {
    const slots = this.#slots.get(value);
    if (typeof slots === "object") take(slots, slot);
    if (slots === slot || (typeof slots === "object" && slots.length === 0)) this.#slots.delete(value);
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
