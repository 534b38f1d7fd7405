import { putEntry } from "../../src/actions/inventory.ts";

/** Returns the place of a tool of the embedded tenant's GitHub connector. */
export const makePlace = (id: string) => ({
  app: { id: "app_github", name: "GitHub" },
  connector: { id: "con_github_mcp", name: "GitHub MCP" },
  tool: { id, name: id },
});

/** Returns the inventory change that tracks a tool of this connector. */
export const tracked = (id: string) => putEntry("tool", makePlace(id));

/** Returns the body of the control request that changes a tool of this connector at the tenant. */
export const toolChange = (id: string, change: object) => ({
  appId: "app_github",
  connectorId: "con_github_mcp",
  id,
  ...change,
});
