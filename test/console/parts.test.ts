import { describe, expect, it } from "vitest";
import { jsonText } from "../../src/console/components/json-view.tsx";
import { BeforeAfter } from "../../src/console/components/pictures.tsx";
import { ago, exactly, shorten, Text } from "../../src/console/components/text.tsx";

describe("untrusted text", () => {
  it("shows invisible characters and direction marks", () => {
    expect(String(Text({ of: "abc\u202Egnp.exe\u2066\u0000 \u{e0041}\ufe0f" }))).toContain(
      "abc⟨U+202E⟩gnp.exe⟨U+2066⟩⟨U+0000⟩ ⟨U+E0041⟩⟨U+FE0F⟩",
    );
  });

  it("is shortened, and shows its original length", () => {
    const long = "x".repeat(1_048_576);
    expect(shorten(long, 300)).toBe(`${"x".repeat(300)}… (1,048,576 characters, 300 shown)`);
    expect(jsonText({ long })).toContain("1,048,576 characters, 2,000 shown");
    expect(shorten("short", 300)).toBe("short");
  });

  it("is cut between two words, unless a word is very long", () => {
    const sentence = "Delete the tool Create issue (Jira), which nobody called.";
    expect(shorten(sentence, 30)).toBe("Delete the tool Create issue… (57 characters, 28 shown)");
    expect(shorten(sentence, 28, false)).toBe("Delete the tool Create issue…");
    expect(shorten(`See ${"x".repeat(60)}`, 50, false)).toBe(`See ${"x".repeat(46)}…`);
  });
});

it("a change of names is shown with + before added names and − before removed names, which are escaped", () => {
  const of = { before: ["Hugo", "<b>Ada"], after: ["Hugo", "Zo\u202E"] };
  const shown = String(BeforeAfter({ label: "Owners", ...of }));
  const text = shown
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  expect(text).toBe("Owners now Hugo − &lt;b&gt;Ada Then Hugo + Zo⟨U+202E⟩");
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
  ] as const)("are shown relative to now (%i ms before now): %s", ([before, words]) => {
    expect(ago(1_000_000_000_000 - before, 1_000_000_000_000)).toBe(words);
  });

  it("are shown to the second, with their time zone", () => {
    expect(exactly(Date.UTC(2026, 10, 22, 5, 30, 2), "Europe/Berlin")).toBe("22 Nov 2026, 06:30:02 CET");
    expect(exactly(Date.UTC(2026, 10, 22, 5, 30, 2), "UTC")).toBe("22 Nov 2026, 05:30:02 UTC");
  });
});
