import { afterEach, describe, expect, it, vi } from "vitest";
import { Deadlines } from "../../../src/governance/client/attempt.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("deadlines", () => {
  it("abort each attempt when its own time is over, and none that has ended", () => {
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

  it("take one timer for all attempts, clear none, and leave none soon after the last has ended", () => {
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
