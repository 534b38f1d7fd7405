import { afterEach, describe, expect, it, vi } from "vitest";
import {
  Deadlines,
  delayBefore,
  MAX_RETRY_AFTER_MS,
  parseRetryAfter,
} from "../../../src/governance/client/request.ts";

const NOW_MS = Date.parse("2026-11-01T12:00:00Z");

it("the delay before an attempt is random, and its upper limit grows to a maximum", () => {
  const longest = [1, 2, 3, 4, 5, 6, 60].map((attempt) => delayBefore(attempt, () => 1));
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  expect(delayBefore(3, () => 0)).toBe(0);
});

it("a delay is at least as long as requested, and is undefined if the requested delay exceeds the maximum", () => {
  expect(delayBefore(1, () => 0.5, 2_000)).toBe(2_250);
  expect(delayBefore(1, () => 0, MAX_RETRY_AFTER_MS)).toBe(MAX_RETRY_AFTER_MS);
  expect(delayBefore(1, () => 0, MAX_RETRY_AFTER_MS + 1)).toBeUndefined();
});

it.for([
  [null, undefined],
  ["", undefined],
  ["soon", undefined],
  ["-5", undefined],
  ["0", 0],
  ["7", 7_000],
  ["Sun, 01 Nov 2026 12:00:09 GMT", 9_000],
  ["Sun, 01 Nov 2026 11:00:00 GMT", 0],
] as const)("Retry-After %j is parsed as %j", ([header, milliseconds]) => {
  expect(parseRetryAfter(header, NOW_MS)).toBe(milliseconds);
});

afterEach(() => void vi.useRealTimers());

describe("deadlines", () => {
  it("abort each unfinished attempt when its own timeout is over", () => {
    vi.useFakeTimers();
    const deadlines = new Deadlines(10_000);
    const first = deadlines.begin();
    vi.advanceTimersByTime(3_500);
    const ended = deadlines.begin();
    const second = deadlines.begin();
    deadlines.end(ended);
    vi.advanceTimersByTime(6_499);
    expect(first.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect([first, ended, second].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
    vi.advanceTimersByTime(3_500);
    expect([ended, second].map(({ signal }) => signal.aborted)).toEqual([false, true]);
  });

  it("share one timer, which ends soon after the last attempt", () => {
    vi.useFakeTimers();
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    const deadlines = new Deadlines(10_000);
    for (let n = 0; n < 100; n++) deadlines.end(deadlines.begin());
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(cleared).not.toHaveBeenCalled();
    const late = deadlines.begin();
    vi.advanceTimersByTime(10_000);
    expect(late.signal.aborted).toBe(true);
  });
});
