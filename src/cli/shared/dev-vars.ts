// Reads `.dev.vars`, or another environment's, for commands that need variables or secrets.
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { faultsIn, isVariable, variables } from "../../env.ts";
import { root } from "./bundle.ts";
import { meant } from "./command-line.ts";

/** The file of variables for the command's environment: `.dev.vars`, or `.dev.vars.test`. */
export const varsFile = (): string => [".dev.vars", process.env["REEVE_ENV"] || []].flat().join(".");

/** The variables of a command: those in the file with a value, and the environment's name. */
export function devVars(): Readonly<Record<string, string>> {
  const text = existsSync(root(varsFile())) ? readFileSync(root(varsFile()), "utf8") : "";
  const { REEVE_ENV } = process.env;
  const all = Object.entries({ ...parseEnv(text), ...(REEVE_ENV && { REEVE_ENV }) });
  return Object.fromEntries(all.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The file's text with these variables: lines of the same names are replaced, others stay. */
export function withVariables(before: string, variables: Readonly<Record<string, string>>): string {
  let text = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  for (const [name, value] of Object.entries(variables)) {
    const line = `${name}=${/[#\s"'`]/.test(value) ? JSON.stringify(value) : value}`;
    const known = new RegExp(`^${name}=.*$`, "m");
    text = known.test(text) ? text.replace(known, () => line) : `${text}${line}\n`;
  }
  return text;
}

/** A warning for each name that no variable has. */
export function unknownIn(given: Readonly<Record<string, string>>): string[] {
  const names = variables().map(({ name }) => name);
  const unknown = Object.keys(given).filter((name) => !isVariable(name));
  return unknown.map((name) => `${varsFile()}: Reeve knows no variable ${name}.${meant(names, name)}`);
}

/** A warning for each unknown name. @throws Error with every fault of the values */
export function checkVariables(given: Readonly<Record<string, string>>): string[] {
  const faults = faultsIn(given);
  if (faults.length > 0)
    throw new Error(
      `${varsFile()} has mistakes; correct them first:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
    );
  return unknownIn(given);
}
