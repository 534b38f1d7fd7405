import { expect, it } from "vitest";
import { foldUser, matcher } from "../../../src/sandbox/tenant/users/match.ts";

it.for([
  ["lekolodzki", "Jan Łękołodzki"],
  ["sorensen", "Ida Sørensen"],
  ["strasse", "Karl Straße"],
  ["djordjevic", "Ana Djordjević"],
  ["dordevic", "Ana Đorđević"],
] as const)("the query %s finds the user %s", ([query, displayName]) => {
  const score = matcher(query)(foldUser({ displayName } as Parameters<typeof foldUser>[0]));
  expect(score).toBeGreaterThan(0);
});
