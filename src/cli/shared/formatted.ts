// Formats code that commands write.
import { spawnSync } from "node:child_process";
import { root } from "./bundle.ts";

/**
 * Formats a text as Biome formats a file at this path, with sorted imports. Returns the text unchanged if Biome can't
 * run or can't parse it.
 */
export function formatted(path: string, text: string): string {
  const biome = root("node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "check", "--write", "--vcs-enabled=false", `--stdin-file-path=${path}`];
  const options = { cwd: root(), input: text, encoding: "utf8" } as const;
  const { status, stdout } = spawnSync(process.execPath, args, options);
  return status === 0 && stdout !== "" ? stdout : text;
}
