// Slack: where its requests come in, and its Web API.
import { address, defineApi } from "./api/api.ts";
import type { Entrance, System } from "./system.ts";

/** Where Slack's requests come in. The secret is the app's signing secret; two, separated by a comma, while it is replaced. */
export const slackSecret: Entrance = {
  name: "slack",
  authentication: "signed",
  secretVariable: "SLACK_SIGNING_SECRET",
  setUp: "Make the app of slack-manifest.yml; the secret is its signing secret.",
};

// docs.slack.dev/authentication/tokens: the app's bot token, xoxb-…; slack-gov.com is Slack for governments.
const api = defineApi({
  address: address("SLACK_API_URL", ["slack.com", "slack-gov.com"]),
  variables: ["SLACK_BOT_TOKEN"],
  authorize: ({ SLACK_BOT_TOKEN }) => ({ authorization: `Bearer ${SLACK_BOT_TOKEN}` }),
});

/** Slack. Its requests are commands and clicks, which channels/slack/receive.ts answers: none is an event. */
export const slack: System = { name: "slack", title: "Slack", sources: [], entrance: slackSecret, api };
