import { reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import "./quiet-log.ts";

const { LEDGER, TOKENS, DESK, CONTROL, OUTBOX } = env as unknown as {
  readonly LEDGER: D1Database;
  readonly TOKENS: KVNamespace;
} & Readonly<Record<"DESK" | "CONTROL" | "OUTBOX", DurableObjectNamespace>>;

/** Whether a Durable Object was asked for since all were emptied; kept where files that share a Worker find it. */
const ASKED = Symbol.for("a Durable Object was asked for");
const namespaces: object = Object.getPrototypeOf(DESK);
if (!(ASKED in namespaces))
  for (const method of ["get", "getByName"] as const) {
    const original: unknown = Reflect.get(namespaces, method);
    if (typeof original !== "function") throw new Error(`there is no ${method} to watch`);
    const value = function (this: unknown, ...given: unknown[]): unknown {
      Reflect.set(namespaces, ASKED, true);
      return original.apply(this, given);
    };
    Object.defineProperty(namespaces, method, { configurable: true, value });
  }

/** Returns whether there is anything to empty: half of the files store nothing. */
async function isUsed(): Promise<boolean> {
  const [tables, { keys }] = await Promise.all([
    LEDGER.prepare("SELECT name FROM sqlite_master WHERE name NOT GLOB '_cf*' LIMIT 1").all(),
    TOKENS.list({ limit: 1 }),
  ]);
  return Reflect.get(namespaces, ASKED) === true || tables.results.length > 0 || keys.length > 0;
}

/**
 * Empties databases and Durable Objects. `reset` passes over those that are not in memory, as nobody asked them for ten
 * seconds: those that files share by name are woken first.
 */
export async function emptied(): Promise<void> {
  if (!(await isUsed())) return;
  const shared = [
    ...[0, 1, 2, 3].map((n) => DESK.getByName(`desk-${n}`)),
    CONTROL.getByName("control"),
    OUTBOX.getByName("outbox"),
  ];
  const woken = shared.map((one) => runInDurableObject(one, () => {}));
  await Promise.all([LEDGER.prepare("SELECT 1").run(), TOKENS.get("any"), ...woken]);
  await reset();
  Reflect.set(namespaces, ASKED, false);
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
