// The sample apps, with their connectors and roles.
import { before, table } from "./means.ts";

/** Slug, display name, description, connectors (`sync` reads accounts, `mcp` offers tools), risk, frameworks. */
const TABLE = `
  directory | Workforce Directory | Accounts and groups of everyone. | sync | high | soc2
  hr | People System | Employment records. | sync | high | soc2 gdpr
  github | GitHub | Source code and reviews. | sync mcp | high | soc2
  jira | Jira | Tickets and projects. | sync mcp | medium
  salesforce | Salesforce | Customers and deals. | sync mcp | high | gdpr
  slack | Slack | Messages. | sync mcp | medium
  wiki | Wiki | Pages of every team. | sync mcp | low
  warehouse | Data Warehouse | Tables and reports. | sync mcp | high | soc2 gdpr
  monitoring | Monitoring | Metrics, logs and alerts. | sync mcp | medium
  helpdesk | Help Desk | Customer requests. | sync mcp | medium | gdpr
  cloud | Cloud Account | Servers and storage. | sync | high | soc2
  finance | Finance Ledger | Invoices and payments. | sync | high | soc2
  vpn | Office Network | Remote access. | sync | medium | soc2
  design | Design Studio | Drawings and prototypes. | mcp | low
`;

export const APPS = table(TABLE).map(
  ([slug, displayName = "", description = "", connectors = "", risk = "", frameworks = ""]) => ({
    id: `app_${slug}`,
    displayName,
    description,
    connectors: connectors.split(" "),
    riskLevel: `risk_${risk}`,
    frameworks: frameworks.split(" ").flatMap((name) => (name ? [`framework_${name}`] : [])),
  }),
);
type SeedApp = (typeof APPS)[number];

export const CONNECTORS = APPS.flatMap(({ id, displayName, connectors }) =>
  connectors.map((kind) => ({
    id: `con_${id.slice("app_".length)}${kind === "mcp" ? "_mcp" : ""}`,
    appId: id,
    displayName: kind === "mcp" ? `${displayName} MCP server` : `${displayName} sync`,
    kind,
    createdAt: before(400),
  })),
);

const LEVELS = ["member", "viewer", "maintainer", "admin", "billing"] as const;

/** The entitlements for an app's roles: `ent_github_admin`. */
export const roleEntitlements = ({ id, displayName }: SeedApp) =>
  LEVELS.map((level) => ({
    id: `ent_${id.slice("app_".length)}_${level}`,
    appId: id,
    displayName: `${displayName} ${level}`,
    description: `The ${level} role in ${displayName}.`,
    createdAt: before(400),
  }));
