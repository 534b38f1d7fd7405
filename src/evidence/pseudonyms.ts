// Puts the audit trail's pseudonyms in the place of people's names and emails.
import { findPseudonyms } from "../ledger/people/pseudonyms.ts";
import { EMAIL, findNames, foldCase, mapTexts, splitName, toHandle } from "../ledger/people/texts.ts";

/** Members that name nobody, and by which others read a receipt. */
const OWN = new Set("hash action operation state source authentication code is at".split(" "));

/**
 * The same data, with a pseudonym in the place of each email and name, and of each word of a name. Somebody whom the trail does
 * not have yet gets a key.
 * @param known Full names that the data may have
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

/** Emails, names and words by their tokens, so that a text takes one pass however many there are. */
interface Phrases {
  readonly next: Map<string, Phrases>;
  pseudonym?: string;
}

/** The words of a text in one case, each with what is between it and the word before. */
const readTokens = (text: string) =>
  Array.from(
    text.matchAll(/([^\p{L}\p{M}\p{N}]*)([\p{L}\p{M}\p{N}]+)/gu),
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
