import { grade, lacking, letters } from "./grade.ts";

/**
 * Which words occur, and for whom. A search looks through the words, of which there are far fewer than
 * users times words, and only then at the users who have them.
 */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #letters: number[] = [];
  readonly #slots: number[][] = [];

  /** Records that a slot has these words. @returns their numbers */
  add(slot: number, words: Iterable<string>): number[] {
    return Array.from(words, (word) => {
      const number = this.#numberOf(word);
      this.#slots[number]?.push(slot);
      return number;
    });
  }

  /** Undoes `add`. */
  remove(slot: number, numbers: readonly number[]): void {
    for (const number of numbers) {
      const slots = this.#slots[number];
      const at = slots?.indexOf(slot) ?? -1;
      if (at >= 0) slots?.splice(at, 1);
    }
  }

  /** Writes into `best` the highest grade that any word of a slot has for the term. */
  gradeAll(term: string, best: Uint8Array): void {
    const wanted = letters(term);
    for (let number = 0; number < this.#words.length; number += 1) {
      const missing = lacking(wanted, this.#letters[number] ?? 0);
      if (missing === 2) continue;
      const value = grade(term, this.#words[number] ?? "", missing);
      if (value === 0) continue;
      for (const slot of this.#slots[number] ?? []) if ((best[slot] ?? 0) < value) best[slot] = value;
    }
  }

  /** A function that grades the words of one slot after another for a term, each word once. */
  grader(term: string): (numbers: readonly number[]) => number {
    const wanted = letters(term);
    const known = new Int8Array(this.#words.length).fill(-1);
    return (numbers) => {
      let best = 0;
      for (const number of numbers) {
        let value = known[number] ?? 0;
        if (value < 0) {
          const missing = lacking(wanted, this.#letters[number] ?? 0);
          value = missing === 2 ? 0 : grade(term, this.#words[number] ?? "", missing);
          known[number] = value;
        }
        if (value > best) best = value;
      }
      return best;
    };
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    this.#letters.push(letters(word));
    this.#slots.push([]);
    return number;
  }
}
