// Counts the requests of each operation, for whoever tests a client, and refuses those above a stated rate.
import { type OperationId, operations } from "../../governance/contract/index.ts";
import { TenantError } from "./errors.ts";
import { readSetting, writeSetting } from "./rows.ts";
import type { Switches } from "./switches/switches.ts";

const NAME = "calls";
const NONE = Object.fromEntries(Object.keys(operations).map((id) => [id, 0]));

/**
 * Requests per operation since the last reset: all of them, and those answered with 400 or above. They are on disk, so that
 * whoever proves "one call" across a kill of both sides can ask afterwards.
 */
export function callCounts(sql: SqlStorage): Readonly<Record<"calls" | "refused", Record<string, number>>> {
  const { calls, refused } = JSON.parse(readSetting(sql, NAME) ?? "{}");
  return { calls: { ...NONE, ...calls }, refused: { ...NONE, ...refused } };
}

export function countCall(sql: SqlStorage, operation: OperationId, as: "calls" | "refused"): void {
  const counts = callCounts(sql);
  counts[as][operation] = (counts[as][operation] ?? 0) + 1;
  writeSetting(sql, NAME, JSON.stringify(counts));
}

const WINDOW = "rate_window";

/**
 * Counts a call in the current window: fixed ones, which begin with their first call.
 * @throws TenantError 429, which says when the window is over
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
  throw new TenantError(
    "rate_limited",
    `More than ${calls} calls in ${seconds} seconds; come again in ${waitSeconds}.`,
    [],
    { "retry-after": String(waitSeconds) },
  );
}
