import { acknowledge } from "./acknowledge.ts";
import { bundle } from "./bundle.ts";
import { client } from "./client.ts";
import { search } from "./search.ts";
import { type Figure, table } from "./table.ts";

/**
 * `npm run bench`: every row, or those named. Exits 0 also where a target is missed, which the table says; any error
 * ends it with 1.
 */
const ROWS: Readonly<Record<string, () => Promise<Figure[]>>> = { acknowledge, client, search, bundle };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(ROWS, name));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}; there are ${Object.keys(ROWS).join(", ")}.`);
  process.exit(1);
}

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(ROWS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`… ${name}`);
  figures.push(...(await measure()));
}
console.log(`\n${table(figures)}\n`);
console.log(
  "Ratios count, not absolutes: they are what two runs have in common. What each row means: docs/bench.md",
);
