// The configuration that `npm start` and `npm run demo` run Reeve with.
import config from "../../config.ts";
import { defineConfig } from "../../define-config.ts";

/** The Slack user of the recorded commands that `npm run send` sends. */
const ADA = "U0ADA0001";

const { slack } = config;

/** The settings as they are, and Ada of the sample data in Slack, who may read and ask. */
export default Object.hasOwn(slack.users, ADA)
  ? config
  : defineConfig({
      ...config,
      slack: {
        ...slack,
        users: { ...slack.users, [ADA]: "ada.marsh@example.com" },
        roles: {
          ...slack.roles,
          viewer: [...slack.roles.viewer, ADA],
          requester: [...slack.roles.requester, ADA],
        },
      },
    });
