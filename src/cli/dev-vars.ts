// Reads `.dev.vars`, for every command that needs variables or secrets.
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
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
