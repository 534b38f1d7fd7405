// `npm run init`: sets up .dev.vars and src/config.ts for the user's own tenant, by asking questions in a terminal. The
// command can be repeated: present values are kept, or offered as answers.

import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { intro, outro } from "@clack/prompts";
import * as z from "zod";
import { printable } from "../../base/text.ts";
import { findFault, type VariableName } from "../../env.ts";
import type { ReadOnlyGovernance } from "../../governance/client/index.ts";
import { personByEmail } from "../../governance/people.ts";
import type { Run } from "../../runs/run.ts";
import { senders } from "../../sandbox/vendors/senders.ts";
import { examine } from "../doctor/doctor.ts";
import { checkTenantNames, findAccounts } from "../doctor/names.ts";
import { examineTenant } from "../doctor/tenant.ts";
import { deliver } from "../send/deliver.ts";
import { planLines } from "../send/send.ts";
import { root } from "../shared/bundle.ts";
import { type ExitCode, errorMessage, print, UsageError } from "../shared/command-line.ts";
import { devVars, varsFile, withVariables } from "../shared/dev-vars.ts";
import { recordedRun, settled } from "../shared/reeve-api.ts";
import {
  CONFIG,
  listErrors,
  loadWorkingTree,
  requireConfiguration,
  type WorkingTree,
} from "../shared/working-tree.ts";
import { randomSecrets } from "../start/data-folder.ts";
import { LOCAL_SECRETS, startReeve } from "../start/stack.ts";
import { agree, askInSeries, askText, forgetAnswer } from "./ask.ts";
import { type ConfigChange, differences, type FirstAutomation, setting, withChanges } from "./config-file.ts";
import { type AboutReading, asIfItsDayHadCome, askDelivery, isTicket, type Reading } from "./delivery.ts";
import { askTicket, askWorkerEvent } from "./questions.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Runs the command. Returns 0 if everything is written and, if a delivery was given, the automation plans something for
 * it or waits for a day.
 */
export default async function ({ delivery }: { readonly delivery?: string }): Promise<ExitCode> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new UsageError("npm run init asks questions: run it in a terminal");
  intro("Reeve: your tenant and your first automation");
  const tree = await requireConfiguration();
  const known: Variables = { ...devVars(), ...process.env };
  const written = await askInSeries(() => askAndWrite(delivery, tree, known));
  if (!written) {
    console.log("Nothing was written. Run npm run init again at any time.");
    return 1;
  }
  const { reading, first } = written;
  return reading && first ? tryOut(reading, first) : end(null);
}

/**
 * Asks all questions, and writes the answers.
 * @returns the delivery and automation to try out (both `null` if the user has no delivery), or `null` if the user does
 * not agree to write the answers
 */
async function askAndWrite(delivery: string | undefined, tree: WorkingTree, known: Variables) {
  const { settings, people } = tree.config;
  const credential = await askCredential(known);
  const governance = await requireTenant(credential);
  const email = await askEmail(governance, people.find(({ roles }) => roles.includes("admin"))?.email);
  const reading = await askDelivery(delivery);
  const first =
    reading &&
    (isTicket(reading)
      ? await askTicket(reading, tree, known)
      : await askWorkerEvent(reading, tree.config, email, known));
  const webhooks = await askWebhooks(known);

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const changes = [
    ...(settings.timeZone === "UTC" && zone !== "UTC" ? [setting(["settings", "timeZone"], zone)] : []),
    ...(first?.changes ?? []),
    ...(people.some((one) => one.email?.toLowerCase() === email.toLowerCase())
      ? []
      : [setting(["people"], [{ email, roles: ["admin"] }])]),
  ];
  const isWritten = await write(changes, { ...credential, ...webhooks, ...first?.variables }, governance);
  return isWritten ? { reading, first } : null;
}

/**
 * Returns a new secret for the governance service's webhooks, as a variable. Returns no variable if a secret is already
 * set, or if the service will not send webhooks.
 */
async function askWebhooks(known: Variables): Promise<Record<string, string>> {
  if (known["CONDUCTORONE_WEBHOOK_SECRET"]) return {};
  const message = "Will the governance service send webhooks to Reeve, for example in an approval step?";
  if (!(await agree(message, false))) return {};
  print("  docs/set-up/senders/conductorone.md explains how to add the webhook in the service");
  return { CONDUCTORONE_WEBHOOK_SECRET: randomBytes(24).toString("base64url") };
}

async function askCredential(known: Variables): Promise<Record<string, string>> {
  const ask = async (name: VariableName, message: string, secret = false) => {
    const fault = (value: string) => findFault({ [name]: value }, name);
    const given = known[name]?.trim();
    if (given && fault(given) === null) return given;
    return askText({ message, secret, fault });
  };
  const clientId = await ask(
    "GOVERNANCE_CLIENT_ID",
    "Client ID of an API credential (in the service: Settings, Developers, Service principals)",
  );
  const clientSecret = await ask("GOVERNANCE_CLIENT_SECRET", "Its Client Secret, shown only once", true);
  // The host of a public tenant is part of its client id.
  const isPublic = /@[^/@:]+\.[^/@:]+\//.test(clientId);
  return {
    GOVERNANCE_CLIENT_ID: clientId,
    GOVERNANCE_CLIENT_SECRET: clientSecret,
    ...((known["GOVERNANCE_BASE_URL"] || !isPublic) && {
      GOVERNANCE_BASE_URL: await ask(
        "GOVERNANCE_BASE_URL",
        "Address of the tenant, for example https://acme.conductor.one or https://acme.c1eu.ai",
      ),
    }),
  };
}

/**
 * Tests the credential, and prints the number of users, and the ids of the apps with user accounts.
 * @throws Error with the remedy if the tenant can't be read with the credential, or if this machine's clock is wrong
 */
async function requireTenant(credential: Variables): Promise<ReadOnlyGovernance> {
  console.log("Trying the credential …");
  const { findings, governance } = await examineTenant(credential);
  for (const finding of findings) {
    if (finding.is === "ok") print(`  ok  ${finding.what}: ${finding.detail}`);
    if (finding.is === "problem")
      throw new Error(printable(`Nothing was written. ${finding.what}: ${finding.detail}; ${finding.fix}.`));
  }
  if (!governance) throw new Error("Nothing was written. The tenant can't be read.");
  const { users, more, apps } = await findAccounts(governance);
  console.log(`  ok  users: ${more ? "more than " : ""}${users}`);
  if (apps.size > 0) print(`  ok  ids of apps with user accounts: ${[...apps.keys()].join(", ")}`);
  return governance;
}

/** Asks for the user's email, until the answer is the email of an enabled user of the tenant. */
async function askEmail(governance: ReadOnlyGovernance, admin: string | undefined): Promise<string> {
  for (;;) {
    const email = await askText({
      message: "Your email in the tenant (you will be an admin of Reeve)",
      defaultValue: admin,
      fault: (text) => (z.email().safeParse(text).success ? null : "must be an email address"),
    });
    try {
      const { name } = await personByEmail(governance, email);
      print(`  ok  people: ${email} is ${name}`);
      return email;
    } catch (error) {
      forgetAnswer();
      print(`  ${errorMessage(error)}`);
    }
  }
}

/**
 * Shows the changes to `src/config.ts` and the variables file, and writes them if the user agrees.
 * @returns true if the files are complete
 * @throws Error if a change can't be made or would make the settings invalid, or if a tool that the settings name can't
 * be read in the tenant
 */
async function write(
  changes: readonly ConfigChange[],
  variables: Readonly<Record<string, string>>,
  governance: ReadOnlyGovernance,
): Promise<boolean> {
  const before = readFileSync(root(CONFIG), "utf8");
  const after = withChanges(before, changes);
  const { config } = await loadWorkingTree(after).catch((error: unknown) => {
    throw new Error(
      `Nothing was written, because these answers would make ${CONFIG} invalid. Give other answers:\n  ${listErrors(error).join("\n  ")}`,
    );
  });
  const findings = await checkTenantNames({ config, governance });
  const wrong = findings.flatMap(({ is, what = "names", detail }) =>
    is === "problem" ? printable(`\n  ${what}: ${detail}`) : [],
  );
  if (wrong.length > 0) throw new Error(`Nothing was written. The tenant reports:${wrong.join("")}`);
  for (const { is, detail } of findings) if (is === "unused") print(`  ${detail}`);

  const path = root(varsFile());
  const set = devVars();
  const changed = Object.keys(variables).filter((name) => set[name] !== variables[name]);
  if (before === after && changed.length === 0) {
    console.log(`${CONFIG} and ${varsFile()} are already complete.`);
    return true;
  }
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const changedText = withVariables(text, variables);
  if (before !== after) console.log([`\n${CONFIG}:`, ...differences(before, after)].join("\n"));
  if (changed.length > 0) console.log(`\n${varsFile()} (readable only by you): ${changed.join(", ")}`);
  if (!(await agree("Write this?"))) return false;
  writeFileSync(root(CONFIG), after);
  if (changed.length > 0) {
    writeFileSync(path, changedText, { mode: 0o600 });
    chmodSync(path, 0o600);
  }
  return true;
}

/** Sends the delivery to a trial Reeve with the new settings, and prints the result and the next steps. */
async function tryOut(reading: AboutReading, { automation }: FirstAutomation): Promise<ExitCode> {
  console.log(
    `\nSending your delivery, signed as ${reading.source.name} signs it, to a trial Reeve, which reads your tenant and changes nothing there …`,
  );
  const [onItsDay, day] = asIfItsDayHadCome(reading, Date.now());
  if (day !== null) console.log(`  The delivery is played as if today were its day, ${day}.`);
  const played = await play(onItsDay, automation);
  try {
    console.log([`  ${automation}: ${played.outcome}`, ...played.lines].join("\n    "));
    if (played.outcome === "plans nothing")
      console.log(`  Correct ${CONFIG}, or run npm run init again with other answers.`);
    await end({ reading, automation });
    console.log(`Its page: ${played.page}`);
    if (await agree("Keep this Reeve running, so that you can open the page?", false)) {
      console.log("Running until Ctrl-C …");
      await new Promise((resolve) => void process.once("SIGINT", resolve));
    }
  } finally {
    await played.stop();
  }
  return played.outcome === "plans nothing" ? 1 : 0;
}

/** Prints the problems that `npm run doctor` finds for a deployment, and the next steps. */
async function end(
  tried: { readonly reading: AboutReading; readonly automation: string } | null,
): Promise<ExitCode> {
  const findings = await examine({ ...devVars(), ...process.env }, loadWorkingTree, fetch);
  const problems = findings.filter(({ is }) => is === "problem");
  if (problems.length > 0) print("\nA deployment still needs:");
  for (const { what, detail, fix } of problems) print(`  ${what}: ${detail}\n    fix: ${fix}`);
  outro(`${tried ? "" : "Run it again with a delivery to set up an automation for it.\n"}Next:
  npm run doctor     these checks again, and which permissions the credential needs
  npm start          Reeve on your tenant, on this machine${tried ? `; ${tried.automation} only plans, until you take it out of policy.dryRun` : ""}
  docs/live/deploy.md#number-of-desks   whether to use more than four desks: the first deployment fixes the number
  docs/set-up/senders    how to set up ${tried?.reading.system ?? "your ticketing or HR system"} so that Reeve receives its deliveries`);
  return 0;
}

type Outcome = "would do this" | "would wait" | "plans nothing";

/**
 * Starts Reeve on the tenant of .dev.vars without keeping data, and sends it the delivery.
 * @param automation The automation whose run is the result
 * @returns the result and its page, which is available until the returned `stop` is called
 * @throws Error if Reeve can't sign deliveries for the source, or if the delivery is not accepted
 */
export async function play({ source, body, headers }: Reading, automation: string) {
  const sender = senders.find((one) => one.source === source.name);
  if (!sender) throw new Error(`npm run send can't play ${source.name}`);
  const secrets = randomSecrets(LOCAL_SECRETS);
  // A trial notifies nobody.
  const variables = Object.entries(devVars()).filter(([name]) => !/^(?:NOTIFY|TEAMS)_/.test(name));
  const { url, stop } = await startReeve({
    entry: "src/cli/start/worker.ts",
    bindings: { TRIAL: "yes", ...Object.fromEntries(variables), ...secrets },
  });
  try {
    const secret = secrets[source.secretVariable] ?? "";
    const response = await deliver(url, sender, { body, headers }, { secret });
    const answer = (await response.json()) as { readonly event?: string; readonly detail?: string };
    if (!answer.event)
      throw new Error(`your delivery was not accepted: ${response.status} ${answer.detail ?? ""}`.trim());
    const { runs, declined } = await settled(url, answer.event);
    const found = runs.find((one) => one.automation === automation);
    if (!found) {
      const lines = declined.map(({ reason }) => `the delivery is not for ${automation}: ${reason}`);
      return { lines, outcome: NOTHING, page: `${url.origin}/events/${answer.event}`, stop };
    }
    const run = await recordedRun(url, found.id);
    const outcome = OUTCOMES[run.state] ?? NOTHING;
    return { lines: planLines(run).map(printable), outcome, page: `${url.origin}/runs/${run.id}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const NOTHING: Outcome = "plans nothing";
const OUTCOMES: { readonly [State in Run["state"]]?: Outcome } = {
  dry_run: "would do this",
  scheduled: "would wait",
};
