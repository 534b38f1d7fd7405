// Slack: the secret that verifies its requests, and its Web API.
import { defineApi } from "./api/api.ts";
import type { Entrance, System } from "./system.ts";

/**
 * The entry point for Slack's requests. The secret is the app's signing secret, or two secrets separated by a comma
 * during a rotation.
 */
export const slackSecret: Entrance = {
  name: "slack",
  authentication: "signed",
  secretVariable: "SLACK_SIGNING_SECRET",
  setUp: "Create the app from slack-manifest.yml; the secret is its signing secret.",
};

// docs.slack.dev/authentication/tokens: the app's bot token (xoxb-…). slack-gov.com is Slack for governments.
const api = defineApi({
  address: { variable: "SLACK_API_URL", hosts: ["slack.com", "slack-gov.com"] },
  variables: ["SLACK_BOT_TOKEN"],
  end: "unknown",
  authorize: ({ SLACK_BOT_TOKEN }) => ({ authorization: `Bearer ${SLACK_BOT_TOKEN}` }),
});

/** Slack. Its requests, such as commands and clicks, are not events: channels/slack/receive.ts handles them. */
export const slack: System = { name: "slack", title: "Slack", sources: [], entrance: slackSecret, api };
