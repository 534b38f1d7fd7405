// All examinations of `npm run doctor`, in order of printing.

import { enabledNames } from "../../automations/settings.ts";
import { findFault, type Variables, variables } from "../../env.ts";
import { CONFIG, mistakesIn, type WorkingTree } from "../shared/working-tree.ts";
import { examineNames, examineNaming, examinePermissions, examineRoles } from "./config.ts";
import { type Finding, fine, problem, put } from "./finding.ts";
import {
  examineAccess,
  examineAgents,
  examineApis,
  examineNotify,
  examineSecrets,
  examineSlack,
  examineTeams,
} from "./services.ts";
import { examineTenant } from "./tenant.ts";

/**
 * Examines a configuration without changing anything.
 * @param env The values that a deployment has, or is to have
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
      ? [...examinePermissions(config, automations, env), examineRoles(config), ...examineNaming(config)]
      : []),
    ...(config && governance ? await examineNames(config, governance) : []),
    ...examineSecrets(env),
    await examineSlack(env, fetch),
    examineTeams(env),
    examineNotify(env),
    ...examineApis(env, Object.keys(config?.replies ?? {})),
    ...(await examineAccess(env, fetch)),
    ...(config ? [examineAgents(config.agents.enabled, env)] : []),
  ];
  return [...found, ...examineVariables(env, found)];
}

/** Malformed variables, except those that another finding names. */
const examineVariables = (env: Variables, findings: readonly Finding[]): Finding[] =>
  variables().flatMap(({ name }) => {
    const fault = findFault(env, name);
    const known = findings.some(({ is, detail }) => is === "problem" && detail.includes(name));
    return fault === null || known ? [] : [problem("variables", fault, put(name))];
  });
