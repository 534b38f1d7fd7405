import * as fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../../src/base/hash.ts";

/** What canonical JSON is, by JSON itself: hashes on record were made over it. */
const byJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

it("canonical JSON is JSON with its members in order, whatever the value holds", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("10", "9", "a", "01", "-1", "__proto__"),
  );
  const { value } = fc.letrec((of) => ({
    leaf: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(null, undefined, new Date(0)),
    ),
    object: fc.dictionary(name, of("value"), { maxKeys: 6 }),
    value: fc.oneof({ maxDepth: 4 }, of("leaf"), fc.array(of("value"), { maxLength: 4 }), of("object")),
  }));
  fc.assert(
    fc.property(value, (one) => {
      expect(canonicalJson({ one })).toBe(byJson({ one }));
    }),
  );
});
