// Cuts texts and writes numbers as pages show them.

/** Longest text shown where one line is expected, and where there is room. Characters. */
export const LINE_CHARS = 300;
export const TEXT_CHARS = 2_000;

/** A text of at most so many characters; what is left out is said. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}… (${count(text.length)} characters, ${count(most)} shown)`;
}

/** A whole number as people write it: 1,048,576. */
export const count = (n: number): string => n.toLocaleString("en-US");
