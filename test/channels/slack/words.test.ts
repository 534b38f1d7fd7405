import * as fc from "fast-check";
import { expect, it } from "vitest";
import { quote, splitWords } from "../../../src/channels/slack/grammar/words.ts";
import { DEADLINE_MS } from "../../support/until.ts";

const texts = (text: string) => splitWords(text).map((word) => word.text);

it.for<[string, string[]]>([
  ["owner  add\tada", ["owner", "add", "ada"]],
  ['start "Q3 review" now', ["start", "Q3 review", "now"]],
  ["start “Q3 review” now", ["start", "Q3 review", "now"]],
  ["start „Q3 review“ «and one» »more«", ["start", "Q3 review", "and one", "more"]],
  ["'Shared kiosks' ‘of Bob's’", ["Shared kiosks", "of Bob's"]],
  ['“half straight" one', ["half straight", "one"]],
  ['"say \\"hi\\" \\\\ C:\\new"', ['say "hi" \\ C:\\new']],
  ["because it's 6\" long", ["because", "it's", '6"', "long"]],
  ['an "open one', ["an", '"open', "one"]],
  ["<@U123ABC|ada marsh> <@U2>", ["<@U123ABC|ada marsh>", "<@U2>"]],
  ["<mailto:ada@example.com|ada@example.com>,<mailto:b@example.com>", ["ada@example.com,b@example.com"]],
  ["<https://example.com/a|example.com/a> <http://example.com>", ["example.com/a", "http://example.com"]],
  ['"R&amp;D &lt;b&gt;" &amp;lt;', ["R&D <b>", "&lt;"]],
  ['""', [""]],
  ["", []],
])("reads %s", ([text, words]) => {
  expect(texts(text)).toEqual(words);
});

it("gives back any text that was quoted", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 4 }), (given) => {
      expect(splitWords(given.map(quote).join(" "))).toEqual(given.map((text) => ({ text, quoted: true })));
    }),
  );
  const marks = fc.string({ unit: fc.constantFrom('"', "\\", "“", "”", "'", "<", ">", "&", "a", " ", ";") });
  fc.assert(
    fc.property(marks, (text) => {
      expect(splitWords(quote(text))).toEqual([{ text, quoted: true }]);
    }),
  );
});

it("is not slowed down by quotes that nothing closes", () => {
  const text = '“"„«\'"'.repeat(20_000);
  const began = Date.now();
  expect(splitWords(`x${text}`).length).toBeGreaterThan(0);
  expect(splitWords(` ‘${"‘a ".repeat(50_000)}`).length).toBe(50_000);
  expect(Date.now() - began).toBeLessThan(DEADLINE_MS);
});
