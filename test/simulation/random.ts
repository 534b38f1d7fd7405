/** Random choices determined by a seed (mulberry32): the same seed gives the same life. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number between these bounds, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Value>(...from: readonly [Value, ...Value[]]): Value {
    return from[this.between(0, from.length - 1)] ?? from[0];
  }

  /** Returns a random item of a list. @throws Error if the list is empty */
  among<Value>(list: readonly Value[]): Value {
    const place = this.between(0, list.length - 1);
    if (list.length === 0) throw new Error("there is nothing to pick from");
    return list[place] as Value;
  }
}
