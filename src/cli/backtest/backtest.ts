// `npm run backtest`: the command, from its arguments to the printed differences.

import { command, UsageError } from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import { accessHeaders, type ReeveRecord, reeveRecord } from "../shared/reeve-api.ts";
import { CONFIG, mistakesNow, requireConfiguration } from "../shared/working-tree.ts";
import { type BacktestArguments, readArguments, USAGE } from "./arguments.ts";
import { readCredential } from "./credential.ts";
import { countLine, linesOf } from "./lines.ts";
import { type BacktestedEvent, backtest, type Planner, startPlanner } from "./run.ts";
import { settingsBefore, testSettings } from "./settings.ts";
import { SettingsSummary } from "./summary.ts";

/**
 * `npm run backtest -- <automation>` plans recorded events again with the code in the working tree and prints how the
 * plans differ from what was done; without a name, with the settings in the working tree and with those before, for all
 * automations. It sends nothing. Exit 0: it ran; 1: it could not; 2: wrong usage.
 */
const now = Date.now();
await command(USAGE, async (args) => {
  const asked = readArguments(args, now);
  const before = asked.automation === null ? settingsBefore(asked.against) : null;
  await requireConfiguration();
  const mistakes = before === null ? [] : await mistakesNow(before);
  if (mistakes.length > 0)
    throw new Error(
      `the settings of ${asked.against} don't fit the code that is here:\n  ${mistakes.join("\n  ")}`,
    );
  await main(asked, before);
  return 0;
});

async function main(asked: BacktestArguments, before: string | null): Promise<void> {
  const access = accessHeaders(process.env);
  // A misspelt name is told first, also where nothing is there to be read.
  const credential = await readCredential([process.env, devVars()], asked.reeve).catch((error: unknown) => ({
    error,
  }));
  const started: Planner[] = [];
  const start = async (instead?: Readonly<Record<string, string>>) => {
    const { settings, isSample } = "error" in credential ? { settings: {}, isSample: false } : credential;
    const planner = await startPlanner(settings, isSample, undefined, instead);
    started.push(planner);
    return planner;
  };
  try {
    const { automation } = asked;
    const planner = await start();
    const names = Object.keys(await planner.modes());
    if (automation !== null && !names.includes(automation))
      throw new UsageError(`there is no automation "${automation}"; there are ${names.join(", ")}`);
    if ("error" in credential) throw credential.error;
    const record = reeveRecord(asked.reeve, access);
    console.log(
      `${automation ?? `${CONFIG} beside that of ${asked.against}`}: events at ${asked.reeve.origin} since ${new Date(asked.since).toISOString()}, newest first\n` +
        `${credential.tenant} is read as it is now; nothing is changed\n`,
    );
    if (automation !== null) await print({ ...asked, automation }, { planner, record });
    else if (before !== null) {
      await printSettings(asked, { before: await start({ [CONFIG]: before }), now: planner, record });
    }
  } finally {
    await Promise.all(started.map((planner) => planner.stop()));
    if (!("error" in credential)) await credential.dispose();
  }
}

async function print(
  { automation, since }: BacktestArguments & { readonly automation: string },
  means: { readonly planner: Planner; readonly record: ReeveRecord },
): Promise<void> {
  const counted: Pick<BacktestedEvent, "verdict" | "asksDiffer">[] = [];
  for await (const event of backtest({ automation, since, until: now }, means)) {
    for (const line of linesOf(event)) console.log(line);
    const { verdict, asksDiffer } = event;
    counted.push({ verdict, asksDiffer });
  }
  console.log(`${counted.length > 0 ? "\n" : ""}${countLine(counted)}`);
}

async function printSettings(
  { since, all }: BacktestArguments,
  means: Parameters<typeof testSettings>[1],
): Promise<void> {
  const summary = new SettingsSummary();
  for await (const tested of testSettings({ since, until: now }, means)) summary.add(tested);
  for (const line of summary.lines(all)) console.log(line);
}
