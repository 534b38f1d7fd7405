// `npm run doctor`: runs the checks on the working tree's configuration with the variables of the environment and, if
// they are not set there, of `.dev.vars`; or shows the findings of a running Reeve.

import * as z from "zod";
import { printable } from "../../base/text.ts";
import { isSet, type Variables, variables } from "../../env.ts";
import { enabledNames } from "../../kit/settings.ts";
import {
  configChecks,
  Finding,
  findMalformed,
  fine,
  problem,
  runChecks,
  variableChecks,
} from "../../operate/checks.ts";
import { type ExitCode, paint, printJson } from "../shared/command-line.ts";
import { devVars, findStrayLines } from "../shared/dev-vars.ts";
import { askReeve } from "../shared/reeve-api.ts";
import { CONFIG, listErrors, loadWorkingTree } from "../shared/working-tree.ts";
import { LOCAL_SECRETS } from "../start/stack.ts";
import { serviceChecks } from "./services.ts";
import { examineTenant, listPermissions, tenantChecks } from "./tenant.ts";

const LABELS = {
  ok: ["good", "ok      "],
  unused: ["quiet", "-       "],
  problem: ["bad", "PROBLEM "],
  needs: ["go", "        "],
} as const satisfies Record<Finding["is"], readonly [string, string]>;

function formatFinding(finding: Finding): string[] {
  const [tone, label] = LABELS[finding.is];
  const line = paint(tone, label) + printable(`${finding.what}: ${finding.detail}`);
  return finding.is === "problem" ? [line, printable(`        fix: ${finding.fix}`)] : [line];
}

/** Returns a note about the fixes that `npm start` does not need. */
const next = (env: Variables): string =>
  variables().some(({ name }) => isSet(env, name))
    ? "\nnpm start on this machine needs neither Cloudflare Access nor the senders' secrets: they are for a deployment."
    : "\nThese fixes are needed for a deployment, and for your own tenant, which npm run init sets up. npm start on the sample tenant works without them.";

interface Options {
  readonly json?: true;
  /** The running Reeve whose findings are shown. @default the working tree is examined */
  readonly reeve?: URL;
}

export default async function ({ json, reeve }: Options): Promise<ExitCode> {
  const env = { ...devVars(), ...process.env };
  const findings = reeve
    ? z.object({ findings: z.array(Finding) }).parse(await askReeve(reeve, "checks")).findings
    : [
        ...(await examine(env, loadWorkingTree, fetch)),
        ...findStrayLines().map((text) => ({
          what: "variables",
          ...problem(text, "correct the line, or delete it"),
        })),
      ];
  const problems = findings.filter(({ is }) => is === "problem").length;
  if (json) printJson({ ok: problems === 0, findings });
  else {
    const needs = findings.filter(({ is }) => is === "needs");
    for (const line of findings.filter(({ is }) => is !== "needs").flatMap(formatFinding)) console.log(line);
    if (needs.length > 0) console.log("\nValues to enter in the tenant's form for the credential:");
    for (const line of needs.flatMap(formatFinding)) console.log(line);
    const more = reeve ? "" : next(env);
    console.log(
      `\n${problems === 0 ? paint("good", "No problems.") : paint("bad", `Problems to fix: ${problems}.`) + more}`,
    );
  }
  return problems === 0 ? 0 : 1;
}

/**
 * Examines a configuration without changing anything.
 * @param env The variables of a present or future deployment
 * @param load Loads the configuration; tests replace it and `fetch`
 */
export async function examine(
  env: Variables,
  load: typeof loadWorkingTree,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): Promise<Finding[]> {
  const tree = await load().catch(listErrors);
  // Settings written for the sample tenant might be valid only with the sample's names, which a deployment lacks.
  const isForSample = !("config" in tree) && "config" in (await load(undefined, true).catch(listErrors));
  const fix = isForSample
    ? "npm start adds the names of its sample tenant: add those of your tenant to settings, with their ids, or change what names them"
    : `correct it in ${CONFIG} or src/own`;
  const { findings, governance } = await examineTenant(env, fetch);
  const given = { env, now: Date.now(), publicSecrets: LOCAL_SECRETS };
  const found = [
    "config" in tree
      ? { what: CONFIG, ...fine(enabledNames(tree.config.settings).join(", ") || "no automation is enabled") }
      : { what: CONFIG, ...problem(tree.join("; "), fix) },
    ...findings,
    ...("config" in tree ? listPermissions(tree.config, tree.automations, env) : []),
    ...("config" in tree ? await runChecks(configChecks, { ...given, ...tree }) : []),
    ...("config" in tree && governance ? await runChecks(tenantChecks, { ...tree, env, governance }) : []),
    ...(await runChecks(variableChecks, given)),
    ...(await runChecks(serviceChecks, { env, fetch, ...tree })),
  ];
  return [...found, ...findMalformed(env, found)];
}
