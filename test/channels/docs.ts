// Messages as data with any texts, for the tests of the renderers.
import fc from "fast-check";
import { BUTTONS, type Doc } from "../../src/channels/doc.ts";
import type { Line } from "../../src/runs/explain.ts";

/** Returns messages in which every untrusted text is one of these. */
export function docs(texts: fc.Arbitrary<string>): fc.Arbitrary<Doc> {
  const link = fc.option(
    fc.oneof(texts, fc.constantFrom("https://reeve.example.com/runs/run_1?a=1&b=2", "javascript:alert(1)")),
  );
  const quote = fc.record({ quote: texts, bold: fc.boolean(), link });
  const line: fc.Arbitrary<Line> = fc.oneof(
    fc.tuple(quote),
    fc.tuple(fc.constant("Denied by "), fc.record({ person: texts }), fc.constant(": "), quote),
    fc.tuple(fc.record({ at: fc.integer({ min: 0, max: 4e12 }) }), fc.constant(" · "), quote),
  );
  const few = fc.array(line, { maxLength: 8 });
  const acts = fc.subarray(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]);
  return fc.record({
    head: texts,
    title: line,
    about: few,
    items: fc.array(fc.array(line, { minLength: 1, maxLength: 2 }), { maxLength: 80 }),
    notes: few,
    asides: fc.array(line, { maxLength: 2 }),
    until: fc.option(fc.integer({ min: 0, max: 4e12 }), { nil: null }),
    acts: acts.map((names) => names.map((act) => ({ act }))),
    page: link,
  });
}
