import { expect, it } from "vitest";
import { readFilters } from "../../../src/channels/slack/text.ts";

it.for([
  "'Customer Support'",
  "‘Customer Support’",
  "«Customer Support»",
  "“Customer Support”",
  '"Customer Support"',
])("the filter value %s is read without its quotes", (value) => {
  expect(readFilters(`marsh department:${value}`)).toEqual({
    words: "marsh",
    options: { department: "Customer Support" },
  });
});

it("an apostrophe in a filter value is not treated as a quote", () => {
  expect(readFilters("name:O'Hara team:it's").options).toEqual({ name: "O'Hara", team: "it's" });
});
