// The configuration for the embedded tenant: its names and ids, with nearly every automation enabled.
import { type Config, defineConfig } from "../../define-config.ts";
import { INBOUND_WEBHOOK, samples } from "../../sandbox/tenant/seed/samples.ts";
import { sources } from "../../systems/index.ts";

const { gita, hugo, nora, ada, iris, cleo } = samples.users;

/** Ada's Slack id in the recorded commands of `npm run send`. */
export const ADA_IN_SLACK = "U0ADA0001";

/** The configuration for the embedded tenant's sample data, used by the local stack, the demo and tests. */
export const sample = defineConfig({
  settings: {
    timeZone: "Europe/Berlin",

    automations: {
      "connector-owner-from-ticket": { requestType: "Connector owner", status: "Approved" },
      "entitlement-owner-removal-from-ticket": { requestType: "Remove app owner", status: "Approved" },
      "user-entitlement-owner-removal-from-ticket": {
        requestType: "Remove account owner",
        status: "Approved",
      },
      "tool-retirement-from-ticket": { requestType: "Retire tool", status: ["Approved", "Scheduled"] },
      "session-policy-removal-from-ticket": {
        requestType: "Delete session policy",
        status: "Approved",
        projects: { jira: ["IAM"] },
      },
      "campaign-from-ticket": { requestType: "Access review", status: "Approved" },
      "tool-track-from-ticket": { requestType: "Track tool", status: "Approved" },
      "session-policy-end-from-ticket": { requestType: "End session policy", status: "Approved" },
      "service-automation-from-ticket": { requestType: "Start automation", status: "Approved" },
      "requested-action": {},
      joiner: {
        rules: [
          { department: "Engineering", jobTitle: "Staff Engineer", connector: "GitHub MCP", role: "Owner" },
          { department: "Security", connector: "GitHub MCP", role: "Reviewer" },
          { department: "Platform", connector: "GitHub MCP", role: "Reviewer" },
        ],
      },
      mover: { review: { name: "Access after a move", policy: "Manager reviews", openDays: 14 } },
      leaver: {
        accountOwners: [{ app: "GitHub", entitlement: "GitHub maintainer", role: "Owner" }],
        review: { name: "Access of a leaver", policy: "Manager reviews", openDays: 7 },
      },
      "retired-tools-stay-retired": {},
      "last-days": {},
      "last-day-tasks": {},
      "stale-tools": {},
      "tool-changed": {},
      "policy-step-by-ticket": { status: ["Approved"], waitsIn: ["Waiting for approval"] },
    },

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
    campaigns: { "First quarter 2026": "cmp_quarterly_2026q1", "Contractors 2026": "cmp_contractors_2026" },
    serviceAutomations: {
      "Close account": { webhook: INBOUND_WEBHOOK.id, needsUser: true, values: ["ticket"] },
    },
    vaults: { Finance: "vlt_finance", Infrastructure: "vlt_infrastructure" },
    reviewOwners: [gita.email],
    ownerRoles: { Owner: "owner", Reviewer: "reviewer" },
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
        automation: "customfield_10087",
        values: "customfield_10088",
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
  },
  // The first person does not appear in the recordings, so this person may decide about the plans of all recordings.
  people: [
    { email: iris.email, roles: ["admin"] },
    { email: gita.email, roles: ["approver"] },
    { email: hugo.email, roles: ["operator"] },
    { email: nora.email, roles: ["approver", "operator"] },
    { email: ada.email, slack: ADA_IN_SLACK, roles: ["viewer", "requester"] },
    { email: cleo.email, roles: ["requester"] },
  ],
});

/**
 * Returns the configuration of `npm start` on the embedded tenant: the user's settings and people merged with the
 * sample's.
 */
export const overSample = ({ settings, people, policy, ...rest }: Config): Config =>
  defineConfig({
    ...rest,
    // Many recordings name no requester, or one outside the sample tenant.
    policy: { ...policy, unknownRequestersFrom: [...policy.unknownRequestersFrom, ...sources.keys()] },
    settings: {
      ...sample.settings,
      ...settings,
      reviewOwners: settings.reviewOwners.length > 0 ? settings.reviewOwners : sample.settings.reviewOwners,
      // Merge the settings that are objects, such as records of names, from both configurations. Other settings, such
      // as the time zone, are the user's.
      ...Object.fromEntries(
        Object.entries(sample.settings).flatMap(([name, known]) =>
          typeof known === "object" && !Array.isArray(known)
            ? [[name, { ...known, ...Object(Reflect.get(settings, name)) }]]
            : [],
        ),
      ),
    },
    people: [
      ...people,
      ...sample.people.filter(
        ({ email, slack }) => !people.some((one) => one.email === email || (slack && one.slack === slack)),
      ),
    ],
  });
