import { expect, it } from "vitest";
import { readFilters } from "../../../src/channels/slack/text.ts";

it.for([
  "'Customer Support'",
  "‘Customer Support’",
  "«Customer Support»",
  "“Customer Support”",
  '"Customer Support"',
])("a command reads a filter in the quotes %s", (value) => {
  expect(readFilters(`marsh department:${value}`)).toEqual({
    words: "marsh",
    options: { department: "Customer Support" },
  });
});

it("a command keeps an apostrophe in a value", () => {
  expect(readFilters("name:O'Hara team:it's").options).toEqual({ name: "O'Hara", team: "it's" });
});
