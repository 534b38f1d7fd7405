// `npm run backtest`: the command, from its arguments to the printed differences.
import { command, UsageError } from "../command-line.ts";
import { devVars } from "../dev-vars.ts";
import { requireConfiguration } from "../doctor/preflight.ts";
import { type BacktestArguments, readArguments, USAGE } from "./arguments.ts";
import { readCredential } from "./credential.ts";
import { countLine, linesOf } from "./lines.ts";
import { accessHeaders, reeveRecord } from "./record.ts";
import { type BacktestedEvent, backtest, type Planner, startPlanner } from "./run.ts";

/**
 * `npm run backtest -- <automation> [--since 30d] [--reeve https://…]`: plans recorded events again with the code in the
 * working tree, sends nothing, and prints how the plans differ from what was done. Exit 0: it ran; 1: it could not;
 * 2: wrong usage.
 */
const now = Date.now();
await command(USAGE, async (args) => {
  const asked = readArguments(args, now);
  await requireConfiguration();
  await main(asked);
  return 0;
});

async function main(asked: BacktestArguments): Promise<void> {
  const access = accessHeaders(process.env);
  // A misspelt name is told first, also where nothing is there to be read.
  const credential = await readCredential([process.env, devVars()], asked.reeve).catch((error: unknown) => ({
    error,
  }));
  try {
    const planner = await ("error" in credential
      ? startPlanner({})
      : startPlanner(credential.settings, credential.isSample));
    try {
      const names = await planner.automations();
      if (!names.includes(asked.automation))
        throw new UsageError(`there is no automation "${asked.automation}"; there are ${names.join(", ")}`);
      if ("error" in credential) throw credential.error;
      await print(asked, { planner, access, tenant: credential.tenant });
    } finally {
      await planner.stop();
    }
  } finally {
    if (!("error" in credential)) await credential.dispose();
  }
}

interface Means {
  readonly planner: Planner;
  readonly access: Readonly<Record<string, string>>;
  readonly tenant: string;
}

async function print(
  { automation, since, reeve }: BacktestArguments,
  { planner, access, tenant }: Means,
): Promise<void> {
  console.log(
    `${automation}: events at ${reeve.origin} since ${new Date(since).toISOString()}, newest first\n` +
      `${tenant} is read as it is now; nothing is changed\n`,
  );
  const counted: Pick<BacktestedEvent, "verdict" | "asksDiffer">[] = [];
  const record = reeveRecord(reeve, access);
  for await (const event of backtest({ automation, since, until: now }, { record, planner })) {
    for (const line of linesOf(event)) console.log(line);
    const { verdict, asksDiffer } = event;
    counted.push({ verdict, asksDiffer });
  }
  console.log(`${counted.length > 0 ? "\n" : ""}${countLine(counted)}`);
}
