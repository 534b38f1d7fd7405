// `npm run backtest`: plans recorded events again, and shows the effect of changed settings or code. With an automation's
// name it compares the working tree's code with the record; without one, earlier settings with the working tree's. It
// sends nothing. `--as-recorded` compares with the record, and reads what was read then. Exit 0: it ran; 1: it could not; 2: wrong usage.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { root } from "../shared/bundle.ts";
import { command, UsageError } from "../shared/command-line.ts";
import { CONFIG, loadWorkingTree, mistakesIn, requireConfiguration } from "../shared/working-tree.ts";
import { readArguments, USAGE } from "./arguments.ts";

await command(USAGE, async (args) => {
  const asked = readArguments(args, Date.now());
  const text = asked.automation === null && !asked.asRecorded ? settingsBefore(asked.against) : null;
  const now = await requireConfiguration();
  const before = text === null ? null : await loadWorkingTree(text).catch(unfit);
  if (asked.automation !== null && !now.automations.has(asked.automation)) {
    const names = [...now.automations.keys()].join(", ");
    throw new UsageError(`there is no automation "${asked.automation}"; there are ${names}`);
  }
  const { backtest } = await import("./run.ts");
  await backtest(asked, now, before);
  return 0;

  function unfit(error: unknown): never {
    const mistakes = mistakesIn(error).join("\n  ");
    throw new Error(`the settings of ${asked.against} don't fit the code that is here:\n  ${mistakes}`);
  }
});

/**
 * The settings to compare with.
 * @param against A file of settings, or a commit of this repository
 * @throws UsageError for neither, and for the working tree's own settings
 */
function settingsBefore(against: string): string {
  const text = readText(against);
  if (text !== readFileSync(root(CONFIG), "utf8")) return text;
  throw new UsageError(
    `${CONFIG} is the same as at ${against}: change it, or name an older commit or file with --against`,
  );
}

function readText(against: string): string {
  try {
    return readFileSync(against, "utf8");
  } catch {
    // Not a file, so a commit.
  }
  try {
    return execFileSync("git", ["show", `${against}:./${CONFIG}`], {
      cwd: root(),
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch {
    throw new UsageError(`--against ${against}: neither a file nor a commit here that has ${CONFIG}`);
  }
}
