import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findControl } from "../../src/desk/directory.ts";
import type { Env } from "../../src/env.ts";
import { app } from "../support/app.ts";

const bindings = env as unknown as Env;
const MINUTE = 60_000;
// Later than any request of another test file, because the response to it would still be cached.
let now = Date.now() + 60 * MINUTE;

/** Sends a request after a delay, because a response is cached for some seconds. */
async function askAfter(milliseconds: number, changed: object = {}) {
  now += milliseconds;
  vi.setSystemTime(now);
  const response = await app.request("/healthz", {}, { ...bindings, ...changed });
  return [response.status, await response.text()];
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("/healthz", () => {
  it("responds with 200 only if a desk and Control respond and the cron runs", async () => {
    expect(await askAfter(0)).toEqual([503, "The cron has not run yet."]);
    await findControl(bindings).setScheduledUntil(now);
    // A frequent request gets the cached response.
    expect(await askAfter(9_000)).toEqual([503, "The cron has not run yet."]);
    expect(await askAfter(MINUTE)).toEqual([200, "ok"]);
    expect(await askAfter(5 * MINUTE)).toEqual([503, "The cron is late."]);
    await findControl(bindings).setScheduledUntil(now);
    expect(await askAfter(MINUTE)).toEqual([200, "ok"]);
    // A clock that was ahead keeps the schedules silent until it is corrected.
    await findControl(bindings).setScheduledUntil(now + 24 * 60 * MINUTE);
    expect(await askAfter(MINUTE)).toEqual([503, "The clock is behind the time of the last cron run."]);
    await findControl(bindings).setScheduledUntil(now);
    // A cached response is not used after the clock was set back.
    expect(await askAfter(-3 * MINUTE)).toEqual([200, "ok"]);
    const away = {
      getByName() {
        throw new Error("internal error; reference = secret");
      },
    };
    expect(await askAfter(MINUTE, { DESK: away })).toEqual([503, "A desk does not respond."]);
    expect(await askAfter(MINUTE, { CONTROL: away })).toEqual([503, "Control does not respond."]);
    // Deliveries are accepted without the ledger.
    expect(await askAfter(MINUTE, { LEDGER: null })).toEqual([200, "ok"]);
  });
});
