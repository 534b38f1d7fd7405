import { expect, it } from "vitest";
import { asTyped, readFilters } from "../../../src/channels/slack/commands.ts";

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

it.for([
  ["users <#C024BE7LR|support>", "users #support"],
  ["users <!subteam^S024BE7LR|@support> <!here|here>", "users @support here"],
  ["users <#C024BE7LR>", "users <#C024BE7LR>"],
] as const)("%s is read as a person typed it: %s", ([text, typed]) => {
  expect(asTyped(text)).toBe(typed);
});
