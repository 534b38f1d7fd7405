// The secrets of a source.
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import type { Secrets } from "../base/variable.ts";
import type { Variables } from "../env.ts";
import { readSecrets, type SecretHolder } from "../systems/schemes/secrets.ts";

/**
 * The secrets of a source. See {@link readSecrets}.
 * @throws Problem `source_not_configured` if it has none: without a secret nothing can be verified
 */
export function readSourceSecrets(source: SecretHolder, env: Variables): Secrets {
  const secrets = readSecrets(source, env);
  if (secrets.ok) return secrets.value;
  log("source_not_configured", {
    level: "alert",
    source: source.name,
    reason: secrets.reason,
    remedy: `npx wrangler secret put ${source.secretVariable}`,
  });
  throw new Problem("source_not_configured", secrets.reason);
}
