// Checks whether configured names exist in the tenant, as far as its API allows.
import { byName, type NamedThings } from "../../actions/names.ts";
import type { ReadOnlyGovernance } from "../../governance/client/index.ts";
import { MAX_PAGE_SIZE } from "../../governance/contract/primitives.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { personByEmail } from "../../governance/people.ts";
import { readTool, toolCalled } from "../../governance/tools.ts";
import { type CheckedConfig, fine, problem, unused } from "../../operate/checks.ts";
import { emailsIn } from "../../policy/people.ts";
import { rulesInEffect } from "../../policy/policy.ts";
import { textAt } from "../../systems/reading/json.ts";
import { errorMessage } from "../shared/command-line.ts";
import type { AtTenant } from "./tenant.ts";

export const NAME_MEMBERS = [
  "connectors",
  "apps",
  "entitlements",
  "appUsers",
  "tools",
  "sessionPolicies",
  "reviewPolicies",
  "campaigns",
  "vaults",
  "ownerRoles",
] as const satisfies readonly (keyof NamedThings)[];
export type NameMember = (typeof NAME_MEMBERS)[number];
export type SettingsNames = Pick<NamedThings, NameMember>;

/** The result of checking a name in the settings against the tenant. */
export interface NameAnswer {
  readonly member: NameMember;
  /** The name; for an account, the names of its app and its holder. */
  readonly name: readonly string[];
  /** `unverified`: the API can't look the name up. */
  readonly is: "verified" | "wrong" | "unverified";
  readonly detail: string;
}

/** Maximum users whose attributes are searched for accounts. */
const MAX_USERS = 1_000;

/** Checks whether each name exists in the tenant, as far as its API allows. */
export async function checkNamesAt(
  names: SettingsNames,
  governance: ReadOnlyGovernance,
): Promise<NameAnswer[]> {
  const tools = await Promise.all(
    Object.entries(names.tools).map((tool) => checkTool(tool, names, governance)),
  );
  // Reading a tool requires its connector's ids, so a tool that is found proves that these ids are right.
  const right = new Set(tools.flatMap(({ is, of }) => (is === "verified" && of ? of : [])));
  const appsNamed = Object.keys(names.apps).length + Object.keys(names.appUsers).length > 0;
  const seen = appsNamed ? await findAccounts(governance) : null;
  return NAME_MEMBERS.flatMap((member): NameAnswer[] => {
    const answer = (name: readonly string[], detail: string | false | undefined): NameAnswer => ({
      member,
      name,
      is: detail ? "verified" : "unverified",
      detail: detail || "",
    });
    switch (member) {
      case "tools":
        return tools;
      case "appUsers":
        return Object.entries(names.appUsers).flatMap(([app, accounts]) =>
          Object.entries(accounts).map(([person, id]) => {
            const there = seen?.accounts.has(`${byName(names.apps, app)?.value}/${id}`);
            return answer([app, person], there && "is a source of a user's attributes");
          }),
        );
      case "apps":
        return Object.entries(names.apps).map(([name, id]) => {
          const users = seen?.apps.get(id)?.size;
          return answer([name], users !== undefined && `is a source of the attributes of ${users} users`);
        });
      default:
        return Object.keys(names[member]).map((name) =>
          answer([name], member === "connectors" && right.has(name) && "has a tool that could be read"),
        );
    }
  });
}

/** Checks a tool. @returns the result, and the name of its connector */
async function checkTool(
  [name, { connector, id }]: [string, SettingsNames["tools"][string]],
  { connectors }: SettingsNames,
  governance: ReadOnlyGovernance,
): Promise<NameAnswer & { readonly of?: string | undefined }> {
  const found = byName(connectors, connector);
  const { appId = "", connectorId = "" } = found?.value ?? {};
  const answer = (is: "verified" | "wrong", detail: string) =>
    ({ member: "tools", name: [name], is, detail, of: found?.name }) as const;
  try {
    const tool = await readTool(governance, { appId, connectorId, id });
    if (!tool) return answer("wrong", `(${id} of ${connectorId}): no such tool`);
    if (tool.deletedAt) return answer("wrong", `(${id}) was deleted ${tool.deletedAt}`);
    return answer("verified", `is ${toolCalled(tool) ?? id}`);
  } catch (error) {
    return answer("wrong", `(${id} of ${connectorId}): ${errorMessage(error)}`);
  }
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

/** Checks whether the configured names exist in the tenant, as far as its API allows. */
export async function checkNames({ config, governance }: Pick<AtTenant, "config" | "governance">) {
  const { settings } = config;
  const answers = await checkNamesAt(settings, governance);
  const findings = answers.flatMap(({ member: what, name, is, detail }) => {
    const sentence = `${name.map((part) => `"${part}"`).join(", ")} ${detail}`;
    if (is === "verified") return fine(sentence, { what });
    const fix = "correct the tool's id in src/config.ts, or remove the name";
    return is === "wrong" ? problem(sentence, fix, { what }) : [];
  });
  for (const [email, what] of usersNamedIn(config))
    findings.push(
      await personByEmail(governance, email).then(
        ({ name }) => fine(`${email} is ${name}`, { what }),
        (error) => problem(errorMessage(error), `name another person in src/config.ts, ${what}`, { what }),
      ),
    );
  const open = Map.groupBy(
    answers.filter(({ is }) => is === "unverified"),
    ({ member }) => member,
  );
  const guessed = Object.values(settings.ownerRoles).filter(
    (slug) => slug === "owner" || slug === "reviewer",
  );
  if (guessed.length > 0)
    findings.push(
      unused(
        `${guessed.join(" and ")} might be Reeve's guesses: the service publishes no slugs of owner roles. Compare them with those of an existing owner, or try one on a test connector`,
        { what: "owner roles" },
      ),
    );
  if (open.size > 0) {
    const counted = Array.from(open, ([member, { length }]) => `${length} × ${member}`);
    findings.push(
      unused(
        `the API can't look up ${counted.join(", ")}: compare their ids with those in the service; approvers see the ids next to the names`,
      ),
    );
  }
  return findings;
}

/** Lists the emails of people who must be governance users, with the first setting that names each. */
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
