// `npm run backtest`: plans recorded events again, and shows the effect of changed settings or code. With an automation's
// name it compares the working tree's code with the record; without one, earlier settings with the working tree's.
// `--as-recorded` compares with the record, from what was read then.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSince, reeveAddress } from "../shared/arguments.ts";
import { root } from "../shared/bundle.ts";
import { type ExitCode, meant, printJson, UsageError } from "../shared/command-line.ts";
import { withProgress } from "../shared/progress.ts";
import { CONFIG, loadWorkingTree, mistakesIn, requireConfiguration } from "../shared/working-tree.ts";
import { summaryLines } from "./outcome.ts";
import { backtest } from "./run.ts";

interface Options {
  readonly against?: string;
  readonly all?: true;
  readonly asRecorded?: true;
  readonly since: string;
  readonly json?: true;
}

/** Exits 0 if it ran, whatever differs. */
export default async function (automation: string | undefined, options: Options): Promise<ExitCode> {
  const { against = "HEAD", all = false, asRecorded = false, json } = options;
  const since = parseSince(options.since, Date.now());
  if (automation !== undefined && (options.all || options.against !== undefined))
    throw new UsageError("--against and --all are for settings, and go without an automation");
  if (asRecorded && options.against !== undefined)
    throw new UsageError("--as-recorded compares with the record: leave out --against");
  const reeve = reeveAddress();
  const text = automation === undefined && !asRecorded ? settingsBefore(against) : null;
  const now = await requireConfiguration();
  const before = text === null ? null : await loadWorkingTree(text).catch(unfit);
  const names = [...now.automations.keys()];
  if (automation !== undefined && !names.includes(automation))
    throw new UsageError(`Unknown automation "${automation}".${meant(names, automation)}`);
  const asked = { automation, asRecorded, since, reeve };
  const { tenant, events } = await withProgress((show) => backtest(asked, now, before, show));
  const head = { reeve: reeve.origin, tenant, since: new Date(since).toISOString() };
  if (json) {
    const differences = events.flat().filter(({ difference }) => difference !== null);
    printJson({ ...head, events: events.length, differences });
    return 0;
  }
  const what = automation ?? (asRecorded ? "every automation" : `${CONFIG} beside that of ${against}`);
  console.log(
    `${what}: events at ${head.reeve} since ${head.since}\n` +
      `${tenant === null ? "what was read then is read again" : `${tenant} is read as it is now`}; nothing is changed\n`,
  );
  for (const line of summaryLines(events, all || automation !== undefined)) console.log(line);
  return 0;

  function unfit(error: unknown): never {
    const mistakes = mistakesIn(error).join("\n  ");
    throw new Error(`the settings of ${against} don't fit the code that is here:\n  ${mistakes}`);
  }
}

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
