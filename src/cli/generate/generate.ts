// `npm run generate` writes whatever is made from the code and checked in.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { TicketMessage } from "../../systems/reading/ticket-message.ts";
import { WorkerNotice } from "../../systems/reading/worker.ts";
import { ServiceNowRecord } from "../../systems/servicenow.ts";
import { root } from "../shared/bundle.ts";
import { settingTables, settingTexts, statedConfig } from "./settings.ts";
import { devVarsExample, variableTable } from "./variables.ts";

/** A page with other text between its marks. @throws Error without these marks */
function marked(page: string, mark: string, text: string): string {
  const between = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  if (!between.test(page)) throw new Error(`docs/reference.md has no place marked <!-- ${mark} -->`);
  return page.replace(between, (_, begin: string, end: string) => `${begin}${text}\n${end}`);
}

/** A text as Biome formats it. */
function formatted(path: string, text: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [root("node_modules/@biomejs/biome/bin/biome"), "format", `--stdin-file-path=${path}`],
    { cwd: root(), encoding: "utf8", input: text },
  );
  if (stderr !== "") throw new Error(stderr);
  return stdout;
}

const schema = (of: z.ZodType): string => JSON.stringify(z.toJSONSchema(of, { io: "input" }), null, 2);

const FILES: Readonly<Record<string, () => string>> = {
  "docs/reference.md": () =>
    marked(
      marked(readFileSync(root("docs/reference.md"), "utf8"), "settings", settingTables),
      "variables",
      variableTable,
    ),
  "docs/ticket-message.schema.json": () => schema(TicketMessage),
  "docs/servicenow.schema.json": () => schema(ServiceNowRecord),
  "docs/worker-notice.schema.json": () => schema(WorkerNotice),
  ".dev.vars.example": () => devVarsExample,
  "src/generated/setting-texts.ts": settingTexts,
  "src/generated/stated-config.ts": statedConfig,
};

/** Every such file: its path, and its text as it has to be. */
export const GENERATED: readonly (readonly [path: string, make: () => string])[] = Object.entries(FILES).map(
  ([path, make]) => [path, () => (/\.(ts|json)$/.test(path) ? formatted(path, make()) : make())],
);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const [path, make] of GENERATED) writeFileSync(root(path), make());
