// `--now` of `npm run reeve -- backtest`: shows what an automation would do now and for whom. A running Reeve makes the
// plan, with read calls only.
import { formatPreviewed, Preview } from "../../operate/preview.ts";
import { print, printJson } from "../shared/command-line.ts";
import { askReeve } from "../shared/reeve-api.ts";

/** Maximum parts that are shown, of ten people each. */
const MAX_PARTS = 10;

/** Prints the plans that an automation would make now, whatever they are. */
export async function preview(reeve: URL, automation: string, json: true | undefined): Promise<void> {
  const items: Preview["items"] = [];
  const page = `automations/${encodeURIComponent(automation)}/preview?cursor=`;
  let next: string | null = "{}";
  for (let part = 0; part < MAX_PARTS && next !== null; part++) {
    const found: Preview = Preview.parse(await askReeve(reeve, page + encodeURIComponent(next)));
    if (!json && part === 0) print(`${automation} would plan this now, if ${found.event}; nothing is done:`);
    for (const item of json ? [] : found.items)
      print([item.person ?? "Everything it reads", ...formatPreviewed(item)].join("\n  "));
    items.push(...found.items);
    ({ next } = found);
  }
  if (json) printJson({ automation, items, next });
  else if (next !== null) print(`There are more parts: ${reeve.origin}/${page}${encodeURIComponent(next)}`);
}
