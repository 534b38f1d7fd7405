// Reads sample data that is written as one text: lists of names, and tables.

/** The names of a text, with commas between them. */
export function names(text: string): readonly [string, ...string[]] {
  const [first = "", ...more] = text.trim().split(/,\s+/);
  return [first, ...more];
}

/** The rows of a text, one a line, their cells with `|` between them. */
export const table = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
