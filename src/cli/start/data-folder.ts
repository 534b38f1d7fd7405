// The data folder of a local stack, with files that other commands read.

import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { ifPossible } from "../../base/if-possible.ts";
import { root } from "../shared/bundle.ts";
import { errorMessage } from "../shared/command-line.ts";
import { REEVE_PORT } from "./ports.ts";

const Values = z.record(z.string(), z.string());
type Values = Readonly<Record<string, string>>;

/** Returns the folder of the stack at a port. */
export const dataFolder = (port: number): string =>
  port === REEVE_PORT ? root(".reeve") : root(`.reeve/at-${port}`);

/**
 * Returns the path of the file with the webhook secrets of a stack on a real tenant: such a stack must not use the
 * default secrets, which are public.
 */
export const secretsFile = (folder: string): string => join(folder, "secrets.json");
const variablesFile = (folder: string): string => join(folder, "variables.json");

/** Returns the random secrets of a data folder by variable, or an empty object if it has none. */
export const ownSecrets = (folder: string): Values => read(secretsFile(folder));

/**
 * Locks the data folder of the stack at a port, because two stacks would each find databases locked by the other.
 * @returns the lock, which ends when it is closed or no longer referenced, or when this process ends
 * @throws Error that names the process that has the lock, or explains why the folder can't be read
 */
export function lockFolder(folder: string, port: number): DatabaseSync {
  const holder = join(folder, "process");
  try {
    mkdirSync(folder, { recursive: true });
    // The operating system releases SQLite's lock even if the process is killed. The timeout lets a previous stack
    // stop, and the holder of the lock write its process id.
    const database = new DatabaseSync(join(folder, "lock"), { timeout: 1_000 });
    database.exec("BEGIN IMMEDIATE");
    writeFileSync(holder, String(process.pid));
    return database;
  } catch (cause) {
    if (errorMessage(cause) !== "database is locked") throw unreadable(folder, errorMessage(cause));
    // The other process might not have written its id yet.
    const id = ifPossible(() => readFileSync(holder, "utf8")) ?? "";
    const who = /^\d+$/.test(id) ? ` (process ${id})` : "";
    const why = `is in use by another npm start${who}`;
    throw new Error(`Port ${port} ${why}. Stop it, or use another port: npm start -- --port 9000`, { cause });
  }
}

const unreadable = (folder: string, why: string): Error =>
  new Error(
    `The data in ${folder} can't be read (${why.replace(/\s+/g, " ")}). Move the folder to another place to start over.`,
  );

/**
 * Checks that no database in a data folder is damaged: with a damaged database, workerd would print stack traces, or
 * hang.
 * @throws Error with the remedy
 */
export function requireReadable(folder: string): void {
  for (const file of globSync(join(folder, "**/*.sqlite"))) {
    try {
      const database = new DatabaseSync(file, { readOnly: true });
      const [result] = Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {});
      database.close();
      if (result !== "ok") throw new Error(String(result));
    } catch (error) {
      throw unreadable(folder, `${relative(folder, file)}: ${errorMessage(error)}`);
    }
  }
}

/**
 * Creates the random secrets that a data folder lacks, and returns all of its secrets.
 * @param local The public secrets, by variable
 */
export function makeOwnSecrets(folder: string, local: Values): Values {
  const secrets = randomSecrets(local, ownSecrets(folder));
  write(secretsFile(folder), secrets);
  return secrets;
}

/** Returns a random secret for each public one, in the same format. @param known Secrets to keep */
export const randomSecrets = (local: Values, known: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(local).map(([variable, usual]) => [variable, known[variable] ?? random(usual)]),
  );

/** Deletes the random secrets, so that the stack uses the public ones again. */
export const forgetOwnSecrets = (folder: string): void => rmSync(secretsFile(folder), { force: true });

/**
 * Returns the variables with which the stack last reached the embedded tenant, the HR systems and Teams, or an empty
 * object if it uses another tenant or has not run yet.
 */
export const stackVariables = (folder: string): Values => read(variablesFile(folder));
export const keepStackVariables = (folder: string, variables: Values): void =>
  write(variablesFile(folder), variables);

const read = (file: string): Values =>
  existsSync(file) ? Values.parse(JSON.parse(readFileSync(file, "utf8"))) : {};

/** Writes a file that only its owner can read. */
function write(file: string, values: Values): void {
  mkdirSync(join(file, ".."), { recursive: true });
  // Renaming is atomic: if the process is killed, the previous file remains, never a partly written one.
  writeFileSync(`${file}.new`, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Returns a random secret in the format of the public one. */
function random(usual: string): string {
  const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  return usual.startsWith("whsec_") ? `whsec_${bytes.toString("base64")}` : bytes.toString("base64url");
}
