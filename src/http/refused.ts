// Counts deliveries that fail verification, without a write for each.
import type { Context } from "hono";
import { log } from "../base/log.ts";
import { findControl } from "../desk/directory.ts";
import type { Env } from "../env.ts";

/** The time between two writes of an isolate, so that a flood of forged deliveries costs no more. */
const WRITE_EVERY_MS = 5_000;
/** A write counts as lost with its request after this time. */
const WRITE_LOST_MS = 30_000;

/** Counts that are not written yet, by source and check. */
const counted = new Map<string, { source: string; check: string; n: number; lastAt: number }>();
let writingUntil = 0;
let writtenAt = 0;

/**
 * Counts a delivery that failed verification, for the page of sources. Nobody waits for it, and an isolate's unwritten
 * counts are lost with it; the log has every delivery.
 */
export function countRefusal(
  { env, executionCtx }: Pick<Context<{ Bindings: Env }>, "env" | "executionCtx">,
  source: string,
  check: string,
): void {
  const key = `${source} ${check}`;
  const before = counted.get(key)?.n ?? 0;
  counted.set(key, { source, check, n: before + 1, lastAt: Date.now() });
  if (Date.now() < writingUntil) return;
  writingUntil = Date.now() + WRITE_LOST_MS;
  executionCtx.waitUntil(write(env));
}

async function write(env: Env): Promise<void> {
  try {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, writtenAt + WRITE_EVERY_MS - Date.now())));
    const refusals = Array.from(counted.values());
    counted.clear();
    writtenAt = Date.now();
    await findControl(env).countRefusals(refusals);
  } catch (error) {
    log("refusals_not_counted", { error: String(error) });
  } finally {
    writingUntil = 0;
  }
}
