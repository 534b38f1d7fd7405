import { Problem } from "../../base/problem.ts";
import { type Address, basic, defineApi, type Environment, type SenderApi } from "./api.ts";

const of = (variable: string, hosts: readonly string[], usual?: string): Address => ({
  variable,
  hosts,
  ...(usual && { default: usual }),
});

const MICROSOFT_LOGIN = of(
  "MICROSOFT_LOGIN_URL",
  ["login.microsoftonline.com"],
  "https://login.microsoftonline.com",
);

/** Every API that Reeve reads workers from or answers to. Each credential should be allowed no more than that. */
export const senderApis: readonly SenderApi[] = [
  // developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis
  defineApi({
    system: "jira",
    address: of("JIRA_URL", [".atlassian.net"]),
    variables: ["JIRA_EMAIL", "JIRA_API_TOKEN"],
    authorize: ({ JIRA_EMAIL, JIRA_API_TOKEN }) => ({ authorization: basic(JIRA_EMAIL, JIRA_API_TOKEN) }),
  }),
  defineApi({
    system: "servicenow",
    address: of("SERVICENOW_URL", [".service-now.com"]),
    variables: ["SERVICENOW_USER", "SERVICENOW_PASSWORD"],
    authorize: ({ SERVICENOW_USER, SERVICENOW_PASSWORD }) => ({
      authorization: basic(SERVICENOW_USER, SERVICENOW_PASSWORD),
    }),
  }),
  // developer.zendesk.com/api-reference/introduction/security-and-auth
  defineApi({
    system: "zendesk",
    address: of("ZENDESK_URL", [".zendesk.com"]),
    variables: ["ZENDESK_EMAIL", "ZENDESK_API_TOKEN"],
    authorize: ({ ZENDESK_EMAIL, ZENDESK_API_TOKEN }) => ({
      authorization: basic(`${ZENDESK_EMAIL}/token`, ZENDESK_API_TOKEN),
    }),
  }),
  // api.freshservice.com: the key is the name, the password is not looked at.
  defineApi({
    system: "freshservice",
    address: of("FRESHSERVICE_URL", [".freshservice.com"]),
    variables: ["FRESHSERVICE_API_KEY"],
    authorize: ({ FRESHSERVICE_API_KEY }) => ({ authorization: basic(FRESHSERVICE_API_KEY, "X") }),
  }),
  // developers.linear.app/docs/graphql: a personal API key goes without "Bearer".
  defineApi({
    system: "linear",
    address: of("LINEAR_URL", ["api.linear.app"], "https://api.linear.app"),
    variables: ["LINEAR_API_KEY"],
    authorize: ({ LINEAR_API_KEY }) => ({ authorization: LINEAR_API_KEY }),
  }),
  defineApi({
    system: "github",
    address: of("GITHUB_URL", ["api.github.com", ".ghe.com"], "https://api.github.com"),
    variables: ["GITHUB_TOKEN"],
    authorize: ({ GITHUB_TOKEN }) => ({
      authorization: `Bearer ${GITHUB_TOKEN}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    }),
  }),
  // PAGERDUTY_FROM: the email of the PagerDuty user in whose name notes are written.
  defineApi({
    system: "pagerduty",
    address: of("PAGERDUTY_URL", ["api.pagerduty.com", "api.eu.pagerduty.com"], "https://api.pagerduty.com"),
    variables: ["PAGERDUTY_API_TOKEN", "PAGERDUTY_FROM"],
    authorize: ({ PAGERDUTY_API_TOKEN, PAGERDUTY_FROM }) => ({
      authorization: `Token token=${PAGERDUTY_API_TOKEN}`,
      accept: "application/vnd.pagerduty+json;version=2",
      from: PAGERDUTY_FROM,
    }),
  }),
  // docs.slack.dev/authentication/tokens: the app's bot token, xoxb-…; slack-gov.com is Slack for governments.
  defineApi({
    system: "slack",
    address: of("SLACK_API_URL", ["slack.com", "slack-gov.com"], "https://slack.com"),
    variables: ["SLACK_BOT_TOKEN"],
    authorize: ({ SLACK_BOT_TOKEN }) => ({ authorization: `Bearer ${SLACK_BOT_TOKEN}` }),
  }),
  // documentation.bamboohr.com/docs: the key is the name, the password is not looked at.
  defineApi({
    system: "bamboohr",
    address: of("BAMBOOHR_URL", [".bamboohr.com"]),
    variables: ["BAMBOOHR_API_KEY"],
    authorize: ({ BAMBOOHR_API_KEY }) => ({ authorization: basic(BAMBOOHR_API_KEY, "x") }),
  }),
  // apidocs.hibob.com: an API service user, its id and token.
  defineApi({
    system: "hibob",
    address: of("HIBOB_URL", ["api.hibob.com"], "https://api.hibob.com"),
    variables: ["HIBOB_USER_ID", "HIBOB_API_TOKEN"],
    authorize: ({ HIBOB_USER_ID, HIBOB_API_TOKEN }) => ({
      authorization: basic(HIBOB_USER_ID, HIBOB_API_TOKEN),
    }),
  }),
  defineApi({
    system: "personio",
    address: of("PERSONIO_URL", ["api.personio.de"], "https://api.personio.de"),
    variables: ["PERSONIO_CLIENT_ID", "PERSONIO_CLIENT_SECRET"],
    async authorize({ PERSONIO_CLIENT_ID, PERSONIO_CLIENT_SECRET }, login) {
      const token = await login({
        address: of("PERSONIO_URL", ["api.personio.de"], "https://api.personio.de"),
        path: "/v2/auth/token",
        form: {
          grant_type: "client_credentials",
          client_id: PERSONIO_CLIENT_ID,
          client_secret: PERSONIO_CLIENT_SECRET,
        },
      });
      return { authorization: `Bearer ${token}` };
    },
  }),
  defineApi({
    system: "gusto",
    address: of("GUSTO_URL", ["api.gusto.com"], "https://api.gusto.com"),
    variables: ["GUSTO_ACCESS_TOKEN"],
    authorize: ({ GUSTO_ACCESS_TOKEN }) => ({ authorization: `Bearer ${GUSTO_ACCESS_TOKEN}` }),
  }),
  // docs.merge.dev: the key is Merge's customer's, the account token that of the linked HR system.
  defineApi({
    system: "merge",
    address: of("MERGE_URL", ["api.merge.dev", "api-eu.merge.dev"], "https://api.merge.dev"),
    variables: ["MERGE_API_KEY", "MERGE_ACCOUNT_TOKEN"],
    authorize: ({ MERGE_API_KEY, MERGE_ACCOUNT_TOKEN }) => ({
      authorization: `Bearer ${MERGE_API_KEY}`,
      "x-account-token": MERGE_ACCOUNT_TOKEN,
    }),
  }),
  // learn.microsoft.com/graph/auth-v2-service: an app of its own, with the permission User.Read.All, and where lifecycle
  // workflows are answered LifecycleWorkflows.ReadWrite.All.
  defineApi({
    system: "entra",
    address: of("MICROSOFT_GRAPH_URL", ["graph.microsoft.com"], "https://graph.microsoft.com"),
    variables: ["MICROSOFT_TENANT_ID", "MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
    async authorize({ MICROSOFT_TENANT_ID, MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET }, login) {
      const token = await login({
        address: MICROSOFT_LOGIN,
        path: `/${encodeURIComponent(MICROSOFT_TENANT_ID)}/oauth2/v2.0/token`,
        form: {
          grant_type: "client_credentials",
          client_id: MICROSOFT_CLIENT_ID,
          client_secret: MICROSOFT_CLIENT_SECRET,
          scope: "https://graph.microsoft.com/.default",
        },
      });
      return { authorization: `Bearer ${token}` };
    },
  }),
];

/**
 * Whether anybody has begun to set up access to a system: one of its credential's variables is there. That the others
 * are missing then is a mistake to report, and not a wish to do without.
 */
export const isSetUp = (system: string, env: Environment): boolean =>
  senderApis.some((api) => api.system === system && api.variables.some((name) => Boolean(env[name])));

/** @throws Problem `sender_not_configured` for a system whose API Reeve does not know */
export function apiOf(system: string): SenderApi {
  const api = senderApis.find((one) => one.system === system);
  if (!api) throw new Problem("sender_not_configured", `Reeve knows no API of "${system}"`);
  return api;
}
