// The sample apps, with their connectors and roles.
import { before } from "./calendar.ts";
import { SAMPLE_PEOPLE } from "./people.ts";

/** An app with what belongs to it. The API shows no fields of apps and connectors; these are ours. */
interface SeedApp {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  /** Its connectors: `sync` reads accounts, `mcp` offers tools. */
  readonly connectors: readonly ("sync" | "mcp")[];
}

const app = (
  slug: string,
  displayName: string,
  description: string,
  ...connectors: ("sync" | "mcp")[]
): SeedApp => ({
  id: `app_${slug}`,
  displayName,
  description,
  connectors,
});

/** Every app of a seeded tenant. */
export const APPS: readonly SeedApp[] = [
  app("directory", "Workforce Directory", "Accounts and groups of everyone.", "sync"),
  app("hr", "People System", "Employment records.", "sync"),
  app("github", "GitHub", "Source code and reviews.", "sync", "mcp"),
  app("jira", "Jira", "Tickets and projects.", "sync", "mcp"),
  app("salesforce", "Salesforce", "Customers and deals.", "sync", "mcp"),
  app("slack", "Slack", "Messages.", "sync", "mcp"),
  app("wiki", "Wiki", "Pages of every team.", "sync", "mcp"),
  app("warehouse", "Data Warehouse", "Tables and reports.", "sync", "mcp"),
  app("monitoring", "Monitoring", "Metrics, logs and alerts.", "sync", "mcp"),
  app("helpdesk", "Help Desk", "Customer requests.", "sync", "mcp"),
  app("cloud", "Cloud Account", "Servers and storage.", "sync"),
  app("finance", "Finance Ledger", "Invoices and payments.", "sync"),
  app("vpn", "Office Network", "Remote access.", "sync"),
  app("design", "Design Studio", "Drawings and prototypes.", "mcp"),
];

/** A connector, as `/_control` lists it. */
interface SeedConnector {
  readonly id: string;
  readonly appId: string;
  readonly displayName: string;
  readonly kind: "sync" | "mcp";
  readonly createdAt: string;
}

/** Every connector: `con_github` reads accounts, `con_github_mcp` offers tools. */
export const CONNECTORS: readonly SeedConnector[] = APPS.flatMap(({ id, displayName, connectors }) =>
  connectors.map((kind) => ({
    id: `con_${id.slice("app_".length)}${kind === "mcp" ? "_mcp" : ""}`,
    appId: id,
    displayName: kind === "mcp" ? `${displayName} MCP server` : `${displayName} sync`,
    kind,
    createdAt: before(400),
  })),
);

const LEVELS = ["member", "viewer", "maintainer", "admin", "billing"] as const;

/** The entitlements of an app that stand for its roles: `ent_github_admin`. */
export const roleEntitlements = ({ id, displayName }: SeedApp) =>
  LEVELS.map((level) => ({
    id: `ent_${id.slice("app_".length)}_${level}`,
    appId: id,
    displayName: `${displayName} ${level}`,
    description: `The ${level} role in ${displayName}.`,
    createdAt: before(400),
  }));

/** The people of samples.ts who have an account in every app. */
export const ACCOUNT_HOLDERS = SAMPLE_PEOPLE.map(({ id }) => id);
