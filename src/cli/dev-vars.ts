// Reads `.dev.vars`, for every command that needs variables or secrets.
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { closest } from "../base/closest.ts";
import { faultsIn, isVariable, variables } from "../env.ts";
import { root } from "./bundle.ts";

/** The variables of `.dev.vars` that have a value, where there is such a file. */
export function devVars(): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(
      Object.entries(parseEnv(readFileSync(root(".dev.vars"), "utf8"))).flatMap(([name, value]) =>
        value ? [[name, value]] : [],
      ),
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

/**
 * What is to be said of names that no variable has, a sentence each.
 * @throws Error with everything that is wrong with the values
 */
export function checkVariables(given: Readonly<Record<string, string>>): string[] {
  const faults = faultsIn(given);
  if (faults.length > 0)
    throw new Error(
      `.dev.vars has mistakes; correct them first:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
    );
  const names = variables().map(({ name }) => name);
  return Object.keys(given).flatMap((name) => {
    if (isVariable(name)) return [];
    const [meant] = closest(names, name);
    return [`.dev.vars: Reeve knows no variable ${name}${meant ? `; ${meant} is meant?` : ""}`];
  });
}
