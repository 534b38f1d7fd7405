// Reads src/config.ts, and writes a change of it: formatted, checked, shown, and only where somebody agrees.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { printable } from "../../base/text.ts";
import { root } from "../shared/bundle.ts";
import { mistakesNow } from "../shared/working-tree.ts";
import type { Asker } from "./ask.ts";
import { withElement, withMember } from "./object-text.ts";

const CONFIG = "src/config.ts";

/** A change of `src/config.ts`: the members and elements to set. Paths are names of members, values source text. */
export type ConfigChange = {
  readonly path: readonly string[];
} & ({ readonly value: string } | { readonly element: string });

/** The text of a file; nothing where there is none. */
export const fileText = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/**
 * Shows how changes change `src/config.ts`, asks whether to write them, and writes them. What Reeve would not start with
 * is put back as it was.
 * @returns whether the file is as it should be
 * @throws Error with the mistakes that the changes make
 */
export async function writeConfig(changes: readonly ConfigChange[], ask: Asker): Promise<boolean> {
  const path = root(CONFIG);
  const before = fileText(path);
  const after = formatted(
    changes.reduce(
      (text, change) =>
        "value" in change
          ? withMember(text, "defineConfig", change.path, change.value)
          : withElement(text, "defineConfig", change.path, change.element),
      before,
    ),
  );
  if (before === after) {
    ask.say(`${CONFIG} has all of it already.`);
    return true;
  }
  ask.say(`\n${CONFIG}:`);
  for (const line of diff(before.split("\n"), after.split("\n"))) ask.say(printable(line));
  if (!(await ask.agree(`Change ${CONFIG} like this?`))) return false;
  writeFileSync(path, after);
  const mistakes = await mistakesNow();
  if (mistakes.length === 0) {
    ask.say(`written: ${CONFIG}`);
    return true;
  }
  writeFileSync(path, before);
  throw new Error(
    `${CONFIG} is as it was, since the change would make mistakes in it; give other answers:\n  ${mistakes.join("\n  ")}`,
  );
}

/** The text as Biome formats it; as it is where Biome can't be run. */
function formatted(text: string): string {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      root("node_modules/@biomejs/biome/bin/biome"),
      "format",
      "--vcs-enabled=false",
      `--stdin-file-path=${CONFIG}`,
    ],
    { cwd: root(), input: text, encoding: "utf8" },
  );
  return status === 0 && stdout !== "" ? stdout : text;
}

/** Lines around a change that are shown with it. */
const CONTEXT_LINES = 2;

/** What differs, line by line: `-` is gone, `+` is new. */
function diff(before: readonly string[], after: readonly string[]): string[] {
  // How many lines are common to what follows each pair of places.
  const common = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      (common[i] ?? [])[j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push(`    ${before[i++]}`);
      j++;
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push(`  - ${before[i++]}`);
    else lines.push(`  + ${after[j++]}`);
  }
  const changes = lines.flatMap((line, n) => (line.startsWith("    ") ? [] : n));
  return lines.filter((_, n) => changes.some((change) => Math.abs(change - n) <= CONTEXT_LINES));
}
