// What is on disk and at hand: so that what was just written is not read again.

/** Keeps what was used last, up to so many characters. Whatever it no longer has can be read from disk. */
export class Shelf<Key, Value> {
  readonly #kept = new Map<Key, { readonly value: Value; readonly chars: number }>();
  readonly #maxChars: number;
  #chars = 0;

  /** @param maxChars How many characters it keeps; it never drops what was kept last. */
  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get(key: Key): Value | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    // A map goes through its keys in the order in which they were set.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  /** @param chars How much it is. */
  set(key: Key, value: Value, chars: number): void {
    this.delete(key);
    this.#kept.set(key, { value, chars });
    this.#chars += chars;
    for (const oldest of this.#kept.keys()) {
      if (this.#chars <= this.#maxChars || oldest === key) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    this.#chars -= this.#kept.get(key)?.chars ?? 0;
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
    this.#chars = 0;
  }
}
