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
/** Words this short are forgiven nothing on their own account: `com` would answer `tom`, and it ends every email. */
const MIN_TYPO_WORD_LENGTH = 3;

/**
 * The grade of a word for a term, both folded. One typo is a letter more, less, other, or two swapped.
 * @param missing How many different letters of the term the word lacks, as {@link letters} tell: a bound
 * that decides most words without reading them.
 */
export function grade(term: string, word: string, missing: number): number {
  if (missing === 0) {
    const at = word.indexOf(term);
    if (at === 0) return word.length === term.length ? GRADE.same : GRADE.begins;
    if (at > 0) return GRADE.inside;
  }
  if (missing > 1 || term.length < MIN_TYPO_LENGTH.same || word.length < MIN_TYPO_WORD_LENGTH)
    return GRADE.none;
  const end = endAfterTypo(term, word, 0, true);
  if (end === word.length) return GRADE.sameTypo;
  if (term.length >= MIN_TYPO_LENGTH.begins && (end >= 0 || endAfterTypo(term, word, 0, false) >= 0))
    return GRADE.beginsTypo;
  return term.length >= MIN_TYPO_LENGTH.inside && insideAfterTypo(term, word) ? GRADE.insideTypo : GRADE.none;
}

/**
 * Where in the word the term ends when read from `start` with one typo; -1 where one does not do.
 * @param toEnd Whether the reading that ends where the word ends is wanted, if there is one.
 */
function endAfterTypo(term: string, word: string, start: number, toEnd: boolean): number {
  let i = 0;
  while (i < term.length && term.charCodeAt(i) === word.charCodeAt(start + i)) i += 1;
  const at = start + i;
  const ends = [
    // a letter too many in the term
    rest(term, i + 1, word, at),
    // another letter
    rest(term, i + 1, word, at + 1),
    // a letter too few
    rest(term, i, word, at + 1),
    // two letters swapped
    term.charCodeAt(i) === word.charCodeAt(at + 1) && term.charCodeAt(i + 1) === word.charCodeAt(at)
      ? rest(term, i + 2, word, at + 2)
      : -1,
  ];
  return (toEnd && ends.find((end) => end === word.length)) || Math.max(...ends);
}

/** Where the word's part from `at` on that reads as the rest of the term ends; -1 where it reads otherwise. */
function rest(term: string, from: number, word: string, at: number): number {
  const length = term.length - from;
  if (length < 0 || at + length > word.length) return -1;
  for (let i = 0; i < length; i += 1) if (term.charCodeAt(from + i) !== word.charCodeAt(at + i)) return -1;
  return at + length;
}

/** One typo touches at most two of a term's thirds, so a word without any of the three needs no closer look. */
function insideAfterTypo(term: string, word: string): boolean {
  const third = Math.floor(term.length / 3);
  const pieces = [term.slice(0, third), term.slice(third, 2 * third), term.slice(2 * third)];
  if (!pieces.some((piece) => word.includes(piece))) return false;
  for (let start = 1; start + term.length - 1 <= word.length; start += 1)
    if (endAfterTypo(term, word, start, false) >= 0) return true;
  return false;
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
