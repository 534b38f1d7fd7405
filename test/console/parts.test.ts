import { describe, expect, it } from "vitest";
import { chart, type Hour } from "../../src/console/components/chart.ts";
import { jsonText } from "../../src/console/components/json-view.tsx";
import { ago, exactly, Text } from "../../src/console/components/text.tsx";
import { shorten } from "../../src/console/components/visible.ts";

const hour = (n: number, change: Partial<Hour> = {}): Hour => ({
  at: n * 3_600_000,
  received: 0,
  done: 0,
  failed: 0,
  held: 0,
  ...change,
});
const day = (change: (n: number) => Partial<Hour>) =>
  Array.from({ length: 24 }, (_, n) => hour(n, change(n)));

describe("the chart of a day", () => {
  it("draws nothing where nothing happened, and has its lines", () => {
    const { bars, lines } = chart(day(() => ({})));
    expect(bars).toEqual([]);
    expect(lines.map(({ value }) => value)).toEqual([0, 1, 2]);
  });

  it("draws heights in proportion, ends stacked on each other, all within the frame", () => {
    const { bars, width, height } = chart([hour(0, { received: 10, done: 4, held: 1, failed: 5 })]);
    const of = (series: string) => bars.find((bar) => bar.series === series);
    const tall = of("received")?.height ?? 0;
    expect(of("done")?.height).toBeCloseTo(tall * 0.4, 0);
    expect(of("failed")?.height).toBeCloseTo(tall * 0.5, 0);
    expect(of("held")?.y).toBeLessThan(of("done")?.y ?? 0);
    expect(of("failed")?.y).toBeLessThan(of("held")?.y ?? 0);
    for (const bar of bars) {
      expect(bar.x).toBeGreaterThanOrEqual(0);
      expect(bar.y).toBeGreaterThanOrEqual(0);
      expect(bar.x + bar.width).toBeLessThanOrEqual(width);
      expect(bar.y + bar.height).toBeLessThanOrEqual(height);
    }
  });

  it("shows one failure beside thousands", () => {
    const { bars } = chart(day((n) => ({ received: 9_000, done: 8_999, failed: n === 3 ? 1 : 0 })));
    expect(bars.filter(({ series }) => series === "failed").map((bar) => bar.height)).toEqual([1]);
  });

  it.for([
    [1, 2],
    [3, 4],
    [10, 10],
    [11, 20],
    [41, 100],
    [9_000, 10_000],
  ])("has round figures at its side: for %i it goes to %i", ([most, top]) => {
    expect(chart([hour(0, { received: Number(most) })]).lines.at(-1)?.value).toBe(top);
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
