// Tells queries apart, so that a page token serves only the query it was made for.

/**
 * A short text that differs where the values differ, whatever the order of their members. It tells queries
 * apart; it keeps nothing secret, and needs not: a forged page token only names another place in the same list.
 */
export function fingerprint(value: unknown): string {
  const text = JSON.stringify(value, sorted);
  return hash(text, 0x9e3779b1) + hash(text, 0x85ebca6b);
}

/** Members in one order, so that `{a, b}` and `{b, a}` are the same query. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** FNV-1a over UTF-16 units, 32 bits, started from a seed. */
function hash(text: string, seed: number): string {
  let state = seed;
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return (state >>> 0).toString(36);
}
