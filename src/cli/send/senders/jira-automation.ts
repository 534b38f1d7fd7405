import type { Sender } from "./sender.ts";

/** Jira Automation, "Send web request" with the secret in a header. */
export const jiraAutomation: Sender = {
  source: "jira-automation",
  contentType: "application/json",
  localSecret: "local-jira-automation-webhook-secret",
  sign: (_body, { secret }) => ({ headers: { "x-reeve-secret": secret } }),
};
