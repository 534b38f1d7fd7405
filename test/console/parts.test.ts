import { describe, expect, it } from "vitest";
import { chart, type Hour } from "../../src/console/components/chart.ts";
import { jsonText } from "../../src/console/components/json-view.tsx";
import { Text } from "../../src/console/components/text.tsx";
import { cut, pageAddress } from "../../src/console/components/visible.ts";

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
    expect(cut(long, 300)).toBe(`${"x".repeat(300)}… (1,048,576 characters, 300 shown)`);
    expect(jsonText({ long })).toContain("1,048,576 characters, 2,000 shown");
    expect(cut("short", 300)).toBe("short");
  });

  it.for([
    ["https://example.atlassian.net/browse/IAM-42", "https://example.atlassian.net/browse/IAM-42"],
    ["javascript:alert(1)", null],
    ["JaVaScRiPt:alert(1)", null],
    ["data:text/html,x", null],
    ["//example.com", null],
    ["", null],
  ] as const)("are links only where they open a page: %s", ([url, address]) => {
    expect(pageAddress(url)).toBe(address);
  });
});
