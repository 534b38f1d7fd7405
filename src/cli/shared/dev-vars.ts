// Reads and checks `.dev.vars`, or the file of another environment, and adds variables to the file's text.
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual, parseEnv } from "node:util";
import { faultsIn, isVariable, variables } from "../../env.ts";
import { root } from "./bundle.ts";
import { meant } from "./command-line.ts";

/**
 * Returns the name of the variables file for the command's environment: `.dev.vars`, or `.dev.vars.<name>` if
 * `REEVE_ENV` is set.
 */
export const varsFile = (): string => [".dev.vars", process.env["REEVE_ENV"] || []].flat().join(".");

/** Returns the text of the variables file without carriage returns, as `parseEnv` reads it, or "" without a file. */
const fileText = (): string =>
  existsSync(root(varsFile())) ? readFileSync(root(varsFile()), "utf8").replaceAll("\r", "") : "";

/** Returns a command's variables: those that have a value in the variables file, and the environment's name. */
export function devVars(): Readonly<Record<string, string>> {
  const { REEVE_ENV } = process.env;
  const all = Object.entries({ ...parseEnv(fileText()), ...(REEVE_ENV && { REEVE_ENV }) });
  return Object.fromEntries(all.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/**
 * Adds variables to the text of a file such as `.dev.vars`: replaces the values of variables that it contains, and
 * keeps all other lines.
 * @throws Error if the text would not be read back as these variables and the previous ones
 */
export function withVariables(before: string, variables: Readonly<Record<string, string>>): string {
  let text = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  for (const [name, value] of Object.entries(variables)) {
    const values = { ...parseEnv(text), [name]: value };
    // The file format has no escapes inside quotes, except that `\n` in double quotes is a line break.
    const texts = (/[#\s"'`]/.test(value) ? ["'", '"', "`", ""] : [""]).map((quote) => {
      const line = `${name}=${quote}${value}${quote}`;
      const known = new RegExp(`^[ \\t]*(export[ \\t]+)?${name}[ \\t]*=([ \\t]*(["'\`])[^]*?\\3)?.*$`, "gm");
      return known.test(text) ? text.replace(known, () => line) : `${text}${line}\n`;
    });
    const written = texts.find((one) => isDeepStrictEqual({ ...parseEnv(one) }, values));
    if (written === undefined)
      throw new Error(
        `The value of ${name} can't be written to ${varsFile()}: it would be read back as another value. Add it to the file yourself, without carriage returns, and in quotes that it does not contain.`,
      );
    text = written;
  }
  return text;
}

/**
 * Returns a warning for each unknown name in the variables file, for each line that sets no variable, and for each
 * value without quotes that a `#` shortens.
 */
export function findStrayLines(): string[] {
  const names = variables().map(({ name }) => name);
  const unknown = Object.keys(devVars()).filter((name) => !isVariable(name));
  // A quoted value can span several lines.
  const text = fileText().replace(/=\s*(["'`])[\s\S]*?\1/g, (value) => `=${value.replace(/[^\n]/g, "")}`);
  const isLine = (line: string) => /^\s*(#.*|(export\s+)?[\w.-]+\s*=.*)?$/.test(line);
  const listLines = (isFound: (line: string) => boolean) =>
    text.split("\n").flatMap((line, n) => (isFound(line) ? n + 1 : []));
  return [
    ...unknown.map((name) => `${varsFile()}: unknown variable ${name}.${meant(names, name)}`),
    ...listLines((line) => !isLine(line)).map(
      (n) => `${varsFile()}: line ${n} does not set a variable: write NAME=value`,
    ),
    ...listLines((line) => /^[^#=]*=[^#]*[^#=\s]#/.test(line)).map(
      (n) => `${varsFile()}: line ${n}: the value ends before the #: put the value in quotes`,
    ),
  ];
}

/** Returns the warnings of {@link findStrayLines}. @throws Error that describes each invalid value */
export function checkVariables(given: Readonly<Record<string, string>>): string[] {
  const faults = faultsIn(given);
  if (faults.length > 0)
    throw new Error(
      `${varsFile()} has errors; correct them first:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
    );
  return findStrayLines();
}
