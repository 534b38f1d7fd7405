// Findings about `src/config.ts`: roles, names that do not exist in the tenant, and the permissions that the API
// credential needs.
import { type EffectOperationId, effectOperations } from "../../actions/action.ts";
import { findReadBack } from "../../actions/read-back.ts";
import { commands } from "../../channels/slack/commands.ts";
import type { Config } from "../../define-config.ts";
import type { Variables } from "../../env.ts";
import type { ReadOnlyGovernance } from "../../governance/client/index.ts";
import { operations, type ReadOperationId } from "../../governance/contract/index.ts";
import { listMcpCatalog } from "../../governance/contract/mcp.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { personByEmail } from "../../governance/people.ts";
import { type Automation, acceptsAnyProject } from "../../kit/automation.ts";
import { enabledNames } from "../../kit/settings.ts";
import { ROLES } from "../../policy/acts.ts";
import { formatRuleTrigger } from "../../policy/approval.ts";
import { emailsIn } from "../../policy/people.ts";
import { listApprovalRules, rulesInEffect } from "../../policy/policy.ts";
import { textAt } from "../../systems/reading/json.ts";
import { errorMessage } from "../shared/command-line.ts";
import { type Finding, fine, needs, problem, unused } from "./finding.ts";
import { checkNamesAt } from "./names.ts";

/** Reports a problem if nobody has a role. */
export function examineRoles({ people }: Config): Finding {
  const given = ROLES.flatMap((role) => {
    const holders = people.filter(({ roles }) => roles.includes(role));
    return holders.length > 0 ? `${role} ${holders.length}` : [];
  });
  if (given.length > 0) return fine("roles", given.join(", "));
  return problem(
    "roles",
    "nobody has a role, so nobody can use the console or /api",
    "add people to the setting people in src/config.ts (docs/reference.md#people)",
  );
}

/** Reports the enabled automations that accept the tickets of every project. */
export function examineProjects(
  { settings }: Pick<Config, "settings">,
  automations: ReadonlyMap<string, Automation>,
): Finding[] {
  const any = enabledNames(settings).filter((name) => {
    const automation = automations.get(name);
    return automation !== undefined && acceptsAnyProject(automation, settings);
  });
  if (any.length === 0) return [];
  return [unused("ticketProjects", `not applied to ${any.join(", ")}: tickets of every project count`)];
}

/** Reports the default approval rules that the configuration switches off. */
export const examineApprovals = ({ policy }: Pick<Config, "policy">): Finding[] =>
  listApprovalRules(policy).flatMap((rule) => {
    const detail = `${rule.setting} is false, so no default rule applies to ${formatRuleTrigger(rule)}`;
    return rule.isOn ? [] : unused("approvals", detail);
  });

/** Reports apps with two names, and names used for two apps: plans show the name but act on the id. */
export function examineNaming({ settings: { apps, connectors } }: Config): Finding[] {
  const named = [
    ...Object.entries(apps).map(([name, id]) => ({ name, id, at: `apps, "${name}"` })),
    ...Object.entries(connectors).map(([connector, { appId: id, appName: name }]) => ({
      name,
      id,
      at: `connectors, "${connector}"`,
    })),
  ];
  return named.flatMap(({ name, id, at }, n) => {
    const other = named
      .slice(0, n)
      .find((one) => (one.id === id) !== (one.name.toLowerCase() === name.toLowerCase()));
    if (!other) return [];
    return problem(
      "names",
      `settings.${at}: the app ${id} is called "${name}"; settings.${other.at}: ${other.id} is called "${other.name}"`,
      "correct the id or the name in src/config.ts: each app must have one name there, and each name one app",
    );
  });
}

/** Checks whether the configured names exist in the tenant, as far as its API allows. */
export async function examineNames(
  { settings, people, policy }: Config,
  governance: ReadOnlyGovernance,
): Promise<Finding[]> {
  const answers = await checkNamesAt(settings, governance);
  const findings = answers.flatMap(({ member, name, is, detail }) => {
    const sentence = `${name.map((part) => `"${part}"`).join(", ")} ${detail}`;
    if (is === "verified") return fine(member, sentence);
    const fix = "correct the tool's id in src/config.ts, or remove the name";
    return is === "wrong" ? problem(member, sentence, fix) : [];
  });
  for (const [email, where] of usersNamedIn({ settings, people, policy }))
    findings.push(
      await personByEmail(governance, email).then(
        ({ name }) => fine(where, `${email} is ${name}`),
        (error) => problem(where, errorMessage(error), `name another person in src/config.ts, ${where}`),
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
        "owner roles",
        `${guessed.join(" and ")} might be Reeve's guesses: the service publishes no slugs of owner roles. Compare them with those of an existing owner, or try one on a test connector`,
      ),
    );
  if (open.size > 0) {
    const counted = Array.from(open, ([member, { length }]) => `${length} × ${member}`);
    findings.push(
      unused(
        "names",
        `the API can't look up ${counted.join(", ")}: compare their ids with those in the service; approvers see the ids next to the names`,
      ),
    );
  }
  return findings;
}

/** The names of the user roles of which a campaign's owner needs one. Source: the vendor's documentation of campaigns. */
const OWNER_ROLES = /^(campaign|super) administrator$/i;

/** Checks whether the owners of campaigns have a role that the service requires. */
export async function examineCampaignOwners(
  { settings: { reviewOwners, automations } }: Pick<Config, "settings">,
  governance: ReadOnlyGovernance,
): Promise<Finding[]> {
  const campaigns = automations["recurring-campaigns"]?.campaigns ?? [];
  const owners = new Set([...reviewOwners, ...campaigns.flatMap(({ ownerEmails }) => ownerEmails)]);
  const findings = Array.from(owners, async (email) => {
    const body = { email, expandMask: { paths: ["role_ids" as const] } };
    const { list, expanded = [] } = await governance.call(searchUsers, { body });
    // An unknown person is reported with the names.
    if (list.length === 0) return [];
    const ids = new Set(list.flatMap(({ user }) => user?.roleIds ?? []));
    const roles = expanded.flatMap((one) =>
      ids.has(textAt(one, "id") ?? "") ? (textAt(one, "displayName") ?? []) : [],
    );
    if (roles.some((role) => OWNER_ROLES.test(role)))
      return fine("campaign owners", `${email} is ${roles.join(", ")}`);
    const detail = `${email} has ${roles.join(", ") || "no visible role"}; the service lets only a Campaign Administrator or Super Administrator own a campaign`;
    return problem(
      "campaign owners",
      detail,
      "give the person one of these roles in the service, or name another owner in src/config.ts",
    );
  });
  return (await Promise.all(findings)).flat();
}

/** Lists the emails of people who must be governance users, with the first setting that names each. */
function usersNamedIn({ settings, people, policy }: Pick<Config, "settings" | "people" | "policy">) {
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

/**
 * Lists the operations that enabled automations, Slack's commands (if Slack is set up) and Reeve itself use, and how to
 * create a credential with only these permissions.
 */
export function examinePermissions(
  { settings }: Pick<Config, "settings">,
  automations: ReadonlyMap<string, Automation>,
  env: Variables,
): Finding[] {
  const users = new Map<string, string[]>();
  const note = (operation: string, who: string) =>
    users.set(operation, [...(users.get(operation) ?? []), who]);
  note(searchUsers.id, "Reeve itself");
  for (const name of enabledNames(settings))
    for (const operation of automations.get(name)?.operations ?? []) note(operation, name);
  for (const operation of effectOperations.filter((id) => users.has(id))) {
    const { by } = findReadBack(operation) ?? {};
    if (by) note(by, `Reeve itself, after ${operation}`);
  }
  if (env.SLACK_SIGNING_SECRET)
    for (const command of commands.values())
      for (const operation of command.reads ?? []) note(operation, `/reeve ${command.name}`);
  const used = Object.values(operations).filter(({ id }) => users.has(id));
  return [
    ...used.map(({ id, method, path }) =>
      needs("permission", `${id} (${method} ${path}) for ${users.get(id)?.join(", ")}`),
    ),
    needs("name", "reeve"),
    needs("lifespan", "90 days; set GOVERNANCE_CREDENTIAL_EXPIRES to the day on which the credential ends"),
    needs("allowed source IPs (CIDRs)", ADDRESSES),
    needs("scope", scope(used.map(({ id }) => id))),
  ];
}

/** A credential limited to IP addresses would not work for a Worker, which can call from any Cloudflare address. */
const ADDRESSES =
  "none, because a Worker calls from no fixed address; if a proxy with a fixed address is in front of the " +
  "tenant (GOVERNANCE_BASE_URL), the address of the proxy";

/**
 * The service's role that fits each operation. The vendor's documentation of user roles (checked November 2026) describes
 * what a role manages, not its operations: the match is Reeve's own.
 */
const ROLES_OF: Readonly<Record<string, string>> = {
  getUser: "Read-Only Super Administrator",
  searchUsers: "Read-Only Super Administrator",
  searchAuditEvents: "Read-Only Super Administrator",
  createConnectorOwner: "Connector Administrator",
  deleteAppEntitlementOwner: "Application Administrator",
  deleteAppUserEntitlementOwner: "Application Administrator",
  getMcpTool: "AI Governance Administrator",
  deleteMcpTool: "AI Governance Administrator",
  listMcpCatalog: "AI Governance Administrator",
  createCampaign: "Campaign Administrator",
  deleteSessionPolicy: "Super Administrator",
} satisfies Partial<Record<ReadOperationId | EffectOperationId, string>>;

const scope = (used: readonly string[]): string => {
  const roles = [...new Set(used.flatMap((id) => ROLES_OF[id] ?? []))];
  const others = used.filter((id) => ROLES_OF[id] === undefined);
  const rest = others.length === 0 ? "" : `, and a role that allows ${others.join(", ")}`;
  return `selected roles: ${roles.join(", ")}${rest}. A change without permission fails with 403, and the error names the call; a read shows blank fields instead of those that its role may not see`;
};

/** Checks AI access management, which must be activated in the tenant, if an enabled automation needs it. */
export async function examineAiAccess(
  { settings }: Pick<Config, "settings">,
  automations: ReadonlyMap<string, Automation>,
  governance: ReadOnlyGovernance,
): Promise<Finding[]> {
  const users = enabledNames(settings).filter((name) =>
    automations.get(name)?.operations.some((id) => ROLES_OF[id] === ROLES_OF["listMcpCatalog"]),
  );
  if (users.length === 0) return [];
  const what = "AI access management";
  return governance.call(listMcpCatalog, { query: { page_size: 1 } }).then(
    () => [fine(what, `listMcpCatalog responds, for ${users.join(", ")}`)],
    (error) => [
      problem(
        what,
        errorMessage(error),
        `activate AI access management in the service, or give the credential the role ${ROLES_OF["listMcpCatalog"]}; ${users.join(", ")} need it`,
      ),
    ],
  );
}
