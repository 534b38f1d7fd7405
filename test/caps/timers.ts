// Ends waits and starts alarms when a test moves the clock, one at a time, each after all earlier work is done.
import { moveClock } from "./still-clock.ts";

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

let timers: Timer[] = [];
/** Number of operations in flight: calls of objects, of the ledger and of services, and writes to disk. */
let inProgress = 0;

export function addTimer(at: number, fire: () => void): Timer {
  const timer = { at, fire };
  timers.push(timer);
  return timer;
}

export const removeTimer = (timer: unknown): void => {
  timers = timers.filter((one) => one !== timer);
};

/** Runs an operation that must end before the clock moves. */
export async function awaited<Result>(operation: () => Promise<Result>): Promise<Result> {
  inProgress++;
  try {
    return await operation();
  } finally {
    inProgress--;
  }
}

const realTimeout = setTimeout;
/** All work is done if nothing is in progress at this many checks in a row, this many real milliseconds apart. */
const [QUIET_TIMES, QUIET_MS] = [5, 2];

async function quiet(): Promise<void> {
  for (let times = 0; times < QUIET_TIMES; times = inProgress === 0 ? times + 1 : 0)
    await new Promise((resolve) => void realTimeout(resolve, QUIET_MS));
}

/** Lets time pass. @returns once all work of that time is done */
export async function passTime(ms: number): Promise<void> {
  const end = Date.now() + ms;
  for (;;) {
    await quiet();
    const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
    if (!next) break;
    removeTimer(next);
    moveClock(Math.max(next.at, Date.now()));
    next.fire();
  }
  moveClock(end);
}

/** Longer than any test, in real milliseconds. */
const FOREVER_MS = 60 * 60_000;

/**
 * Resolves after the test. The platform evicts a Durable Object ten seconds after its last call, unless a call is open.
 */
export const forever = (): Promise<void> => new Promise((resolve) => void realTimeout(resolve, FOREVER_MS));

/** Replaces `scheduler.wait` by waits on the test's clock, and fires all other timers immediately. */
export function replaceTimers(): void {
  const wait = scheduler.wait.bind(scheduler);
  Object.defineProperty(scheduler, "wait", {
    async value(ms: number) {
      let isOver = false;
      addTimer(Date.now() + ms, () => {
        inProgress++;
        isOver = true;
      });
      // Each wait polls in its own request: the request that moves the clock cannot continue another one.
      while (!isOver) await wait(1);
      inProgress--;
    },
  });
  globalThis.setTimeout = ((fire: () => void) => realTimeout(fire, 0)) as typeof setTimeout;
}
