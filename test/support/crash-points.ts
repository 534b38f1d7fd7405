import { env } from "cloudflare:workers";

/**
 * The point at which this process crashes: what happens there, and for which time (`write UPDATE runs #2`). Empty for
 * no crash.
 */
const { CRASH_AT = "" } = env as { readonly CRASH_AT?: string };

const declined = new Map<string, number>();

/**
 * Marks a place where this process can be killed. At the chosen place it prints a line and then loops forever. One
 * thread does all work of workerd, so no commit, call or response that has not left yet will leave. Ending the process
 * later therefore has the same effect as a crash at this moment.
 *
 * Points have names instead of numbers, because concurrent work (the ledger, a run) interleaves freely.
 */
export function crashPoint(what: string): void {
  const time = (declined.get(what) ?? 0) + 1;
  declined.set(what, time);
  const point = `${what} #${time}`;
  const dies = point === CRASH_AT;
  console.log(JSON.stringify({ message: dies ? "crash_point" : "point", point }));
  while (dies);
}

/** Longer than the commit after the end of a turn takes, in milliseconds. */
const COMMIT_MS = 5;

/** Marks a crash point like {@link crashPoint}, after everything written so far is committed. */
export async function crashPointAfterCommit(what: string): Promise<void> {
  await scheduler.wait(COMMIT_MS);
  crashPoint(what);
}
