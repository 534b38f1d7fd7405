// `npm run reeve -- preview`: shows what an automation would do now and for whom. A running Reeve makes the plan, with
// read calls only.
import { formatPreviewed, Preview } from "../../operate/preview.ts";
import { reeveAddress } from "../shared/arguments.ts";
import { type ExitCode, print, printJson } from "../shared/command-line.ts";
import { askReeve } from "../shared/reeve-api.ts";

interface Options {
  readonly parts: number;
  readonly cursor?: string;
  readonly json?: true;
}

/** Returns 0 if the preview ran, regardless of its result. */
export default async function (
  automation: string,
  { parts, cursor = "{}", json }: Options,
): Promise<ExitCode> {
  const items: Preview["items"] = [];
  let next: string | null = cursor;
  for (let part = 0; part < parts && next !== null; part++) {
    const path: string = `automations/${encodeURIComponent(automation)}/preview?cursor=${encodeURIComponent(next)}`;
    const found = Preview.parse(await askReeve(reeveAddress(), path));
    if (!json && part === 0) print(`${automation} would plan this now, if ${found.event}; nothing is done:`);
    for (const item of json ? [] : found.items)
      print([item.person ?? "Everything it reads", ...formatPreviewed(item)].join("\n  "));
    items.push(...found.items);
    ({ next } = found);
  }
  if (json) printJson({ automation, items, next });
  else if (next !== null) print(`There are more parts: continue with --cursor '${next}'`);
  return 0;
}
