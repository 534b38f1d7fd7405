// `npm run generate` writes the files that are made from code and checked in.
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { variables } from "../../env.ts";
import { ownVariables } from "../../own/env.ts";
import { sources } from "../../systems/index.ts";
import { TicketMessage } from "../../systems/reading/ticket-message.ts";
import { WorkerNotice } from "../../systems/reading/worker.ts";
import { ServiceNowRecord } from "../../systems/servicenow.ts";
import { root } from "../shared/bundle.ts";
import { command, readOptions } from "../shared/command-line.ts";
import { formatted } from "../shared/text.ts";
import { settingTables, settingTexts, statedConfig } from "./settings.ts";

/** A page with new text between its marks. @throws Error without the marks */
function marked(page: string, mark: string, text: string): string {
  const between = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  if (!between.test(page)) throw new Error(`docs/reference.md has no place marked <!-- ${mark} -->`);
  return page.replace(between, (_, begin: string, end: string) => `${begin}${text}\n${end}`);
}

const schema = (of: z.ZodType): string => JSON.stringify(z.toJSONSchema(of, { io: "input" }), null, 2);

const unmarked = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");

const senderSecrets: ReadonlySet<string> = new Set(
  Array.from(sources.values(), ({ secretVariable }) => secretVariable),
);

/** The variables of what is delivered: a release may change the files that are made from these alone. */
const delivered = variables().filter(({ name }) => !Object.hasOwn(ownVariables, name));

/** The table of docs/reference.md without senders' secrets, which its table of senders has. */
const variableTable = [
  "| Name | Meaning | If not set |",
  "| - | - | - |",
  ...delivered
    .filter(({ name }) => !senderSecrets.has(name))
    .map(
      ({ name, secret, says, default: usual, unset }) =>
        `| \`${name}\`${secret ? " (secret)" : ""} | ${says} | ${usual === undefined ? unset : `\`${usual}\``} |`,
    ),
].join("\n");

const given = delivered.filter(({ name }) => name !== "LOCAL_STACK");

/** The content of `.dev.vars.example`: every variable that the local stack does not set. */
const devVarsExample = [
  "# Copy to .dev.vars to run the local stack with values of your own: `npm start` reads it, git ignores it.",
  "# On a deployment each of these is a secret: npx wrangler secret put NAME",
  "# The local stack needs none of them: it makes a tenant credential and known webhook secrets by itself.",
  "# Made from src/env.ts, by `npm run generate`.",
  ...Array.from(Map.groupBy(given, ({ of }) => of)).flatMap(([of, ones]) => [
    "",
    `# --- ${of} ---`,
    ...ones.map(({ name, secret, says, like }) => {
      const example = secret || like.includes("<") ? "" : like;
      return `# ${unmarked(says)}\n# ${name}=${example}`;
    }),
  ]),
  "",
].join("\n");

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

/** The generated files: their paths and texts. */
export const GENERATED: readonly (readonly [path: string, make: () => string])[] = Object.entries(FILES).map(
  ([path, make]) => [path, () => (/\.(ts|json)$/.test(path) ? formatted(path, make()) : make())],
);

const USAGE = "usage: npm run generate";

if (import.meta.main)
  await command(USAGE, async (args) => {
    readOptions(args, {});
    for (const [path, make] of GENERATED) writeFileSync(root(path), make());
    return 0;
  });
