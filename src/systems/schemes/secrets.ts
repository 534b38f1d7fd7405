// Reads the secrets of an entrance from the environment.
import { ok, type Result, refused } from "../../base/result.ts";
import type { Entrance, Secrets } from "../system.ts";

/** Shorter secrets can be guessed. */
const MIN_SECRET_CHARS = 16;

/** An entrance as far as its secrets go. */
export type SecretHolder = Pick<Entrance, "name" | "secretVariable" | "secretFault">;

/**
 * The secrets of a source in the environment: one, or while it is being replaced two, separated by a comma, the new one
 * first. @returns or what is wrong with them: `… is not set`; never a secret
 */
export function readSecrets(source: SecretHolder, env: object): Result<Secrets, string> {
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
  return current && fault === null
    ? ok([current, ...retiring])
    : refused(`${source.secretVariable} ${fault}`);
}
