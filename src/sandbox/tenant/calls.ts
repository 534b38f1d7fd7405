// Counts the requests of each operation, for whoever tests a client.
import { type OperationId, operations } from "../../governance/contract/index.ts";
import { readSetting, writeSetting } from "./settings.ts";

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
