import { describe, expect, it } from "vitest";
import { jsonText } from "../../src/console/components/json-view.tsx";
import { bars } from "../../src/console/components/runs-chart.tsx";
import { ago, exactly, Text } from "../../src/console/components/text.tsx";
import { shorten } from "../../src/console/components/visible.ts";
import type { SlotCount } from "../../src/ledger/period.ts";

const hour = (n: number, runs: Partial<SlotCount["runs"]> = {}): SlotCount => ({
  at: n * 3_600_000,
  until: (n + 1) * 3_600_000,
  runs: { done: 0, not_carried_out: 0, under_way: 0, waiting: 0, failed: 0, ...runs },
});
const day = (change: (n: number) => Partial<SlotCount["runs"]>) =>
  Array.from({ length: 24 }, (_, n) => hour(n, change(n)));

describe("the chart of a day", () => {
  it("draws nothing where nothing happened", () => {
    expect(bars(day(() => ({})))).toEqual({ top: 2, bars: [] });
  });

  it("stacks the runs of an hour in proportion, what failed on top, all within the frame", () => {
    const { top, bars: drawn } = bars([hour(0, { done: 4, waiting: 1, failed: 5 })]);
    expect(top).toBe(10);
    expect(drawn.map(({ group, y, height }) => [group, y, height])).toEqual([
      ["done", 60, 40],
      ["waiting", 50, 10],
      ["failed", 0, 50],
    ]);
    for (const { x, width } of drawn) expect([x >= 0, x + width <= 10]).toEqual([true, true]);
  });

  it("shows one failure beside thousands", () => {
    const { bars: drawn } = bars(day((n) => ({ done: 8_999, failed: n === 3 ? 1 : 0 })));
    expect(drawn.filter(({ group }) => group === "failed").map(({ y, height }) => [y > 0, height])).toEqual([
      [true, 3],
    ]);
  });

  it.for([
    [1, 2],
    [3, 4],
    [10, 10],
    [11, 20],
    [41, 100],
    [9_000, 10_000],
  ])("has round figures at its side: for %i it goes to %i", ([most, top]) => {
    expect(bars([hour(0, { done: Number(most) })]).top).toBe(top);
  });
});

describe("texts from outside", () => {
  it("show what is hidden or turns the direction of what follows", () => {
    expect(String(Text({ of: "abc\u202Egnp.exe\u2066\u0000 \u{e0041}\ufe0f" }))).toContain(
      "abc⟨U+202E⟩gnp.exe⟨U+2066⟩⟨U+0000⟩ ⟨U+E0041⟩⟨U+FE0F⟩",
    );
  });

  it("are cut, and say how long they are", () => {
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
  ] as const)("%i ms before now is said as: %s", ([before, words]) => {
    expect(ago(1_000_000_000_000 - before, 1_000_000_000_000)).toBe(words);
  });

  it("are told exactly with their time zone", () => {
    expect(exactly(Date.UTC(2026, 10, 22, 5, 30, 2), "Europe/Berlin")).toBe("22 Nov 2026, 06:30:02 CET");
    expect(exactly(Date.UTC(2026, 10, 22, 5, 30, 2), "UTC")).toBe("22 Nov 2026, 05:30:02 UTC");
  });
});
