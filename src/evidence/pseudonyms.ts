// Puts the audit trail's pseudonyms in the place of people's names and emails.
import { keysOfPeople } from "../ledger/people/keys.ts";
import { EMAIL, findNames, mapTexts, nameWords, toHandle } from "../ledger/people/sealing.ts";

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
  const keys = await keysOfPeople(db, people);
  const pseudonyms = new Map<string, string>();
  const add = (found: string, of: string) => {
    const id = keys.get(toHandle(of))?.id;
    if (id !== undefined && !pseudonyms.has(toHandle(found))) pseudonyms.set(toHandle(found), id);
  };
  for (const one of people) add(one, one);
  for (const name of names) for (const word of nameWords(name)) add(word, name);
  // Longest first: a name before its words.
  const longestFirst = [...pseudonyms.keys()].toSorted((one, other) => other.length - one.length);
  const found = new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])(?:${longestFirst.map(RegExp.escape).join("|")})(?![\\p{L}\\p{M}\\p{N}])`,
    "giu",
  );
  const replace = (one: string) =>
    one.replace(found, (match) => pseudonyms.get(toHandle(match)) ?? "[somebody]");
  return mapTexts(data, (one, place) =>
    OWN.has(place.split("/").at(-1) ?? "") ? one : replace(one),
  ) as Data;
}
