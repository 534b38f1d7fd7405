import { hex, mac, type Sender } from "./sender.ts";

/** Jira Cloud, a webhook with a secret. */
export const jira: Sender = {
  source: "jira",
  contentType: "application/json; charset=UTF-8",
  localSecret: "local-jira-webhook-secret",
  sign: async (body, { secret, id }) => ({
    headers: {
      "user-agent": "Atlassian Webhook HTTP Client",
      "x-atlassian-webhook-identifier": id,
      "x-atlassian-webhook-flow": "Primary",
      "x-hub-signature": `sha256=${hex(await mac("SHA-256", secret, body))}`,
    },
  }),
};
