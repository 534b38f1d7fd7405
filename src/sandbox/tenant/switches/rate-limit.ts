// Refuses calls above a stated rate, as a service under load does.
import { TenantError } from "../errors.ts";
import { readSetting, writeSetting } from "../settings.ts";
import type { Switches } from "./switches.ts";

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
