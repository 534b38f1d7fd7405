// The words that users are found by, also from a part of them or with a typo.
import { GRADE, grader, lacking, letters } from "./grade.ts";
import { insert, take } from "./postings.ts";

/**
 * Which words occur, and for whom. A search looks through the words, of which there are far fewer than
 * users times words, and only then at the users who have them.
 */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #slots: number[][] = [];
  /** The letters of each word. A typed array, as every search goes through it from end to end. */
  #letters = new Int32Array(1_024);

  /** Records that a slot has these words, each given once. */
  add(slot: number, words: Iterable<string>): void {
    for (const word of words) insert(this.#slots[this.#numbers.get(word) ?? this.#learn(word)] ?? [], slot);
  }

  /** Undoes `add`. */
  remove(slot: number, words: Iterable<string>): void {
    for (const word of words) take(this.#slots[this.#numbers.get(word) ?? -1] ?? [], slot);
  }

  /** Writes into `best`, which is all zero, the highest grade that any word of a slot has for the term. */
  gradeAll(term: string, alone: boolean, best: Uint8Array): void {
    const wanted = letters(term);
    const grade = grader(term, alone);
    for (let number = 0; number < this.#words.length; number += 1) {
      const missing = lacking(wanted, this.#letters[number] ?? 0);
      if (missing === 2) continue;
      const value = grade(this.#words[number] ?? "", missing);
      if (value === 0) continue;
      for (const slot of this.#slots[number] ?? []) if ((best[slot] ?? 0) < value) best[slot] = value;
    }
    this.#gradeRunTogether(term, best);
  }

  /**
   * A forgotten or mistyped space or dot is a typo too: a term that is two words run together, or with one
   * letter between them, answers for whoever has both.
   */
  #gradeRunTogether(term: string, best: Uint8Array): void {
    for (let end = 1; end < term.length; end += 1) {
      const left = this.#numbers.get(term.slice(0, end));
      if (left === undefined) continue;
      for (const start of [end, end + 1]) {
        const right = this.#numbers.get(term.slice(start));
        if (right === undefined) continue;
        for (const slot of common(this.#slots[left] ?? [], this.#slots[right] ?? []))
          if ((best[slot] ?? 0) < GRADE.sameTypo) best[slot] = GRADE.sameTypo;
      }
    }
  }

  #learn(word: string): number {
    const number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    this.#slots.push([]);
    if (number === this.#letters.length) {
      const longer = new Int32Array(2 * number);
      longer.set(this.#letters);
      this.#letters = longer;
    }
    this.#letters[number] = letters(word);
    return number;
  }
}

/** The numbers that are in both of two ascending lists. */
function* common(a: readonly number[], b: readonly number[]): Generator<number> {
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left === right) yield left;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
}
