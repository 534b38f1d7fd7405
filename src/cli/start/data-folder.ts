// The folder that a local stack keeps its data in, with files that other commands read.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { root } from "../shared/bundle.ts";
import { REEVE_PORT } from "./ports.ts";
import { LOCAL_SECRETS } from "./stack.ts";

const Values = z.record(z.string(), z.string());
type Values = Readonly<Record<string, string>>;

/** The folder of the stack at a port. */
export const dataFolder = (port: number): string =>
  port === REEVE_PORT ? root(".reeve") : root(`.reeve/at-${port}`);

/** The file with the webhook secrets of a stack that serves a real tenant: the usual ones are public. */
export const secretsFile = (folder: string): string => join(folder, "secrets.json");
const variablesFile = (folder: string): string => join(folder, "variables.json");

/** The random secrets of a data folder, by variable; none if it has none. */
export const ownSecrets = (folder: string): Values => read(secretsFile(folder));

/** Random secrets for a data folder, made once. */
export function makeOwnSecrets(folder: string): Values {
  const known = ownSecrets(folder);
  const secrets = Object.fromEntries(
    Object.entries(LOCAL_SECRETS).map(([variable, usual]) => [variable, known[variable] ?? random(usual)]),
  );
  write(secretsFile(folder), secrets);
  return secrets;
}

/** Returns to the public secrets. */
export const forgetOwnSecrets = (folder: string): void => rmSync(secretsFile(folder), { force: true });

/** Variables for reading the embedded tenant and the HR systems, as the stack last did; none with another tenant. */
export const stackVariables = (folder: string): Values => read(variablesFile(folder));
export const keepStackVariables = (folder: string, variables: Values): void =>
  write(variablesFile(folder), variables);

function read(file: string): Values {
  try {
    return Values.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

/** Writes a file that only its owner can read. */
function write(file: string, values: Values): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
}

/** A secret in the same format. */
function random(usual: string): string {
  const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  return usual.startsWith("whsec_") ? `whsec_${bytes.toString("base64")}` : bytes.toString("base64url");
}
