import fc from "fast-check";
import { expect, it } from "vitest";
import { findPseudonyms, pseudonymsById, toHandle } from "../../src/ledger/people/texts.ts";
import { HOSTILE_TEXTS } from "../support/hostile-texts.ts";
import { LEDGER, migrateLedger } from "./ledger.ts";

/** Arbitrary texts of up to 400 UTF-16 units, some of which are cut in the middle of a character. */
const anyText = fc.array(fc.string({ unit: "binary" }), { maxLength: 40 }).map((parts) => parts.join(""));

it("a person with any name has one pseudonym, which can be found by name and by id", async () => {
  await migrateLedger();
  const texts = [...Object.values(HOSTILE_TEXTS), ...fc.sample(anyText, { numRuns: 1_000, seed: 7 })];
  const handles = [...new Set(texts.map(toHandle))];
  const keys = await findPseudonyms(LEDGER, handles);
  const lost = handles.filter((handle) => !keys.has(handle));
  expect(lost.map((handle) => JSON.stringify(handle))).toEqual([]);
  expect(await findPseudonyms(LEDGER, handles)).toEqual(keys);
  const ids = Array.from(keys.values(), ({ id }) => id);
  expect((await pseudonymsById(LEDGER, ids)).size).toBe(handles.length);
});
