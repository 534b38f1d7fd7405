// Checks of the tenant: the credentials, the clock, and whether the configuration fits. Lists the permissions that the
// credential needs.
import { type EffectOperationId, effectOperations } from "../../actions/action.ts";
import { findReadBack } from "../../actions/read-back.ts";
import { commands } from "../../channels/slack/commands.ts";
import type { Variables } from "../../env.ts";
import {
  CREDENTIAL_PARTS,
  type CredentialOf,
  credentialsSet,
  parseCredential,
  requireSameTenant,
} from "../../governance/client/credential.ts";
import { governanceOver, readOnly } from "../../governance/client/index.ts";
import { defaultTransport, type Transport } from "../../governance/client/request.ts";
import { issueToken, onlyToken } from "../../governance/client/token.ts";
import { operations, type ReadOperationId } from "../../governance/contract/index.ts";
import { listMcpCatalog } from "../../governance/contract/mcp.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import type { Automation } from "../../kit/automation.ts";
import { enabledNames } from "../../kit/settings.ts";
import {
  type CheckedConfig,
  type Finding,
  type FindingCheck,
  fine,
  needs,
  problem,
  put,
  unused,
} from "../../operate/checks.ts";
import { textAt } from "../../systems/reading/json.ts";
import { errorMessage } from "../shared/command-line.ts";
import { type AtTenant, checkPeople, checkTenantNames, findSampleIds } from "./names.ts";

/**
 * Maximum clock skew that is not a problem, in seconds. Reeve's assertions are valid for two minutes, and the service
 * accepts a validity of up to five: the limit is a third of this three-minute margin.
 */
const MAX_SKEW_SECONDS = 60;

/**
 * Examines each credential: parses it, requests a token and makes one read call.
 * @returns findings about the tenant, and a client to read it; `governance` is `null` if the tenant can't be read
 */
export async function examineTenant(env: Variables, fetch: Transport["fetch"] = defaultTransport.fetch) {
  const set = credentialsSet(env);
  const looks = await Array.fromAsync(set.length > 0 ? set : (["current"] as const), (of) =>
    examineCredential(env, of, fetch),
  );
  return {
    findings: looks.flatMap((look) => look.findings),
    governance: looks.find(({ governance }) => governance)?.governance ?? null,
  };
}

async function examineCredential(env: Variables, of: CredentialOf, fetch: Transport["fetch"]) {
  const findings: Finding[] = [];
  const found = (what: string, detail: string) => findings.push({ what: called(what), ...fine(detail) });
  const called = (what: string) => (of === "newer" ? `new ${what}` : what);
  const { id, secret } = CREDENTIAL_PARTS[of];
  let [what, fix] = ["credential", `create an API credential in the tenant, then ${put(id, secret)}`];
  let skewMs: number | null = null;
  const transport: Transport = {
    ...defaultTransport,
    // Limit the attempts, because a person is waiting.
    maxAttempts: 2,
    async fetch(url, init) {
      const before = Date.now();
      const response = await fetch(url, init);
      const date = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(date)) skewMs = (before + Date.now()) / 2 - date;
      return response;
    },
  };
  try {
    const credential = parseCredential(env, of);
    if (of === "newer" && credentialsSet(env).includes("current"))
      requireSameTenant(credential, parseCredential(env));
    found(what, `for ${credential.hostname}, ${credential.flow} flow`);
    [what, fix] = ["token", TOKEN_FIX];
    const token = await issueToken(credential, transport);
    found(what, `issued, valid for ${Math.round((token.expiresAtMs - Date.now()) / 1000)} s`);
    [what, fix] = ["read", READ_FIX];
    const tokens = onlyToken(token);
    const governance = readOnly(governanceOver(() => ({ root: credential.root, tokens }), transport));
    const { list } = await governance.call(searchUsers, { body: { userStatuses: ["ENABLED"] } });
    if (!list.some(({ user }) => user?.email || user?.emails?.length))
      throw new Error("searchUsers returned no email address, so Reeve can't identify anybody");
    found(what, `searchUsers responds at ${credential.root}`);
    return { findings: [...findings, clock(skewMs)], governance };
  } catch (error) {
    findings.push({ what: called(what), ...problem(errorMessage(error), fix) });
    return { findings: what === "credential" ? findings : [...findings, clock(skewMs)], governance: null };
  }
}

const TOKEN_FIX =
  "check in the tenant that the credential exists, has not expired and allows this machine's address, or create a new one; " +
  "if GOVERNANCE_BASE_URL is set, check that it is the tenant's address";
const READ_FIX =
  "give the credential the role Read-Only Super Administrator, which can search users: fields that a role may not see are blank";

function clock(skewMs: number | null): Finding {
  const what = "clock";
  if (skewMs === null) return { what, ...unused("not checked: the tenant's responses have no date") };
  const seconds = Math.round(skewMs / 1000);
  if (Math.abs(seconds) <= MAX_SKEW_SECONDS)
    return { what, ...fine(`this machine is within ${MAX_SKEW_SECONDS} s of the tenant`) };
  const detail = `this machine is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the tenant`;
  const fix = "set this machine's clock (timedatectl set-ntp true); a deployment uses Cloudflare's clock";
  return { what, ...problem(detail, fix) };
}

/**
 * The names of the two user roles of which a campaign's owner must have one. Source: the vendor's documentation of
 * campaigns.
 */
const OWNER_ROLES = /^(campaign|super) administrator$/i;

/** Checks whether the owners of campaigns have a role that the service requires. */
async function checkCampaignOwners({ config, governance }: AtTenant) {
  const { reviewOwners, automations } = config.settings;
  const campaigns = automations["recurring-campaigns"]?.campaigns ?? [];
  const owners = new Set([...reviewOwners, ...campaigns.flatMap(({ ownerEmails }) => ownerEmails)]);
  const findings = Array.from(owners, async (email) => {
    const body = { email, expandMask: { paths: ["role_ids" as const] } };
    const { list, expanded = [] } = await governance.call(searchUsers, { body });
    // The check of people (`checkPeople`) reports an unknown person.
    if (list.length === 0) return [];
    const ids = new Set(list.flatMap(({ user }) => user?.roleIds ?? []));
    const roles = expanded.flatMap((one) =>
      ids.has(textAt(one, "id") ?? "") ? (textAt(one, "displayName") ?? []) : [],
    );
    if (roles.some((role) => OWNER_ROLES.test(role))) return fine(`${email} is ${roles.join(", ")}`);
    const detail = `${email} has ${roles.join(", ") || "no visible role"}; the service lets only a Campaign Administrator or Super Administrator own a campaign`;
    const fix = "give the person one of these roles in the service, or name another owner in src/config.ts";
    return problem(detail, fix);
  });
  return (await Promise.all(findings)).flat();
}

/** Checks that AI access management is activated in the tenant, if an enabled automation needs it. */
async function checkAiAccess({ config, automations, governance }: AtTenant) {
  const users = enabledNames(config.settings).filter((name) =>
    automations.get(name)?.operations.some((id) => ROLES_OF[id] === ROLES_OF["listMcpCatalog"]),
  );
  if (users.length === 0) return [];
  const fix = `activate AI access management in the service, or give the credential the role ${ROLES_OF["listMcpCatalog"]}; the catalog is needed by ${users.join(", ")}`;
  return governance.call(listMcpCatalog, { query: { page_size: 1 } }).then(
    () => fine(`listMcpCatalog responds; the catalog is needed by ${users.join(", ")}`),
    (error) => problem(errorMessage(error), fix),
  );
}

/**
 * Lists the operations used by enabled automations, by Slack's commands (if Slack is set up) and by Reeve itself, and
 * the values for creating a credential with only these permissions.
 */
export function listPermissions(
  { settings }: Pick<CheckedConfig, "settings">,
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

/**
 * The advice about IP addresses. A credential limited to IP addresses would not work for a Worker, which can call from
 * any Cloudflare address.
 */
const ADDRESSES =
  "none, because a Worker has no fixed address; if a proxy with a fixed address is in front of the " +
  "tenant (GOVERNANCE_BASE_URL), enter the proxy's address";

/**
 * The service's role that fits each operation. The vendor's documentation of user roles (checked November 2026)
 * describes what a role manages, not its operations: the match is Reeve's own.
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
  return `selected roles: ${roles.join(", ")}${rest}. A change without permission fails with 403, and the error names the call; in a read, fields that the role may not see are blank`;
};

/** Checks that compare the configuration with the tenant. */
export const tenantChecks = {
  "sample ids": findSampleIds,
  names: checkTenantNames,
  people: checkPeople,
  "campaign owners": checkCampaignOwners,
  "AI access management": checkAiAccess,
} satisfies Record<string, FindingCheck<AtTenant>>;
