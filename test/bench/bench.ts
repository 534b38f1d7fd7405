import { command, UsageError } from "../../src/cli/shared/command-line.ts";
import { acknowledge } from "./acknowledge.ts";
import { bundle } from "./bundle.ts";
import { cost } from "./cost.ts";
import { exported } from "./export.ts";
import { overview } from "./overview.ts";
import { restart } from "./restart.ts";
import { runs } from "./runs.ts";
import { type Figure, table } from "./table.ts";
import { wake } from "./wake.ts";

const ROWS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  acknowledge,
  runs,
  restart,
  wake,
  overview,
  export: exported,
  cost,
  bundle,
};

const USAGE = `usage: npm run bench [-- <row> …]

Measures every row, or those named: ${Object.keys(ROWS).join(", ")}. Exits 0 also when a target is missed: the table says so.`;

await command(USAGE, async (wanted) => {
  for (const name of wanted) {
    if (!ROWS[name]) throw new UsageError(`there is no row "${name}"`);
  }

  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(ROWS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`… ${name}`);
    figures.push(...(await measure()));
  }
  console.log(
    `\n${table(figures)}\n\nMedians of interleaved rounds on ${process.platform} ${process.arch}; ratios count, not absolutes.`,
  );
  return 0;
});
