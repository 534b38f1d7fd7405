import { env } from "cloudflare:workers";

/** The point this process dies at: what happens there, and for which time (`write UPDATE runs #2`). Empty: it lives. */
const { CRASH_AT = "" } = env as { readonly CRASH_AT?: string };

const passed = new Map<string, number>();

/**
 * A place where this process may be killed. At the chosen one it says so and then computes for ever: all of workerd's
 * work is done by one thread, so nothing that has not left it yet ever will: no commit, no call, no answer. What ends
 * the process then finds it as a kill at that very moment would have.
 *
 * Points are known by name and not by number, since what goes on side by side (the ledger, a run) takes turns freely.
 */
export function crashPoint(what: string): void {
  const time = (passed.get(what) ?? 0) + 1;
  passed.set(what, time);
  const point = `${what} #${time}`;
  const dies = point === CRASH_AT;
  console.log(JSON.stringify({ message: dies ? "crash_point" : "point", point }));
  while (dies);
}

/** Longer than the commit takes that follows the end of a turn. */
const COMMIT_MS = 5;

/** As {@link crashPoint}, once everything written up to now is committed. */
export async function crashPointAfterCommit(what: string): Promise<void> {
  await scheduler.wait(COMMIT_MS);
  crashPoint(what);
}
