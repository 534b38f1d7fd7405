import type { ExitCode } from "../../src/cli/shared/command-line.ts";
import { acknowledge } from "./acknowledge.ts";
import { bundle } from "./bundle.ts";
import { type Figure, table } from "./figures/table.ts";
import { linear } from "./linear.ts";
import { restart } from "./restart.ts";
import { runs } from "./runs.ts";
import { wake } from "./wake.ts";

const ROWS = { acknowledge, runs, restart, wake, linear, bundle } as const satisfies Readonly<
  Record<string, () => Promise<Figure[]>>
>;

/** Measures all rows, or the named ones. A missed target is shown in the table, but is not a failure. */
export default async function (wanted: readonly (keyof typeof ROWS)[]): Promise<ExitCode> {
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(ROWS)) {
    if (wanted.length > 0 && !wanted.some((one) => one === name)) continue;
    console.error(`… ${name}`);
    figures.push(...(await measure()));
  }
  console.log(
    `\n${table(figures)}\n\nMedians of interleaved rounds on ${process.platform} ${process.arch}; ratios count, not absolutes.`,
  );
  return 0;
}
