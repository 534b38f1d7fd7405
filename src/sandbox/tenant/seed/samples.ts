// The ids that documentation, demos and tests name.

const IN_GITHUB_MCP = { appId: "app_github", connectorId: "con_github_mcp" } as const;

/**
 * Well-known things in every seeded tenant, for documentation, demos and tests. All people are invented. Everything else
 * in a seed has opaque ids.
 */
export const samples = {
  users: {
    /** Staff engineer; owns no connector yet. */
    ada: { id: "usr_ada_marsh", name: "Ada Marsh", email: "ada.marsh@example.com" },
    /** Head of Engineering, Ada's manager. */
    nora: { id: "usr_nora_field", name: "Nora Field", email: "nora.field@example.com" },
    /** Chief executive; the root of the manager tree. */
    iris: { id: "usr_iris_vale", name: "Iris Vale", email: "iris.vale@example.com" },
    /** Security lead; owns the seeded campaigns, and is the default user of credentials. */
    gita: { id: "usr_gita_lund", name: "Gita Lund", email: "gita.lund@example.com" },
    /** IT operations; owns most seeded connectors. */
    hugo: { id: "usr_hugo_pike", name: "Hugo Pike", email: "hugo.pike@example.com" },
    /** Accountant on leave, whose delegate is Iris; has a second email. */
    cleo: { id: "usr_cleo_hart", name: "Cleo Hart", email: "cleo.hart@example.com" },
    farid: { id: "usr_farid_stone", name: "Farid Stone", email: "farid.stone@example.com" },
    /** Left the company: DELETED. */
    dana: { id: "usr_dana_reed", name: "Dana Reed", email: "dana.reed@example.com" },
    sync: { id: "usr_ticket_sync", name: "Ticket Sync", email: "ticket.sync@example.com" },
    agent: { id: "usr_triage_agent", name: "Triage Agent", email: "triage.agent@example.com" },
    /** A SYSTEM user, of the service itself. */
    system: { id: "usr_nightly_jobs", name: "Nightly Jobs", email: "nightly.jobs@example.com" },
    /** Somebody whose status, type and origin the service does not know. */
    robin: { id: "usr_robin_vane", name: "Robin Vane", email: "robin.vane@example.com" },
  },
  apps: {
    directory: { id: "app_directory", name: "Workforce Directory" },
    hr: { id: "app_hr", name: "People System" },
    github: { id: "app_github", name: "GitHub" },
    jira: { id: "app_jira", name: "Jira" },
  },
  connectors: {
    directory: { id: "con_directory", appId: "app_directory", name: "Workforce Directory sync" },
    github: { id: "con_github", appId: "app_github", name: "GitHub sync" },
    githubMcp: { id: "con_github_mcp", appId: "app_github", name: "GitHub MCP server" },
    jiraMcp: { id: "con_jira_mcp", appId: "app_jira", name: "Jira MCP server" },
  },
  entitlements: {
    /** Its holders own the app GitHub, by a seeded ownership source. */
    githubAdmin: { id: "ent_github_admin", appId: "app_github", name: "GitHub admin" },
    /** Its holders own Ada's GitHub account, by a seeded ownership source. */
    githubMaintainer: { id: "ent_github_maintainer", appId: "app_github", name: "GitHub maintainer" },
    jiraAdmin: { id: "ent_jira_admin", appId: "app_jira", name: "Jira admin" },
  },
  appUsers: {
    adaGithub: { id: "acc_github_usr_ada_marsh", appId: "app_github", userId: "usr_ada_marsh" },
  },
  tools: {
    createIssue: { ...IN_GITHUB_MCP, id: "tool_github_create_issue", name: "create_issue" },
    deleteBranch: { ...IN_GITHUB_MCP, id: "tool_github_delete_branch", name: "delete_branch" },
  },
  sessionPolicies: {
    contractors: { id: "sp_contractors", name: "Contractors, eight hours" },
    kiosk: { id: "sp_kiosk", name: "Shared kiosks" },
  },
  policies: {
    managerReview: { id: "pol_manager_review", name: "Manager reviews" },
    ownerReview: { id: "pol_owner_review", name: "Resource owner reviews" },
    securityReview: { id: "pol_security_review", name: "Manager, then security" },
    /** A policy with a broken step: no campaign can be created with it. */
    formerTeam: { id: "pol_former_team", name: "Manager, then a former team" },
  },
  campaigns: {
    quarterly: { id: "cmp_quarterly_2026q1", name: "Quarterly access review, first quarter 2026" },
    contractors: { id: "cmp_contractors_2026", name: "Contractor access 2026" },
    open: { id: "cmp_privileged_2026h1", name: "Privileged access, first half 2026" },
  },
  vaults: {
    finance: { id: "vlt_finance", name: "Finance" },
    infrastructure: { id: "vlt_infrastructure", name: "Infrastructure" },
    people: { id: "vlt_people", name: "People" },
    support: { id: "vlt_support", name: "Support" },
  },
  /** The role slug of the seeded ownership sources; a tenant accepts any. */
  roleSlug: "owner",
} as const;
