// Declares every binding, variable and secret of Reeve's environment once, for code, checks and documentation.
import * as z from "zod";
import { formatIssue } from "./base/configured.ts";
import { Problem } from "./base/problem.ts";
import { tryParseJson } from "./base/text.ts";
import {
  account,
  Calendars,
  credential,
  ListenerSecrets,
  OneLine,
  ownAddress,
  type Secrets,
  usualAddress,
  type Variable,
  WebAddress,
  webhook,
} from "./base/variable.ts";
import { ownVariables } from "./own/env.ts";

/** The bindings of a deployment, as wrangler.toml declares them. */
export const BINDINGS = {
  TOKENS: { kind: "KV", meaning: "the access token of the governance API, sealed" },
  LEDGER: { kind: "D1", meaning: "the ledger, which records everything that happened" },
  DESK: { kind: "Durable Object", meaning: "the desks, which receive events and work on runs" },
  CONTROL: { kind: "Durable Object", meaning: "budgets, pauses and schedules" },
  OUTBOX: { kind: "Durable Object", meaning: "messages to people, and requests from Slack" },
  TOKEN_KEEPER: { kind: "Durable Object", meaning: "access tokens, requested once for all isolates" },
  VERSION: { kind: "Version metadata", meaning: "the deployed version, for receipts" },
} as const satisfies Record<string, { readonly kind: keyof BindingKinds; readonly meaning: string }>;

interface BindingKinds {
  readonly KV: KVNamespace;
  readonly D1: D1Database;
  readonly "Durable Object": DurableObjectNamespace;
  readonly "Version metadata": WorkerVersionMetadata;
}

/** Hosts on this machine, which may be called over plain http. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The root of an API without a slash at its end: https, or http to this machine, with an optional port and path, and
 * nothing else.
 */
const ApiRoot = z.string().transform((text, ctx): string => {
  const url = URL.parse(text.trim());
  const local = url?.protocol === "http:" && LOCAL_HOSTS.has(url.hostname);
  if (!url) ctx.addIssue("must be a URL");
  else if (url.protocol !== "https:" && !local)
    ctx.addIssue("must begin with https:// (http:// is for localhost, 127.0.0.1 and [::1] only)");
  else if (url.username || url.password) ctx.addIssue("must not contain a user name or password");
  else if (/[?#]/.test(text)) ctx.addIssue("must not contain a query or a fragment");
  else return url.origin + url.pathname.replace(/\/+$/, "");
  return z.NEVER;
});

const Desks = z
  .string()
  .regex(/^[1-9]\d{0,2}$|^1000$/, "must be a whole number from 1 to 1000")
  .transform(Number);

const ClientId = z.string().regex(/^\s*[^@/\s]+@[^@/\s]+\/[^@\s]+\s*$/, "must be a client id");
const ClientSecret = z
  .string()
  .regex(
    /^\s*secret-token:/,
    'must begin with "secret-token:", as it did when the API credential was created',
  );

/** The properties that the variables of governance API credentials share. */
const governance = { owner: "governance", ifUnset: "API calls fail" } as const;
const clientId = { ...governance, schema: ClientId, example: "<random_id>@<hostname>/<use_case>" } as const;
const clientSecret = {
  ...governance,
  secret: true,
  schema: ClientSecret,
  example: "secret-token:<label>:<key>",
} as const;
const NO_SUCCESSOR = "there is only one credential";

const UUID = "00000000-0000-0000-0000-000000000000";
const PUBLIC_KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
/** The `x` or `d` of an Ed25519 key's JWK (RFC 8037): 32 bytes in base64url. */
const PublicKeyText = z.string().regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, "must be the x of an Ed25519 key");

/** The JWK of an Ed25519 private key, as text. */
const PrivateKey = z.string().transform((text, ctx) => {
  const Jwk = z.object({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: PublicKeyText,
    d: PublicKeyText,
  });
  const read = Jwk.safeParse(tryParseJson(text));
  if (read.success) return read.data;
  ctx.addIssue("must be the JWK of an Ed25519 key");
  return z.NEVER;
});

const audience = { owner: "access", schema: OneLine, example: "<64 hexadecimal digits>" } as const;

/** Every variable and secret, in the order in which lists show them. */
export const VARIABLES = {
  GOVERNANCE_CLIENT_ID: { ...clientId, meaning: "Client ID of the governance API credential" },
  GOVERNANCE_CLIENT_SECRET: {
    ...clientSecret,
    meaning: "Client Secret of the governance credential, shown once when it is created",
  },
  GOVERNANCE_NEW_CLIENT_ID: {
    ...clientId,
    meaning:
      "Client ID of the next governance credential, used first ([how](../operate/secrets.md#the-governance-credential))",
    ifUnset: NO_SUCCESSOR,
  },
  GOVERNANCE_NEW_CLIENT_SECRET: {
    ...clientSecret,
    meaning: "Client Secret of the next governance credential",
    ifUnset: NO_SUCCESSOR,
  },
  GOVERNANCE_BASE_URL: {
    owner: "governance",
    meaning: "address of the tenant, if the client id does not contain it",
    schema: ApiRoot,
    example: "https://governance.example.com",
    ifUnset: "`https://<hostname of the client id>`",
  },
  GOVERNANCE_TOKEN_FLOW: {
    owner: "governance",
    meaning:
      "how Reeve proves its identity to get a token: `assertion` (by a signature), `dpop` (by a signature, and each call proves possession of the token's key) or `secret` (by sending the secret)",
    schema: z.enum(["assertion", "dpop", "secret"], {
      error: 'must be "assertion" (the default), "dpop" or "secret"',
    }),
    example: "assertion",
    default: "assertion",
  },

  GOVERNANCE_CREDENTIAL_EXPIRES: {
    owner: "governance",
    meaning: "expiry day (UTC) of the credential that is used first, as shown in the tenant",
    schema: z.iso.date("must be a day"),
    example: "2027-03-31",
    ifUnset: "calculated from `GOVERNANCE_CREDENTIAL_DAYS`",
  },
  GOVERNANCE_CREDENTIAL_DAYS: {
    owner: "governance",
    meaning: "lifetime of the credential in days, from the day on which Reeve first saw it",
    schema: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "must be a number of days from 1 to 9999")
      .transform(Number),
    example: "90",
    ifUnset: "no warnings, unless `GOVERNANCE_CREDENTIAL_EXPIRES` is set",
  },

  REEVE_URL: {
    owner: "reeve",
    meaning: "Reeve's own address, for links in replies and messages",
    schema: WebAddress.transform((address) => address.replace(/\/$/, "")),
    example: "https://reeve.example.com",
    ifUnset: "replies contain no link",
  },
  REEVE_ENV: {
    owner: "reeve",
    meaning: "name of the environment; `npm run deploy -- --env` sets it",
    schema: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, "must be a-z, then at most 30 of a-z, 0-9 and -"),
    example: "test",
    default: "production",
  },
  DESKS: {
    owner: "reeve",
    meaning: "number of desks, fixed at the first start ([why](../live/deploy.md#number-of-desks))",
    schema: Desks,
    example: "4",
    default: "4",
  },
  ACCESS_TEAM_DOMAIN: {
    owner: "access",
    meaning: "team domain, in Cloudflare Zero Trust under Settings",
    schema: z
      .string()
      .regex(
        /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]+$/i,
        "must be only a host name: leave out https:// and any path",
      ),
    example: "example.cloudflareaccess.com",
    ifUnset: "the console and `/api` are closed",
  },
  ACCESS_AUD: {
    ...audience,
    meaning: "AUD tag of Reeve's application, in Cloudflare Zero Trust under Access",
    ifUnset: "the console and `/api` are closed",
  },
  ACCESS_MCP_AUD: {
    ...audience,
    meaning: "AUD tag of the application for agents, which protects only `/mcp` ([how](../extend/agents.md))",
    ifUnset: "`/mcp` is closed",
  },
  METRICS_TOKEN: {
    ...webhook("reeve", "bearer token of the program that scrapes `/metrics`"),
    ifUnset: "`/metrics` requires a sign-in through Access",
  },
  EVIDENCE_KEY: {
    owner: "evidence",
    secret: true,
    meaning: "key that signs receipts and checkpoints ([how](../trust/evidence.md#the-key))",
    schema: PrivateKey,
    example: '{"kty":"OKP","crv":"Ed25519","x":"…","d":"…"}',
    ifUnset: "no receipts or checkpoints",
  },
  EVIDENCE_OLD_KEYS: {
    owner: "evidence",
    meaning: "`x` of each previous key, separated by commas",
    schema: z
      .string()
      .transform((text) => text.split(",").map((one) => one.trim()))
      .pipe(z.array(PublicKeyText)),
    example: PUBLIC_KEY,
    ifUnset: "no previous keys",
  },
  LOCAL_STACK: {
    owner: "local",
    meaning: "opens the console and `/api` to everyone; only `npm start` sets it",
    schema: z.literal("yes", { error: 'must be "yes" on the local stack, and not set elsewhere' }),
    example: "yes",
    ifUnset: "people must sign in",
  },

  CONDUCTORONE_WEBHOOK_SECRET: {
    ...webhook(
      "conductorone",
      "text of your own, with which Reeve seals the callback addresses that it stores",
    ),
    ifUnset: "the service's webhooks are rejected with 503",
  },
  CONDUCTORONE_LISTENER_SECRETS: {
    owner: "conductorone",
    secret: true,
    meaning: "secrets of the service's inbound webhooks, by the webhook's id",
    schema: ListenerSecrets,
    example: "<id>=<secret>,<id>=<secret>",
    ifUnset: "`service-automation.start` fails",
  },
  JIRA_WEBHOOK_SECRET: webhook("jira", "secret of the Jira webhook"),
  JIRA_AUTOMATION_WEBHOOK_SECRET: webhook("jira", "value of the header X-Reeve-Secret in a rule"),
  JIRA_URL: ownAddress("jira", "address of the Jira site", "https://example.atlassian.net"),
  JIRA_API_URL: {
    ...ownAddress(
      "jira",
      "address of Jira's API for a service account's scoped token ([how](../set-up/senders/jira.md))",
      `https://api.atlassian.com/ex/jira/${UUID}`,
    ),
    ifUnset: "`JIRA_URL`",
  },
  JIRA_EMAIL: account("jira", "email of the account that Reeve replies as", "reeve@example.com"),
  JIRA_API_TOKEN: credential("jira", "API token of the account that Reeve replies as"),
  SERVICENOW_WEBHOOK_SECRET: webhook("servicenow", "password of ServiceNow's basic authentication profile"),
  SERVICENOW_URL: ownAddress("servicenow", "address of the instance", "https://example.service-now.com"),
  SERVICENOW_API_KEY: credential("servicenow", "REST API key of the user that Reeve replies as"),
  SERVICENOW_USER: account("servicenow", "user that Reeve replies as, if there is no API key", "reeve"),
  SERVICENOW_PASSWORD: credential("servicenow", "password of `SERVICENOW_USER`"),
  ZENDESK_WEBHOOK_SECRET: webhook("zendesk", "signing secret of the Zendesk webhook, as Zendesk shows it"),
  ZENDESK_URL: ownAddress("zendesk", "address of the account", "https://example.zendesk.com"),
  ZENDESK_CLIENT_ID: account("zendesk", "identifier of the OAuth client that Reeve replies with", "reeve"),
  ZENDESK_CLIENT_SECRET: credential("zendesk", "secret of the OAuth client in `ZENDESK_CLIENT_ID`"),
  ZENDESK_EMAIL: account("zendesk", "email of the agent that uses the API token", "reeve@example.com"),
  ZENDESK_API_TOKEN: credential("zendesk", "API token of the account, if there is no OAuth client yet"),
  FRESHSERVICE_WEBHOOK_SECRET: webhook("freshservice", "value of the header X-Reeve-Secret in a workflow"),
  FRESHSERVICE_URL: ownAddress("freshservice", "address of the account", "https://example.freshservice.com"),
  FRESHSERVICE_API_KEY: credential("freshservice", "API key of the agent that Reeve replies as"),
  LINEAR_WEBHOOK_SECRET: webhook("linear", "secret of the Linear webhook, as Linear shows it", "lin_wh_…"),
  LINEAR_API_KEY: credential("linear", "API key that Reeve replies with"),
  LINEAR_URL: usualAddress("linear", "address of Linear's API", "https://api.linear.app"),
  GITHUB_WEBHOOK_SECRET: webhook("github", "secret of the GitHub webhook"),
  GITHUB_TOKEN: credential("github", "token that Reeve replies with"),
  GITHUB_URL: usualAddress("github", "address of GitHub's API", "https://api.github.com"),
  GITLAB_WEBHOOK_SECRET: webhook("gitlab", "signing token of the GitLab webhook", "whsec_…"),
  BAMBOOHR_WEBHOOK_SECRET: webhook("bamboohr", "private key of the BambooHR webhook, shown once"),
  BAMBOOHR_URL: ownAddress("bamboohr", "address of the account", "https://example.bamboohr.com"),
  BAMBOOHR_API_KEY: credential("bamboohr", "API key for reading workers"),
  HIBOB_WEBHOOK_SECRET: webhook("hibob", "secret key of the HiBob webhook"),
  HIBOB_USER_ID: account("hibob", "id of the service user for reading workers", "SERVICE-1234"),
  HIBOB_API_TOKEN: credential("hibob", "token of the service user for reading workers"),
  HIBOB_URL: usualAddress("hibob", "address of HiBob's API", "https://api.hibob.com"),
  PERSONIO_WEBHOOK_SECRET: webhook(
    "personio",
    "value of ?access_token= in the address registered with Personio: at least 32 random characters",
  ),
  PERSONIO_CLIENT_ID: account("personio", "client id for reading workers", "papi-…"),
  PERSONIO_CLIENT_SECRET: credential("personio", "client secret for reading workers"),
  PERSONIO_URL: usualAddress("personio", "address of Personio's API", "https://api.personio.de"),
  GUSTO_WEBHOOK_SECRET: webhook("gusto", "verification token of the accepted webhook subscription"),
  GUSTO_CLIENT_ID: account("gusto", "client id of the application for reading workers", "…"),
  GUSTO_CLIENT_SECRET: credential("gusto", "client secret of the application for reading workers"),
  GUSTO_REFRESH_TOKEN: credential("gusto", "refresh token issued when the company authorized Reeve"),
  GUSTO_URL: usualAddress("gusto", "address of Gusto's API", "https://api.gusto.com"),
  MERGE_WEBHOOK_SECRET: webhook("merge", "webhook signature key of the Merge organization"),
  MERGE_API_KEY: credential("merge", "API key for reading workers"),
  MERGE_ACCOUNT_TOKEN: credential("merge", "account token of the linked HR system"),
  MERGE_URL: usualAddress("merge", "address of Merge's API", "https://api.merge.dev"),
  RIPPLING_WEBHOOK_SECRET: webhook("rippling", "secret in the address that the Rippling workflow posts to"),
  WORKDAY_WEBHOOK_SECRET: webhook("workday", "shared secret of the Workday integration"),
  OKTA_WEBHOOK_SECRET: webhook("okta", "authentication secret of the Okta event hook"),
  MICROSOFT_GRAPH_WEBHOOK_SECRET: webhook(
    "microsoft-graph",
    "client state of the Microsoft Graph subscriptions, at most 128 characters",
  ),
  ENTRA_WEBHOOK_SECRET: webhook("entra", "value of the header X-Reeve-Secret in the Logic Apps"),
  MICROSOFT_TENANT_ID: account("entra", "id of the Microsoft Entra tenant", UUID),
  MICROSOFT_CLIENT_ID: account("entra", "id of Reeve's application in the Microsoft Entra tenant", UUID),
  MICROSOFT_CLIENT_SECRET: credential("entra", "client secret of Reeve's application in Microsoft Entra"),
  MICROSOFT_GRAPH_URL: usualAddress("entra", "address of Microsoft Graph", "https://graph.microsoft.com"),
  MICROSOFT_LOGIN_URL: usualAddress(
    "entra",
    "address where Reeve signs in to Microsoft Entra",
    "https://login.microsoftonline.com",
  ),
  STANDARD_WEBHOOKS_WEBHOOK_SECRET: webhook(
    "standard-webhooks",
    "secret of a Standard Webhooks sender: whsec_… (shared) or whpk_… (its public key)",
    "whsec_…",
  ),
  ACTIONS_WEBHOOK_SECRET: webhook(
    "actions",
    "key that verifies signed requests for an action: whsec_… or whpk_…",
    "whsec_…",
  ),
  ACTIONS_TOKEN_WEBHOOK_SECRET: webhook("actions", "secret that unsigned requests for an action must send"),
  SLACK_SIGNING_SECRET: {
    ...webhook("slack", "signing secret of the Slack app, under Basic Information"),
    ifUnset: "Slack gets 503",
  },
  SLACK_BOT_TOKEN: {
    ...credential("slack", "bot token of the Slack app, under OAuth & Permissions"),
    example: "xoxb-…",
    ifUnset: "Reeve can reply only where a request was made, and only for half an hour",
  },
  SLACK_API_URL: usualAddress(
    "slack",
    "Slack's address: `https://slack-gov.com` for GovSlack",
    "https://slack.com",
  ),
  TEAMS_WEBHOOK_URL: {
    owner: "teams",
    secret: true,
    meaning:
      "address of the Teams workflow that posts to a channel ([how](../set-up/notify.md#microsoft-teams))",
    schema: WebAddress,
    example: "https://….environment.api.powerplatform.com/…&sig=…",
    ifUnset: "no messages are sent to Teams, unless the bot is set up",
  },
  TEAMS_BOT_SECRET: {
    ...webhook(
      "teams",
      "client secret of the bot's application in Microsoft Entra ([how](../set-up/notify.md#decide-in-teams))",
    ),
    example: "…",
    ifUnset: "people can't decide in Teams",
  },
  TEAMS_BOT_ID: account("teams", "id of the bot's application in Microsoft Entra", UUID),
  TEAMS_TENANT_ID: account("teams", "id of the Microsoft Entra tenant whose people decide in Teams", UUID),
  TEAMS_CHANNEL_ID: account("teams", "id of the channel that the bot posts to", "19:…@thread.tacv2"),
  TEAMS_SERVICE_URL: usualAddress(
    "teams",
    "address that the bot sends messages to; GCC tenants need a different one",
    "https://smba.trafficmanager.net/teams",
  ),
  TEAMS_LOGIN_URL: usualAddress(
    "teams",
    "address where the bot signs in",
    "https://login.microsoftonline.com",
  ),
  TEAMS_OPENID_URL: usualAddress(
    "teams",
    "address of the Bot Framework's metadata, which names its keys",
    "https://login.botframework.com/v1/.well-known/openidconfiguration",
  ),
  PAGERDUTY_API_KEY: credential(
    "pagerduty",
    "read-only REST API key for [who is on call](../set-up/approvals.md#on-call-approvers)",
  ),
  PAGERDUTY_URL: usualAddress("pagerduty", "address of PagerDuty's API", "https://api.pagerduty.com"),
  OPSGENIE_API_KEY: credential(
    "opsgenie",
    "API key for reading [who is on call](../set-up/approvals.md#on-call-approvers)",
  ),
  OPSGENIE_URL: usualAddress("opsgenie", "address of Opsgenie's API", "https://api.opsgenie.com"),
  ON_CALL_CALENDARS: {
    ...credential(
      "calendar",
      "addresses of iCalendar feeds that show [who is on call](../set-up/approvals.md#on-call-approvers)",
    ),
    schema: Calendars,
    example: "<name>=https://calendar.example.com/….ics",
  },
  NOTIFY_WEBHOOK_URL: {
    owner: "notify",
    secret: true,
    meaning: "address that receives every notice as a signed webhook ([how](../set-up/notify.md))",
    schema: WebAddress,
    example: "https://hooks.example.com/reeve",
    ifUnset: "no webhook is sent",
  },
  NOTIFY_WEBHOOK_SECRET: {
    ...webhook("notify", "key that signs the notice webhooks; `new,old` while it is replaced", "whsec_…"),
    ifUnset: "no webhook is sent",
  },

  ...ownVariables,
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

/** The values of variables and secrets by name. Any of them can be missing. */
export type Variables = { readonly [Name in VariableName]?: string | undefined };

/** The environment of Reeve's Worker and Durable Objects. */
export type Env = Variables & {
  readonly [Name in keyof typeof BINDINGS]: BindingKinds[(typeof BINDINGS)[Name]["kind"]];
};

type Value<Name extends VariableName> =
  | z.output<(typeof VARIABLES)[Name]["schema"]>
  | ((typeof VARIABLES)[Name] extends { readonly default: string } ? never : undefined);

/** The name of a secret that can have two values while it is replaced, such as the secret of a webhook. */
export type SecretName = {
  [Name in VariableName]: z.output<(typeof VARIABLES)[Name]["schema"]> extends Secrets ? Name : never;
}[VariableName];

/** Lists every variable with its declaration. */
export const variables = (): readonly (Variable & { readonly name: VariableName })[] =>
  Object.entries(VARIABLES).map(([name, variable]) => ({ ...variable, name: name as VariableName }));

/** Returns true if a variable of this name is declared. */
export const isVariable = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name);

/** Returns true if a variable is set to a non-empty value. */
export const isSet = (env: Variables, name: VariableName): boolean => (env[name] ?? "") !== "";

const read = (name: VariableName, text: string) => {
  const { schema }: Variable = VARIABLES[name];
  return schema.safeParse(text, { error: formatIssue });
};

/**
 * Returns the error in a variable's value as a sentence that names the variable and shows an example but never the
 * value, or `null` if the value is valid or not set.
 */
export function findFault(env: Variables, name: VariableName): string | null {
  const text = env[name];
  if (text === undefined || !isSet(env, name)) return null;
  const result = read(name, text);
  if (result.success) return null;
  return `${name} ${result.error.issues[0]?.message}; use a value like ${VARIABLES[name].example}`;
}

/**
 * Returns the value of a variable, or its default.
 * @returns `undefined` if the variable is not set and has no default
 * @throws Problem `configuration_invalid` if the value is invalid, with the sentence of {@link findFault}
 */
export function readVariable<Name extends VariableName>(env: Variables, name: Name): Value<Name> {
  const variable: Variable = VARIABLES[name];
  const text = isSet(env, name) ? env[name] : variable.default;
  if (text === undefined) return undefined as Value<Name>;
  const result = read(name, text);
  if (result.success) return result.data as Value<Name>;
  throw new Problem("configuration_invalid", findFault(env, name) ?? `${name} is not valid`);
}

/** Lists the errors in the variables that are set, one sentence each. */
export const faultsIn = (env: Variables): string[] =>
  variables().flatMap(({ name }) => findFault(env, name) ?? []);

/** Returns true on the local stack, which only this machine can reach. */
export const isLocalStack = ({ LOCAL_STACK }: Variables): boolean => LOCAL_STACK === "yes";

/**
 * Returns the name of the environment, by default `production`. The name is not validated, because pages are shown
 * even if it is invalid.
 */
export const nameEnvironment = ({ REEVE_ENV }: Variables): string => REEVE_ENV || "production";

/** Returns Reeve's own address, or `undefined` if it is not set or invalid, so that no broken link is shown. */
export const readSite = (env: Variables): string | undefined =>
  findFault(env, "REEVE_URL") === null ? readVariable(env, "REEVE_URL") : undefined;
