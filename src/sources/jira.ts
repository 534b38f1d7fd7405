import { JiraWebhook, readJiraWebhook } from "./reading/jira.ts";
import { parseJson } from "./reading/json.ts";
import { hmac } from "./schemes/hmac.ts";
import type { Source } from "./source.ts";

/**
 * Jira Cloud and Jira Service Management, webhooks that an administrator sets up with a secret. Jira sends the
 * signature only when a secret is set, so a delivery without it is refused.
 * Source: developer.atlassian.com/cloud/jira/platform/webhooks
 */
export const jira: Source = {
  name: "jira",
  authentication: "signed",
  secretVariable: "JIRA_WEBHOOK_SECRET",
  verify: hmac({ hash: "SHA-256", header: "x-hub-signature", prefix: "sha256=", encoding: "hex" }),
  signsIds: false,
  siteVariable: "JIRA_URL",
  parse: parseJson(JiraWebhook, (webhook, { headers }) => ({
    id: headers.get("x-atlassian-webhook-identifier"),
    event: readJiraWebhook(webhook),
  })),
};
