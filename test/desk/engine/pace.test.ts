/** A desk makes as many requests per second as it may, and fewer after the API asked for fewer. */
import { expect, it } from "vitest";
import { formatSlow, Pace, ResponseTimes } from "../../../src/desk/engine/api-watch.ts";
import type { Attempt } from "../../../src/governance/client/index.ts";

const SECOND = 1_000;
const MINUTE = 60_000;
const BEGIN = Date.UTC(2026, 10, 2, 8);

const answered = (status: number, headers: Record<string, string> = {}): Attempt => ({
  outcome: "answered",
  status,
  headers: new Headers(headers),
  text: "{}",
});
const OK = answered(200);
const FEWER = answered(429);

/** Returns a pace whose sleeps move the clock, each late by a delay, and the times at which its requests started. */
function world(maxCallsPerSecond = Number.POSITIVE_INFINITY, late = 0) {
  const at = { now: BEGIN };
  const starts: number[] = [];
  const pace = new Pace({
    now: () => at.now,
    sleep: async (milliseconds) => {
      at.now += milliseconds + late;
    },
    maxCallsPerSecond,
  });
  const send = (answer: Attempt | Promise<Attempt> = OK) =>
    pace.send(async () => {
      starts.push(at.now);
      return answer;
    });
  const sendAll = (count: number) => Promise.all(Array.from({ length: count }, () => send()));
  return { at, starts, pace, send, sendAll };
}

/** Returns the maximum number of starts within any second. */
const mostInASecond = (starts: readonly number[]): number =>
  Math.max(...starts.map((from) => starts.filter((one) => one >= from && one < from + SECOND).length));

it("a desk without a limit delays no request until the API rejects one", async () => {
  const { at, starts, pace, send, sendAll } = world();
  await sendAll(300);
  expect(new Set(starts)).toEqual(new Set([BEGIN]));
  expect(pace.health()).toEqual({ callsPerSecond: Number.POSITIVE_INFINITY, isSlowed: false });
  at.now += 5 * SECOND;
  await send(FEWER);
  expect(pace.health()).toEqual({ callsPerSecond: 240, isSlowed: true });
});

it("the first rejected request of an idle desk does not slow the burst that follows", async () => {
  const { at, starts, pace, send, sendAll } = world();
  await send(FEWER);
  await send();
  at.now += SECOND / 2;
  await sendAll(450);
  expect(starts.at(-1)).toBe(BEGIN + SECOND / 2);
  expect(pace.health().isSlowed).toBe(false);
});

it("a second rejected request slows an idle desk only within ten seconds after the first", async () => {
  const { at, pace, send } = world();
  await send(FEWER);
  at.now += 10 * SECOND;
  await send(FEWER);
  expect(pace.health().isSlowed).toBe(false);
  at.now += 9 * SECOND;
  await send(FEWER);
  expect(pace.health()).toEqual({ callsPerSecond: 1, isSlowed: true });
});

it("a desk stays close to the rate that the API accepts, and finds a higher rate within half a minute", async () => {
  const { at, pace, starts, send } = world();
  let [accepts, second, left, refused] = [20, 0, 0, 0];
  const limited = async () => {
    if (Math.floor(at.now / SECOND) !== second) [second, left] = [Math.floor(at.now / SECOND), accepts];
    const refuses = left-- <= 0;
    if (refuses) refused++;
    // The API takes two milliseconds.
    at.now += 2;
    await send(refuses ? FEWER : OK);
  };
  for (let n = 0; n < 2_000; n++) await limited();
  const seconds = (at.now - BEGIN) / SECOND;
  expect((starts.length - refused) / seconds).toBeGreaterThan(15);
  expect(refused / starts.length).toBeLessThan(0.05);
  accepts = 400;
  at.now += 30 * SECOND;
  expect(pace.health().isSlowed).toBe(false);
});

it.for([
  [20, 0],
  [20, 13],
  [3, 0],
] as const)(
  "a limit of %i requests per second is not exceeded in any second, even if timers are %i ms late",
  async ([limit, late]) => {
    const { starts, sendAll, pace } = world(limit, late);
    await sendAll(5 * limit);
    expect(starts).toHaveLength(5 * limit);
    expect(mostInASecond(starts)).toBeLessThanOrEqual(limit);
    if (late === 0) expect(mostInASecond(starts)).toBe(limit);
    expect(pace.health()).toEqual({ callsPerSecond: limit, isSlowed: false });
  },
);

it("a desk can be limited to less than one request per second", async () => {
  const { starts, sendAll } = world(0.2);
  await sendAll(4);
  expect(starts.map((start) => start - BEGIN)).toEqual([0, 5_000, 10_000, 15_000]);
});

it.for([
  ["a 429 response", FEWER],
  ["a 503 response with Retry-After", answered(503, { "retry-after": "1" })],
] as const)("%s slows the desk to a rate that then doubles every five seconds", async ([, answer]) => {
  const { at, pace, starts, send, sendAll } = world(40);
  await sendAll(80);
  await send(answer);
  expect(pace.health()).toEqual({ callsPerSecond: 32, isSlowed: true });
  for (let n = 0; n < 4; n++) await send(answer);
  const { callsPerSecond } = pace.health();
  expect(callsPerSecond).toBeLessThan(15);
  starts.length = 0;
  await sendAll(10);
  expect(mostInASecond(starts)).toBeLessThanOrEqual(Math.ceil(1.2 * callsPerSecond));
  const before = pace.health().callsPerSecond;
  at.now += 5 * SECOND;
  expect(pace.health().callsPerSecond).toBeCloseTo(2 * before, 0);
  at.now += 25 * SECOND;
  expect(pace.health()).toEqual({ callsPerSecond: 40, isSlowed: false });
});

it.for([
  ["a 503 response without Retry-After", answered(503)],
  ["a 400 response", answered(400)],
  ["a lost connection", { outcome: "lost", cause: null }],
] as const)("%s does not slow the desk", async ([, answer]) => {
  const { pace, send } = world(40);
  await send(answer);
  expect(pace.health()).toEqual({ callsPerSecond: 40, isSlowed: false });
});

it("rejected requests that were in flight together slow the desk once, and a later rejection slows it again", async () => {
  const { pace, send, sendAll } = world(40);
  await sendAll(80);
  const answers = Array.from({ length: 6 }, () => Promise.withResolvers<Attempt>());
  const sent = answers.map(({ promise }) => send(promise));
  // Once the last request has started, all earlier ones have.
  await sendAll(1);
  for (const { resolve } of answers) resolve(FEWER);
  await Promise.all(sent);
  expect(pace.health().callsPerSecond).toBe(32);
  await send(FEWER);
  expect(pace.health().callsPerSecond).toBeCloseTo(0.8 * 32, 0);
});

it("a desk still makes one request per second, even if the API rejects all of them", async () => {
  const { pace, send } = world();
  for (let n = 0; n < 20; n++) await send(FEWER);
  expect(pace.health().callsPerSecond).toBe(1);
});

it("a clock that is set back does not stop requests", async () => {
  const { at, pace, send } = world(2);
  await send(FEWER);
  await send(FEWER);
  at.now -= 24 * 60 * MINUTE;
  await send();
  expect(at.now).toBeLessThan(BEGIN);
  expect(pace.health()).toEqual({ callsPerSecond: 2, isSlowed: false });
});

it("a failed request does not delay the next one", async () => {
  const { pace, starts, send } = world(10);
  await expect(pace.send(() => Promise.reject(new Error("aborted")))).rejects.toThrow("aborted");
  await send();
  expect(starts).toEqual([BEGIN + SECOND / 10]);
});

it("the response time is reported as slow if requests without a response take far longer than usual", async () => {
  const at = { now: BEGIN };
  const times = new ResponseTimes(() => at.now);
  const take = (ms: number) =>
    times.measure(async () => {
      at.now += ms;
    });
  for (let n = 0; n < 20; n++) await take(100);
  expect(times.slow()).toBeUndefined();
  const hanging = Array.from({ length: 9 }, () => times.measure(() => new Promise(() => {})));
  at.now += 45_000;
  expect(times.slow()).toEqual({ ms: 45_000, usualMs: expect.closeTo(100) });
  expect(formatSlow({ ms: 4_000, usualMs: 100 })).toBe(
    "The governance API takes 4 seconds to respond (usually 0.1 s).",
  );
  expect(hanging).toHaveLength(9);
});
