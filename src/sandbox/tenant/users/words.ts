// Splits texts into the words that a search compares.

/** What a search compares: lower case, without accents. */
function folded(text: string): string {
  // Most names are ASCII, and then there is nothing to take apart.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole
  const plain = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.toLowerCase();
}

/** The words of a text: runs of letters and digits, folded. `Zoë O'Hara` gives `zoe`, `o`, `hara`. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
