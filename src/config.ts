// Reeve's configuration: the one file that users edit.
import { defineConfig } from "./define-config.ts";

/** Your configuration. Each part is explained where its schema is declared; a mistake here stops Reeve at its start. */
export default defineConfig({
  /** What automations go by: `Settings` in src/automations/settings.ts. */
  settings: {
    enabled: ["connector-owner-from-ticket", "requested-action", "connector-owners-end"],

    timeZone: "Europe/Berlin",

    connectors: {
      "GitHub MCP": { appId: "app_github", appName: "GitHub", connectorId: "con_github_mcp" },
    },

    apps: { GitHub: "app_github", Jira: "app_jira" },
    entitlements: {
      "GitHub admin": { appId: "app_github", id: "ent_github_admin" },
      "GitHub maintainer": { appId: "app_github", id: "ent_github_maintainer" },
      "Jira admin": { appId: "app_jira", id: "ent_jira_admin" },
    },
    appUsers: { GitHub: { "ada.marsh@example.com": "acc_github_usr_ada_marsh" } },
    tools: {
      "Create issue": { connector: "GitHub MCP", id: "tool_github_create_issue" },
      "Delete branch": { connector: "GitHub MCP", id: "tool_github_delete_branch" },
    },
    sessionPolicies: { "Shared kiosks": "sp_kiosk" },
    reviewPolicies: { "Manager reviews": "pol_manager_review", "Resource owner reviews": "pol_owner_review" },

    reviewScopes: {
      "Unused grants": { grantsByCriteria: { daysSinceLastUsed: "7776000s" } },
      Machines: { accountCriteria: { accountTypes: ["APP_USER_TYPE_SERVICE_ACCOUNT"] } },
    },
    campaigns: {
      "First quarter 2026": "cmp_quarterly_2026q1",
      "Contractors 2026": "cmp_contractors_2026",
    },
    vaults: { Finance: "vlt_finance", Infrastructure: "vlt_infrastructure" },

    ownerRoles: {
      Owner: "owner",
      Reviewer: "reviewer",
    },
    defaultOwnerRole: "Owner",

    fields: {
      jira: {
        requestType: "customfield_10010",
        user: "customfield_10061",
        connector: "customfield_10062",
        role: "customfield_10063",
        until: "customfield_10064",
        entitlement: "customfield_10065",
        app: "customfield_10066",
        tool: "customfield_10067",
        policy: "customfield_10068",
        name: "customfield_10080",
        owners: "customfield_10081",
        users: "customfield_10082",
        due: "duedate",
        like: "customfield_10083",
        scope: "customfield_10084",
        purpose: "customfield_10085",
        notify: "customfield_10086",
      },
    },

    ticketProjects: {
      jira: ["IAM"],
      github: ["acme/access"],
      linear: ["IAM"],
      servicenow: ["sc_req_item"],
      zendesk: ["Internal"],
      freshservice: ["IT"],
    },
    ticketRequests: {
      "connector-owner.add": { requestType: "Connector owner", status: "Approved" },
      "entitlement-owner.remove": { requestType: "Remove app owner", status: "Approved" },
      "user-entitlement-owner.remove": { requestType: "Remove account owner", status: "Approved" },
      "tool.retire": { requestType: "Retire tool", status: ["Approved", "Scheduled"] },
      "session-policy.remove": {
        requestType: "Delete session policy",
        status: "Approved",
        projects: { jira: ["IAM"] },
      },
      "campaign.start": { requestType: "Access review", status: "Approved" },
      "tool.track": { requestType: "Track tool", status: "Approved" },
      "session-policy.end-on": { requestType: "End session policy", status: "Approved" },
    },

    recurringCampaigns: [
      {
        name: "Access review",
        every: "quarter",
        policy: "Manager reviews",
        ownerEmails: ["ada.marsh@example.com"],
        scope: { allGrants: {} },
        openDays: 14,
      },
    ],

    joiner: {
      rules: [
        { department: "Engineering", jobTitle: "Staff Engineer", connector: "GitHub MCP", role: "Owner" },
        { department: "Security", connector: "GitHub MCP", role: "Reviewer" },
      ],
      waitHours: 48,
      lookEveryMinutes: 30,
    },
    mover: {
      review: {
        name: "Access after a move",
        policy: "Manager reviews",
        openDays: 14,
        fallbackOwnerEmails: ["gita.lund@example.com"],
      },
      quietDays: 30,
    },
    leaver: {
      accountOwners: [{ app: "GitHub", entitlement: "GitHub maintainer", role: "Owner" }],
      review: {
        name: "Access of a leaver",
        policy: "Manager reviews",
        openDays: 7,
        fallbackOwnerEmails: ["gita.lund@example.com"],
      },
    },
  },

  /** Who may do what, and how much of it: `Policy` in src/policy/policy.ts. */
  policy: {
    dryRun: [],

    approvals: [
      { when: "unsigned_delete" },
      { when: "asked_by_beneficiary" },
      { when: "asked_by_who_approved_it" },
      { when: "more_effects_than", effects: 5 },
      { when: "operation", operations: ["createCampaign"] },
    ],
    approvalExpiresAfterHours: 72,
    approvers: [],

    budgets: [
      { name: "deletes an hour", effects: "deletes", per: "all", limit: 20, windowMinutes: 60 },
      {
        name: "effects an hour of an automation",
        effects: "all",
        per: "automation",
        limit: 100,
        windowMinutes: 60,
      },
    ],
  },

  /** The systems that are told what became of what they asked for: `Replies` in src/systems/reply/replies.ts. */
  replies: {},

  /** What Reeve does in Slack: `SlackSettings` in src/slack/settings.ts. */
  slack: {},

  /** Who may do what in the console, and what it hides: `ConsoleSettings` in src/console/settings.ts. */
  console: {},
});
