import { describe, expect, it } from "vitest";
import STYLESHEET from "../../src/console/assets/console.css" with { type: "text" };
import SCRIPT from "../../src/console/assets/console.js" with { type: "text" };

type Colors = Readonly<Record<string, string>>;
const pairs = Array.from(STYLESHEET.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g));
const COLORS: Readonly<Record<"light" | "dark", Colors>> = {
  light: Object.fromEntries(pairs.map(([, name, light]) => [name, light])),
  dark: Object.fromEntries(pairs.map(([, name, , dark]) => [name, dark])),
};
const find = (colors: Colors, name: string): string => colors[name] ?? expect.fail(`no colour ${name}`);

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours (WCAG 2.2, 1 to 21). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The text colours on each background. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  page: ["ink", "dim", "link", "good", "bad", "wait", "go"],
  card: ["ink", "dim", "link", "good", "bad", "wait", "go"],
  soft: ["ink", "dim", "link"],
  top: ["top-ink"],
  good: ["card"],
  bad: ["card"],
  "good-soft": ["good"],
  "bad-soft": ["bad"],
  "wait-soft": ["wait"],
  "go-soft": ["go"],
  f0: ["f-ink"],
  f1: ["f-ink"],
  f2: ["f-ink"],
  f3: ["f-ink"],
  f4: ["f-ink"],
};

describe.each(["light", "dark"] as const)("the colours in %s mode", (mode) => {
  it("make every text readable (WCAG 2.2 AA)", () => {
    const faint = Object.entries(TEXTS).flatMap(([ground, texts]) =>
      texts.flatMap((text) => {
        const ratio = contrast(find(COLORS[mode], ground), find(COLORS[mode], text));
        return ratio < 4.5 ? [`${text} on ${ground}: ${ratio.toFixed(2)}`] : [];
      }),
    );
    expect(faint).toEqual([]);
  });

  it("make the edges of fields and bars visible (contrast 3 to 1)", () => {
    const names = ["edge", "bar-good", "bar-bad", "bar-go"];
    const ratio = (name: string) => contrast(find(COLORS[mode], "card"), find(COLORS[mode], name));
    expect(names.filter((name) => ratio(name) < 3)).toEqual([]);
  });
});

it("the computed contrast matches WCAG's examples", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

it("the stylesheet uses only the declared colours, except in the local stack's bar", () => {
  const own = STYLESHEET.slice(STYLESHEET.indexOf("* {")).match(/#[0-9a-f]{3,8}\b/g) ?? [];
  expect(new Set(own)).toEqual(new Set(["#ffffff", "#ffd36b", "#2b1d00", "#fff", "#7a5a00"]));
});

it("the script and the stylesheet together have at most 30 KiB", () => {
  expect(new TextEncoder().encode(STYLESHEET + SCRIPT).byteLength).toBeLessThanOrEqual(30 * 1024);
});
