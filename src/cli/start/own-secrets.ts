/** Webhook secrets of a local stack that serves somebody's own tenant: the usual ones are known to everybody. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { LOCAL_SECRETS } from "./stack.ts";

const Secrets = z.record(z.string(), z.string());
type Secrets = Readonly<Record<string, string>>;

/** The file of a data folder that has them. */
export const secretsFile = (folder: string): string => join(folder, "secrets.json");

/** The random secrets of a data folder, by variable; none where it has none. */
export function ownSecrets(folder: string): Secrets {
  try {
    return Secrets.parse(JSON.parse(readFileSync(secretsFile(folder), "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

/** Random secrets for a data folder, made the first time, and readable by whoever made them alone. */
export function makeOwnSecrets(folder: string): Secrets {
  const known = ownSecrets(folder);
  const secrets = Object.fromEntries(
    Object.entries(LOCAL_SECRETS).map(([variable, usual]) => [variable, known[variable] ?? random(usual)]),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(secretsFile(folder), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

/** Back to the secrets that everybody knows. */
export const forgetOwnSecrets = (folder: string): void => rmSync(secretsFile(folder), { force: true });

/** A secret of the same form: Standard Webhooks has one of its own. */
function random(usual: string): string {
  const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  return usual.startsWith("whsec_") ? `whsec_${bytes.toString("base64")}` : bytes.toString("base64url");
}
