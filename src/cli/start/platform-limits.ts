// Makes the local D1 reject the same input as Cloudflare's D1. This file runs first in each local Worker, also in
// tests.
import { env } from "cloudflare:workers";
import { limitBrokenBy } from "../../base/platform.ts";

/** The name of the limiting methods. A method with this name is already limited. */
const LIMITED = "limited";

/** Checks the arguments of a method for all objects that share a prototype. */
function refuseBefore(kind: object, method: string, refusal: (given: unknown[]) => string | null): void {
  const original: unknown = Reflect.get(kind, method);
  // Test files that share an isolate each run this file.
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
