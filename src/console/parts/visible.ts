/** Longest text shown where one line is expected, and where there is room. Characters. */
export const LINE_CHARS = 300;
export const TEXT_CHARS = 2_000;

/**
 * What a page must not be told to do by a text: control characters, and the marks that turn the direction of what
 * follows (Unicode Standard Annex 9) or hide in it.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text from outside with such characters written out: `⟨U+202E⟩`. */
export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSEEN, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

/** A text of at most so many characters; what is left out is said. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}… (${count(text.length)} characters, ${count(most)} shown)`;
}

/** A whole number as people write it: 1,048,576. */
export const count = (n: number): string => n.toLocaleString("en-US");

/** A link's address from outside, where it is one that only opens a page; `null` for `javascript:` and its like. */
export function pageAddress(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
