// Declares every command for users once, with its arguments and options. Usage, help and docs/reference/commands.md are
// made from these declarations. A command's code is loaded when it runs.
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Argument, Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { applyOptions, collect, parseAddress, parseDay, parseEnvironment } from "./shared/arguments.ts";
import { root } from "./shared/bundle.ts";
import { complain, loadAndRun } from "./shared/command-line.ts";
import { parsePort, REEVE_PORT, TENANT_PORT } from "./start/ports.ts";

const { scripts }: { readonly scripts: object } = JSON.parse(readFileSync(root("package.json"), "utf8"));

/** Returns the command line of a command: common commands have an npm script of the same name. */
export const shellWords = (name: string): string =>
  Object.hasOwn(scripts, name) ? `npm run ${name}` : `npm run reeve -- ${name}`;

const commandUsage = (of: CommandUnknownOpts): string => {
  const words = shellWords(of.name());
  return `${words}${words.includes(" -- ") ? "" : " --"} ${of.parent ? of.usage() : "<command> [...]"}`;
};

export const program = new Command("reeve")
  .description("Runs a command. The most common ones are also npm scripts, such as npm run doctor.")
  .option("--env <name>", "an environment other than production (docs/live/deploy.md)", parseEnvironment)
  .helpCommand(false)
  .exitOverride()
  .configureHelp({
    showGlobalOptions: true,
    subcommandTerm: (of) => of.name(),
    commandUsage,
    visibleCommands,
  })
  .configureOutput({
    outputError: (text) =>
      complain(text.replace(/^error: (.)/, (_, first: string) => first.toUpperCase()).trim()),
  })
  .addHelpText("afterAll", "\nExit code: 0 for success, 1 for an error or a failed check, 2 for wrong usage.")
  .hook("preAction", (_, of) => applyOptions(of.optsWithGlobals()));

/**
 * The file that declares the commands for work on Reeve itself. The recordings that `demo` and `send` use are also in
 * test/.
 */
const inTest = root("test/commands.ts");
const hasTest = existsSync(inTest);
const absent = new Command();
const missing = hasTest
  ? ""
  : "\nThe commands demo and send, and the commands for work on Reeve itself, need the folder test/, which is missing.";

/**
 * Adds a command, unless the command needs test/ and that folder is missing.
 * @param line The command's line in the list of commands
 * @param about The command's help. @default `line`
 */
export const command = (name: string, line: string, about = line) =>
  (hasTest || !["demo", "send"].includes(name) ? program : absent)
    .command(name)
    .summary(line)
    .description(about);

const address = new Option("--reeve <url>", "address of Reeve (default: REEVE_URL, or the local stack)");
address.argParser(parseAddress);
const port = new Option("--port <number>", `port of the local stack (default: PORT, or ${REEVE_PORT})`);
port.argParser(parsePort);
const since = new Option("--since <time>", "events since an age (30d) or an ISO date or time").default("30d");
const json = new Option("--json", "prints only JSON to stdout");
const jsonLines = new Option("--json", "prints log lines unchanged, as JSON");
const yes = new Option("--yes", "continues without asking");
const SIGN_IN = "\nA deployed Reeve needs CF_ACCESS_TOKEN, which `cloudflared access token` prints.";

program.commandsGroup("Try it:");
command("start", "runs Reeve and the embedded tenant locally, until Ctrl-C")
  .addOption(port)
  .option("--sample", "also sends the recordings, so that the console shows a full day's work")
  .addOption(jsonLines)
  .addHelpText("after", "\nThe tenant is on the port after Reeve's.")
  .action(loadAndRun(() => import("./start/start.ts")));
command("demo", "plays the main scenario end to end, and checks each step")
  .option("--chaos", "uses a tenant that is slow, strict and unusual (docs/contribute/tenant.md)")
  .action(loadAndRun(() => import("./demo/demo.ts")));
command("send", "sends recorded deliveries, and shows the results")
  .argument("[sender]", "a sender that --list shows")
  .argument("[recording]", "a recording that --list shows for the sender")
  .option("--list", "lists all recordings and buttons, with the result of each in the local stack")
  .option("--on <day>", "the delivery's effective day, such as 2026-12-20 (default: yesterday)", parseDay)
  .option("--again", "sends the delivery twice, as after a lost response; nothing is done twice")
  .option("--secret <text>", "the secret to sign with (default: the local stack's)")
  .option("--as <email>", "the person who clicks in Teams", "nora.field@example.com")
  .addOption(address)
  .addOption(port)
  .addOption(json)
  .action(loadAndRun(() => import("./send/send.ts")));
command("tenant", "runs only the embedded tenant, until Ctrl-C")
  .option("--port <number>", "the port that the tenant listens on", parsePort, TENANT_PORT)
  .action(loadAndRun(async () => ({ default: (await import("./start/stack.ts")).runTenant })));

program.commandsGroup("Set it up:");
command(
  "init",
  "asks how to set up your tenant and a first automation",
  `Asks for an API credential of your tenant, your email, and a delivery from your ticketing or HR system. Shows the
changes to src/config.ts and .dev.vars, writes them with one automation in dry run, and plays the delivery to that
automation. It does not ask for values that are already in the environment or .dev.vars.`,
)
  .option("--delivery <file>", "a file with the body of a delivery, from its sender's delivery log")
  .action(loadAndRun(() => import("./init/init.ts")));
command("new", "writes a new automation, action, system or operation")
  .addArgument(new Argument("<kind>").choices(["automation", "action", "system", "operation"]))
  .argument("<name>", "a name for the code in src/own: review-new-owners, kiosk.close or acme, for example")
  .action(loadAndRun(() => import("./new/new.ts")));
command("doctor", "checks configuration, variables and credentials")
  .option("--reeve <url>", "shows the findings of a running Reeve instead", parseAddress)
  .addOption(json)
  .action(loadAndRun(() => import("./doctor/doctor.ts")));
command(
  "probe",
  "reports how a governance service departs from its contract",
  `Reads from the service of GOVERNANCE_CLIENT_ID in under a minute, and reports its departures from the contract:
properties, types, paging and errors. The report contains no values from responses, except unknown enumeration values.
With --spec, it makes no calls, and compares the contract and the embedded tenant with an OpenAPI description.`,
)
  .option("--tool <app/connector/id>", "an MCP tool to read, because the API can't list tools")
  .option("--spec <file>", "an OpenAPI description (JSON) to compare with, instead of a service")
  .addOption(json)
  .action(loadAndRun(() => import("./probe/probe.ts")));

program.commandsGroup("Change it:");
command(
  "backtest",
  "shows how changed settings or code affect recorded events",
  `Plans recorded events again, and sends nothing. A named automation's plans are compared with the recorded runs.
By default, plans under src/config.ts are compared with plans under earlier settings. --as-recorded uses recorded reads.
With --now, a running Reeve shows what a named automation would do now, and for whom.${SIGN_IN}`,
)
  .argument("[automation]")
  .option("--against <commit or file>", "the earlier settings (default: HEAD)")
  .option("--all", "prints every event that differs (default: the first three of each kind)")
  .option("--now", "plans for current people or objects instead of recorded events")
  .option("--as-recorded", "compares with the recorded results, using the reads recorded with each run")
  .addOption(since)
  .addOption(address)
  .addOption(port)
  .addOption(json)
  .action(loadAndRun(() => import("./backtest/backtest.ts")));
command("deploy", "deploys this tree to Cloudflare, and shows the next steps")
  .option("--secrets-file <file>", "sets the Worker's secrets from NAME=value lines, and keeps the others")
  .option("--even-so", "deploys even if unfinished runs would break")
  .option("--dry-run", "prints what it would create, and which settings would change, and changes nothing")
  .action(loadAndRun(() => import("./deploy/deploy.ts")));

program.commandsGroup("Operate it:");
command(
  "person",
  "exports or erases the data about a person",
  `export prints all data about a person as JSON, with its location and retention period. erase counts that data, asks
for confirmation, and erases it: docs/trust/security.md lists the data that remains.${SIGN_IN}`,
)
  .addArgument(new Argument("<what>").choices(["export", "erase"]))
  .argument("<email>")
  .option("--name <names>", "further full names of the person, separated by semicolons")
  .option("--reason <text>", "the reason, recorded in the audit trail without the person's name")
  .addOption(yes)
  .addOption(address)
  .addOption(port)
  .action(loadAndRun(() => import("./person/person.ts")));
command(
  "inventory:import",
  "adds the entries of a CSV file to the inventory",
  `Adds the entries of a CSV file to the inventory: docs/set-up/automations.md#the-inventory lists the columns.${SIGN_IN}`,
)
  .argument("<file>")
  .option("--check", "reports the changes without making them")
  .option(
    "--reason <text>",
    'reason for the import, recorded in the audit trail (default: "imported from <file>")',
  )
  .addOption(address)
  .addOption(port)
  .action(loadAndRun(() => import("./inventory-import/import.ts")));
command(
  "audit:verify",
  "verifies an export of the audit trail, offline",
  "Verifies exported files offline, as docs/trust/evidence.md describes. Each option can be repeated.",
)
  .argument("<file>", "an export of /api/audit.ndjson")
  .option("--key <x>", "a public key: a value of x in /api/evidence/keys", collect(String))
  .option("--checkpoints <file>", "/api/checkpoints.ndjson, or stored checkpoints", collect(String))
  .option("--receipts <file>", "/api/receipts.ndjson, or a receipt", collect(String))
  .action(loadAndRun(() => import("./audit-verify/audit-verify.ts")));

program
  .option("--all-commands", "also lists the commands for work on Reeve itself")
  .commandsGroup("Work on Reeve itself:");
const forUsers = new Set(program.commands);
if (hasTest) (await import(pathToFileURL(inTest).href)).declareCommands(command);
program.addHelpText("after", missing);
for (const one of [program, ...program.commands])
  one.showHelpAfterError(
    `\nUsage: ${commandUsage(one)}\nMore: npm run reeve -- ${one === program ? "" : `${one.name()} `}--help${one === program ? missing : ""}`,
  );

/**
 * Lists the commands that the help shows, without the commands for work on Reeve itself unless `--all-commands` is
 * given.
 */
function visibleCommands(of: CommandUnknownOpts): CommandUnknownOpts[] {
  return of.commands.filter(
    (one) => of !== program || forUsers.has(one) || process.argv.includes("--all-commands"),
  );
}
