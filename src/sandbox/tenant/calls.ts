// Counts the requests for each operation (tests of clients read the counts), applies injected faults, and enforces a
// rate limit.
import { type Calls, calls as callable } from "../../governance/contract/index.ts";
import { TenantError } from "./errors.ts";
import { faultAnswer, LostConnection, takeFault } from "./faults.ts";
import { readSetting, writeSetting } from "./rows.ts";
import type { Switches } from "./switches/switches.ts";
import type { Place } from "./world.ts";

const NAME = "calls";
const NONE = Object.fromEntries(Object.keys(callable).map((id) => [id, 0]));

/**
 * Returns the numbers of all requests and of rejected ones since the last reset, by operation. The counts are stored on
 * disk, so that they survive a restart.
 */
export function callCounts(sql: SqlStorage): Readonly<Record<"calls" | "refused", Record<string, number>>> {
  const { calls, refused } = JSON.parse(readSetting(sql, NAME) ?? "{}");
  return { calls: { ...NONE, ...calls }, refused: { ...NONE, ...refused } };
}

export function countCall(sql: SqlStorage, operation: keyof Calls, as: "calls" | "refused"): void {
  const counts = callCounts(sql);
  counts[as][operation] = (counts[as][operation] ?? 0) + 1;
  writeSetting(sql, NAME, JSON.stringify(counts));
}

/**
 * Counts a call, applies the next fault of its operation, if there is one, and calls `answer` unless the fault sets the
 * response or drops the connection first.
 * @param oauth True for the token endpoint, whose errors have their own format
 * @throws LostConnection if the fault drops the connection
 */
export async function withFault(
  operation: keyof Calls,
  { sql, switches }: Pick<Place, "sql" | "switches">,
  oauth: boolean,
  answer: () => Promise<Response>,
): Promise<Response> {
  countCall(sql, operation, "calls");
  const fault = takeFault(sql, operation);
  if (fault?.delayMs) await scheduler.wait(fault.delayMs);
  if (fault?.drop === "before") throw new LostConnection();
  if (fault?.status !== undefined && !fault.drop) {
    countCall(sql, operation, "refused");
    return faultAnswer(fault, fault.status, oauth, switches);
  }
  const answered = await answer();
  if (fault?.drop === "after") throw new LostConnection();
  return answered;
}

const WINDOW = "rate_window";

/**
 * Counts a call in the current fixed window.
 * @throws TenantError 429 if the window has too many calls, with the seconds until its end
 */
export function countAgainstRate(sql: SqlStorage, { rateLimit }: Switches, nowMs: number): void {
  if (!rateLimit) return;
  const { calls, seconds } = rateLimit;
  const [since, counted] = (readSetting(sql, WINDOW) ?? "0 0").split(" ").map(Number);
  const isOver = nowMs >= (since ?? 0) + seconds * 1_000;
  const [beginMs, count] = isOver ? [nowMs, 1] : [since ?? 0, (counted ?? 0) + 1];
  writeSetting(sql, WINDOW, `${beginMs} ${count}`);
  if (count <= calls) return;
  const waitSeconds = Math.ceil((beginMs + seconds * 1_000 - nowMs) / 1_000);
  const message = `More than ${calls} calls in ${seconds} seconds; try again in ${waitSeconds} s.`;
  throw new TenantError("rate_limited", message, [], { "retry-after": String(waitSeconds) });
}
