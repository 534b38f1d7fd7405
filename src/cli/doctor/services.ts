// Checks of Slack, Cloudflare Access, Jira's API and rotas, by calls from this machine.
import * as z from "zod";
import { SCOPES } from "../../channels/slack/api.ts";
import type { Variables } from "../../env.ts";
import { type FindingCheck, fine, problem, put, unused } from "../../operate/checks.ts";
import { basic, readAddress } from "../../systems/api/api.ts";
import { findApi } from "../../systems/index.ts";
import { type RotaPlaces, readRota } from "../../systems/on-call/rota.ts";
import { errorMessage } from "../shared/command-line.ts";
import type { WorkingTree } from "../shared/working-tree.ts";

export type FetchText = (url: string, init: RequestInit) => Promise<Response>;

/** Makes a request that follows no redirects and takes at most ten seconds. */
const request = (fetch: FetchText, url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(10_000) });
/** The scope that the slash command needs in addition to the scopes of the API methods. */
const COMMAND_SCOPE = "commands";

/** Reads JSON of a given shape from a site. Returns `null` if the request fails or the response has another shape. */
const readJson = <Value>(fetch: FetchText, site: string, path: string, shape: z.ZodType<Value>) =>
  Promise.resolve()
    .then(async () => (await request(fetch, new URL(path, site).href)).json())
    .then((body) => shape.parse(body))
    .catch(() => null);

/** The variables, network and settings that the checks of services use. */
interface Services {
  readonly env: Variables;
  readonly fetch: FetchText;
  /** The configuration, which declares the rotas. @default the configuration is invalid, so no rota is read */
  readonly config?: WorkingTree["config"];
}

/** Checks that make requests to services. */
export const serviceChecks = {
  /**
   * Reports a missing bot token or signing secret. If both are set, tests the token, and compares its scopes with those
   * that Reeve needs (docs.slack.dev/reference/methods/auth.test).
   */
  async slack({ env, fetch }) {
    const { SLACK_BOT_TOKEN: token, SLACK_SIGNING_SECRET: signing } = env;
    if (!token && !signing) return unused("not set up");
    if (!token) return unused("SLACK_BOT_TOKEN is not set: people only receive responses to their commands");
    if (!signing)
      return problem("SLACK_BOT_TOKEN is set, but SLACK_SIGNING_SECRET is not", put("SLACK_SIGNING_SECRET"));
    const fix = "check that this machine can reach Slack, and that SLACK_API_URL, if it is set, is correct";
    return testToken(token, env, fetch).catch((error) => problem(errorMessage(error), fix));
  },
  /**
   * Reports `LOCAL_STACK`, which opens the console and the API to everyone, and missing variables of Cloudflare Access.
   * If none is missing, fetches its keys, without which nobody can sign in (developers.cloudflare.com/cloudflare-one).
   */
  async access({ env, fetch }) {
    const missing = (["ACCESS_TEAM_DOMAIN", "ACCESS_AUD"] as const).filter((name) => !env[name]);
    const fix = "remove it from .dev.vars, and never deploy it";
    return [
      ...(env.LOCAL_STACK ? [problem("LOCAL_STACK opens the console and /api to everyone", fix)] : []),
      missing.length === 0
        ? await certificates(env.ACCESS_TEAM_DOMAIN ?? "", fetch)
        : problem(
            `without ${missing.join(" and ")}, a deployment's console and /api are closed`,
            `add a self-hosted application in Cloudflare Access, then ${put(...missing)}`,
          ),
    ];
  },
  /** Reports a wrong or missing URL of Jira's API. The right URL depends on the kind of token. */
  async "jira's api"({ env, fetch }) {
    const { JIRA_URL: site, JIRA_API_URL: api } = env;
    if (!site || !env.JIRA_EMAIL || !env.JIRA_API_TOKEN) return [];
    const found = await findJiraApi(site, fetch);
    const isWrong = api ? found !== null && found !== api : await isScopedForJira(env, found, fetch);
    if (!isWrong) return [];
    const detail = api
      ? `JIRA_API_URL belongs to a site other than ${site}`
      : "JIRA_API_URL is not set, and a scoped token does not work at the site's address";
    return problem(detail, `set JIRA_API_URL to ${found ?? "https://api.atlassian.com/ex/jira/<cloud id>"}`);
  },
  /** Reads who is on call now in each rota, in the same way as for a plan. */
  "on call"({ env, fetch, config }) {
    if (!config) return [];
    const { timeZone } = config.settings;
    const places: RotaPlaces = { env, timeZone, fetched: (url, init) => fetch(url.href, init) };
    const found = Object.entries(config.policy.onCall).map(([name, rota]) =>
      readRota(rota, places, Date.now()).then(
        (emails) => fine(`${name}: ${emails.join(", ") || "nobody, so the stage asks the others"}`),
        (error) =>
          problem(`${name}: ${errorMessage(error)}`, "correct policy.onCall, or the rota's variables"),
      ),
    );
    return Promise.all(found);
  },
} satisfies Record<string, FindingCheck<Services>>;

async function testToken(token: string, env: Variables, fetch: FetchText) {
  const url = `${readAddress(findApi("slack").address, env)}/api/auth.test`;
  const headers = { authorization: `Bearer ${token}` };
  const response = await request(fetch, url, { method: "POST", headers });
  const answer = AuthTest.parse(await response.json());
  const fix = `install the app again (docs/set-up/slack.md), then ${put("SLACK_BOT_TOKEN")}`;
  if (!answer.ok) return problem(`auth.test failed: ${answer.error ?? "no reason given"}`, fix);
  const scopes = new Set(response.headers.get("x-oauth-scopes")?.split(/,\s*/));
  const missing = [COMMAND_SCOPE, ...Object.values(SCOPES).flat()].filter((scope) => !scopes.has(scope));
  if (missing.length > 0)
    return problem(`the bot token lacks the scopes ${Array.from(new Set(missing)).join(", ")}`, fix);
  return fine(`${answer.team ?? "the workspace"}, with every scope`);
}

const AuthTest = z.object({ ok: z.boolean(), error: z.string().optional(), team: z.string().optional() });

async function certificates(team: string, fetch: FetchText) {
  const fix = `the value must be only the team's host name, such as example.cloudflareaccess.com: ${put("ACCESS_TEAM_DOMAIN")}`;
  if (!/^[a-z0-9.-]+\.[a-z]+$/i.test(team)) return problem("ACCESS_TEAM_DOMAIN is not a host", fix);
  const shape = z.object({ keys: z.array(z.unknown()).min(1) });
  const found = await readJson(fetch, `https://${team}`, "/cdn-cgi/access/certs", shape);
  return found ? fine(`${team} has ${found.keys.length} keys`) : problem(`${team} has no keys`, fix);
}

/**
 * Reads the cloud id of a Jira site.
 * @returns the URL of its API for scoped tokens, or `null` if the site does not reveal the id
 */
export async function findJiraApi(site: string, fetch: FetchText): Promise<string | null> {
  const found = await readJson(fetch, site, "/_edge/tenant_info", z.object({ cloudId: z.uuid() }));
  return found && `https://api.atlassian.com/ex/jira/${found.cloudId}`;
}

/**
 * Returns true if the token is scoped: Jira's API accepts it at the API's own URL, where only scoped tokens work, or it
 * belongs to a service account, whose tokens are always scoped. Source:
 * developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-myself
 */
export async function isScopedForJira(
  { JIRA_EMAIL: email, JIRA_API_TOKEN: token }: Variables,
  api: string | null,
  fetch: FetchText,
): Promise<boolean> {
  if (!email || !token) return false;
  if (email.trim().endsWith("@serviceaccount.atlassian.com")) return true;
  const headers = { authorization: basic(email, token) };
  // The API responds with 403 to a scoped token that lacks a scope.
  return api !== null && request(fetch, `${api}/rest/api/3/myself`, { headers }).then(isKnown, () => false);
}

const isKnown = ({ ok, status }: Response): boolean => ok || status === 403;
