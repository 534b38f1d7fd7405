// Checks whether configured names and people exist in the tenant, as far as its API allows.
import { byName, type NamedThings } from "../../actions/names.ts";
import type { Variables } from "../../env.ts";
import type { ReadOnlyGovernance } from "../../governance/client/index.ts";
import { MAX_PAGE_SIZE } from "../../governance/contract/primitives.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { personByEmail } from "../../governance/people.ts";
import { readTool, toolCalled } from "../../governance/tools.ts";
import type { Automation } from "../../kit/automation.ts";
import { type CheckedConfig, fine, problem, unused } from "../../operate/checks.ts";
import { emailsIn } from "../../policy/people.ts";
import { rulesInEffect } from "../../policy/policy.ts";
import { textAt } from "../../systems/reading/json.ts";
import { isLocal } from "../shared/arguments.ts";
import { errorMessage } from "../shared/command-line.ts";
import { sample } from "../start/sample.ts";

/** The variables, configuration, automations and governance API that the checks of the tenant use. */
export interface AtTenant {
  readonly env: Variables;
  readonly config: CheckedConfig;
  readonly automations: ReadonlyMap<string, Automation>;
  readonly governance: ReadOnlyGovernance;
}

/** The settings with names that the API can't look up. */
const UNCHECKED = [
  "entitlements",
  "sessionPolicies",
  "reviewPolicies",
  "campaigns",
  "vaults",
  "ownerRoles",
] as const;

/**
 * Reports ids of the sample tenant, unless the tenant is on this machine. Another tenant has none of these ids, so
 * rules about their names never match there.
 */
export function findSampleIds({ config, env }: Pick<AtTenant, "config" | "env">) {
  const root = URL.parse(env.GOVERNANCE_BASE_URL ?? "");
  const known = new Set(listIds(sample.settings));
  const found = listIds(config.settings).filter((id) => known.has(id));
  if (found.length === 0 || (root && isLocal(root))) return [];
  const detail = `the settings contain ids that exist only in the sample tenant: ${found.join(", ")}`;
  return problem(detail, "replace them with your tenant's ids in src/config.ts, or remove the names");
}

/** Lists the ids in settings that have the form of the sample's ids, such as `con_github_mcp`. */
const listIds = (settings: object): readonly string[] =>
  Array.from(new Set(JSON.stringify(settings).match(/\b(app|con|ent|acc|tool|sp|pol|cmp|vlt)_\w+/g)));

/** Maximum users whose attributes are searched for accounts. */
const MAX_USERS = 1_000;

/** Checks whether the configured names exist in the tenant, as far as its API allows. */
export async function checkTenantNames({ config, governance }: Pick<AtTenant, "config" | "governance">) {
  const { settings } = config;
  const { apps, appUsers, connectors, ownerRoles } = settings;
  const appsNamed = Object.keys(apps).length + Object.keys(appUsers).length > 0;
  const seen = appsNamed ? await findAccounts(governance) : null;
  const tools = await Promise.all(
    Object.entries(settings.tools).map((tool) => checkTool(tool, connectors, governance)),
  );
  // Reading a tool requires its connector's ids, so a tool that is found proves that these ids are right.
  const isRight = (name: string) =>
    tools.some(({ found, connector }) => found.is === "ok" && connector === name);
  const names: readonly (readonly [what: string, name: string, proof?: string | false | undefined])[] = [
    ...Object.keys(connectors).map(
      (name) => ["connectors", `"${name}"`, isRight(name) && "has a tool that could be read"] as const,
    ),
    ...Object.entries(apps).map(([name, id]) => {
      const users = seen?.apps.get(id)?.size;
      const proof = users !== undefined && `is a source of user attributes (users: ${users})`;
      return ["apps", `"${name}"`, proof] as const;
    }),
    ...Object.entries(appUsers).flatMap(([app, held]) =>
      Object.entries(held).map(([person, id]) => {
        const isSeen = seen?.accounts.has(`${byName(apps, app)?.value}/${id}`);
        return ["appUsers", `"${app}", "${person}"`, isSeen && "is a source of user attributes"] as const;
      }),
    ),
    ...UNCHECKED.flatMap((what) => Object.keys(settings[what]).map((name) => [what, name] as const)),
  ];
  const open = names.filter(([, , proof]) => !proof);
  const counted = Array.from(
    Map.groupBy(open, ([what]) => what),
    ([what, { length }]) => `${length} of ${what}`,
  );
  const guessed = Object.values(ownerRoles).filter((slug) => slug === "owner" || slug === "reviewer");
  const guess = `the slugs of the owner roles might be guesses (${guessed.join(", ")}), because the service does not publish them: compare them with those of an existing owner, or try them on a test connector`;
  const rest = `the API can't look up ${counted.join(", ")}: compare their ids in the service: ${open.map(([, name]) => name).join(", ")}; approvers see the ids next to the names`;
  return [
    ...tools.map(({ found }) => found),
    ...names.flatMap(([what, name, proof]) => (proof ? fine(`${name} ${proof}`, { what }) : [])),
    ...(guessed.length > 0 ? [unused(guess, { what: "owner roles" })] : []),
    ...(counted.length > 0 ? [unused(rest)] : []),
  ];
}

/** Checks a tool. @returns the finding, and the name of the tool's connector */
async function checkTool(
  [name, { connector, id }]: [string, NamedThings["tools"][string]],
  connectors: NamedThings["connectors"],
  governance: ReadOnlyGovernance,
) {
  const at = byName(connectors, connector);
  const { appId = "", connectorId = "" } = at?.value ?? {};
  const what = "tools";
  const wrong = (detail: string) =>
    problem(`"${name}" ${detail}`, "correct the tool's id in src/config.ts, or remove the name", { what });
  const found = await readTool(governance, { appId, connectorId, id }).then(
    (tool) => {
      if (!tool) return wrong(`(${id} of ${connectorId}) does not exist`);
      if (tool.deletedAt) return wrong(`(${id}) was deleted ${tool.deletedAt}`);
      return fine(`"${name}" is ${toolCalled(tool) ?? id}`, { what });
    },
    (error) => wrong(`(${id} of ${connectorId}): ${errorMessage(error)}`),
  );
  return { found, connector: at?.name };
}

/**
 * Finds the apps and accounts that users' attributes come from; the API shows no others.
 * @returns the number of users read, a flag that is true if there are more users, the users of each app by id, and the
 * accounts, each as `<app id>/<account id>`
 */
export async function findAccounts(governance: ReadOnlyGovernance) {
  const apps = new Map<string, Set<string>>();
  const accounts = new Set<string>();
  let users = 0;
  for await (const { user = {} } of governance.items(searchUsers, { body: { pageSize: MAX_PAGE_SIZE } })) {
    if (users === MAX_USERS) return { users, more: true, apps, accounts };
    users++;
    for (const source of Object.values(user).flat()) {
      const [appId, appUserId] = [textAt(source, "appId"), textAt(source, "appUserId")];
      if (!appId || !appUserId) continue;
      apps.set(appId, (apps.get(appId) ?? new Set()).add(user.id ?? appUserId));
      accounts.add(`${appId}/${appUserId}`);
    }
  }
  return { users, more: false, apps, accounts };
}

/**
 * Checks whether these people are enabled governance users: people with a role other than viewer, the approvers, group
 * members and owners in the policy, and the owners of reviews and campaigns.
 */
export const checkPeople = ({ config, governance }: AtTenant) =>
  Promise.all(
    Array.from(usersNamedIn(config), ([email, what]) =>
      personByEmail(governance, email).then(
        ({ name }) => fine(`${email} is ${name}`, { what }),
        (error) => problem(errorMessage(error), `name another person in src/config.ts (${what})`, { what }),
      ),
    ),
  );

/** Lists the emails of people who must be enabled governance users, with the first setting that names each. */
function usersNamedIn({ settings, people, policy }: Pick<CheckedConfig, "settings" | "people" | "policy">) {
  const { "recurring-campaigns": recurring } = settings.automations;
  const asked = rulesInEffect(policy).flatMap(({ stages = [] }) =>
    stages.flatMap(({ from, otherwise = [] }) => [...from, ...otherwise]),
  );
  // Viewers take no part in plans.
  const deciding = people.filter(({ roles }) => roles.some((role) => role !== "viewer"));
  const at = "settings.automations";
  const places: readonly (readonly [where: string, emails: readonly string[] | undefined])[] = [
    ["people", emailsIn(deciding)],
    ["policy.approvals", asked.filter((word) => word.includes("@"))],
    ["policy.groups", Object.values(policy.groups).flat()],
    ["policy.owners", Object.values(policy.owners).flat()],
    [`${at}.recurring-campaigns.campaigns`, recurring?.campaigns.flatMap(({ ownerEmails }) => ownerEmails)],
    ["settings.reviewOwners", settings.reviewOwners],
  ];
  const found = new Map<string, string>();
  for (const [where, emails = []] of places)
    for (const email of emails) found.set(email, found.get(email) ?? where);
  return found;
}
