import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import type { Secrets, Source } from "../sources/source.ts";

/** Shorter secrets can be guessed. */
const MIN_SECRET_CHARS = 16;

/**
 * The secrets of a source: one, or while it is being replaced two, separated by a comma, the new one first.
 * @throws Problem `source_not_configured`: without a secret nothing is verified, so nothing is taken in.
 */
export function secretsOf(
  source: Pick<Source, "name" | "secretVariable" | "secretFault">,
  env: object,
): Secrets {
  const value: unknown = Reflect.get(env, source.secretVariable);
  const [current, ...retiring] =
    typeof value === "string" ? value.split(",").map((secret) => secret.trim()) : [];
  const fault = !current
    ? "is not set"
    : [current, ...retiring].some((secret) => secret.length < MIN_SECRET_CHARS)
      ? `holds a secret shorter than ${MIN_SECRET_CHARS} characters`
      : retiring.length > 1
        ? "holds more than two secrets"
        : ([current, ...retiring].flatMap((secret) => source.secretFault?.(secret) ?? [])[0] ?? null);
  if (current && fault === null) return [current, ...retiring];
  log("source_not_configured", {
    level: "alert",
    source: source.name,
    reason: `${source.secretVariable} ${fault}`,
    remedy: `npx wrangler secret put ${source.secretVariable}`,
  });
  throw new Problem("source_not_configured", `${source.secretVariable} ${fault}`);
}
