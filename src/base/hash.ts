// Canonical JSON and SHA-256: equal values have equal texts and hashes.

/**
 * JSON with the members of every object in one order (by UTF-16 code unit) and no space between them, so that equal
 * values have equal texts: what hashes are made over.
 */
export const canonicalJson = (value: unknown): string => print(value) ?? "null";

/** Printed by hand: a replacer of `JSON.stringify` costs several times as much. `undefined` for what JSON leaves out. */
function print(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || "toJSON" in value) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, (member) => print(member) ?? "null").join()}]`;
  const members: string[] = [];
  for (const [name, member] of inOrder(Object.entries(value))) {
    const printed = print(member);
    if (printed !== undefined) members.push(`${JSON.stringify(name)}:${printed}`);
  }
  return `{${members.join()}}`;
}

/** Names that are numbers come first, as in every object of JavaScript. */
function inOrder(entries: [string, unknown][]): [string, unknown][] {
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.some(([name]) => /^\d/.test(name)) ? Object.entries(Object.fromEntries(sorted)) : sorted;
}

const encoder = new TextEncoder();

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(text));
  let hex = "";
  // Node 24 has no Uint8Array.toHex, and what uses this runs there too.
  for (const byte of new Uint8Array(digest)) hex += HEX[byte];
  return hex;
}

/** The two digits of each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
