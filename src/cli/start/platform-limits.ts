// Refuses what Cloudflare's D1 refuses and the local one takes. It goes in front of each Worker that runs here, in tests too.
import { env } from "cloudflare:workers";
import { limitBrokenBy } from "../../base/platform.ts";

/** Name of the methods that are limited already. */
const LIMITED = "limited";

/** Puts a look at what is given to a method before it, for all objects of a kind. */
function refuseBefore(kind: object, method: string, refusal: (given: unknown[]) => string | null): void {
  const original: unknown = Reflect.get(kind, method);
  // Test files that share an isolate come by here each.
  if (typeof original === "function" && original.name === LIMITED) return;
  if (typeof original !== "function") throw new Error(`there is no ${method} to limit`);
  // A computed name is one that minifying leaves as it is.
  const { [LIMITED]: value } = {
    [LIMITED](this: unknown, ...given: unknown[]) {
      const refused = refusal(given);
      if (refused) throw new Error(`D1_ERROR: ${refused}`);
      return original.apply(this, given);
    },
  };
  Object.defineProperty(kind, method, { configurable: true, value });
}

// A tenant has none.
const { LEDGER } = env as { readonly LEDGER?: { prepare(sql: string): object } };
if (LEDGER) {
  refuseBefore(Object.getPrototypeOf(LEDGER.prepare("SELECT 1")), "bind", (values) =>
    limitBrokenBy("", values),
  );
  refuseBefore(Object.getPrototypeOf(LEDGER), "prepare", ([sql]) => limitBrokenBy(String(sql), []));
}
