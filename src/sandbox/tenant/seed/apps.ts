// The sample apps, with their connectors and roles.
import { before, table } from "./means.ts";

/** Slug, display name, description, connectors (`sync` reads accounts, `mcp` offers tools). */
const TABLE = `
  directory | Workforce Directory | Accounts and groups of everyone. | sync
  hr | People System | Employment records. | sync
  github | GitHub | Source code and reviews. | sync mcp
  jira | Jira | Tickets and projects. | sync mcp
  salesforce | Salesforce | Customers and deals. | sync mcp
  slack | Slack | Messages. | sync mcp
  wiki | Wiki | Pages of every team. | sync mcp
  warehouse | Data Warehouse | Tables and reports. | sync mcp
  monitoring | Monitoring | Metrics, logs and alerts. | sync mcp
  helpdesk | Help Desk | Customer requests. | sync mcp
  cloud | Cloud Account | Servers and storage. | sync
  finance | Finance Ledger | Invoices and payments. | sync
  vpn | Office Network | Remote access. | sync
  design | Design Studio | Drawings and prototypes. | mcp
`;

export const APPS = table(TABLE).map(([slug, displayName = "", description = "", connectors = ""]) => ({
  id: `app_${slug}`,
  displayName,
  description,
  connectors: connectors.split(" "),
}));
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
