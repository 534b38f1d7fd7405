// Grades how well a word answers a term of a query.

/** How well a word answers a term of a query; more is better, and 0 is not at all. */
export const GRADE = {
  same: 6,
  begins: 5,
  inside: 4,
  sameTypo: 3,
  beginsTypo: 2,
  insideTypo: 1,
  none: 0,
} as const;
export const BEST_GRADE = GRADE.same;

/** Shortest terms for which a typo is forgiven in a whole word, its beginning, and its inside. */
const MIN_TYPO_LENGTH = { same: 2, begins: 4, inside: 6 };
/**
 * Shorter words are not found by a typo, unless other terms narrow the search: too many would be. `com`, which
 * ends most emails, would be for `tom` and `cam`.
 */
const MIN_TYPO_WORD_LENGTH_ALONE = 4;
const MIN_TYPO_WORD_LENGTH = 2;

/**
 * Grades words for one term, both folded. One typo is a letter more, less, other, or two swapped.
 * @param alone Whether the query has no other term.
 * @returns a function of the word, and of how many different letters of the term it lacks, as
 * {@link lacking} tells: a bound that decides most words without reading them.
 */
export function grader(term: string, alone: boolean): (word: string, missing: number) => number {
  const { length } = term;
  const shortest = alone ? MIN_TYPO_WORD_LENGTH_ALONE : MIN_TYPO_WORD_LENGTH;
  // One typo touches at most two thirds of a term, so a word with none of the three needs no closer look.
  const third = Math.floor(length / 3);
  const thirds = [term.slice(0, third), term.slice(third, 2 * third), term.slice(2 * third)];
  return (word, missing) => {
    if (missing === 0) {
      const at = word.indexOf(term);
      if (at === 0) return word.length === length ? GRADE.same : GRADE.begins;
      if (at > 0) return GRADE.inside;
    }
    if (missing > 1 || length < MIN_TYPO_LENGTH.same || word.length < shortest) return GRADE.none;
    const end = endAfterTypo(term, word, 0);
    if (end === word.length) return GRADE.sameTypo;
    if (end >= 0 && length >= MIN_TYPO_LENGTH.begins) return GRADE.beginsTypo;
    if (length < MIN_TYPO_LENGTH.inside || !thirds.some((piece) => word.includes(piece))) return GRADE.none;
    for (let start = 1; start + length - 1 <= word.length; start += 1)
      if (endAfterTypo(term, word, start) >= 0) return GRADE.insideTypo;
    return GRADE.none;
  };
}

/** Where in the word the term ends when read from `start` with one typo, at the furthest; -1 where it does not. */
function endAfterTypo(term: string, word: string, start: number): number {
  let i = 0;
  while (i < term.length && term.charCodeAt(i) === word.charCodeAt(start + i)) i += 1;
  const at = start + i;
  // A letter too few in the term, another letter, two swapped, a letter too many: in this order each reading
  // ends further on in the word than those after it, or as far.
  const fewer = rest(term, i, word, at + 1);
  if (fewer >= 0) return fewer;
  const other = rest(term, i + 1, word, at + 1);
  if (other >= 0) return other;
  if (term.charCodeAt(i) === word.charCodeAt(at + 1) && term.charCodeAt(i + 1) === word.charCodeAt(at)) {
    const swapped = rest(term, i + 2, word, at + 2);
    if (swapped >= 0) return swapped;
  }
  return rest(term, i + 1, word, at);
}

/** Where the word's part from `at` on that reads as the rest of the term ends; -1 where it reads otherwise. */
function rest(term: string, from: number, word: string, at: number): number {
  const length = term.length - from;
  if (length < 0 || at + length > word.length) return -1;
  for (let i = 0; i < length; i += 1) if (term.charCodeAt(from + i) !== word.charCodeAt(at + i)) return -1;
  return at + length;
}

/** The letters of a word as bits: a to z one each, digits together, all others in five groups. */
export function letters(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i += 1) {
    const unit = word.charCodeAt(i);
    if (unit >= 97 && unit <= 122) bits |= 1 << (unit - 97);
    else if (unit >= 48 && unit <= 57) bits |= 1 << 26;
    else bits |= 1 << (27 + (unit % 5));
  }
  return bits;
}

/** How many bits of `a` are not in `b`: none, one, or two for more. */
export function lacking(a: number, b: number): 0 | 1 | 2 {
  const bits = a & ~b;
  if (bits === 0) return 0;
  return (bits & (bits - 1)) === 0 ? 1 : 2;
}
