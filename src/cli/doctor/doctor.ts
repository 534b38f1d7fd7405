// `npm run doctor`: examines the working tree's configuration with the variables of the environment and, if they are
// not set there, of `.dev.vars`.

import { printable } from "../../base/text.ts";
import { findFault, isSet, readVariable, type Variables, variables } from "../../env.ts";
import { enabledNames } from "../../kit/settings.ts";
import { type ExitCode, printJson } from "../shared/command-line.ts";
import { devVars, findStrayLines } from "../shared/dev-vars.ts";
import { fetchWhole } from "../shared/governance.ts";
import { paint } from "../shared/paint.ts";
import { CONFIG, loadWorkingTree, mistakesIn, type WorkingTree } from "../shared/working-tree.ts";
import {
  examineAiAccess,
  examineApprovals,
  examineCampaignOwners,
  examineNames,
  examineNaming,
  examinePermissions,
  examineProjects,
  examineRoles,
} from "./config.ts";
import { type Finding, fine, problem, put } from "./finding.ts";
import {
  examineAccess,
  examineAgents,
  examineApis,
  examineJira,
  examineNotify,
  examineSecrets,
  examineSlack,
  examineTeams,
  examineWebhook,
} from "./services.ts";
import { examineTenant } from "./tenant.ts";

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

/** Returns the next step for a user who has not set up anything yet. */
const next = (env: Variables): string =>
  variables().some(({ name }) => isSet(env, name))
    ? ""
    : "\nThese fixes are needed for a deployment, and for your own tenant, which npm run init sets up. npm start on the sample tenant works without them.";

export default async function ({ json }: { readonly json?: true }): Promise<ExitCode> {
  const env = { ...devVars(), ...process.env };
  const findings = [
    ...(await examine(env, loadWorkingTree, fetchWhole)),
    ...findStrayLines().map((text) => problem("variables", text, "correct the line, or delete it")),
  ];
  const problems = findings.filter(({ is }) => is === "problem").length;
  if (json) printJson({ ok: problems === 0, findings });
  else {
    const needs = findings.filter(({ is }) => is === "needs");
    const examined = findings.filter(({ is }) => is !== "needs");
    for (const line of examined.flatMap(formatFinding)) console.log(line);
    if (needs.length > 0) console.log("\nValues to enter in the tenant's form for the credential:");
    for (const line of needs.flatMap(formatFinding)) console.log(line);
    const end =
      problems === 0 ? paint("good", "No problems.") : paint("bad", `${problems} to fix.`) + next(env);
    console.log(`\n${end}`);
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
  load: () => Promise<WorkingTree>,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): Promise<Finding[]> {
  const tree = await load().catch(mistakesIn);
  const { config, automations } = "config" in tree ? tree : { config: null, automations: new Map() };
  const { findings, governance } = await examineTenant(env, fetch);
  const found = [
    "config" in tree
      ? fine(CONFIG, enabledNames(tree.config.settings).join(", ") || "no automation is enabled")
      : problem(CONFIG, tree.join("; "), `correct it in ${CONFIG}`),
    ...findings,
    ...(config
      ? [
          ...examinePermissions(config, automations, env),
          examineRoles(config),
          ...examineApprovals(config),
          ...examineProjects(config, automations),
          ...examineNaming(config),
        ]
      : []),
    ...(config && governance
      ? [
          ...(await examineNames(config, governance)),
          ...(await examineCampaignOwners(config, governance)),
          ...(await examineAiAccess(config, automations, governance)),
        ]
      : []),
    ...(config ? examineDesks(config.policy.maxCallsInFlight, env) : []),
    ...examineSecrets(env),
    await examineSlack(env, fetch),
    examineTeams(env),
    examineNotify(env),
    ...examineApis(env, [
      ...Object.keys(config?.replies ?? {}),
      ...[config?.settings.automations["provision-by-ticket"]?.ticket.system ?? []].flat(),
    ]),
    ...(config ? examineWebhook(enabledNames(config.settings), automations, env) : []),
    ...(await examineJira(env, fetch)),
    ...(await examineAccess(env, fetch)),
    ...(config ? [examineAgents(config.agents.enabled, env)] : []),
  ];
  return [...found, ...examineVariables(env, found)];
}

/**
 * Reports the number of desks and the concurrency that this number allows, because the first deployment makes the
 * number of desks final.
 * @param each The number of responses that one desk can wait for concurrently
 */
function examineDesks(each: number, env: Variables): Finding[] {
  if (findFault(env, "DESKS") !== null) return [];
  const count = readVariable(env, "DESKS");
  return [
    fine(
      "desks",
      `${count}, fixed by the first deployment: Reeve waits for up to ${each * count} responses of the service at a time. Choose more desks if the service takes over 50 ms to respond, or for over 200 runs a second: docs/operations.md#number-of-desks`,
    ),
  ];
}

/** Reports malformed variables, except those that another finding reports. */
const examineVariables = (env: Variables, findings: readonly Finding[]): Finding[] =>
  variables().flatMap(({ name }) => {
    const fault = findFault(env, name);
    const known = findings.some(({ is, detail }) => is === "problem" && detail.includes(name));
    return fault === null || known ? [] : [problem("variables", fault, put(name))];
  });
