// Reeve's configuration, yours as src/own is: no release changes it. docs/reference.md#settings has every setting.
import { defineConfig } from "./define-config.ts";

export default defineConfig({
  settings: {
    /** Where a day begins, and what schedules go by. */
    timeZone: "UTC",

    /** The automations that run, each with its settings: docs/automations.md says what there are. */
    automations: {
      "requested-action": {},
      "connector-owners-end": {},
      "managers-are-active": {},
      "identities-have-managers": {},
      "connectors-have-owners": {},
      "reviews-have-owners": {},
    },

    /** What people call things, with the ids behind the names; also apps, entitlements, tools, campaigns and others. */
    connectors: {
      // "GitHub MCP": { appId: "…", appName: "GitHub", connectorId: "…" },
    },
    ownerRoles: { Owner: "owner", Reviewer: "reviewer" },
    defaultOwnerRole: "Owner",

    /** The projects whose tickets count, by system, and what their fields are called. */
    ticketProjects: {
      // jira: ["IAM"],
    },
    fields: {
      // jira: { requestType: "customfield_10010", user: "customfield_10061", connector: "customfield_10062" },
    },
  },

  /** Who may do what, at the console and in Slack: viewer, requester, operator, approver, admin. */
  people: [
    // { email: "ada.marsh@example.com", slack: "U0ADA0001", roles: ["requester"] },
  ],

  /** What needs an approval, how much may happen in an hour, and what only plans for now. */
  policy: {
    dryRun: [
      "managers-are-active",
      "identities-have-managers",
      "connectors-have-owners",
      "reviews-have-owners",
    ],
  },
});
