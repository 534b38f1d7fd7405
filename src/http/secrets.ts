import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import { secretFault, splitSecrets } from "../sources/secret-fault.ts";
import type { Secrets, Source } from "../sources/source.ts";

/**
 * The secrets of a source: one, or while it is being replaced two, separated by a comma, the new one first.
 * @throws Problem `source_not_configured`: without a secret nothing is verified, so nothing is taken in.
 */
export function secretsOf(
  source: Pick<Source, "name" | "secretVariable" | "secretFault">,
  env: object,
): Secrets {
  const secrets = splitSecrets(Reflect.get(env, source.secretVariable));
  const fault = secretFault(source, secrets);
  const [current, ...retiring] = secrets;
  if (current && fault === null) return [current, ...retiring];
  log("source_not_configured", {
    level: "alert",
    source: source.name,
    reason: `${source.secretVariable} ${fault}`,
    remedy: `npx wrangler secret put ${source.secretVariable}`,
  });
  throw new Problem("source_not_configured", `${source.secretVariable} ${fault}`);
}
