/**
 * JSON with the members of every object in one order (by UTF-16 code unit) and no space between them, so that equal
 * values have equal texts: what hashes are made over.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
