// Texts as commands read and write them: JSON that may be none, and code as Biome formats it.
import { spawnSync } from "node:child_process";
import { root } from "./bundle.ts";

/** The value of a text; `undefined` if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text as Biome formats the file at a path; as it is where Biome can't be run, or can't read it. */
export function formatted(path: string, text: string): string {
  const biome = root("node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "format", "--vcs-enabled=false", `--stdin-file-path=${path}`];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root(),
    input: text,
    encoding: "utf8",
  });
  return status === 0 && stdout !== "" ? stdout : text;
}
