// The operations on MCP tools, and the catalog of MCP servers.
import * as z from "zod";
import { defineOperation } from "./operation.ts";
import {
  declareMembers,
  Empty,
  flags,
  MAX_PAGE_SIZE,
  Name,
  NextPageToken,
  objects,
  PageToken,
  pageRows,
  Timestamp,
  textLists,
  texts,
  times,
} from "./primitives.ts";

/*
 * The specification describes a state, a classification and a visibility, but shows neither properties nor values.
 * These are the values of the vendor's SDK, without their prefixes.
 */
const TOOL_STATES = ["UNSPECIFIED", "PENDING_REVIEW", "APPROVED", "DISABLED", "REMOVED"] as const;
export const TOOL_CLASSIFICATIONS = [
  "UNSPECIFIED",
  "READ",
  "WRITE",
  "DESTRUCTIVE",
  "SENSITIVE",
  "DANGEROUS",
] as const;
export const CLIENT_TYPES = ["PERSONAL", "SHARED", "SERVICE", "EPHEMERAL"] as const;
export const TOOL_VISIBILITIES = ["UNSPECIFIED", "FEATURED", "AVAILABLE", "BYPASSED"] as const;

/** Declares a property that the specification does not name. Any string is accepted. */
const extension = (prefix: string, values: readonly string[]) =>
  z
    .string()
    .optional()
    .meta({ examples: values.map((value) => `${prefix}${value}`), "x-extension": true });

/** An MCP tool, as the service returns it. */
export const McpTool = z.looseObject({
  ...texts("id", "appId", "connectorId", "appEntitlementId"),
  ...texts("toolName", "defaultDisplayName", "displayName", "description"),
  inputSchemaJson: z.string().optional().describe("a schema serialized as text"),
  discoveryHash: z.string().optional().describe("a hash that changes with the tool's definition"),
  allowedClientTypes: z
    .array(z.unknown().meta({ examples: CLIENT_TYPES.map((name) => `MCP_CLIENT_TYPE_${name}`) }))
    .optional()
    .describe("if empty, all types that the tenant allows"),
  ...times("lastCalledAt", "createdAt", "updatedAt"),
  deletedAt: Timestamp.optional().describe("set by a soft delete"),
  state: extension("MCP_TOOL_STATE_", TOOL_STATES),
  classification: extension("TOOL_CLASSIFICATION_", TOOL_CLASSIFICATIONS),
  /**
   * The discovered classification. If `classification` is set, it overrides this value. The same applies to visibility.
   */
  defaultClassification: extension("TOOL_CLASSIFICATION_", TOOL_CLASSIFICATIONS),
  visibility: extension("TOOL_VISIBILITY_", TOOL_VISIBILITIES),
  defaultVisibility: extension("TOOL_VISIBILITY_", TOOL_VISIBILITIES),
});
/**
 * An MCP tool, as the service returns it.
 *
 * @example
 * export const isDisabled = ({ state }: McpTool): boolean => state === "MCP_TOOL_STATE_DISABLED";
 */
export type McpTool = z.infer<typeof McpTool>;

export const getMcpTool = defineOperation({
  id: "getMcpTool",
  method: "GET",
  path: "/api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/{id}",
  effect: "read",
  summary: "Retrieve a discovered MCP tool. A deleted tool is returned too, with `deletedAt`.",
  source: "identity-governance-api.md, Endpoints, 6. Get MCP tool",
  response: z.looseObject({ tool: McpTool.optional() }),
  echoes: { app_id: ["tool.appId"], connector_id: ["tool.connectorId"], id: ["tool.id"] },
});

/**
 * A delete is soft: the tool is kept, and reappears when its connector rediscovers it. The tool then has the state
 * APPROVED if the tenant does not require tool approval, or if the tool's server enables tools automatically, and
 * otherwise PENDING_REVIEW. Source: the vendor's documentation of MCP tools, checked in November 2026
 */
export const deleteMcpTool = defineOperation({
  id: "deleteMcpTool",
  method: "DELETE",
  path: "/api/v1/apps/{app_id}/connectors/{connector_id}/mcp_tools/{id}",
  effect: "repeatable",
  summary: "Soft-delete an MCP tool.",
  source: "identity-governance-api.md, Endpoints, 7. Delete MCP tool",
  body: z.object({}),
  response: Empty,
});

/** Declares optional text properties that the service sends but the specification does not show. */
const extended = declareMembers(z.string().meta({ "x-extension": true }));

/**
 * One way to sign in to a catalogued server. The specification lists no values for its strings, so any string is
 * accepted.
 *
 * @example
 * export const listScopes = ({ scopes = [] }: z.output<typeof AuthMode>): readonly string[] => scopes;
 */
export const AuthMode = z.looseObject({
  ...extended("authMethod", "clientIdMode"),
  ...texts("authStyle", "authorizeUrl", "tokenUrl", "credentialUrl", "issuerUrl", "description", "header"),
  ...texts("jwtAudience", "oauth2Grant", "pkce"),
  ...flags("passthrough"),
  ...textLists("scopes", "optionalScopes"),
  ...objects("extraAuthorizeParams", "extraTokenParams"),
});

/**
 * A value that a catalogued server needs when it is connected.
 *
 * @example
 * export const listSecrets = (fields: readonly z.output<typeof ConfigField>[]) =>
 *   fields.filter(({ secret }) => secret).map(({ name }) => name);
 */
export const ConfigField = z.looseObject({
  ...texts("name", "displayName", "description", "placeholder", "default"),
  ...flags("required", "secret"),
});

/**
 * An MCP server in the catalog, as the service returns it.
 *
 * @example
 * export const isStable = ({ stable = false }: CatalogEntry): boolean => stable;
 */
export const CatalogEntry = z.looseObject({
  ...texts("id", "serviceName", "displayName", "description", "iconUrl", "baseUrl"),
  ...texts("defaultAuthorizeUrl", "defaultTokenUrl"),
  ...extended("channel", "maturity", "scope", "defaultAuthMethod", "defaultToolPrefix"),
  ...flags("stable"),
  ...textLists("defaultScopes"),
  supportedOauth2Modes: z.array(z.unknown()).optional(),
  authModes: z.array(AuthMode).optional(),
  configSchema: z.looseObject({ fields: z.array(ConfigField).optional() }).optional(),
});
export type CatalogEntry = z.infer<typeof CatalogEntry>;

/**
 * Lists the MCP servers that can be connected. The specification shows no names of query parameters; the names below
 * are in snake_case, as its path parameters are.
 *
 * @example
 * export const readCatalog = ({ governance }: Context): Promise<CatalogEntry[]> =>
 *   Array.fromAsync(governance.items(listMcpCatalog, { query: { page_size: 100 } }));
 */
export const listMcpCatalog = defineOperation({
  id: "listMcpCatalog",
  method: "GET",
  path: "/api/v1/mcp_server_catalog",
  effect: "read",
  summary: "List MCP server catalog entries, a page at a time.",
  source: "identity-governance-api.md, Endpoints, 8. List MCP server catalog",
  query: z.object({
    // Digits only: `0x10` and `1e1` are rejected.
    page_size: z.coerce
      .string()
      .regex(/^\d{1,9}$/, "must be a whole number written in digits")
      .transform(Number)
      .pipe(z.int().min(0).max(MAX_PAGE_SIZE))
      .optional()
      .describe("0 or absent: 25"),
    page_token: PageToken.optional(),
    query: Name.optional().describe("entries whose display name contains this text"),
  }),
  response: z.looseObject({ list: pageRows(CatalogEntry), nextPageToken: NextPageToken }),
});
