// Everything that `npm run doctor` looks at, in the order in which it is printed.
import type { Automation } from "../../../automations/kit/automation.ts";
import type { Config } from "../../../define-config.ts";
import { deskCounts } from "../../../desk/desk-count.ts";
import { faultOf, type Variables, variables } from "../../../env.ts";
import { examineNames, examineNaming, examineRoles, loadConfiguration } from "./config.ts";
import { errorMessage, type Finding, fine, problem, put } from "./finding.ts";
import { examinePermissions } from "./permissions.ts";
import type { DoctorQuestion } from "./questions.ts";
import { examineSecrets } from "./secrets.ts";
import { examineAccess, examineApis, examineSlack, examineTeams } from "./services.ts";
import { examineTenant } from "./tenant.ts";

/** What a configuration is examined with; tests bring their own. */
export interface Means {
  readonly load: () => Promise<Config>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Examines a configuration, and changes nothing. */
export async function examine(
  { env, published }: DoctorQuestion,
  { load, fetch, now }: Means,
  automations: ReadonlyMap<string, Automation>,
): Promise<Finding[]> {
  const { finding, configuration } = await loadConfiguration(load);
  const { findings, governance } = await examineTenant(env, { fetch, now });
  const found = [
    finding,
    ...findings,
    ...(configuration
      ? [
          ...examinePermissions(configuration, automations, env),
          examineRoles(configuration),
          ...examineNaming(configuration),
        ]
      : []),
    ...(configuration && governance ? await examineNames(configuration, governance) : []),
    ...examineSecrets(env, published),
    await examineSlack(env, fetch),
    examineTeams(env),
    ...examineApis(env, Object.keys(configuration?.replies ?? {})),
    ...(await examineAccess(env, fetch)),
    desks(env),
  ];
  return [...found, ...examineVariables(env, found)];
}

/** Variables of a wrong shape, but for those that another finding names already. */
const examineVariables = (env: Variables, findings: readonly Finding[]): Finding[] =>
  variables().flatMap(({ name }) => {
    const fault = faultOf(env, name);
    const known = findings.some(({ is, detail }) => is === "problem" && detail.includes(name));
    return fault === null || known ? [] : [problem("variables", fault, put(name))];
  });

function desks({ DESKS }: Variables): Finding {
  try {
    const [now, ...earlier] = deskCounts(DESKS ? { DESKS } : {});
    const before = earlier.length > 0 ? `; earlier: ${earlier.join(", ")}, which are still asked` : "";
    return fine("desks", `${now}${before}`);
  } catch (error) {
    return problem(
      "desks",
      errorMessage(error),
      "set DESKS to a whole number; to change it, add the new number after the old one: 1,4",
    );
  }
}
