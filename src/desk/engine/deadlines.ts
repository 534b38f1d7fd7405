// Ends steps that take too long, so that a run that hangs delays no other.
import { Problem } from "../../base/problem.ts";
import type { DeskDeps } from "./deps.ts";
import type { Answerer } from "./facts.ts";

/** How long a proposal may work without a read in flight. */
export const MAX_PROPOSAL_MS = 30_000;
/**
 * How long one step of a proposal may take with its reads. A step that begins at the end of an alarm's work still ends
 * within the 15 minutes that the platform gives an alarm.
 */
const MAX_STEP_MS = 8 * 60_000;
/** How long another Durable Object may take to answer. */
const MAX_ANSWER_MS = 30_000;
/** How long a step may take in all. Each call and each proposal has its own limit, which ends the step earlier. */
export const MAX_WHOLE_STEP_MS = 10 * 60_000;
/** How often the limits are checked. */
const POLL_MS = 1_000;

export type TimeSource = Pick<DeskDeps, "now" | "sleep">;
/** Returns a new clock, because a request of a Worker can't use the timers of another request. */
const makeRealTime = (): TimeSource => ({
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

/** The checks of the proposals in progress, by clock: one timer serves all proposals of a desk. */
const checksOf = new WeakMap<TimeSource, Set<() => void>>();

/** Calls a function every second until the returned function is called. */
export function checkRegularly(clock: TimeSource, check: () => void): () => void {
  const running = checksOf.get(clock);
  const checks = (running ?? new Set()).add(check);
  const run = async () => {
    try {
      while (checks.size > 0) {
        await clock.sleep(POLL_MS);
        for (const one of checks) one();
      }
    } finally {
      checksOf.delete(clock);
    }
  };
  if (!running) {
    checksOf.set(clock, checks);
    void run();
  }
  return () => void checks.delete(check);
}

/**
 * Waits for an answer.
 * @param ms The time limit. @default the limit for other Durable Objects
 * @throws Problem `step_timed_out`
 */
export async function endInTime<Answer>(
  answer: Promise<Answer>,
  clock: TimeSource,
  ms = MAX_ANSWER_MS,
): Promise<Answer> {
  const begunAt = clock.now();
  const late = Promise.withResolvers<never>();
  const stop = checkRegularly(clock, () => {
    if (clock.now() - begunAt >= ms)
      late.reject(new Problem("step_timed_out", `there was no answer within ${ms / 1_000} s`));
  });
  return Promise.race([answer, late.promise]).finally(stop);
}

/**
 * Asks for a proposal within the time limits.
 * @param ask Passes each read of the proposal through its argument. Reads after the end are rejected
 * @throws Problem `automation_timed_out`
 */
export async function askInTime<Result>(
  ask: (reads: Answerer) => Result | Promise<Result>,
  clock = makeRealTime(),
): Promise<Result> {
  const { now } = clock;
  const begunAt = now();
  let [reading, idleSince] = [0, begunAt];
  const expired = Promise.withResolvers<never>();
  let over: Problem | undefined;
  const reads: Answerer = async (_, read) => {
    if (over) throw over;
    reading++;
    try {
      return await read();
    } finally {
      reading--;
      idleSince = now();
    }
  };
  const end = (fault: string) => {
    over ??= new Problem("automation_timed_out", fault);
    return over;
  };
  const stop = checkRegularly(clock, () => {
    if (reading === 0 && now() - idleSince >= MAX_PROPOSAL_MS)
      expired.reject(
        end(
          "propose waited 30 s for something other than its reads; let every promise that it awaits settle",
        ),
      );
    if (now() - begunAt >= MAX_STEP_MS)
      expired.reject(
        end("propose took over 8 minutes; let it read less, or return goOn and continue in a next step"),
      );
  });
  try {
    return await Promise.race([(async () => ask(reads))(), expired.promise]);
  } finally {
    stop();
    end("the proposal has ended");
  }
}
