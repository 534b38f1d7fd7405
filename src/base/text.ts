// The one list of invisible characters, and the ways to show and compare text from outside.

import { once } from "./once.ts";

/**
 * Invisible characters: controls, marks that turn the direction of writing, zero-width and soft ones, fillers, variation
 * selectors, tags (Unicode's `Default_Ignorable_Code_Point`), line separators, and the blank braille pattern. They hide
 * text, reorder it, or make two texts look the same.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029\u2800\ufff9-\ufffb]/gv;

/** A letter, or a mark on one, of a script that is spelled with joiners. */
const JOINED =
  "[[\\p{L}\\p{M}]&&[\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}]]";

/** Visible sequences come first. Compiled when needed: it takes a millisecond, and most isolates never use it. */
const seenOrUnseen = once(
  () => new RegExp(`(\\p{RGI_Emoji}|(?<=${JOINED})[\\u200c\\u200d](?=${JOINED}))|${UNSEEN.source}`, "gv"),
);

export function replaceUnseen(text: string, replacement: (char: string) => string): string {
  const whole = text.toWellFormed();
  // Nearly every text has none, and a search is faster than matching emoji.
  if (whole.search(UNSEEN) === -1) return whole;
  return whole.replace(seenOrUnseen(), (char: string, seen?: string) => seen ?? replacement(char));
}

/** Invisible characters that separate what stands around them. */
const APART = /[\p{Cc}\u2028\u2029\u2800]/u;

/** Text from outside on one line, without characters that change how the text around it reads. */
export const oneLine = (text: string): string =>
  replaceUnseen(text, (char) => (APART.test(char) ? " " : ""))
    .replace(/\s+/g, " ")
    .trim();

/**
 * Text of at most so many characters, with a count of what is left out.
 * @param max At least 50
 * @param width The characters that a code point counts for
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

/** A person's name, cut to the maximum length between two characters. */
export const cutName = (name: string): string =>
  name.length > MAX_NAME_CHARS ? name.slice(0, MAX_NAME_CHARS).replace(/[\ud800-\udbff]$/, "") : name;

/** The items at the beginning of a list that fit into the room together. @param size In the unit of the room */
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

const leftOut = (count: number): string => ` … (${count} more characters)`;

/** Text from outside on one line, for messages that refuse empty text. @param max Characters */
export const singleLine = (text: string, max: number): string => cut(oneLine(text), max) || "–";

/** Messages take 3,000 characters; a longer address leaves too little for the rest. */
const MAX_URL = 1_000;

/** The address of a page, for a message; null for none, and for one that no browser should open. */
export function pageAt(link: string | null | undefined): string | null {
  const url = link ? URL.parse(link) : null;
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username || url.password) return null;
  return url.href.length > MAX_URL ? null : url.href;
}

/** A text with its invisible characters as U+XXXX; line breaks and tabs stay. */
export const withUnseenNamed = (text: string): string =>
  replaceUnseen(text, (char) => (char === "\n" || char === "\t" ? char : `⟨U+${hex(char.codePointAt(0))}⟩`));

/** A line for a terminal, without characters that control it. */
export const printable = (line: string): string => replaceUnseen(line, () => "\ufffd");

export const escapedJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSEEN, (char) =>
    Array.from({ length: char.length }, (_, n) => `\\u${hex(char.charCodeAt(n))}`).join(""),
  );

/** A key under which texts that look alike are equal (NFKC). For comparing only, never for showing or addressing. */
export const comparable = (text: string): string =>
  withShortRuns(text).normalize("NFKC").replace(UNSEEN, "").toLowerCase().trim();

/** A joiner after every 30 marks in a row (UAX #15, Stream-Safe Text Format): normalizing would take their square. */
export const withShortRuns = (text: string): string => text.replace(/[\p{M}\uff9e\uff9f]{30}/gu, "$&\u034f");

const hex = (code = 0): string => code.toString(16).toUpperCase().padStart(4, "0");
