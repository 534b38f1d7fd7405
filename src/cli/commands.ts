// Declares every command for users once, with its arguments and options; usage, help and docs/commands.md are made from
// this. A command's code is loaded when it runs.
import { existsSync } from "node:fs";
import { Argument, Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { applyOptions, collect, parseAddress, parseDay, parseEnvironment } from "./shared/arguments.ts";
import { root } from "./shared/bundle.ts";
import { complain, loadAndRun } from "./shared/command-line.ts";
import { parsePort, REEVE_PORT, TENANT_PORT } from "./start/ports.ts";

const commandUsage = (of: CommandUnknownOpts): string =>
  `npm run ${of.name()} -- ${of.parent ? of.usage() : "<command> [...]"}`;

export const program = new Command("reeve")
  .description("A command is an npm script, too: npm run doctor. Each has --help.")
  .option("--env <name>", "another environment than production: docs/operations.md", parseEnvironment)
  .helpCommand(false)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true, subcommandTerm: (of) => of.name(), commandUsage })
  .configureOutput({
    outputError: (text) =>
      complain(text.replace(/^error: (.)/, (_, first: string) => first.toUpperCase()).trim()),
  })
  .addHelpText("afterAll", "\nExit code: 0 well; 1 it failed, or what it checked is not well; 2 wrong usage.")
  .hook("preAction", (_, of) => applyOptions(of.optsWithGlobals()));

/** The commands for work on Reeve itself are in test/, as are the recordings that `demo` and `send` use. */
const inTest = root("test/commands.ts");
const hasTest = existsSync(inTest);
const absent = new Command();
const missing = hasTest
  ? ""
  : "\nThe commands demo and send, and those to work on Reeve itself, need the folder test/, which is missing.";

/**
 * Adds a command, unless it needs test/ and that folder is missing. @param about Its help. @default its line in the
 * list
 */
export const command = (name: string, line: string, about = line) =>
  (hasTest || !["demo", "send"].includes(name) ? program : absent)
    .command(name, { hidden })
    .summary(line)
    .description(about);

let hidden = false;

const address = new Option("--reeve <url>", "address of the Reeve (default: REEVE_URL, or the local stack)");
address.argParser(parseAddress);
const port = new Option("--port <number>", `port of the local stack (default: PORT, or ${REEVE_PORT})`);
port.argParser(parsePort);
const since = new Option("--since <time>", "30d, 12h, 90m, or an ISO date or time").default("30d");
const json = new Option("--json", "prints JSON, and nothing else, to stdout");
const jsonLines = new Option("--json", "prints log lines as they are written, as JSON");
const yes = new Option("--yes", "goes on without asking");
const SIGN_IN = "\nA deployed Reeve needs CF_ACCESS_TOKEN: what `cloudflared access token` prints.";

program.commandsGroup("Try it:");
command("start", "runs Reeve and the embedded tenant here, until Ctrl-C")
  .addOption(port)
  .addOption(jsonLines)
  .addHelpText("after", "\nThe tenant is on the port after Reeve's.")
  .action(loadAndRun(() => import("./start/start.ts")));
command("demo", "plays the main job end to end, and checks each step")
  .option("--chaos", "on a tenant that is slow, strict and strange: docs/tenant.md")
  .action(loadAndRun(() => import("./demo/demo.ts")));
command("send", "sends recorded deliveries, and shows what comes of them")
  .argument("[sender]", "as --list names it")
  .argument("[recording]", "as --list names it")
  .option("--list", "names all recordings, with what comes of each in the local stack")
  .option("--on <day>", "the day that it takes effect: 2026-12-20 (default: yesterday)", parseDay)
  .option("--again", "sends it twice, as if the first got no answer: nothing is done twice")
  .option(
    "--press <button>",
    "a button of Slack's answer; may be repeated, for the next one",
    collect(String),
  )
  .option("--secret <text>", "what its sender signs with (default: the local stack's)")
  .addOption(address)
  .addOption(port)
  .addOption(json)
  .action(loadAndRun(() => import("./send/send.ts")));
command("tenant", "runs the embedded tenant alone, until Ctrl-C")
  .option("--port <number>", "where it listens", parsePort, TENANT_PORT)
  .action(loadAndRun(() => import("./start/tenant.ts")));

program.commandsGroup("Set it up:");
command(
  "init",
  "sets up your tenant and a first automation, by questions",
  `Asks for an API credential of your tenant, your email, and a delivery of your ticketing or HR system. Shows how
src/config.ts and .dev.vars change, writes that with one automation in dry run, and plays the delivery to it. What the
environment or .dev.vars has is not asked for.`,
)
  .option("--delivery <file>", "the body of a delivery, as its sender's log of deliveries has it")
  .action(loadAndRun(() => import("./init/init.ts")));
command("new", "writes your own automation, action, system or operation")
  .addArgument(new Argument("<kind>").choices(["automation", "action", "system", "operation"]))
  .argument("<name>", "in src/own, with its test: review-new-owners, kiosk.close or acme, for example")
  .action(loadAndRun(() => import("./new/new.ts")));
command("doctor", "examines configuration, variables and credentials")
  .addOption(json)
  .action(loadAndRun(() => import("./doctor/doctor.ts")));
command(
  "probe",
  "says where a governance service departs from its contract",
  `Reads from the service of GOVERNANCE_CLIENT_ID, in under a minute, and says where it departs from the contract: members,
types, paging and errors. The report has no values of answers: it may be attached to an issue. With --spec it
calls nothing, and compares contract and embedded tenant with a published OpenAPI description.`,
)
  .option("--tool <app/connector/id>", "an MCP tool to look at; the API has no list of them")
  .option("--spec <file>", "an OpenAPI description (JSON) to compare with, instead of a service")
  .addOption(json)
  .action(loadAndRun(() => import("./probe/probe.ts")));

program.commandsGroup("Change it:");
command(
  "backtest",
  "says what changed settings or code do to recorded events",
  `Plans recorded events again, and sends nothing: with an automation's name by the code that is here, beside what was
done; without one by src/config.ts, beside earlier settings. With --as-recorded it reads what was read then, and not what is there now.`,
)
  .argument("[automation]")
  .option("--against <commit or file>", "the settings before (default: HEAD)")
  .option("--all", "prints every event that differs (default: the first of each kind)")
  .option("--as-recorded", "compares with the record, from what was read then")
  .addOption(since)
  .addOption(address)
  .addOption(port)
  .addOption(json)
  .action(loadAndRun(() => import("./backtest/backtest.ts")));
command(
  "preview",
  "says whom and what an automation would act on now",
  `Has a Reeve plan with reads alone: docs/automations.md says what it does not know.${SIGN_IN}`,
)
  .argument("<automation>")
  .option("--parts <n>", "stops after so many parts of ten people", Number, 10)
  .option("--cursor <next>", "goes on after an earlier preview")
  .addOption(address)
  .addOption(port)
  .addOption(json)
  .action(loadAndRun(() => import("./preview/preview.ts")));
command("deploy", "brings this tree to Cloudflare, and says how to go on")
  .option("--secrets-file <file>", "sets the Worker's secrets from lines NAME=value; the others stay")
  .option("--even-so", "deploys although unfinished runs would break")
  .action(loadAndRun(() => import("./deploy/deploy.ts")));

program.commandsGroup("Operate it:");
command("tail", "shows the log of a deployment, until Ctrl-C")
  .addOption(address)
  .addOption(jsonLines)
  .action(loadAndRun(() => import("./tail/tail.ts")));
command(
  "runs",
  "makes one decision for many runs",
  `Says what a decision comes to and asks, then makes it for each run that matches.${SIGN_IN}
Or a service token (CF_ACCESS_CLIENT_ID, CF_ACCESS_CLIENT_SECRET), which may retry, hasten and resume.`,
)
  .optionsGroup("The decision, one of:")
  .option("--retry")
  .option("--hasten")
  .option("--resume")
  .option("--approve")
  .option("--deny")
  .option("--cancel")
  .option("--put-away")
  .optionsGroup("The runs, filtered as the console's list is:")
  .option("--state <state>")
  .option("--automation <name>")
  .option("--source <name>")
  .option("--since <time>")
  .option("--until <time>")
  .option("--requester <text>")
  .option("--subject <text>")
  .option("--q <text>", "words to find")
  .option("--why <reason>", "of a failure, with … for whatever stands there")
  .optionsGroup("Options:")
  .option("--reason <text>", "why; kept in the audit trail")
  .addOption(yes)
  .addOption(address)
  .addOption(port)
  .addOption(json)
  .action(loadAndRun(() => import("./runs/runs.ts")));
command(
  "person",
  "shows or erases what is held about somebody",
  `export prints all that is held about somebody as JSON, with where it lies and how long it is kept. erase says what that
is, asks, and erases it: docs/security.md says what stays.${SIGN_IN}`,
)
  .addArgument(new Argument("<what>").choices(["export", "erase"]))
  .argument("<email>")
  .option("--name <names>", "full names of theirs that Reeve does not know, with semicolons between them")
  .option("--reason <text>", "why they are erased; kept in the audit trail, without their name")
  .addOption(yes)
  .addOption(address)
  .addOption(port)
  .action(loadAndRun(() => import("./person/person.ts")));
command(
  "inventory:import",
  "adds the entries of a CSV file to the inventory",
  `Adds the entries of a CSV file to the inventory: docs/automations.md#the-inventory has the columns.${SIGN_IN}`,
)
  .argument("<file>")
  .option("--check", "says what would change, and changes nothing")
  .option("--reason <text>", 'why; kept in the audit trail (default: "imported from <file>")')
  .addOption(address)
  .addOption(port)
  .action(loadAndRun(() => import("./inventory-import/import.ts")));
command(
  "audit:verify",
  "verifies an export of the audit trail, offline",
  "Verifies what was exported, without asking Reeve: docs/evidence.md. Each option may be repeated.",
)
  .argument("<file>", "an export of /api/audit.ndjson")
  .option("--key <x>", "a public key: the x of /api/evidence/keys", collect(String))
  .option("--checkpoints <file>", "/api/checkpoints.ndjson, or kept checkpoints", collect(String))
  .option("--receipts <file>", "/api/receipts.ndjson, or a receipt", collect(String))
  .action(loadAndRun(() => import("./audit-verify/audit-verify.ts")));

program
  .option("--all", "lists the commands that work on Reeve itself, too")
  .commandsGroup("Work on Reeve itself:");
hidden = !process.argv.includes("--all");
if (hasTest) (await import(inTest)).declareCommands(command);
program.addHelpText("after", missing);
for (const one of [program, ...program.commands])
  one.showHelpAfterError(
    `\nUsage: ${commandUsage(one)}\nMore: npm run ${one.name()} -- --help${one === program ? missing : ""}`,
  );
