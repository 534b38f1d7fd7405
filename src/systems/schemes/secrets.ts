// Reads the secrets of a source from the environment.
import { ok, type Result, refused } from "../../base/result.ts";
import type { Secrets } from "../../base/variable.ts";
import { findFault, readVariable, type Variables } from "../../env.ts";
import type { Entrance } from "../system.ts";

export type SecretHolder = Pick<Entrance, "name" | "secretVariable" | "secretFault">;

/**
 * Returns a source's secret, or both secrets during a rotation, with the new one first. Returns an error, such as `… is
 * not set`, if a secret is missing or invalid.
 */
export function readSecrets(
  { secretVariable, secretFault }: SecretHolder,
  env: Variables,
): Result<Secrets, string> {
  const fault = findFault(env, secretVariable);
  if (fault !== null) return refused(fault);
  const secrets = readVariable(env, secretVariable);
  if (!secrets) return refused(`${secretVariable} is not set`);
  const [wrong] = secrets.flatMap((secret) => secretFault?.(secret) ?? []);
  return wrong === undefined ? ok(secrets) : refused(`${secretVariable} ${wrong}`);
}
