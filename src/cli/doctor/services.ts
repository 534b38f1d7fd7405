// Findings about webhook secrets, Slack, Teams, Cloudflare Access and the senders' APIs.
import * as z from "zod";
import { DAY_MS } from "../../base/days.ts";
import { SCOPES } from "../../channels/slack/api.ts";
import { isSet, type VariableName, type Variables } from "../../env.ts";
import type { Automation } from "../../kit/automation.ts";
import {
  addressInUse,
  basic,
  credentialInUse,
  endsAt,
  formatEnd,
  readAddress,
} from "../../systems/api/api.ts";
import { ASK_EVENTS } from "../../systems/event.ts";
import { entrances, findApi, isSetUp, senderApis } from "../../systems/index.ts";
import { readSecrets, type SecretHolder } from "../../systems/schemes/secrets.ts";
import { errorMessage } from "../shared/command-line.ts";
import { LOCAL_SECRETS } from "../start/stack.ts";
import { type Finding, fine, problem, put, unused } from "./finding.ts";

export type FetchText = (url: string, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 10_000;
/** A credential that expires within this time is a problem. */
const WARN_MS = 7 * DAY_MS;
/** The scope that the slash command needs in addition to the scopes of the API methods. */
const COMMAND_SCOPE = "commands";

/**
 * Tests the bot token, and compares its scopes with those that Reeve needs
 * (docs.slack.dev/reference/methods/auth.test).
 */
export async function examineSlack(env: Variables, fetch: FetchText): Promise<Finding> {
  const { SLACK_BOT_TOKEN: token, SLACK_SIGNING_SECRET: signing } = env;
  const no = (detail: string, fix: string) => problem("slack", detail, fix);
  if (!token)
    return unused(
      "slack",
      signing ? "SLACK_BOT_TOKEN is not set: people only receive responses to their commands" : "not set up",
    );
  if (!signing)
    return no("SLACK_BOT_TOKEN is set, but SLACK_SIGNING_SECRET is not", put("SLACK_SIGNING_SECRET"));
  const fix = `install the app again (docs/slack.md), then ${put("SLACK_BOT_TOKEN")}`;
  try {
    const response = await fetch(`${readAddress(findApi("slack").address, env)}/api/auth.test`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = AuthTest.parse(await response.json());
    if (!answer.ok) return no(`auth.test failed: ${answer.error ?? "no reason given"}`, fix);
    const scopes = new Set(response.headers.get("x-oauth-scopes")?.split(/,\s*/));
    const missing = [COMMAND_SCOPE, ...Object.values(SCOPES).flat()].filter((scope) => !scopes.has(scope));
    if (missing.length > 0)
      return no(`the bot token lacks the scopes ${Array.from(new Set(missing)).join(", ")}`, fix);
    return fine("slack", `${answer.team ?? "the workspace"}, with every scope`);
  } catch (error) {
    return no(
      errorMessage(error),
      "check that this machine can reach Slack, and that SLACK_API_URL, if it is set, is correct",
    );
  }
}

const AuthTest = z.object({ ok: z.boolean(), error: z.string().optional(), team: z.string().optional() });

/**
 * Checks the variables for Teams without a call, because the Teams workflow would post a test message to the channel.
 */
export function examineTeams(env: Variables): Finding {
  if (!isSet(env, "TEAMS_WEBHOOK_URL")) return unused("teams", "not set up");
  if (!isSet(env, "REEVE_URL"))
    return problem("teams", "REEVE_URL is not set, so the cards in Teams have no links", put("REEVE_URL"));
  return fine("teams", "set up; not tested, because a test message would be posted to the channel");
}

/** Checks the notification webhook's variables without a call, because its receiver might page a person. */
export function examineNotify(env: Variables): Finding {
  const names = ["NOTIFY_WEBHOOK_URL", "NOTIFY_WEBHOOK_SECRET"] as const;
  const missing = names.filter((name) => !isSet(env, name));
  if (missing.length === 2) return unused("webhook for notices", "not set up");
  if (missing.length === 1)
    return problem("webhook", `${missing[0]} is not set: the webhook needs both variables`, put(...missing));
  return fine("webhook", "set up; try it with the button on the console's Settings page");
}

/** Reports the address for the governance service's webhooks, if an enabled automation answers them. */
export function examineWebhook(
  enabled: readonly string[],
  automations: ReadonlyMap<string, Automation>,
  env: Variables,
): Finding[] {
  const answers = enabled.filter((name) =>
    [automations.get(name)?.on].flat().some((type) => ASK_EVENTS.some((one) => one === type)),
  );
  if (answers.length === 0) return [];
  const what = "webhook of the governance service";
  if (!isSet(env, "CONDUCTORONE_WEBHOOK_SECRET"))
    return [
      problem(
        what,
        `CONDUCTORONE_WEBHOOK_SECRET is not set, but is required by ${answers.join(", ")}`,
        put("CONDUCTORONE_WEBHOOK_SECRET"),
      ),
    ];
  const address = `${env.REEVE_URL?.replace(/\/$/, "") ?? "https://<your host>"}/hooks/conductorone`;
  return [fine(what, `enter ${address} in the service, and choose “Test webhook”: Reeve responds with 200`)];
}

/**
 * Fetches the keys of Cloudflare Access, without which nobody can sign in (developers.cloudflare.com/cloudflare-one).
 */
export async function examineAccess(env: Variables, fetch: FetchText): Promise<Finding[]> {
  const findings: Finding[] = [];
  const found = (what: string, fix: string) => findings.push(problem("access", what, fix));
  if (env.LOCAL_STACK)
    found("LOCAL_STACK is set, so everybody can use /api", "remove it from .dev.vars, and never deploy it");
  const missing = (["ACCESS_TEAM_DOMAIN", "ACCESS_AUD"] as const).filter((name) => !env[name]);
  if (missing.length === 0) findings.push(await certificates(env.ACCESS_TEAM_DOMAIN ?? "", fetch));
  else
    found(
      `${missing.join(" and ")} not set: /api is closed`,
      `add a self-hosted application in Cloudflare Access, then ${put(...missing)}`,
    );
  return findings;
}

/**
 * Checks that agents have their own Access application: a token of the console's application would let an agent approve
 * (docs/agents.md).
 */
export function examineAgents(enabled: boolean, env: Variables): Finding {
  if (!enabled) return unused("agents", "agents.enabled is off");
  if (!isSet(env, "ACCESS_MCP_AUD"))
    return problem("agents", "ACCESS_MCP_AUD is not set: /mcp is closed", put("ACCESS_MCP_AUD"));
  if (env.ACCESS_MCP_AUD === env.ACCESS_AUD)
    return problem(
      "agents",
      "ACCESS_MCP_AUD is the same as ACCESS_AUD: /mcp is closed",
      `add an application in Cloudflare Access only for /mcp (docs/agents.md), then ${put("ACCESS_MCP_AUD")}`,
    );
  return fine("agents", "they sign in at a separate Access application");
}

async function certificates(team: string, fetch: FetchText): Promise<Finding> {
  const fix = `the value must be only the team's host name, such as example.cloudflareaccess.com: ${put("ACCESS_TEAM_DOMAIN")}`;
  if (!/^[a-z0-9.-]+\.[a-z]+$/i.test(team)) return problem("access", "ACCESS_TEAM_DOMAIN is not a host", fix);
  try {
    const url = `https://${team}/cdn-cgi/access/certs`;
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { keys } = z.object({ keys: z.array(z.unknown()).min(1) }).parse(await response.json());
    return fine("access", `${team} has ${keys.length} keys`);
  } catch {
    return problem("access", `${team} has no keys`, fix);
  }
}

/** Reports the state of each sender's API that is named in `replies`, or that is set up at least in part. */
export function examineApis(env: Variables, replies: readonly string[]): Finding[] {
  const findings = senderApis
    .filter(({ system }) => system !== "slack" && (isSetUp(system, env) || replies.includes(system)))
    .map(({ system, ...api }): Finding => {
      const { address } = api;
      const { variables, end } = credentialInUse(api, env);
      const missing = variables.filter((name) => !env[name]);
      if (missing.length > 0)
        return problem(`api of ${system}`, `${missing.join(", ")} not set`, put(...missing));
      try {
        const detail = `${readAddress(address, env)}; its credential ${formatEnd(end)}`;
        const endsSoon = (endsAt(end, null) ?? Number.POSITIVE_INFINITY) < Date.now() + WARN_MS;
        if (endsSoon) return problem(`api of ${system}`, detail, "replace it: docs/secrets.md");
        return fine(`api of ${system}`, detail);
      } catch (error) {
        return problem(`api of ${system}`, errorMessage(error), put(addressInUse(address, env).variable));
      }
    });
  return findings.length > 0 ? findings : [unused("apis of senders", "not set up")];
}

/**
 * Reads the cloud id of a Jira site. @returns the URL of its API for scoped tokens, or `null` if the site does not
 * reveal the id
 */
export async function findJiraApi(site: string, fetch: FetchText): Promise<string | null> {
  try {
    const url = new URL("/_edge/tenant_info", site).href;
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { cloudId } = z.object({ cloudId: z.uuid() }).parse(await response.json());
    return `https://api.atlassian.com/ex/jira/${cloudId}`;
  } catch {
    return null;
  }
}

/**
 * Returns true if Jira's API accepts the token at the API's own URL, where only scoped tokens work. Service accounts
 * have no other tokens. Source: developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-myself
 */
export async function isScopedForJira(
  { JIRA_EMAIL: email, JIRA_API_TOKEN: token }: Variables,
  api: string | null,
  fetch: FetchText,
): Promise<boolean> {
  if (!email || !token) return false;
  if (email.trim().endsWith("@serviceaccount.atlassian.com")) return true;
  const headers = { authorization: basic(email, token) };
  const init: RequestInit = { headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) };
  // The API responds with 403 to a scoped token that lacks a scope.
  return api !== null && fetch(`${api}/rest/api/3/myself`, init).then(isKnown, () => false);
}

const isKnown = ({ ok, status }: Response): boolean => ok || status === 403;

/** Reports a wrong URL of Jira's API. The right URL depends on the kind of token. */
export async function examineJira(env: Variables, fetch: FetchText): Promise<Finding[]> {
  const { JIRA_URL: site, JIRA_API_URL: api } = env;
  if (!site || !env.JIRA_EMAIL || !env.JIRA_API_TOKEN) return [];
  const found = await findJiraApi(site, fetch);
  const isWrong = api ? found !== null && found !== api : await isScopedForJira(env, found, fetch);
  if (!isWrong) return [];
  const detail = api
    ? `JIRA_API_URL belongs to a site other than ${site}`
    : "JIRA_API_URL is not set, and a scoped token does not work at the site's address";
  const address = found ?? "https://api.atlassian.com/ex/jira/<cloud id>";
  return [problem("jira's api", detail, `set JIRA_API_URL to ${address}`)];
}

const STRONG = "openssl rand -base64 32 generates one";

/** The secret of `/metrics`. */
const metrics = { name: "metrics", secretVariable: "METRICS_TOKEN" } as const satisfies SecretHolder;

/** Reports weak, public or reused secrets for the verification of requests. */
export function examineSecrets(env: Variables): Finding[] {
  const has = ({ secretVariable }: SecretHolder) => isSet(env, secretVariable);
  const holders = new Map<string, string>();
  const findings = [...entrances, metrics].filter(has).map((holder: SecretHolder) => {
    const { secretVariable: variable } = holder;
    const read = readSecrets(holder, env);
    const fault = read.ok ? (known(variable, read.value) ?? shared(variable, read.value)) : read.reason;
    if (read.ok && fault === null)
      return fine("secret", `${variable}${read.value.length > 1 ? ", and the one that it replaces" : ""}`);
    return problem(
      "secret",
      fault ?? variable,
      `set a new secret at the sender, then ${put(variable)} (${STRONG})`,
    );
  });
  if (entrances.some(has)) return findings;
  const fix = `${put("JIRA_WEBHOOK_SECRET")}; or another sender's`;
  return [problem("secrets", "no sender has a secret, so no delivery can be accepted", fix), ...findings];

  function known(variable: VariableName, secrets: readonly string[]): string | null {
    const found = secrets.some((secret) => secret === LOCAL_SECRETS[variable]);
    return found ? `${variable} is the local stack's secret, which is public` : null;
  }

  /** Returns an error if another variable has the same secret, because one sender could then sign as the other. */
  function shared(variable: string, secrets: readonly string[]): string | null {
    const other = secrets.flatMap((secret) => holders.get(secret) ?? [])[0];
    for (const secret of secrets) holders.set(secret, variable);
    return other === undefined ? null : `${variable} is the same as ${other}`;
  }
}
