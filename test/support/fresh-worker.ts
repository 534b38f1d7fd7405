import { reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import "./quiet-log.ts";

const { LEDGER, TOKENS, DESK, CONTROL, OUTBOX } = env as unknown as {
  readonly LEDGER: D1Database;
  readonly TOKENS: KVNamespace;
} & Readonly<Record<"DESK" | "CONTROL" | "OUTBOX", DurableObjectNamespace>>;

/**
 * Empties databases and Durable Objects. `reset` passes over those that are not in memory, as nobody asked them for ten
 * seconds: those that files share by name are woken first.
 */
export async function emptied(): Promise<void> {
  const shared = [
    ...[0, 1, 2, 3].map((n) => DESK.getByName(`desk-${n}`)),
    CONTROL.getByName("control"),
    OUTBOX.getByName("outbox"),
  ];
  const woken = shared.map((one) => runInDurableObject(one, () => {}));
  await Promise.all([LEDGER.prepare("SELECT 1").run(), TOKENS.get("any"), ...woken]);
  await reset();
}

/**
 * Runs before each test file on workerd. Files take turns in a few Workers, as starting one takes longer than most files:
 * each finds clock, globals, databases and Durable Objects as new. Modules stay loaded, so what a file changes in a
 * setting it changes back.
 */
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
await emptied();
