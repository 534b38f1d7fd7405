// The sample MCP tools, with their entitlements.
import type { McpTool } from "../../../governance/contract/mcp-tools.ts";
import { APPS, CONNECTORS } from "./apps.ts";
import { before, dice, table } from "./means.ts";

/** Classifications by the beginning of a tool's name; all others write. */
const CLASSES: readonly (readonly [beginning: RegExp, classification: string])[] = [
  [/^(search|find|list|read|describe|query)_/, "READ"],
  [/^delete_/, "DESTRUCTIVE"],
  [/^drop_/, "DANGEROUS"],
  [/^export_/, "SENSITIVE"],
];

/** App, name, description, and arguments, which are strings unless they name another type. */
const TOOLS = table(`
  github | create_issue | Opens an issue in a repository. | repository title body
  github | delete_branch | Deletes a branch of a repository. | repository branch
  github | merge_pull_request | Merges a pull request. | repository number:integer squash:boolean
  github | search_code | Finds text in all repositories. | query limit:integer
  jira | create_ticket | Creates a ticket in a project. | project summary
  jira | transition_ticket | Moves a ticket to another status. | key status
  jira | search_tickets | Finds tickets by a query. | jql limit:integer
  salesforce | find_account | Finds a customer account by name. | name
  salesforce | update_opportunity | Changes the stage of a deal. | id stage
  salesforce | export_contacts | Exports all contacts of an account. | accountId
  slack | post_message | Posts a message to a channel. | channel text
  slack | list_channels | Lists the channels one may read. | includeArchived:boolean
  slack | search_messages | Finds messages by text. | query limit:integer
  wiki | read_page | Reads a page. | id
  wiki | write_page | Replaces the text of a page. | id text
  wiki | search_pages | Finds pages by text. | query
  warehouse | run_query | Runs a read-only query. | statement timeoutSeconds:integer
  warehouse | describe_table | Describes the columns of a table. | table
  warehouse | drop_table | Drops a table. | table
  monitoring | query_metrics | Reads a metric over time. | expression minutes:integer
  monitoring | mute_alert | Mutes an alert for a while. | id minutes:integer
  monitoring | list_incidents | Lists open incidents. | limit:integer
  helpdesk | read_request | Reads a customer request. | id
  helpdesk | reply_to_request | Answers a customer request. | id text
  helpdesk | close_request | Closes a customer request. | id
  design | read_drawing | Reads a drawing. | id
  design | comment_on_drawing | Adds a comment to a drawing. | id text
  design | export_drawing | Exports a drawing as an image. | id width:integer
`);

/** Tools in special states: not called for long or ever, deleted, gone at their server, not for everybody, not looked at. */
const OTHERWISE: Readonly<Record<string, Partial<McpTool>>> = {
  tool_wiki_write_page: { lastCalledAt: before(200) },
  tool_monitoring_mute_alert: { lastCalledAt: undefined },
  tool_salesforce_export_contacts: { deletedAt: before(20), updatedAt: before(20) },
  tool_warehouse_run_query: {
    allowedClientTypes: ["MCP_CLIENT_TYPE_SERVICE", "MCP_CLIENT_TYPE_EPHEMERAL"],
    visibility: "TOOL_VISIBILITY_BYPASSED",
    defaultVisibility: "TOOL_VISIBILITY_BYPASSED",
  },
  tool_warehouse_drop_table: { state: "MCP_TOOL_STATE_DISABLED" },
  tool_salesforce_update_opportunity: {
    allowedClientTypes: ["MCP_CLIENT_TYPE_PERSONAL", "MCP_CLIENT_TYPE_SHARED"],
  },
  tool_design_comment_on_drawing: {
    state: "MCP_TOOL_STATE_UNSPECIFIED",
    classification: "TOOL_CLASSIFICATION_UNSPECIFIED",
    visibility: "TOOL_VISIBILITY_UNSPECIFIED",
    defaultClassification: "TOOL_CLASSIFICATION_UNSPECIFIED",
    defaultVisibility: "TOOL_VISIBILITY_UNSPECIFIED",
  },
  tool_helpdesk_close_request: { state: "MCP_TOOL_STATE_REMOVED", updatedAt: before(15) },
};

export const formatTitle = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** A hash of a tool's definition, in hex, which changes with any part of it. */
export const discoveryHash = ({
  toolName,
  description,
  inputSchemaJson,
}: Pick<McpTool, "toolName" | "description" | "inputSchemaJson">): string =>
  dice(JSON.stringify([toolName, description, inputSchemaJson])).hex(64);

const makeTools = (appId: string, connectorId: string): McpTool[] => {
  const slug = appId.slice("app_".length);
  return TOOLS.filter(([app]) => app === slug).map(([, toolName = "", description = "", parameters = ""]) => {
    const id = `tool_${slug}_${toolName}`;
    const roll = dice(id);
    const args = parameters.split(" ").map((parameter) => parameter.split(":"));
    const inputSchemaJson = JSON.stringify({
      type: "object",
      properties: Object.fromEntries(args.map(([name, type = "string"]) => [name, { type }])),
      required: args.slice(0, 1).map(([name]) => name),
    });
    const classification = `TOOL_CLASSIFICATION_${CLASSES.find(([name]) => name.test(toolName))?.[1] ?? "WRITE"}`;
    const visibility = `TOOL_VISIBILITY_${toolName.startsWith("search_") ? "FEATURED" : "AVAILABLE"}`;
    return {
      id,
      appId,
      connectorId,
      appEntitlementId: `ent_${slug}_tool_${toolName}`,
      toolName,
      defaultDisplayName: formatTitle(toolName),
      displayName: formatTitle(toolName),
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

export const MCP_TOOLS: readonly McpTool[] = CONNECTORS.filter(({ kind }) => kind === "mcp").flatMap(
  ({ appId, id }) => makeTools(appId, id),
);

export const TOOL_ENTITLEMENTS = MCP_TOOLS.map(({ appEntitlementId, appId, displayName }) => ({
  id: appEntitlementId,
  appId,
  displayName: `${APPS.find(({ id }) => id === appId)?.displayName}: ${displayName}`,
  description: "Calls the tool of this name.",
  createdAt: before(200),
}));
