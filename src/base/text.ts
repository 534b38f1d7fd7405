// Handles invisible characters; decodes, shortens, displays and compares untrusted text; and finds names that resemble
// a mistyped one.

import { distance } from "fastest-levenshtein";
import { ifPossible } from "./if-possible.ts";
import { once } from "./once.ts";

/**
 * Invisible characters: control characters, marks that change the writing direction, zero-width characters, soft
 * hyphens, fillers, variation selectors and tags (Unicode's `Default_Ignorable_Code_Point`), line separators, the blank
 * braille pattern, and annotation marks. They hide text, reorder it, or make two strings look the same.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029\u2800\ufff9-\ufffb]/gv;

/** A letter or mark of a script whose spelling uses zero-width joiners. */
const JOINED =
  "[[\\p{L}\\p{M}]&&[\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}]]";

/**
 * Returns an expression with two alternatives: first the sequences to keep, which are emoji, and joiners between
 * letters of a script that uses joiners; then any invisible character. The expression is compiled on first use:
 * compiling takes a millisecond, and most isolates never need it.
 */
const seenOrUnseen = once(
  () => new RegExp(`(\\p{RGI_Emoji}|(?<=${JOINED})[\\u200c\\u200d](?=${JOINED}))|${UNSEEN.source}`, "gv"),
);

export function replaceUnseen(text: string, replacement: (char: string) => string): string {
  const whole = text.toWellFormed();
  // Nearly all text has no invisible character, and this search is faster than matching emoji.
  if (whole.search(UNSEEN) === -1) return whole;
  return whole.replace(seenOrUnseen(), (char: string, seen?: string) => seen ?? replacement(char));
}

/** Invisible characters that separate words. */
const APART = /[\p{Cc}\u2028\u2029\u2800]/u;

/** Puts untrusted text on one line, without characters that change how the text around it reads. */
export const oneLine = (text: string): string =>
  replaceUnseen(text, (char) => (APART.test(char) ? " " : ""))
    .replace(/\s+/g, " ")
    .trim();

/**
 * Cuts text to a maximum length, and appends the number of characters left out.
 * @param max Maximum length of the result, at least 50
 * @param width Returns the length of a code point. @default its number of UTF-16 code units
 */
export function cut(text: string, max: number, width = (point: string) => point.length): string {
  const points = Array.from(text);
  const whole = points.reduce((sum, point) => sum + width(point), 0);
  if (whole <= max) return text;
  const room = max - leftOut(points.length).length;
  let kept = 0;
  for (let taken = 0; kept < points.length; kept++) {
    taken += width(points[kept] ?? "");
    if (taken > room) break;
  }
  return points.slice(0, kept).join("") + leftOut(points.length - kept);
}

/** Maximum length of a person's name or email, in UTF-16 code units. */
export const MAX_NAME_CHARS = 320;

/** Cuts a person's name to the maximum length, without splitting a surrogate pair. */
export const cutName = (name: string): string =>
  name.length > MAX_NAME_CHARS ? name.slice(0, MAX_NAME_CHARS).replace(/[\ud800-\udbff]$/, "") : name;

/**
 * Returns the first items of a list, as many as fit together into the available size.
 * @param size Returns the size of an item, in the unit of `room`
 */
export function takeWhileFits<Item>(
  items: readonly Item[],
  room: number,
  size: (item: Item) => number,
): readonly Item[] {
  let left = room;
  const end = items.findIndex((item) => {
    left -= size(item);
    return left < 0;
  });
  return end < 0 ? items : items.slice(0, end);
}

/**
 * Splits a list into parts of at most the size `room`. An item that exceeds `room` forms a part of its own.
 * @param size Returns the size of an item, in the unit of `room`
 */
export function splitToFit<Item>(
  items: readonly Item[],
  room: number,
  size: (item: Item) => number,
): readonly (readonly Item[])[] {
  if (items.length === 0) return [];
  const end = Math.max(1, takeWhileFits(items, room, size).length);
  return [items.slice(0, end), ...splitToFit(items.slice(end), room, size)];
}

/**
 * Formats a person so that readers can't confuse two people with the same name: `Ada Marsh (ada.marsh@example.com)`.
 * @param name Left out if it is missing, blank or equal to the address
 * @param address The email address, or the id if there is none
 */
export const formatPerson = (name: string | undefined, address: string): string =>
  name === undefined || oneLine(name) === "" || name === address ? address : `${name} (${address})`;

const leftOut = (count: number): string => ` … (${count} more characters)`;

/**
 * Puts untrusted text on one line, cuts it, and replaces empty text, which some channels reject, with a dash.
 * @param max Maximum characters
 */
export const singleLine = (text: string, max: number): string => cut(oneLine(text), max) || "–";

/**
 * Maximum length of a link in a message, in characters. A message can have 3,000 characters, and a longer link leaves
 * too few for the rest.
 */
const MAX_URL = 1_000;

/**
 * Returns the address of a page for a message, or `null` if the link is missing, is too long, is not HTTP or HTTPS, or
 * contains credentials.
 */
export function pageAt(link: string | null | undefined): string | null {
  const url = link ? URL.parse(link) : null;
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username || url.password) return null;
  return url.href.length > MAX_URL ? null : url.href;
}

/** Replaces the invisible characters of a string, except line feeds and tabs, with their code points: `⟨U+200B⟩`. */
export const showInvisibles = (text: string): string =>
  replaceUnseen(text, (char) => (char === "\n" || char === "\t" ? char : `⟨U+${hex(char.codePointAt(0))}⟩`));

/** Replaces the invisible characters of a line, some of which could control a terminal, with U+FFFD. */
export const printable = (line: string): string => replaceUnseen(line, () => "\ufffd");

/**
 * Describes a thrown value, which can be anything, for example a string of 10 MB, or an object whose properties throw.
 * @param maxChars Maximum length of the result
 */
export const describeThrown = (thrown: unknown, maxChars: number): string =>
  ifPossible(() => {
    const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `it threw ${String(thrown)}`;
    return text.slice(0, maxChars).toWellFormed();
  }) ?? "it threw a value that can't be shown";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/**
 * Decodes UTF-8, or returns `null` for invalid bytes.
 * @param decoder Must be fatal. The default decoder drops a byte order mark
 */
export const decodeUtf8 = (bytes: Uint8Array, decoder = UTF8): string | null =>
  ifPossible(() => decoder.decode(bytes)) ?? null;

/** Parses text as JSON, or returns `undefined` if it is not valid JSON. */
export const tryParseJson = (text: string): unknown => ifPossible(() => JSON.parse(text));

export const escapedJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSEEN, (char) =>
    Array.from({ length: char.length }, (_, n) => `\\u${hex(char.charCodeAt(n))}`).join(""),
  );

/**
 * Returns a key that is equal for strings that look alike (NFKC), ignoring case. Use the key only to compare strings,
 * never to show or address anything.
 *
 * @example
 * export const isSame = (one: Person, other: Person): boolean =>
 *   comparable(one.email ?? "") === comparable(other.email ?? "");
 */
export const comparable = (text: string): string =>
  withShortRuns(text).normalize("NFKC").replace(UNSEEN, "").toLowerCase().trim();

/** Returns true if the list contains the email address, ignoring case. */
export const includesEmail = (emails: readonly string[], email: string): boolean =>
  emails.some((one) => one.toLowerCase() === email.toLowerCase());

/**
 * Inserts a joiner after every 30 marks in a row (UAX #15, Stream-Safe Text Format). Without these joiners, the time to
 * normalize a run of marks grows with the square of its length.
 */
export const withShortRuns = (text: string): string => text.replace(/[\p{M}\uff9e\uff9f]{30}/gu, "$&\u034f");

const hex = (code = 0): string => code.toString(16).toUpperCase().padStart(4, "0");

const MAX_OFFERED = 3;
/** Maximum characters of a name that are compared: people do not type longer names. */
const MAX_LENGTH = 60;

/**
 * Returns at most three names that resemble the given text, the closest first: names that contain it or are part of it,
 * and names a few typos away.
 */
export function closest(names: readonly string[], written: string): string[] {
  const wanted = written.trim().toLowerCase().slice(0, MAX_LENGTH);
  return names
    .map((name) => {
      const own = name.toLowerCase().slice(0, MAX_LENGTH);
      const contains = wanted.length > 2 && (own.includes(wanted) || wanted.includes(own));
      return { name, typos: contains ? 0 : distance(own, wanted) };
    })
    .filter(({ name, typos }) => typos <= 1 + Math.floor(name.length / 3))
    .sort((a, b) => a.typos - b.typos)
    .slice(0, MAX_OFFERED)
    .map(({ name }) => name);
}
