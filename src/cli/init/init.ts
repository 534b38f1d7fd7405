// `npm run init`: writes .dev.vars and src/config.ts for a tenant of one's own.
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { confirm, intro, isCancel, outro } from "@clack/prompts";
import { printable } from "../../base/text.ts";
import { root } from "../bundle.ts";
import { command, readOptions } from "../command-line.ts";
import { devVars } from "../dev-vars.ts";
import { startPreflight } from "../doctor/preflight.ts";
import type { TenantAnswer } from "../doctor/worker/questions.ts";
import { gather } from "./answers.ts";
import { configText, devVarsText } from "./files.ts";

/**
 * `npm run init`: asks for a credential and tries it, then writes `.dev.vars` and `src/config.ts` with one automation in
 * dry run. It may be run again: what .dev.vars has is not asked for. Exit 0: written; 1: not; 2: wrong usage.
 */
const USAGE = `usage: npm run init [-- --client-id <id> --admin <email> …]

In a terminal it asks for what is missing. The Client Secret comes from GOVERNANCE_CLIENT_SECRET, in the environment or in
.dev.vars, or is asked for: on a command line others could read it.

  --client-id     of an API credential of your tenant: <random_id>@<hostname>/<use_case>
  --base-url      address of the tenant                    default: the host in the client id
  --admin         your email, as the tenant knows it
  --time-zone     IANA name                                default: this machine's
  --system        where your tickets are                   default: jira
  --project       the project whose tickets count
  --request-type  the form that asks for an owner          default: Connector owner
  --status        what means "go ahead"                    default: Approved
  --field         user=customfield_10061; may be repeated
  --connector     GitHub MCP=<app id>/<connector id>
  --force         replace what is there, without asking`;

const OPTION = { type: "string" } as const;

await command(USAGE, async (args) => {
  const { values } = readOptions(args, {
    "client-id": OPTION,
    "base-url": OPTION,
    admin: OPTION,
    "time-zone": OPTION,
    system: OPTION,
    project: OPTION,
    "request-type": OPTION,
    status: OPTION,
    field: { type: "string", multiple: true },
    connector: OPTION,
    force: { type: "boolean", default: false },
  });
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (isTerminal) intro("Reeve: your tenant and your first automation");
  const answers = await gather(values, { ...devVars(), ...process.env }, isTerminal);

  console.log("Trying the credential …");
  const { findings, people } = await askTenant(answers.credential, answers.admin);
  for (const { is, what, detail } of findings)
    console.log(printable(`  ${is === "problem" ? "PROBLEM" : "ok"}  ${what}: ${detail}`));
  const wrong = findings.find((finding) => finding.is === "problem");
  if (wrong?.is === "problem") throw new Error(`Nothing was written. ${wrong.fix}.`);
  const [admin] = people;
  if (!admin || admin.name === null)
    throw new Error(`Nothing was written. ${admin?.fault ?? "The tenant can't be asked who you are"}.`);
  console.log(printable(`  ok  people: ${admin.email} is ${admin.name}`));

  const vars = root(".dev.vars");
  const config = root("src/config.ts");
  const files = [
    {
      path: vars,
      text: devVarsText(textOf(vars), { ...answers.credential }),
    },
    { path: config, text: configText(answers, admin.name) },
  ].filter(({ path, text }) => textOf(path) !== text);
  for (const { path } of files) {
    if (!existsSync(path) || values.force) continue;
    if (!isTerminal)
      throw new Error(`Nothing was written: ${path} is there. Run it with --force to replace it.`);
    const yes = await confirm({
      message: `${path} is there. Replace what is different in it?`,
      initialValue: false,
    });
    if (isCancel(yes) || !yes) throw new Error("Nothing was written.");
  }
  await replace(files, config);
  console.log(files.length === 0 ? "Everything was there already." : "");
  for (const { path } of files) console.log(`  written  ${path}`);
  const next = `Next:
  npm run doctor     what is still missing
  npm start          Reeve on your tenant, on this machine; the automation only plans (policy.dryRun)
  npm run send -- ${answers.ticket.system === "jira" ? "jira issue_updated.transitioned" : "--list"}`;
  if (isTerminal) outro(next);
  else console.log(`\n${next}`);
  return 0;
});

async function askTenant(env: Readonly<Record<string, string>>, admin: string): Promise<TenantAnswer> {
  const preflight = await startPreflight();
  return preflight.tenant({ env, emails: [admin] }).finally(() => preflight.stop());
}

/** Writes the files, and takes it back where the configuration would not start. */
async function replace(files: readonly { readonly path: string; readonly text: string }[], config: string) {
  const before = existsSync(config) ? readFileSync(config, "utf8") : null;
  for (const { path, text } of files) {
    writeFileSync(path, text, path === config ? {} : { mode: 0o600 });
    if (path !== config) chmodSync(path, 0o600);
  }
  const preflight = await startPreflight();
  const mistakes = await preflight.mistakes().finally(() => preflight.stop());
  if (mistakes.length === 0) return;
  if (before !== null) writeFileSync(config, before);
  throw new Error(
    `src/config.ts was put back, since what you answered makes mistakes in it:\n  ${mistakes.join("\n  ")}`,
  );
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
