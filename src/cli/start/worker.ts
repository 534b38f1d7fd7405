/** Reeve as `npm start` runs it: the settings as they are, and Ada of the sample data in Slack, who may read and ask. */

import { slack } from "../../config.ts";

export * from "../../worker.ts";
export { default } from "../../worker.ts";

/** The Slack user of the recorded commands that `npm run send` sends. */
const ADA = "U0ADA0001";

if (!Object.hasOwn(slack.users, ADA)) {
  slack.users[ADA] = "ada.marsh@example.com";
  slack.roles.viewer.push(ADA);
  slack.roles.requester.push(ADA);
}
