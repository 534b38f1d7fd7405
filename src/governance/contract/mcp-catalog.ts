// The operation that lists the MCP servers that can be connected.
import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { MAX_PAGE_SIZE, NextPageToken, PageToken, pageRows } from "./paging.ts";
import { declareMembers, flags, Name, objects, textLists, texts } from "./primitives.ts";

/** Properties that the service sends and the specification does not show. */
const extended = declareMembers(z.string().meta({ "x-extension": true }));

/**
 * One way to sign in to a catalogued server. The specification lists no values for its strings, so any value is
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
 * Lists the MCP servers that can be connected. The specification shows no names of query parameters; these follow its
 * snake_case path parameters.
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
