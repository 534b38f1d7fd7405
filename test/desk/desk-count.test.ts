import { describe, expect, it } from "vitest";
import { allDeskNames, deskCounts, deskNames } from "../../src/desk/desk-count.ts";

describe("DESKS", () => {
  it.for<[string | undefined, readonly number[]]>([
    [undefined, [1]],
    ["3", [3]],
    ["1,4", [4, 1]],
    ["1, 4, 16", [16, 4, 1]],
    ["4,1", [1, 4]],
  ])("%s is, the one in force first, %j", ([DESKS, counts]) => {
    expect(deskCounts(DESKS === undefined ? {} : { DESKS })).toEqual(counts);
  });

  it.for(["", "0", "1,", "1.5", "1001", "many", "1,4,1", "-1"])("is not %j", (DESKS) => {
    expect(() => deskCounts({ DESKS })).toThrow("DESKS must be");
  });
});

it("a subject has one desk of each number, the newest first, and each once", () => {
  const subjects = Array.from({ length: 200 }, (_, n) => `jira:${n}`);
  const names = subjects.map((subject) => deskNames([4, 1], subject));
  for (const [now, ...before] of names) expect(before).toEqual(now === "desk-0" ? [] : ["desk-0"]);
  expect(new Set(names.map(([now]) => now)).size).toBe(4);
  expect(allDeskNames([2, 4, 1])).toEqual(["desk-0", "desk-1", "desk-2", "desk-3"]);
});
