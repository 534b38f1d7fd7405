// `npm run init`: writes .dev.vars and src/config.ts for a tenant of one's own.
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { confirm, intro, isCancel, outro } from "@clack/prompts";
import * as z from "zod";
import { isTimeZone } from "../../base/days.ts";
import { printable } from "../../base/text.ts";
import { faultOf, type VariableName } from "../../env.ts";
import { askNames, askTenant, type TenantAnswer } from "../doctor/tenant.ts";
import { root } from "../shared/bundle.ts";
import { command, readOptions, UsageError } from "../shared/command-line.ts";
import { devVars, varsFile } from "../shared/dev-vars.ts";
import { type Asker, asker } from "./ask.ts";
import { type ConfigChange, fileText, writeConfig } from "./config-file.ts";
import { askAutomation, askDelivery } from "./delivery.ts";
import { withVariables } from "./dev-vars-text.ts";
import type { FirstAutomation } from "./first-automation.ts";
import { askForm, type FormFlags } from "./form.ts";
import { checkedLine, nameChanges, namesInCsv, withConnectors, wrongNames } from "./names.ts";
import { literal } from "./object-text.ts";
import { play } from "./play.ts";
import { asIfItsDayHadCome, isTicket, isWorker } from "./sample-delivery.ts";
import { type SettingsAnswer, settingsNow } from "./settings.ts";
import { askWorkers, isForWorkers } from "./workers.ts";

/**
 * `npm run init`: tries a credential, reads the tenant and a delivery of one's own, and writes `.dev.vars` and
 * `src/config.ts` with one automation in dry run; then plays the delivery. It may be run again: what is set is the usual
 * answer, and nothing is changed that is not shown before. Exit 0: written, and the automation planned where there was a
 * delivery; 1: not; 2: wrong usage.
 */
const USAGE = `usage: npm run init [-- --delivery delivery.json …]

In a terminal it asks for what is missing. The Client Secret comes from GOVERNANCE_CLIENT_SECRET, in the environment or in
.dev.vars, or is asked for: on a command line others could read it.

  --client-id     of an API credential of your tenant: <random_id>@<hostname>/<use_case>
  --base-url      address of the tenant                    default: the host in the client id
  --email         yours, as the tenant knows it: you will be admin
  --slack         your Slack user id
  --delivery      a file with the body of a delivery of your ticketing or HR system
  --source        where that comes in, if it could be several: jira, jira-automation, servicenow …
  --automation    what to try out                          default: what the delivery is for
  --names         a CSV file of names with ids, as npm run names:import takes it
  --connector     GitHub MCP=<app id>/<connector id>; may be repeated
  --time-zone     IANA name                                default: this machine's
  --no-test       do not play the delivery
  --yes           change the files without asking

Of tickets:
  --project       the project whose tickets count          default: the delivery's
  --form          what the tickets' form is called         default: the delivery's
  --status        what means "go ahead"                    default: the delivery's
  --field         user=customfield_10061: where the form has what the automation reads; may be repeated

Of people who leave or move (leaver, mover), and who join (joiner):
  --review-policy Manager reviews=<id>: who decides in the access review
  --owner         email of who owns the review where the manager is unknown   default: yours
  --days          how many days the review may take                           default: 14
  --rule          department=Platform,connector=GitHub MCP: who becomes an owner of what; also jobTitle, role
The credential of an HR system's API comes from the environment or from .dev.vars, as docs/reference.md#variables has it.`;

const SLACK_USER = /^[UW][A-Z0-9]+$/;

const OPTION = { type: "string" } as const;
const LIST = { type: "string", multiple: true } as const;
const FLAG = { type: "boolean", default: false } as const;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, {
    "client-id": OPTION,
    "base-url": OPTION,
    email: OPTION,
    slack: OPTION,
    delivery: OPTION,
    source: OPTION,
    automation: OPTION,
    project: OPTION,
    form: OPTION,
    status: OPTION,
    field: LIST,
    names: OPTION,
    connector: LIST,
    "review-policy": OPTION,
    owner: OPTION,
    days: OPTION,
    rule: OPTION,
    "time-zone": OPTION,
    "no-test": FLAG,
    yes: FLAG,
  });
  const ask = asker(values.yes);
  if (ask.isTerminal) intro("Reeve: your tenant and your first automation");
  const now = await settingsNow();
  const { credential, tenant, person } = await askCredential(values, now, ask);
  const slack = values.slack ?? (await askSlack(now, person.email, ask));
  const timeZone = zoneFor(values["time-zone"], now.timeZone);
  const names = withConnectors(namesGiven(values.names, now), values.connector);
  const reading = await askDelivery(values, ask);
  const automation = await askAutomation(values, reading, now, ask);
  const first = isForWorkers(automation)
    ? await askWorkers(
        values,
        automation,
        { now, names, reading: reading && isWorker(reading) ? reading : null, admin: person.email },
        ask,
      )
    : await askForm(
        values satisfies FormFlags,
        automation,
        reading && isTicket(reading) ? reading : null,
        now,
        tenant,
        ask,
        names,
      );

  const answers = await askNames(credential, first.names);
  const wrong = wrongNames(answers);
  if (wrong.length > 0) throw new Error(`Nothing was written. The tenant says:\n  ${wrong.join("\n  ")}`);
  ask.say(`  ok  ${checkedLine(answers)}`);

  if (!(await writeVariables({ ...credential, ...first.variables }, ask))) return refused(ask);
  const changes: readonly ConfigChange[] = [
    ...(timeZone === now.timeZone ? [] : [{ path: ["settings", "timeZone"], value: literal(timeZone) }]),
    ...first.changes,
    ...nameChanges(now.names, first.names, answers),
    ...peopleChanges(now, person.email, slack),
  ];
  if (!(await writeConfig(changes, ask))) return refused(ask);
  return tryOut(first, values["no-test"], ask);
});

function refused(ask: Asker): number {
  ask.say("Nothing more was written. Run npm run init again at any time: it begins with what is there.");
  return 1;
}

type Credential = Readonly<Record<string, string>>;

/** Asks for a credential, and for whose email the tenant knows, and tries both. */
async function askCredential(
  flags: { readonly "client-id"?: string; readonly "base-url"?: string; readonly email?: string },
  { people }: SettingsAnswer,
  ask: Asker,
): Promise<{ credential: Credential; tenant: TenantAnswer; person: { email: string; name: string } }> {
  const known: Readonly<Record<string, string | undefined>> = { ...devVars(), ...process.env };
  const fault = (name: VariableName) => (value: string) => faultOf({ [name]: value }, name);
  const clientId = await ask.required({
    flag: "--client-id",
    message: "Client ID of an API credential (in the service: Settings, Developers, Service principals)",
    given: flags["client-id"] ?? known["GOVERNANCE_CLIENT_ID"],
    fault: fault("GOVERNANCE_CLIENT_ID"),
  });
  const secret = await ask.required({
    flag: "GOVERNANCE_CLIENT_SECRET, in the environment or in .dev.vars,",
    message: "Its Client Secret, as it was shown once",
    given: known["GOVERNANCE_CLIENT_SECRET"],
    secret: true,
    fault: fault("GOVERNANCE_CLIENT_SECRET"),
  });
  const baseUrl = await askBaseUrl(
    clientId,
    flags["base-url"] ?? known["GOVERNANCE_BASE_URL"],
    ask,
    fault("GOVERNANCE_BASE_URL"),
  );
  const credential = {
    GOVERNANCE_CLIENT_ID: clientId,
    GOVERNANCE_CLIENT_SECRET: secret,
    ...(baseUrl !== null && { GOVERNANCE_BASE_URL: baseUrl }),
  };
  ask.say("Trying the credential …");
  const tenant = await askTenant(credential, []);
  for (const { is, what, detail } of tenant.findings)
    if (is !== "unused") ask.say(printable(`  ${is === "problem" ? "PROBLEM" : "ok"}  ${what}: ${detail}`));
  const wrong = tenant.findings.find((finding) => finding.is === "problem");
  if (wrong?.is === "problem") throw new Error(`Nothing was written. ${wrong.fix}.`);
  for (const line of seenLines(tenant)) ask.say(printable(`  ok  ${line}`));

  let given = flags.email;
  const [admin, another] = people.flatMap(({ email, roles }) =>
    roles.includes("admin") && email ? email : [],
  );
  for (;;) {
    const email = await ask.required({
      flag: "--email",
      message: "Your email, as the tenant knows it: you will be admin",
      given,
      usual: another === undefined ? admin : undefined,
      fault: (text) => (z.email().safeParse(text).success ? null : "is not an email address"),
    });
    const [found] = (await askTenant(credential, [email])).people;
    if (found && found.name !== null) {
      ask.say(printable(`  ok  people: ${email} is ${found.name}`));
      return { credential, tenant, person: { email, name: found.name } };
    }
    const why = found?.fault ?? "the tenant can't be asked";
    if (!ask.isTerminal) throw new Error(`Nothing was written. --email ${email}: ${why}.`);
    ask.say(printable(`  ${why}`));
    given = undefined;
  }
}

/** The address of the tenant, which is asked for where the client id names no host that can be found. */
async function askBaseUrl(
  clientId: string,
  given: string | undefined,
  ask: Asker,
  fault: (url: string) => string | null,
): Promise<string | null> {
  const isPublic = /@[^/@:]+\.[^/@:]+\//.test(clientId);
  const question = {
    flag: "--base-url",
    message: "Address of the tenant, as http://localhost:8788",
    given,
    fault,
  };
  return given || !isPublic ? ask.required(question) : null;
}

/** What the tenant shows of itself. */
function seenLines({ seen }: TenantAnswer): string[] {
  if (!seen) return [];
  const apps = seen.apps.map(({ id, users }) => `${id} (${users})`).join(", ");
  const servers = seen.servers?.slice(0, 5).join(", ");
  return [
    `users: ${seen.more ? "more than " : ""}${seen.users}`,
    ...(apps === "" ? [] : [`ids of apps that users have accounts in: ${apps}`]),
    seen.servers
      ? `catalogue of MCP servers: ${seen.servers.length}${servers ? `, as ${servers}` : ""}`
      : "catalogue of MCP servers: this credential may not read it",
  ];
}

/** The Slack id of who is to be admin, once. */
async function askSlack({ people }: SettingsAnswer, email: string, ask: Asker): Promise<string | null> {
  const known = people.find((one) => one.email?.toLowerCase() === email.toLowerCase());
  if (known) return known.slack ?? null;
  return ask.optional({
    flag: "--slack",
    message: "Your Slack user id (profile, ⋮, Copy member ID); leave empty without Slack",
    fault: (id) => (SLACK_USER.test(id) ? null : "a Slack user id looks like U012ABCDEF"),
  });
}

/** The zone that is set, where it was chosen; else this machine's. */
function zoneFor(given: string | undefined, now: string): string {
  if (given !== undefined && !isTimeZone(given))
    throw new UsageError(`--time-zone ${given}: is not an IANA time zone (example: Europe/Berlin)`);
  return given ?? (now === "UTC" ? Intl.DateTimeFormat().resolvedOptions().timeZone : now);
}

function namesGiven(path: string | undefined, { names }: SettingsAnswer): SettingsAnswer["names"] {
  if (path === undefined) return names;
  try {
    return namesInCsv(names, readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`--names ${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Puts somebody into the list of people as admin, who is not in it. */
function peopleChanges({ people }: SettingsAnswer, email: string, slack: string | null): ConfigChange[] {
  if (slack !== null && !SLACK_USER.test(slack))
    throw new UsageError(`--slack ${slack}: a Slack user id looks like U012ABCDEF`);
  if (people.some((one) => one.email?.toLowerCase() === email.toLowerCase())) return [];
  const entry = { email, ...(slack && { slack }), roles: ["admin"] };
  return [{ path: ["people"], element: literal(entry) }];
}

/** Writes `.dev.vars`, and says what changes in it. @returns whether it is as it should be */
async function writeVariables(variables: Credential, ask: Asker): Promise<boolean> {
  const path = root(varsFile());
  const before = fileText(path);
  const after = withVariables(before, variables);
  if (after === before) return true;
  const set = devVars();
  const replaced = Object.keys(variables).filter(
    (name) => set[name] !== undefined && set[name] !== variables[name],
  );
  if (replaced.length > 0 && !(await ask.agree(`Replace ${replaced.join(", ")} in ${varsFile()}?`)))
    return false;
  writeFileSync(path, after, { mode: 0o600 });
  chmodSync(path, 0o600);
  ask.say(`written: ${varsFile()}, which only you can read`);
  return true;
}

/** Plays the delivery against what was written, and says how to go on. */
async function tryOut(
  { reading, automation }: FirstAutomation,
  without: boolean,
  ask: Asker,
): Promise<number> {
  const next = `Next:
  npm run doctor     what is still missing, and what the credential has to be allowed
  npm start          Reeve on your tenant, on this machine; ${automation} only plans (policy.dryRun)
  docs/senders.md    how to set up ${reading?.system ?? "your ticketing or HR system"} so that its deliveries come in`;
  const end = (text: string) => (ask.isTerminal ? outro(text) : ask.say(`\n${text}`));
  if (!reading || without) {
    end(
      `${reading ? "" : "Run it again with --delivery to see what the automation makes of a delivery of yours.\n"}${next}`,
    );
    return 0;
  }
  ask.say(
    `\nPlaying your delivery, signed as ${reading.source.name} signs, on your tenant; nothing is changed there …`,
  );
  const [onItsDay, day] = asIfItsDayHadCome(reading, Date.now());
  if (day !== null) ask.say(`  It takes effect on ${day}; it is played as if that day had come.`);
  const played = await play(onItsDay, automation);
  try {
    ask.say(`  ${automation}: ${played.outcome}`);
    for (const line of played.lines) ask.say(`    ${line}`);
    if (played.outcome === "plans nothing")
      ask.say(
        "  Correct src/config.ts, or run npm run init again with other answers; names: npm run names:import.",
      );
    if (ask.isTerminal) {
      ask.say(`  ${played.page}`);
      const look = await confirm({
        message: "Keep that Reeve running, to look at this page?",
        initialValue: false,
      });
      if (!isCancel(look) && look) await interrupted(ask);
    }
  } finally {
    await played.stop();
  }
  end(next);
  return played.outcome === "plans nothing" ? 1 : 0;
}

async function interrupted(ask: Asker): Promise<void> {
  ask.say("Running until Ctrl-C …");
  await new Promise<void>((resolve) => void process.once("SIGINT", () => resolve()));
}
