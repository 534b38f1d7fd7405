// Counts deliveries that fail verification, without a write for each delivery.
import { batches } from "../base/batching.ts";
import { log } from "../base/log.ts";
import { WAITS_MS } from "../base/waits.ts";
import type { Refusals } from "../desk/control/notes.ts";
import { findControl } from "../desk/directory.ts";
import type { Env } from "../env.ts";

let writtenAt = 0;

/**
 * Counts a delivery that failed verification, for the page of sources. Counts that an isolate has not written are lost
 * with the isolate, but the log contains every rejected delivery.
 */
export const countRefusal = batches(
  { waitMs: () => Math.max(0, writtenAt + WAITS_MS.refusals - Date.now()) },
  async (refused: readonly Refusals[], env: Env) => {
    writtenAt = Date.now();
    const alike = Map.groupBy(refused, ({ source, check }) => `${source} ${check}`);
    const counts = Array.from(alike.values(), (all) =>
      all.reduce((sum, one) => ({ ...one, n: sum.n + one.n })),
    );
    await (async () => findControl(env).countRefusals(counts))().catch((error: unknown) =>
      log("refusals_not_counted", { error: String(error) }),
    );
  },
);
