// What pages show of a text or number: how long, how written, and which addresses may be links.

/** Longest text shown where one line is expected, and where there is room. Characters. */
export const LINE_CHARS = 300;
export const TEXT_CHARS = 2_000;

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
