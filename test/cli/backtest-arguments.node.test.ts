import { describe, expect, it } from "vitest";
import { readArguments } from "../../src/cli/backtest/arguments.ts";
import { UsageError } from "../../src/cli/shared/command-line.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const since = (text: string) => {
  const read = readArguments(["one", "--since", text], NOW);
  return new Date(read.since).toISOString();
};

describe("the arguments of npm run backtest", () => {
  it("are an automation or the settings of the last commit, 30 days and the local stack", () => {
    expect(readArguments([], NOW)).toMatchObject({ automation: null, against: "HEAD", all: false });
    expect(readArguments(["one"], NOW)).toEqual({
      automation: "one",
      against: "HEAD",
      all: false,
      asRecorded: false,
      since: Date.parse("2026-05-16T12:00:00Z"),
      reeve: new URL("http://127.0.0.1:8787"),
    });
  });

  it("are every automation, or one, beside what was read then", () => {
    expect(readArguments(["--as-recorded"], NOW)).toMatchObject({ automation: null, asRecorded: true });
    expect(readArguments(["one", "--as-recorded"], NOW)).toMatchObject({
      automation: "one",
      asRecorded: true,
    });
  });

  it.for([
    ["12h", "2026-06-15T00:00:00.000Z"],
    ["90m", "2026-06-15T10:30:00.000Z"],
    ["2026-06-01", "2026-06-01T00:00:00.000Z"],
    ["2026-06-01T02:00:00+02:00", "2026-06-01T00:00:00.000Z"],
    ["999999d", "1970-01-01T00:00:00.000Z"],
  ] as const)("take --since %s as %s", ([text, time]) => {
    expect(since(text)).toBe(time);
  });

  it.for([
    [["one", "two"]],
    [["one", "--against", "HEAD"]],
    [["one", "--all"]],
    [["--as-recorded", "--against", "HEAD"]],
    [["one", "--until", "1d"]],
    [["one", "--since", "yesterday"]],
    [["one", "--since", "2026-13-01"]],
    [["one", "--since", "2026-06-16"]],
    [["one", "--reeve", "reeve.example.com"]],
    [["one", "--reeve", "http://reeve.example.com"]],
  ])("are refused, saying why: %o", ([args = []]) => {
    expect(() => readArguments(args, NOW)).toThrow(UsageError);
  });
});
