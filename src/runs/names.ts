// Finds the names of people in events, plans and responses, and in the texts of audit entries.
import { cutName, oneLine } from "../base/text.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/**
 * Properties of an audit entry's detail that never contain names: Reeve's own words and ids, hashes, and ids from the
 * service.
 */
const CLEAR = new Set("automation state hash operation path code verdict mode batch sameAs facts".split(" "));
/** Names of the properties of events, plans and responses that contain people. */
export const PEOPLE = new Set(
  "actor requester assignee worker manager user users owner owners appUser".split(" "),
);

/**
 * Lists the full names of people in an event, plan or response.
 * @param isPerson Decides whether an object is a person, from its email and the property that contains it
 */
export function findNames(
  value: unknown,
  isPerson = (email: unknown, member: string) => typeof email === "string" || PEOPLE.has(member),
  within = "",
): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => findNames(one, isPerson, within));
  if (typeof value !== "object" || value === null) return [];
  const isOne = isPerson("email" in value ? value.email : null, within);
  return Object.entries(value).flatMap(([member, one]) => {
    if (typeof one !== "string") return findNames(one, isPerson, member);
    return isOne && (member === "displayName" || member === "name") && oneLine(one).length > 1
      ? [cutName(one)]
      : [];
  });
}

/**
 * Returns the words of a name that can identify the person: words of two or more characters that start with a capital
 * or with a letter without case. If the name is in lower case, returns all words of that length.
 */
export function splitName(name: string): readonly string[] {
  const isLower = name === name.toLowerCase();
  return (name.match(WORD) ?? []).filter(
    (word) => word.length > 1 && (isLower || /^[\p{Lu}\p{Lo}]/u.test(word)),
  );
}

/** Folds the case of a string. Converts it to upper case first, so that `ß` matches `SS`. */
export const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

/** Returns the names that a string mentions as a whole or by one of their words, ignoring case. */
export function findMentioned(text: string, names: readonly string[]): readonly string[] {
  const folded = foldCase(text);
  const words = new Set(folded.match(WORD));
  const isIn = (name: string) => folded.includes(foldCase(name));
  return names.filter((name) => isIn(name) || splitName(name).some((word) => words.has(foldCase(word))));
}

/** Replaces the strings in a JSON value. `place` is the path of the string, such as `/actions/0/summary`. */
export function mapTexts(value: unknown, change: (text: string, place: string) => unknown, at = ""): unknown {
  if (typeof value === "string") return change(value, at);
  if (Array.isArray(value)) return value.map((one, n) => mapTexts(one, change, `${at}/${n}`));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, mapTexts(one, change, `${at}/${name}`)]);
  return Object.fromEntries(members);
}

type Detail = Readonly<Record<string, unknown>>;

/** Lists the texts of an audit entry's detail that might be about people, by path. */
export function listTexts(detail: Detail): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  mapTexts(detail, (text, place) => {
    if (text !== "" && !CLEAR.has(place.split("/")[1] ?? "")) texts.set(place, text);
  });
  return texts;
}

/** Limits the names of an audit entry to those that its texts mention. */
export function withMentioned<Entry extends { readonly detail: Detail; readonly names?: readonly string[] }>({
  names = [],
  ...entry
}: Entry) {
  const mentioned = findMentioned(Array.from(listTexts(entry.detail).values()).join("\n"), names);
  return { ...entry, ...(mentioned.length > 0 && { names: mentioned }) };
}
