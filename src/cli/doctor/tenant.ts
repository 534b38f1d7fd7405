// Findings about the tenant: its URL, the credentials, and the clock.
import type { Variables } from "../../env.ts";
import {
  CREDENTIAL_PARTS,
  type CredentialOf,
  credentialsSet,
  parseCredential,
  requireSameTenant,
} from "../../governance/client/credential.ts";
import {
  credentialEnd,
  daysUntil,
  governanceOver,
  type ReadOnlyGovernance,
  readOnly,
  warningOf,
} from "../../governance/client/index.ts";
import { defaultTransport, type Transport } from "../../governance/client/request.ts";
import { issueToken, onlyToken } from "../../governance/client/token.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { errorMessage } from "../shared/command-line.ts";
import { fetchWhole } from "../shared/governance.ts";
import { type Finding, fine, problem, put, unused } from "./finding.ts";

/**
 * Maximum clock skew. An assertion is valid for two minutes, and the service accepts up to five minutes: warn at a
 * third of the three minutes between them.
 */
const MAX_SKEW_SECONDS = 60;

/** Findings about the tenant, and a client to read it; `governance` is `null` if the tenant can't be read. */
export interface TenantFindings {
  readonly findings: readonly Finding[];
  readonly governance: ReadOnlyGovernance | null;
}

/** Examines each credential: parses it, requests a token and makes one read call. */
export async function examineTenant(
  env: Variables,
  fetch: Transport["fetch"] = fetchWhole,
): Promise<TenantFindings> {
  const set = credentialsSet(env);
  const looks: TenantFindings[] = [];
  for (const of of set.length > 0 ? set : (["current"] as const))
    looks.push(await examineCredential(env, of, fetch));
  const findings = looks.flatMap((look) => look.findings);
  return {
    findings: [...findings, ...halfSet(env, set), ...ending(env, Date.now())],
    governance: looks.find(({ governance }) => governance)?.governance ?? null,
  };
}

/** Reports when the credential expires, according to the variables. */
function ending(env: Variables, now: number): Finding[] {
  const what = "credential's end";
  try {
    const end = credentialEnd(env, null);
    const unknown = env.GOVERNANCE_CREDENTIAL_DAYS
      ? "counted from the credential's first use by the deployment: see the deployment's overview or /metrics"
      : "unknown: set GOVERNANCE_CREDENTIAL_EXPIRES to receive warnings 14, 7 and 1 days ahead";
    if (end === null) return [unused(what, unknown)];
    const day = new Date(end).toISOString().slice(0, 10);
    const days = daysUntil(end, now);
    if (warningOf(end, now) === null) return [fine(what, `${day}, in ${days} days`)];
    const mend = `create another credential and add it next to this one (docs/secrets.md), then ${put("GOVERNANCE_CREDENTIAL_EXPIRES")}`;
    return [problem(what, days === 0 ? `it ended on ${day}` : `${day}, in ${days} d`, mend)];
  } catch {
    // A malformed variable is reported by another finding.
    return [];
  }
}

/** Reports a newer credential that is set only in part, and so is not used. */
function halfSet(env: Variables, set: readonly CredentialOf[]): Finding[] {
  const parts = Object.values(CREDENTIAL_PARTS.newer);
  const missing = parts.find((name) => !env[name]);
  if (set.includes("newer") || !missing || parts.every((name) => !env[name])) return [];
  return [problem("new credential", `${missing} is not set, so the credential is not used`, put(missing))];
}

async function examineCredential(
  env: Variables,
  of: CredentialOf,
  fetch: Transport["fetch"],
): Promise<TenantFindings> {
  const findings: Finding[] = [];
  const found = (what: string, detail: string) => findings.push(fine(called(what), detail));
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
      throw new Error("searchUsers shows no email address, so Reeve would know nobody");
    found(what, `searchUsers responds at ${credential.root}`);
    return { findings: [...findings, clock(skewMs)], governance };
  } catch (error) {
    findings.push(problem(called(what), errorMessage(error), fix));
    return { findings: what === "credential" ? findings : [...findings, clock(skewMs)], governance: null };
  }
}

const TOKEN_FIX =
  "check in the tenant that the credential exists, has not expired and allows this machine's address, or create a new one; " +
  "if GOVERNANCE_BASE_URL is set, check that it is the tenant's address";
const READ_FIX =
  "give the credential the role Read-Only Super Administrator, which can search users: fields that a role may not see are blank";

function clock(skewMs: number | null): Finding {
  if (skewMs === null) return unused("clock", "the tenant's responses have no date");
  const seconds = Math.round(skewMs / 1000);
  if (Math.abs(seconds) <= MAX_SKEW_SECONDS)
    return fine("clock", `this machine is within ${MAX_SKEW_SECONDS} s of the tenant`);
  return problem(
    "clock",
    `this machine is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the tenant`,
    "set this machine's clock (timedatectl set-ntp true); a deployment uses Cloudflare's clock",
  );
}
