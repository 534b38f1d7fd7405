// The sample apps, with their connectors and roles.
import apps from "./data/apps.json" with { type: "json" };
import { before } from "./means.ts";

/** Apps with the kinds of their connectors: `sync` reads accounts, `mcp` offers tools. */
export const APPS = apps;
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
