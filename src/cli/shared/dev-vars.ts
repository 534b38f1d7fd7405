// Reads `.dev.vars`, or another environment's, for commands that need variables or secrets.
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { faultsIn, isVariable, variables } from "../../env.ts";
import { root } from "./bundle.ts";
import { meant } from "./command-line.ts";

/** The file of variables for the command's environment: `.dev.vars`, or `.dev.vars.test`. */
export const varsFile = (): string => [".dev.vars", process.env["REEVE_ENV"] || []].flat().join(".");

const fileText = (): string => (existsSync(root(varsFile())) ? readFileSync(root(varsFile()), "utf8") : "");

/** The variables of a command: those in the file with a value, and the environment's name. */
export function devVars(): Readonly<Record<string, string>> {
  const { REEVE_ENV } = process.env;
  const all = Object.entries({ ...parseEnv(fileText()), ...(REEVE_ENV && { REEVE_ENV }) });
  return Object.fromEntries(all.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

const QUOTES = ["'", '"', "`"];

/** The file's text with these variables: lines of the same names are replaced, others stay. */
export function withVariables(before: string, variables: Readonly<Record<string, string>>): string {
  let text = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  for (const [name, value] of Object.entries(variables)) {
    // Nothing is escaped in quotes; in double ones `\n` would be a line break.
    const quote = /[#\s"'`]/.test(value) ? (QUOTES.find((one) => !value.includes(one)) ?? "") : "";
    const line = `${name}=${quote}${value}${quote}`;
    const known = new RegExp(`^${name}=.*$`, "m");
    text = known.test(text) ? text.replace(known, () => line) : `${text}${line}\n`;
  }
  return text;
}

/** A warning for each name in the file that no variable has, and for each line that sets none. */
export function findStrayLines(): string[] {
  const names = variables().map(({ name }) => name);
  const unknown = Object.keys(devVars()).filter((name) => !isVariable(name));
  // A quoted value may go over many lines.
  const text = fileText().replace(/=\s*(["'`])[\s\S]*?\1/g, (value) => `=${value.replace(/[^\n]/g, "")}`);
  const isLine = (line: string) => /^\s*(#.*|(export\s+)?[\w.-]+\s*=.*)?$/.test(line);
  const strays = text.split("\n").flatMap((line, n) => (isLine(line) ? [] : n + 1));
  return [
    ...unknown.map((name) => `${varsFile()}: Reeve knows no variable ${name}.${meant(names, name)}`),
    ...strays.map((n) => `${varsFile()}: line ${n} sets no variable: write it as NAME=value`),
  ];
}

/** As {@link findStrayLines} warns. @throws Error with every fault of the values */
export function checkVariables(given: Readonly<Record<string, string>>): string[] {
  const faults = faultsIn(given);
  if (faults.length > 0)
    throw new Error(
      `${varsFile()} has mistakes; correct them first:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
    );
  return findStrayLines();
}
