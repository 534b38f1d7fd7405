import { JiraWebhook, readJiraWebhook } from "./reading/jira.ts";
import { parseJson } from "./reading/json.ts";
import { bearerJwt } from "./schemes/bearer-jwt.ts";
import type { Source } from "./source.ts";

/**
 * Jira Cloud, webhooks that an OAuth 2.0 app registers (`/rest/api/3/webhook`): a JWT signed with the app's client
 * secret says who sends, the body is what `jira` reads, and is not signed.
 * Source: developer.atlassian.com/cloud/jira/platform/webhooks
 */
export const jiraApp: Source = {
  name: "jira-app",
  authentication: "shared-secret",
  secretVariable: "JIRA_APP_WEBHOOK_SECRET",
  verify: bearerJwt,
  signsIds: false,
  siteVariable: "JIRA_URL",
  parse: parseJson(JiraWebhook, (webhook, { headers }) => ({
    id: headers.get("x-atlassian-webhook-identifier") || null,
    event: readJiraWebhook(webhook),
  })),
};
