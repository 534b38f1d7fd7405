// This configuration is yours, as src/own is: no release changes it. docs/reference/settings.md lists every setting.
import { defineConfig } from "./define-config.ts";

export default defineConfig({
  settings: {
    /** The time zone of days and schedules. */
    timeZone: "UTC",

    /** The automations that run, each with its settings: docs/set-up/automations.md lists all of them. */
    automations: {
      "requested-action": {},
      "last-days": {},
      "last-day-tasks": {},
      "managers-are-active": {},
      "identities-have-managers": {},
      "connectors-have-owners": {},
      "reviews-have-owners": {},
    },

    /**
     * Connectors by the name that people use, with their ids. Apps, entitlements, tools, campaigns and others are
     * named in the same way.
     */
    connectors: {
      // "GitHub MCP": { appId: "…", appName: "GitHub", connectorId: "…" },
    },
    /**
     * The slugs of the owner roles. They are guesses, because the service publishes no list of slugs: `npm run init`
     * asks for yours.
     */
    ownerRoles: { Owner: "owner", Reviewer: "reviewer" },
    defaultOwnerRole: "Owner",

    /** The projects whose tickets are processed, by system, and the ids of the fields that their tickets use. */
    ticketProjects: {
      // jira: ["IAM"],
    },
    fields: {
      // jira: { requestType: "customfield_10010", user: "customfield_10061", connector: "customfield_10062" },
    },
  },

  /** The roles of people in the console, Slack and Teams: viewer, requester, operator, approver, admin. */
  people: [
    // { email: "ada.marsh@example.com", slack: "U0ADA0001", roles: ["requester"] },
  ],

  /** Rules for approvals, limits on changes per hour, and the automations that only plan for now. */
  policy: {
    dryRun: [
      "managers-are-active",
      "identities-have-managers",
      "connectors-have-owners",
      "reviews-have-owners",
    ],
  },
});
