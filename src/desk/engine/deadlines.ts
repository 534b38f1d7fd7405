// Ends proposals that take too long, so that an automation that hangs fails its own run and delays no other.
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
/** How often the limits are checked. A timer is never cleared, because workerd keeps cleared timers in memory. */
const POLL_MS = 1_000;

export type TimeSource = Pick<DeskDeps, "now" | "sleep">;
const REAL_TIME: TimeSource = {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/**
 * Asks for a proposal within the time limits.
 * @param ask Passes each read of the proposal through its argument. Reads after the end are rejected
 * @throws Problem `automation_timed_out`
 */
export async function askInTime<Result>(
  ask: (reads: Answerer) => Result | Promise<Result>,
  { now, sleep } = REAL_TIME,
): Promise<Result> {
  const begunAt = now();
  let [reading, idleSince] = [0, begunAt];
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
  };
  const expire = async (): Promise<never> => {
    while (!over) {
      await sleep(POLL_MS);
      if (reading === 0 && now() - idleSince >= MAX_PROPOSAL_MS)
        end(
          "propose waited 30 s for something other than its reads; let every promise that it awaits settle",
        );
      if (now() - begunAt >= MAX_STEP_MS)
        end("propose took over 8 minutes; let it read less, or return goOn and continue in a next step");
    }
    throw over;
  };
  try {
    return await Promise.race([(async () => ask(reads))(), expire()]);
  } finally {
    end("the proposal has ended");
  }
}
