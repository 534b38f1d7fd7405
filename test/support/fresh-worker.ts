import { reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import "./quiet-log.ts";

const { LEDGER, TOKENS, DESK, CONTROL, OUTBOX } = env as unknown as {
  readonly LEDGER: D1Database;
  readonly TOKENS: KVNamespace;
} & Readonly<Record<"DESK" | "CONTROL" | "OUTBOX", DurableObjectNamespace>>;

/** Set when a Durable Object was requested since all were emptied. Files that share a Worker find it there. */
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

/** Returns true if there is data to delete: half of the files store nothing. */
async function isUsed(): Promise<boolean> {
  const [tables, { keys }] = await Promise.all([
    LEDGER.prepare("SELECT name FROM sqlite_master WHERE name NOT GLOB '_cf*' LIMIT 1").all(),
    TOKENS.list({ limit: 1 }),
  ]);
  return Reflect.get(namespaces, ASKED) === true || tables.results.length > 0 || keys.length > 0;
}

/**
 * Empties databases and Durable Objects. `reset` skips objects that are not in memory because they were idle for ten
 * seconds, so the objects that files share by name are woken first.
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
 * Runs before each test file in workerd. Files share a few Workers, because starting one takes longer than most files.
 * Each file finds clock, globals, databases and Durable Objects in their initial state. Modules stay loaded, so a file
 * must restore each setting that it changes.
 */
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
await emptied();
