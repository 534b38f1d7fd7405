// The sample MCP tools, with their entitlements.
import type { McpTool } from "../../../governance/contract/mcp-tools.ts";
import { APPS, CONNECTORS } from "./apps.ts";
import { before } from "./calendar.ts";
import { dice } from "./dice.ts";

/** Arguments of a tool, by name, and their JSON Schema types. */
type Arguments = Readonly<Record<string, "string" | "integer" | "boolean">>;
type Tool = readonly [toolName: string, description: string, args: Arguments];

/** What discovery holds tools for whose names begin like this; others write. */
const CLASSES: readonly (readonly [beginning: RegExp, classification: string])[] = [
  [/^(search|find|list|read|describe|query)_/, "READ"],
  [/^delete_/, "DESTRUCTIVE"],
  [/^drop_/, "DANGEROUS"],
  [/^export_/, "SENSITIVE"],
];

const TOOLS: Readonly<Record<string, readonly Tool[]>> = {
  github: [
    [
      "create_issue",
      "Opens an issue in a repository.",
      { repository: "string", title: "string", body: "string" },
    ],
    ["delete_branch", "Deletes a branch of a repository.", { repository: "string", branch: "string" }],
    [
      "merge_pull_request",
      "Merges a pull request.",
      { repository: "string", number: "integer", squash: "boolean" },
    ],
    ["search_code", "Finds text in all repositories.", { query: "string", limit: "integer" }],
  ],
  jira: [
    ["create_ticket", "Creates a ticket in a project.", { project: "string", summary: "string" }],
    ["transition_ticket", "Moves a ticket to another status.", { key: "string", status: "string" }],
    ["search_tickets", "Finds tickets by a query.", { jql: "string", limit: "integer" }],
  ],
  salesforce: [
    ["find_account", "Finds a customer account by name.", { name: "string" }],
    ["update_opportunity", "Changes the stage of a deal.", { id: "string", stage: "string" }],
    ["export_contacts", "Exports all contacts of an account.", { accountId: "string" }],
  ],
  slack: [
    ["post_message", "Posts a message to a channel.", { channel: "string", text: "string" }],
    ["list_channels", "Lists the channels one may read.", { includeArchived: "boolean" }],
    ["search_messages", "Finds messages by text.", { query: "string", limit: "integer" }],
  ],
  wiki: [
    ["read_page", "Reads a page.", { id: "string" }],
    ["write_page", "Replaces the text of a page.", { id: "string", text: "string" }],
    ["search_pages", "Finds pages by text.", { query: "string" }],
  ],
  warehouse: [
    ["run_query", "Runs a read-only query.", { statement: "string", timeoutSeconds: "integer" }],
    ["describe_table", "Describes the columns of a table.", { table: "string" }],
    ["drop_table", "Drops a table.", { table: "string" }],
  ],
  monitoring: [
    ["query_metrics", "Reads a metric over time.", { expression: "string", minutes: "integer" }],
    ["mute_alert", "Mutes an alert for a while.", { id: "string", minutes: "integer" }],
    ["list_incidents", "Lists open incidents.", { limit: "integer" }],
  ],
  helpdesk: [
    ["read_request", "Reads a customer request.", { id: "string" }],
    ["reply_to_request", "Answers a customer request.", { id: "string", text: "string" }],
    ["close_request", "Closes a customer request.", { id: "string" }],
  ],
  design: [
    ["read_drawing", "Reads a drawing.", { id: "string" }],
    ["comment_on_drawing", "Adds a comment to a drawing.", { id: "string", text: "string" }],
    ["export_drawing", "Exports a drawing as an image.", { id: "string", width: "integer" }],
  ],
};

/** What is otherwise with a few, so that there is one of each: not called for long or ever, deleted, gone at its server. */
const OTHERWISE: Readonly<Record<string, Partial<McpTool>>> = {
  tool_wiki_write_page: { lastCalledAt: before(200) },
  tool_monitoring_mute_alert: { lastCalledAt: undefined },
  tool_salesforce_export_contacts: { deletedAt: before(20), updatedAt: before(20) },
  tool_helpdesk_close_request: { state: "MCP_TOOL_STATE_REMOVED", updatedAt: before(15) },
};

/** What a tool is called in people's words: `create_issue` is "Create issue". */
export const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** A hash of a tool's definition, in hex: it changes with any part of it, and with nothing else. */
export const discoveryHash = ({
  toolName,
  description,
  inputSchemaJson,
}: Pick<McpTool, "toolName" | "description" | "inputSchemaJson">): string =>
  dice(JSON.stringify([toolName, description, inputSchemaJson])).hex(64);

/** The tools discovered through one MCP connector; some were seen lately and wait for review. */
const toolsOf = (appId: string, connectorId: string): McpTool[] => {
  const slug = appId.slice("app_".length);
  return (TOOLS[slug] ?? []).map(([toolName, description, args]) => {
    const id = `tool_${slug}_${toolName}`;
    const roll = dice(id);
    const schema = {
      type: "object",
      properties: Object.fromEntries(Object.entries(args).map(([name, type]) => [name, { type }])),
      required: Object.keys(args).slice(0, 1),
    };
    const inputSchemaJson = JSON.stringify(schema);
    const classification = `TOOL_CLASSIFICATION_${CLASSES.find(([name]) => name.test(toolName))?.[1] ?? "WRITE"}`;
    const visibility = `TOOL_VISIBILITY_${toolName.startsWith("search_") ? "FEATURED" : "AVAILABLE"}`;
    return {
      id,
      appId,
      connectorId,
      appEntitlementId: `ent_${slug}_tool_${toolName}`,
      toolName,
      defaultDisplayName: titleOf(toolName),
      displayName: titleOf(toolName),
      description,
      inputSchemaJson,
      discoveryHash: discoveryHash({ toolName, description, inputSchemaJson }),
      allowedClientTypes: [],
      lastCalledAt: before(roll.below(30), roll.below(1_440)),
      createdAt: before(300),
      updatedAt: before(100),
      state: `MCP_TOOL_STATE_${slug === "design" ? "PENDING_REVIEW" : "APPROVED"}`,
      classification,
      defaultClassification: classification,
      visibility,
      defaultVisibility: visibility,
      ...OTHERWISE[id],
    };
  });
};

/** Every tool of every MCP connector of a seeded tenant: `tool_github_create_issue`. */
export const MCP_TOOLS: readonly McpTool[] = CONNECTORS.filter(({ kind }) => kind === "mcp").flatMap(
  ({ appId, id }) => toolsOf(appId, id),
);

/** The entitlements the tools are bound to, one each. */
export const TOOL_ENTITLEMENTS = MCP_TOOLS.map(({ appEntitlementId, appId, displayName }) => ({
  id: appEntitlementId,
  appId,
  displayName: `${APPS.find(({ id }) => id === appId)?.displayName}: ${displayName}`,
  description: "Calls the tool of this name.",
  createdAt: before(200),
}));
