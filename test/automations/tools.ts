import { putEntry } from "../../src/actions/inventory.ts";

/** Where a tool of the embedded tenant's GitHub connector is. */
export const makePlace = (id: string) => ({
  app: { id: "app_github", name: "GitHub" },
  connector: { id: "con_github_mcp", name: "GitHub MCP" },
  tool: { id, name: id },
});

/** That such a tool is tracked. */
export const tracked = (id: string) => putEntry("tool", makePlace(id));

/** What the tenant's control is told to change such a tool by. */
export const toolChange = (id: string, change: object) => ({
  appId: "app_github",
  connectorId: "con_github_mcp",
  id,
  ...change,
});
