/** The commands for whoever works on Reeve itself, declared as src/cli/commands.ts does those for users. */
import { Argument } from "@commander-js/extra-typings";
import type { command as Declare } from "../src/cli/commands.ts";
import { loadAndRun, UsageError } from "../src/cli/shared/command-line.ts";
import { PART_NAMES } from "./check.ts";

const ROWS = ["acknowledge", "runs", "restart", "wake", "linear", "bundle"] as const;

function parseWhole(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError("Give a whole number from 1 on.");
}

export function declareCommands(command: typeof Declare): void {
  command("check", "checks format, types, dead code and docs")
    .addArgument(new Argument("[part...]", "the parts to check").choices(PART_NAMES))
    .action(loadAndRun(() => import("./check.ts")));
  command("generate", "writes the files that are generated from code").action(
    loadAndRun(() => import("./generate/generate.ts")),
  );
  command("picture", "takes README's picture of the console").action(
    loadAndRun(() => import("./console/picture.ts")),
  );
  command("bench", "measures Reeve against a baseline")
    .addArgument(new Argument("[row...]", "the rows to measure").choices(ROWS))
    .action(loadAndRun(() => import("./bench/bench.ts")));
  command(
    "test:simulate",
    "simulates desks with random faults, by seeds",
    "Simulates desks with random faults on every core. Prints the story of a failed simulation, which --seeds 1 --first SEED repeats.",
  )
    .option("--seeds <number>", "the number of simulations", parseWhole, 10_000)
    .option("--first <number>", "the first seed", parseWhole, 1)
    .action(loadAndRun(() => import("./simulation/run.ts")));
  command(
    "test:fuzz",
    "sends malformed requests to every endpoint",
    "Sends malformed requests to every endpoint of a local stack. --bodies 1 --seed SEED repeats one that failed.",
  )
    .option("--bodies <number>", "the number of bodies", parseWhole, 10_000)
    .option("--seed <number>", "the first seed", parseWhole, 1)
    .action(loadAndRun(() => import("./fuzz/run.ts")));
  command(
    "test:crash",
    "crashes Reeve at every write and call of every scenario",
    `Crashes Reeve at every point of every scenario, and at some a second time while it recovers from the first crash. Prints
what happened in each case in which an invariant does not hold. To repeat one case, name the points in its line:
  npm run reeve -- test:crash "created twice" "write UPDATE runs planning #1"`,
  )
    .argument("[scenario]", "a part of scenarios' names")
    .argument("[point...]")
    .action(loadAndRun(() => import("./crash/all.ts")));
  command("record:release", "stores this release's data for upgrade tests").action(
    loadAndRun(() => import("./releases/record.ts")),
  );
}
