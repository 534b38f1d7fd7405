import type { Source } from "./source.ts";

/** Shorter secrets can be guessed. */
export const MIN_SECRET_CHARS = 16;

/** The secrets in a variable: one, or while it is being replaced two, separated by a comma, the new one first. */
export const splitSecrets = (value: unknown): string[] =>
  typeof value === "string" ? value.split(",").map((secret) => secret.trim()) : [];

/** What is wrong with the secrets of a source, as the end of a sentence that names their variable; `null` where nothing is. */
export function secretFault(
  { secretFault }: Pick<Source, "secretFault">,
  secrets: readonly string[],
): string | null {
  if (!secrets[0]) return "is not set";
  if (secrets.some((secret) => secret.length < MIN_SECRET_CHARS))
    return `holds a secret shorter than ${MIN_SECRET_CHARS} characters`;
  if (secrets.length > 2) return "holds more than two secrets";
  return secrets.flatMap((secret) => secretFault?.(secret) ?? [])[0] ?? null;
}
