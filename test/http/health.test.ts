import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findControl } from "../../src/desk/directory.ts";
import type { Env } from "../../src/env.ts";
import { app } from "../support/app.ts";

const bindings = env as unknown as Env;
const MINUTE = 60_000;
// Later than anything that another file has asked here, whose answer would be remembered.
let now = Date.now() + 60 * MINUTE;

/** Asks so much later: an answer is remembered for some seconds. */
async function askAfter(milliseconds: number, changed: object = {}) {
  now += milliseconds;
  vi.setSystemTime(now);
  const response = await app.request("/healthz", {}, { ...bindings, ...changed });
  return [response.status, await response.text()];
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("/healthz", () => {
  it("says yes while a desk and Control answer and the cron runs, and no else; to anyone, and not why", async () => {
    expect(await askAfter(0)).toEqual([503, "the cron has not run yet"]);
    await findControl(bindings).setScheduledUntil(now);
    // Whoever asks often costs nothing.
    expect(await askAfter(9_000)).toEqual([503, "the cron has not run yet"]);
    expect(await askAfter(MINUTE)).toEqual([200, "ok"]);
    expect(await askAfter(5 * MINUTE)).toEqual([503, "the cron is late"]);
    await findControl(bindings).setScheduledUntil(now);
    expect(await askAfter(MINUTE)).toEqual([200, "ok"]);
    // A clock that was ahead: the schedules are silent until it is mended.
    await findControl(bindings).setScheduledUntil(now + 24 * 60 * MINUTE);
    expect(await askAfter(MINUTE)).toEqual([503, "the clock is behind the last cron"]);
    await findControl(bindings).setScheduledUntil(now);
    // The answer of a moment ago is of no use to a clock that was set back.
    expect(await askAfter(-3 * MINUTE)).toEqual([200, "ok"]);
    const away = {
      getByName() {
        throw new Error("internal error; reference = secret");
      },
    };
    expect(await askAfter(MINUTE, { DESK: away })).toEqual([503, "a desk does not answer"]);
    expect(await askAfter(MINUTE, { CONTROL: away })).toEqual([503, "control does not answer"]);
    // Deliveries are taken without the ledger.
    expect(await askAfter(MINUTE, { LEDGER: null })).toEqual([200, "ok"]);
  });
});
