import { afterEach, describe, expect, it, vi } from "vitest";
import { log } from "../../src/base/log.ts";
import {
  comparable,
  escapedJson,
  oneLine,
  printable,
  showInvisibles,
  singleLine,
} from "../../src/base/text.ts";
import { serviceError } from "../../src/governance/client/problem.ts";
import { searchUsers } from "../../src/governance/contract/users.ts";
import { HOSTILE_TEXTS } from "../support/hostile-texts.ts";

/** One invisible character of each kind. */
const UNSEEN = {
  "a control character": "\u001b",
  "a control character of the upper range": "\u009b",
  "a zero-width space": "\u200b",
  "a zero-width joiner by itself": "\u200d",
  "a zero-width non-joiner in Latin": "\u200c",
  "a word joiner": "\u2060",
  "a byte order mark": "\ufeff",
  "a mark that changes the writing direction": "\u202e",
  "an isolate": "\u2066",
  "an Arabic letter mark": "\u061c",
  "a soft hyphen": "\u00ad",
  "a grapheme joiner": "\u034f",
  "a Hangul filler": "\u3164",
  "a variation selector by itself": "\ufe0f",
  "a variation selector of the supplement": "\u{e0100}",
  "a tag character": "\u{e0041}",
  "an annotation mark": "\ufff9",
  "a line separator": "\u2028",
  "a blank that is not a space": "\u2800",
};
const SEEN = ["👩‍👩‍👧", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "نام‌ها", "क्‍ष", "José", "葛城"];

afterEach(() => void vi.restoreAllMocks());

describe.for(Object.entries(UNSEEN))("%s", ([, char]) => {
  const text = `ad${char}a`;
  const shown = [/^ad ?a$/, /^ad⟨U\+[0-9A-F]{4,5}⟩a$/, /^ad\ufffda$/] as const;

  it("is removed from replies, Slack messages and quoted errors from the service", () => {
    expect(oneLine(text)).toMatch(shown[0]);
    expect(singleLine(text, 100)).toMatch(shown[0]);
    const answer = JSON.stringify({ code: text, message: text, details: [] });
    expect(serviceError(searchUsers, answer, [])).toMatchObject({
      code: expect.stringMatching(shown[0]),
      message: expect.stringMatching(shown[0]),
    });
  });

  it("is shown as its code point on a page, and as a replacement character in a terminal", () => {
    expect(showInvisibles(text)).toMatch(shown[1]);
    expect(printable(text)).toMatch(shown[2]);
  });

  it("is escaped in a log line, which is still parsed to the same text", () => {
    const write = vi.spyOn(console, "log").mockReturnValue();
    log("seen", { text });
    const line = String(write.mock.calls[0]?.[0]);
    expect(line).not.toContain(char);
    expect(JSON.parse(line)).toEqual({ message: "seen", text });
  });

  it("is ignored when emails are compared", () => {
    expect(comparable(` ada${char}@example.com`)).toBe("ada@example.com");
  });
});

it.for(SEEN)("the visible text %s is not changed", (text) => {
  expect([oneLine(text), showInvisibles(text), printable(text)]).toEqual([text, text, text]);
});

it("emails are compared regardless of case, Unicode form and surrounding spaces", () => {
  expect(comparable("\tＡda.MARSH@Example.com ")).toBe("ada.marsh@example.com");
  expect(comparable("JOSE\u0301@example.com")).toBe(comparable("josé@example.com"));
  expect(comparable("аda@example.com"), "a Cyrillic letter is another one").not.toBe("ada@example.com");
});

it("line breaks and tabs become spaces in single-line text, and are kept on pages and escaped in log lines", () => {
  expect(oneLine(" a\r\n\tb\u2029c \ud800")).toBe("a b c \ufffd");
  expect(showInvisibles("a\n\tb")).toBe("a\n\tb");
  expect(escapedJson({ a: "b\nc" })).toBe('{"a":"b\\nc"}');
});

it("a secret is removed even if an invisible character splits it", () => {
  const answer = JSON.stringify({ code: "x", message: "no: sec\u200bret-key", details: [] });
  expect(serviceError(searchUsers, answer, ["secret-key"])?.message).toBe("no: [secret]");
});

describe("a hostile text", () => {
  it.for(Object.entries(HOSTILE_TEXTS))("such as %s becomes one line of visible text", ([, text]) => {
    const line = singleLine(text, 3_000);
    expect(line).toMatch(/^\S(?:.*\S)?$/v);
    expect(line).toBe(line.toWellFormed());
    expect(line.length).toBeLessThanOrEqual(3_000);
    expect(showInvisibles(line)).toBe(line);
  });
});
