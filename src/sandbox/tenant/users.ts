// Writes and reads users, and compares them with the words of a query, allowing one typo in each word.
import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { Id } from "../../governance/contract/primitives.ts";
import { User, UserOrigin, UserStatus, UserType } from "../../governance/contract/users.ts";
import { insertRows, readAll } from "./rows.ts";
import type { Switches } from "./switches/switches.ts";

/** Maximum number of query terms to search for: the longest, because they are the most specific. */
const MAX_TERMS = 6;
/**
 * Maximum length of an optional term, in characters. In a query with at least two longer terms, a term this short only
 * affects the order of hits, because a typo in it can't be distinguished from another word.
 */
const MAX_OPTIONAL_LENGTH = 2;
/** Minimum length, in characters, of a term that matches the beginning or the inside of a word with a typo. */
const MIN_TYPO_LENGTH = { begins: 4, inside: 6 };
/**
 * Minimum length, in characters, of a word that matches with a typo, if the query has one term (`alone`) or several
 * (`together`). Most emails end in `com`, which is one typo away from `tom`.
 */
const MIN_TYPO_WORD_LENGTH = { alone: 4, together: 2 };

const GRADE = { same: 6, begins: 5, inside: 4, sameTypo: 3, beginsTypo: 2, insideTypo: 1, none: 0 } as const;

/** Letters that Unicode does not decompose, with the letters that people type instead. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ...{ ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", þ: "th", ð: "d", ı: "i" },
};

/**
 * Extracts the words of a string: runs of letters and digits, in lower case and without accents. `Zoë O'Hara` becomes
 * `zoe o hara`.
 */
const fold = (text: string): string =>
  (
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[łøđßæœþðı]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");

/** Returns the strings to compare with a query, in the format for {@link matcher}: display name and emails, folded. */
export const foldUser = ({ displayName = "", email = "", emails = [] }: User): string =>
  [displayName, ...new Set([email, ...emails])].map(fold).join("\n");

/**
 * Returns a function that scores a user's {@link foldUser} text for a query: 0 if the user does not match, and more for
 * a better match.
 */
export function matcher(query: string): (texts: string) => number {
  const wholeName = fold(query);
  const words = [...new Set(wholeName.split(" ").filter(Boolean))];
  const terms = words.sort((a, b) => b.length - a.length).slice(0, MAX_TERMS);
  const longer = terms.filter(({ length }) => length > MAX_OPTIONAL_LENGTH).length;
  const minTypoWord = MIN_TYPO_WORD_LENGTH[terms.length === 1 ? "alone" : "together"];
  // Cache the grades, because many users share words.
  const graders = terms.map((term) => memoized((word) => gradeWord(term, word, minTypoWord)));
  return (texts) => {
    const split = texts.split("\n").map((text) => text.split(" "));
    let score = 0;
    for (const [n, term] of terms.entries()) {
      const grades = split.flat().map((word) => graders[n]?.(word) ?? GRADE.none);
      const best = Math.max(...grades, split.some((text) => isRunTogether(term, text)) ? GRADE.sameTypo : 0);
      const optional = longer >= 2 && term.length <= MAX_OPTIONAL_LENGTH;
      if (best === GRADE.none && !optional) return 0;
      score += best;
    }
    return texts.startsWith(`${wholeName}\n`) ? score + 1 : score;
  };
}

function memoized(grade: (word: string) => number): (word: string) => number {
  const known = new Map<string, number>();
  return (word) => {
    const value = known.get(word) ?? grade(word);
    known.set(word, value);
    return value;
  };
}

function gradeWord(term: string, word: string, minTypoWord: number): number {
  const at = word.indexOf(term);
  if (at === 0) return word === term ? GRADE.same : GRADE.begins;
  if (at > 0) return GRADE.inside;
  if (word.length < minTypoWord || term.length < 2) return GRADE.none;
  if (isTypo(term, word)) return GRADE.sameTypo;
  const { length } = term;
  const starts = (start: number) =>
    [length - 1, length, length + 1].some((end) => isTypo(term, word.slice(start, start + end)));
  if (length >= MIN_TYPO_LENGTH.begins && starts(0)) return GRADE.beginsTypo;
  if (length < MIN_TYPO_LENGTH.inside) return GRADE.none;
  for (let start = 1; start <= word.length - length + 1; start += 1)
    if (starts(start)) return GRADE.insideTypo;
  return GRADE.none;
}

function isTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  if (distance(a, b) <= 1) return true;
  let at = 0;
  while (a[at] === b[at] && at < a.length) at += 1;
  return a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2) === b;
}

/** Returns true if a term consists of two adjacent words, joined directly or with any one character between them. */
const isRunTogether = (term: string, words: readonly string[]): boolean =>
  words.some((left, n) => {
    const right = words[n + 1];
    if (!right || !term.startsWith(left) || !term.endsWith(right)) return false;
    const between = term.length - left.length - right.length;
    return between === 0 || between === 1;
  });

export const UserUpsert = z.object({
  user: User.extend({ id: Id }),
  status: UserStatus.default("ENABLED"),
  origin: UserOrigin.default("USER_ORIGIN_LOCAL"),
  type: UserType.default("USER_TYPE_HUMAN"),
});
export type UserUpsert = z.output<typeof UserUpsert>;

/** Inserts users, and replaces existing ones with the same ids, which keep their positions in the list. */
export function putUsers(sql: SqlStorage, users: Iterable<UserUpsert>): void {
  insertRows(
    sql,
    `INSERT INTO users (id, status, origin, type, email, texts, json)
     SELECT value->>'$.user.id', value->>'$.status', value->>'$.origin', value->>'$.type', value->>'$.email',
       value->>'$.texts', value->'$.user'
     FROM json_each(?) WHERE true
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, origin = excluded.origin, type = excluded.type,
       email = excluded.email, texts = excluded.texts, json = excluded.json`,
    Iterator.from(users).map(({ user, ...kinds }) => ({
      ...kinds,
      user: { ...user, ...kinds, directoryStatus: kinds.status },
      email: user.email?.toLowerCase() ?? "",
      texts: foldUser(user),
    })),
  );
}

/**
 * Converts a user to the form used in responses. If the switch `shownStatuses` is off, omits the properties that the
 * specification does not define.
 */
export function toShown(user: User, { shownStatuses }: Pick<Switches, "shownStatuses">): User {
  const { status: _, directoryStatus: _directory, origin: _origin, type: _type, ...specified } = user;
  return shownStatuses ? user : specified;
}

/** Deletes a user permanently, which no operation of the API does. @returns true if the user existed */
export const deleteUser = (sql: SqlStorage, id: string): boolean =>
  sql.exec("DELETE FROM users WHERE id = ?", id).rowsWritten > 0;

/** Reads the users with the given row numbers, in the order of `seqs`. */
export const readUsers = (sql: SqlStorage, seqs: readonly number[]): User[] =>
  readAll(
    sql.exec(
      "SELECT users.json FROM json_each(?) AS wanted JOIN users ON seq = wanted.value ORDER BY wanted.key",
      JSON.stringify(seqs),
    ),
  );
