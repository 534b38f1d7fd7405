// Makes the local D1 reject statements and values that exceed the limits of Cloudflare's D1. This file runs first in
// each local Worker, including those of tests.
import { env } from "cloudflare:workers";
import { limitBrokenBy } from "../../base/platform.ts";

/** The name of each method that checks a limit. A method with this name is not wrapped again. */
const LIMITED = "limited";

/**
 * Wraps a method to check its arguments first, for all objects that share a prototype.
 * @param refusal Returns the reason to reject the arguments, or `null` if they are valid
 */
function refuseBefore(kind: object, method: string, refusal: (given: unknown[]) => string | null): void {
  const original: unknown = Reflect.get(kind, method);
  // Test files that share an isolate each run this file, so the method can already be wrapped.
  if (typeof original === "function" && original.name === LIMITED) return;
  if (typeof original !== "function") throw new Error(`there is no ${method} to limit`);
  // A computed name survives minification.
  const { [LIMITED]: value } = {
    [LIMITED](this: unknown, ...given: unknown[]) {
      const refused = refusal(given);
      if (refused) throw new Error(`D1_ERROR: ${refused}`);
      return original.apply(this, given);
    },
  };
  Object.defineProperty(kind, method, { configurable: true, value });
}

// The embedded tenant has no ledger.
const { LEDGER } = env as { readonly LEDGER?: { prepare(sql: string): object } };
if (LEDGER) {
  refuseBefore(Object.getPrototypeOf(LEDGER.prepare("SELECT 1")), "bind", (values) =>
    limitBrokenBy("", values),
  );
  refuseBefore(Object.getPrototypeOf(LEDGER), "prepare", ([sql]) => limitBrokenBy(String(sql), []));
}
