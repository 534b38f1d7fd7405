import { describe, expect, it } from "vitest";
import { jsonText } from "../../src/console/components/json-view.tsx";
import { ago, exactly, shorten, Text } from "../../src/console/components/text.tsx";
import { barParts } from "../../src/console/pages/overview.tsx";
import type { DayCount } from "../../src/ledger/overview.ts";

const runs = (change: Partial<DayCount["runs"]>): DayCount["runs"] => ({
  done: 0,
  not_carried_out: 0,
  in_progress: 0,
  waiting: 0,
  failed: 0,
  ...change,
});

describe("the bar of a day", () => {
  it("is empty if nothing happened", () => {
    expect(barParts(runs({}), 7)).toEqual([]);
  });

  it("shows the runs in proportion to the busiest day, with failures at its end", () => {
    expect(barParts(runs({ done: 4, waiting: 1, failed: 5 }), 20)).toEqual([
      { group: "done", x: 0, width: 20 },
      { group: "waiting", x: 20, width: 5 },
      { group: "failed", x: 25, width: 25 },
    ]);
  });

  it("shows one failure next to thousands of runs, within the frame", () => {
    const [done, failed] = barParts(runs({ done: 8_999, failed: 1 }), 9_000);
    expect(failed).toMatchObject({ group: "failed", width: 2 });
    expect((failed?.x ?? 0) + (failed?.width ?? 0)).toBeLessThanOrEqual(110);
    expect(done?.width).toBeCloseTo(100, 1);
  });
});

describe("texts from outside", () => {
  it("show invisible characters and direction marks", () => {
    expect(String(Text({ of: "abc\u202Egnp.exe\u2066\u0000 \u{e0041}\ufe0f" }))).toContain(
      "abc⟨U+202E⟩gnp.exe⟨U+2066⟩⟨U+0000⟩ ⟨U+E0041⟩⟨U+FE0F⟩",
    );
  });

  it("are cut, and show their length", () => {
    const long = "x".repeat(1_048_576);
    expect(shorten(long, 300)).toBe(`${"x".repeat(300)}… (1,048,576 characters, 300 shown)`);
    expect(jsonText({ long })).toContain("1,048,576 characters, 2,000 shown");
    expect(shorten("short", 300)).toBe("short");
  });
});

describe("times", () => {
  const MIN = 60_000;
  it.for([
    [0, "just now"],
    [44_000, "just now"],
    [-44_000, "in a moment"],
    [50_000, "1 min ago"],
    [89 * MIN, "89 min ago"],
    [-5 * 60 * MIN, "in 5 h"],
    [35 * 60 * MIN, "35 h ago"],
    [3 * 24 * 60 * MIN, "3 days ago"],
    [-72 * 60 * MIN, "in 3 days"],
  ] as const)("%i ms before now is shown as: %s", ([before, words]) => {
    expect(ago(1_000_000_000_000 - before, 1_000_000_000_000)).toBe(words);
  });

  it("are shown exactly with their time zone", () => {
    expect(exactly(Date.UTC(2026, 10, 22, 5, 30, 2), "Europe/Berlin")).toBe("22 Nov 2026, 06:30:02 CET");
    expect(exactly(Date.UTC(2026, 10, 22, 5, 30, 2), "UTC")).toBe("22 Nov 2026, 05:30:02 UTC");
  });
});
