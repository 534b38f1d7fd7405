// Replaces people's names and emails by the audit trail's pseudonyms.
import { findPseudonyms } from "../ledger/people/pseudonyms.ts";
import { EMAIL, findNames, foldCase, mapTexts, splitName, toHandle } from "../ledger/people/texts.ts";

/** Properties that never name a person and that readers of a receipt need unchanged. */
const OWN = new Set("hash action operation state source authentication code is at".split(" "));

/**
 * Returns the same data with a pseudonym in place of each email, each name, and each word of a name. A person who is
 * not in the trail yet gets a new pseudonym.
 * @param known Full names that the data might contain
 */
export async function withPseudonyms<Data extends object>(
  db: D1Database,
  data: Data,
  known: readonly string[],
): Promise<Data> {
  const text = JSON.stringify(data);
  const names = [...new Set([...known, ...findNames(data)])];
  const people = [...new Set([...(text.match(EMAIL) ?? []), ...names].map(toHandle))];
  if (people.length === 0) return data;
  const keys = await findPseudonyms(db, people);
  const phrases: Phrases = { next: new Map() };
  const add = (phrase: string, of: string) => {
    let at = phrases;
    for (const [n, token] of readTokens(phrase).entries()) {
      const key = n === 0 ? token.word : token.before + token.word;
      const next = at.next.get(key) ?? { next: new Map() };
      at.next.set(key, next);
      at = next;
    }
    at.pseudonym ??= keys.get(toHandle(of))?.id ?? "[somebody]";
  };
  for (const one of people) add(one, one);
  for (const name of names) for (const word of splitName(name)) add(word, name);
  return mapTexts(data, (one, place) =>
    OWN.has(place.split("/").at(-1) ?? "") ? one : replacePhrases(one, phrases),
  ) as Data;
}

/** A tree of emails, names and words by their tokens, so that one pass over a text finds all of them. */
interface Phrases {
  readonly next: Map<string, Phrases>;
  pseudonym?: string;
}

/** Splits a text into case-folded words, each with the text between it and the previous word. */
const readTokens = (text: string) =>
  Array.from(
    text.matchAll(/(?<=^|[\p{L}\p{M}\p{N}])([^\p{L}\p{M}\p{N}]*)([\p{L}\p{M}\p{N}]+)/gu),
    ({ 0: whole, 1: before = "", 2: word = "" }) => ({
      whole,
      before,
      word: foldCase(word),
    }),
  );

function replacePhrases(text: string, phrases: Phrases): string {
  const tokens = readTokens(text);
  let replaced = "";
  let read = 0;
  for (let n = 0; n < tokens.length; ) {
    let [found, end] = ["", n];
    let at: Phrases | undefined = phrases;
    for (let last = n; at && last < tokens.length; last++) {
      const { before, word } = tokens[last] as (typeof tokens)[number];
      at = at.next.get(last === n ? word : before + word);
      if (at?.pseudonym) [found, end] = [at.pseudonym, last];
    }
    replaced += found ? `${tokens[n]?.before}${found}` : tokens[n]?.whole;
    for (; n <= end; n++) read += tokens[n]?.whole.length ?? 0;
  }
  return replaced + text.slice(read);
}
