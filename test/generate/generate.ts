// `npm run generate`: writes the checked-in files that are made from code.
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { automations } from "../../src/automations/index.ts";
import { program, shellWords } from "../../src/cli/commands.ts";
import { ENDINGS } from "../../src/cli/send/deliver.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { type ExitCode, formatted } from "../../src/cli/shared/command-line.ts";
import { variables } from "../../src/env.ts";
import { formatSchedule } from "../../src/kit/schedule.ts";
import { ownAutomations } from "../../src/own/automations/index.ts";
import { ownVariables } from "../../src/own/env.ts";
import { ownSystems } from "../../src/own/systems/index.ts";
import { CHOICES, type DecisionFor, findRole } from "../../src/policy/acts.ts";
import { DIFFERENCES } from "../../src/sandbox/tenant/switches/differences.ts";
import { hookPath, sources, systems } from "../../src/systems/index.ts";
import { TicketMessage } from "../../src/systems/reading/ticket.ts";
import { WorkerNotice } from "../../src/systems/reading/worker.ts";
import { ServiceNowRecord } from "../../src/systems/servicenow.ts";
import { actionSections } from "./actions.ts";
import { costTable } from "./cost.ts";
import { kitTable } from "./kit.ts";
import { settingTables, statedConfig } from "./settings.ts";

/** Returns a page with new text between its marks. @throws Error if the marks are missing */
function marked(page: string, mark: string, text: string): string {
  const between = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  if (!between.test(page)) throw new Error(`the page has no place marked <!-- ${mark} -->`);
  return page.replace(between, (_, begin: string, end: string) => `${begin}${text}\n${end}`);
}

const schema = (of: z.ZodType): string => JSON.stringify(z.toJSONSchema(of, { io: "input" }), null, 2);

const unmarked = (text: string): string =>
  text
    .replace(/ \(\[(?:how|why)\]\([^)]*\)\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "");

const senderSecrets: ReadonlySet<string> = new Set(
  Array.from(sources.values(), ({ secretVariable }) => secretVariable),
);

/** The variables of Reeve itself. Only they may appear in generated files that a release changes. */
const delivered = variables().filter(({ name }) => !Object.hasOwn(ownVariables, name));

/**
 * The table of variables in docs/reference/settings.md, without senders' secrets, which are in its table of senders.
 */
const variableTable = [
  "| Name | Meaning | If not set |",
  "| - | - | - |",
  ...delivered
    .filter(({ name }) => !senderSecrets.has(name))
    .map(
      ({ name, secret, meaning, default: usual, ifUnset }) =>
        `| \`${name}\`${secret ? " (secret)" : ""} | ${meaning} | ${usual === undefined ? ifUnset : `\`${usual}\``} |`,
    ),
].join("\n");

const given = delivered.filter(({ name }) => name !== "LOCAL_STACK");

/** The content of `.dev.vars.example`: every variable that the local stack does not set. */
const devVarsExample = [
  "# Copy to .dev.vars to run the local stack with values of your own: `npm start` reads it, git ignores it.",
  "# On a deployment: npx wrangler secret put NAME, or for what is no secret `[vars]` of wrangler.toml.",
  "# The local stack needs none of them: it makes a tenant credential and known webhook secrets by itself.",
  "# Made from src/env.ts, by `npm run generate`.",
  ...Array.from(Map.groupBy(given, ({ owner: of }) => of)).flatMap(([of, ones]) => [
    "",
    `# --- ${of} ---`,
    ...ones.map(({ name, secret, meaning, example }) => {
      const value = secret || example.includes("<") ? "" : example;
      return `# ${unmarked(meaning)}\n# ${name}=${value}`;
    }),
  ]),
  "",
].join("\n");

/** The list of docs/reference/commands.md: the help of each command, by group. */
const commandList = Array.from(Map.groupBy(program.commands, (one) => one.helpGroup()))
  .flatMap(([group, ones]) => [
    `## ${group.replace(":", "")}`,
    ...ones.map((one) => {
      const lines: string[] = [];
      const writeOut = (text: string) => lines.push(text);
      one.configureOutput({ writeOut, getOutHelpWidth: () => 100, getOutHasColors: () => false });
      one.outputHelp();
      const help = lines.join("").replace(/\nGlobal Options:\n(?: .+\n)+|\nExit code: .*\n/g, "");
      return `### \`${shellWords(one.name())}\`\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\``;
    }),
  ])
  .join("\n\n");

/** The table of docs/set-up/automations.md: each automation with its purpose and trigger. */
const automationTable = [
  "| Automation | Purpose | Trigger |",
  "|-|-|-|",
  ...Array.from(automations.values())
    .filter((one) => !ownAutomations.includes(one))
    .map(({ name, description, on }) => {
      const trigger =
        typeof on === "object" && "expression" in on ? formatSchedule(on) : `\`${[on].flat().join("`, `")}\``;
      return `| \`${name}\` | ${description} | ${trigger} |`;
    }),
].join("\n");

/** The table of src/sandbox/tenant/README.md: how a tenant differs from the specification by default. */
const differenceTable = [
  "| Switch | As delivered |",
  "|-|-|",
  ...Object.entries(DIFFERENCES).map(([name, sentence]) => `| \`${name}\` | ${sentence} |`),
].join("\n");

const WHO: Readonly<Record<DecisionFor, string>> = {
  requester: "the requester",
  second_person: "neither a requester nor an affected user",
  owner: "an owner of the follow-up",
  owner_or_operator: "an owner of the follow-up, or an operator",
  anyone: "",
};

/** The table of docs/set-up/people.md: each decision with its names, its people and its consequence. */
const actTable = [
  "| Button | API | Role | Only by | Result |",
  "|-|-|-|-|-|",
  ...CHOICES.map(
    ({ button, decision, verdict, gate, leads }) =>
      `| ${button} | \`${decision}\`${verdict ? `: \`${verdict}\`` : ""} | ${findRole(decision) ?? "any"} | ${WHO[gate]} | ${leads} |`,
  ),
].join("\n");

/** The systems that come with Reeve and send events. */
export const SENDERS = Array.from(systems.values()).filter(
  (system) => system.sources.length > 0 && !ownSystems.includes(system),
);

/** The table of docs/reference/sources.md: each source with its address, secret and page. */
const sourceTable = [
  "| Source | Address | Secret | Deliveries are |",
  "|-|-|-|-|",
  ...SENDERS.flatMap((system) =>
    system.sources.map(
      (source) =>
        `| [\`${source.name}\`](../set-up/senders/${system.name}.md) | \`${hookPath(source)}\` | \`${source.secretVariable}\` | ${source.authentication === "signed" ? "signed" : "unsigned, with the secret"} |`,
    ),
  ),
].join("\n");

/** The features and requirements on a sender's page, made from the declaration of its system, and the next heading. */
function featureTables({ name, sources, replies, findPerson, complete, tickets }: (typeof SENDERS)[number]) {
  const own = delivered.filter((one) => one.owner === name && !senderSecrets.has(one.name));
  const features = Object.entries({
    "replies to the sender with the result": replies,
    "looks up the names and emails of people": findPerson,
    "reads the worker from the system's API before each plan": complete,
    "creates tickets for provisioning": tickets,
  }).flatMap(([feature, isThere]) => (isThere ? [feature] : []));
  const accepted = new Set(
    sources.map(({ authentication }) =>
      authentication === "signed" ? "accepts signed deliveries" : "accepts deliveries with a shared secret",
    ),
  );
  return [
    "## Features\n",
    ...[...accepted, ...features].map((feature) => `- Reeve ${feature}.`),
    "\n## Requirements\n",
    "| Address | Secret, and where to enter it |\n|-|-|",
    ...sources.map((one) => `| \`${hookPath(one)}\` | \`${one.secretVariable}\`: ${one.setUp} |`),
    ...(own.length > 0 ? ["\n| Variable of the API | Meaning |\n|-|-|"] : []),
    ...own.map((one) => `| \`${one.name}\`${one.secret ? " (secret)" : ""} | ${unmarked(one.meaning)} |`),
    "\n## Steps",
  ].join("\n");
}

const ENDS: Record<string, Record<string, string>> = JSON.parse(readFileSync(ENDINGS, "utf8"));

/** The section of a sender's page on how to see that it works, with a recording that starts a run if there is one. */
function checkSection({ sources }: (typeof SENDERS)[number]): string {
  const recordings = sources.flatMap(({ name }) =>
    Object.entries(ENDS[name] ?? {}).map(([recording, end]) => ({ recording: `${name} ${recording}`, end })),
  );
  const shown =
    recordings.find(({ end }) => end.startsWith("leaver waits")) ??
    recordings.find(({ end }) => end !== "ignored");
  return `## How to see that it works\n\n${shown ? `On your machine, \`npm run send -- ${shown.recording}\` sends a recording, and prints \`${shown.end}\`.${shown.end.includes("unclear") ? " This failure is expected: the recorded issue has no field `user`." : ""}\n\n` : ""}${SEE}`;
}

/** The end of "How to see that it works" on each sender's page, and the next heading. */
const SEE = `On the deployment, the console's page **Sources** shows the last delivery's time and fields, and the reasons for rejected deliveries.
\`npm run doctor -- --reeve https://reeve.example.com\` lists sources whose deliveries fail. If nothing arrives, see [a source is silent](../../operate/incident.md#a-source-is-silent).\n\n## What Reeve reads`;

/** The generated parts of pages, by page and mark. */
const MARKED: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "src/sandbox/tenant/README.md": { differences: () => differenceTable },
  "docs/live/cost.md": { cost: costTable },
  "docs/reference/actions.md": { actions: actionSections },
  "docs/reference/commands.md": { commands: () => commandList },
  "docs/reference/kit.md": { kit: kitTable },
  "docs/reference/settings.md": { settings: () => settingTables },
  "docs/reference/sources.md": { sources: () => sourceTable },
  "docs/reference/variables.md": { variables: () => variableTable },
  "docs/set-up/automations.md": { automations: () => automationTable },
  "docs/set-up/people.md": { acts: () => actTable },
  ...Object.fromEntries(
    SENDERS.map((system) => [
      `docs/set-up/senders/${system.name}.md`,
      { features: () => featureTables(system), check: () => checkSection(system) },
    ]),
  ),
};

const FILES: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    Object.entries(MARKED).map(([page, parts]) => [
      page,
      () =>
        Object.entries(parts).reduce(
          (text, [mark, make]) => marked(text, mark, make()),
          readFileSync(root(page), "utf8"),
        ),
    ]),
  ),
  "docs/reference/ticket-message.schema.json": () => schema(TicketMessage),
  "docs/reference/servicenow.schema.json": () => schema(ServiceNowRecord),
  "docs/reference/worker-notice.schema.json": () => schema(WorkerNotice),
  ".dev.vars.example": () => devVarsExample,
  "src/generated/stated-config.ts": statedConfig,
};

/** The generated files, each with its path and a function that makes its text. */
export const GENERATED: readonly (readonly [path: string, make: () => string])[] = Object.entries(FILES).map(
  ([path, make]) => [path, () => (/\.(ts|json)$/.test(path) ? formatted(path, make()) : make())],
);

export default async function (): Promise<ExitCode> {
  for (const [path, make] of GENERATED) writeFileSync(root(path), make());
  return 0;
}
