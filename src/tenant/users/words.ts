/** What a search compares: lower case, without accents. */
function folded(text: string): string {
  // Most names are ASCII, and then there is nothing to take apart.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole
  const plain = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.toLowerCase();
}

/** The words of a text: runs of letters and digits, folded. `Zoë O'Hara` gives `zoe`, `o`, `hara`. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * What a user is found by: the words of display name and emails, and every two neighbours run together, so
 * that a forgotten space or dot is a typo like any other.
 */
export function searchWords(texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const text of texts) {
    let before: string | undefined;
    for (const word of wordsOf(text)) {
      found.add(word);
      if (before !== undefined) found.add(before + word);
      before = word;
    }
  }
  return found;
}
