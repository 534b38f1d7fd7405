// `npm run names:import`: names with ids from a CSV file, looked up in the tenant and written into src/config.ts.
import { readFileSync } from "node:fs";
import { askNames } from "../doctor/tenant.ts";
import { asker } from "../init/ask.ts";
import { writeConfig } from "../init/config-file.ts";
import { checkedLine, KINDS, nameChanges, namesInCsv, wrongNames } from "../init/names.ts";
import { settingsNow } from "../init/settings.ts";
import { command, readOptions, UsageError } from "../shared/command-line.ts";
import { ImportError } from "../shared/csv.ts";
import { devVars } from "../shared/dev-vars.ts";

/**
 * `npm run names:import`: adds the names of a file to those in `src/config.ts`; one that is there gets the file's ids.
 * Exit 0: `src/config.ts` has them; 1: it has not, and why; 2: wrong usage.
 */
const USAGE = `usage: npm run names:import -- file.csv [--yes] [--offline]

  The first line of the file names its columns: kind,name,id,app_id,app,connector,person. What each kind needs:
${Object.entries(KINDS)
  .map(([kind, { needs }]) => `    ${kind.padEnd(16)} ${["name", ...needs].join(", ")}`)
  .join("\n")}
  An account's name is its person's email, and may stand in the column person.

  --yes      change src/config.ts without asking
  --offline  do not look the names up in the tenant of .dev.vars`;

await command(USAGE, async (args) => {
  const { values, positionals } = readOptions(
    args,
    { yes: { type: "boolean", default: false }, offline: { type: "boolean", default: false } },
    { positionals: 1 },
  );
  const [file] = positionals;
  if (file === undefined) throw new UsageError("name a file");
  const ask = asker(values.yes);
  const { names: before } = await settingsNow();
  const after = namesInCsv(before, textIn(file));
  const env = { ...devVars(), ...process.env };
  const answers = values.offline
    ? []
    : await askNames(env, after).catch((cause: unknown) => {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${why}\nCorrect .dev.vars (npm run init), or use --offline.`, { cause });
      });
  const wrong = wrongNames(answers);
  if (wrong.length > 0)
    throw new Error(
      `Nothing was written. The tenant says:\n  ${wrong.join("\n  ")}\nCorrect these ids in ${file}.`,
    );
  ask.say(values.offline ? "Not looked up: --offline." : checkedLine(answers));
  return (await writeConfig(nameChanges(before, after, answers), ask)) ? 0 : 1;
});

function textIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ImportError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  }
}
