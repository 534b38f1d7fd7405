// Makes the API's OpenAPI document from the operations.
import * as z from "zod";
import { content, describeParameter, type Json, jsonSchema } from "../../base/json-schema.ts";
import { AuditEvent } from "./audit-events.ts";
import { AccessReview, NotificationConfig, ScopeV2 } from "./campaigns.ts";
import { ERROR_CODES, ErrorAnswer } from "./errors.ts";
import { operations } from "./index.ts";
import { AuthMode, CatalogEntry, ConfigField } from "./mcp-catalog.ts";
import { McpTool } from "./mcp-tools.ts";
import { type Operation, pathParameters } from "./operation.ts";
import { AppEntitlementRef, ConnectorOwnerUser } from "./owners.ts";
import { Id, ObjectPermissions } from "./primitives.ts";
import { TokenError } from "./token.ts";
import { AttributeSource, User, UserRef, UserView } from "./users.ts";

/** identity-governance-api.md, Versioning. */
const API_VERSION = "0.1.0-alpha";
/** The refusals in the document for each operation; 405, 413 and 415 are left out. */
const STATED_STATUSES = [400, 401, 403, 404, 429, 500] as const;
const STATED_TOKEN_STATUSES = [400, 401, 429, 500] as const;

/** Schemas with a name in the document, which refers to them by it. */
const NAMED = {
  AccessReview,
  AppEntitlementRef,
  AttributeSource,
  AuditEvent,
  AuthMode,
  CatalogEntry,
  ConfigField,
  ConnectorOwnerUser,
  Error: ErrorAnswer,
  MCPTool: McpTool,
  NotificationConfig,
  ObjectPermissions,
  ScopeV2,
  TokenError,
  User,
  UserRef,
  UserView,
} as const satisfies Record<string, z.ZodType>;

for (const [id, schema] of Object.entries(NAMED))
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });

/**
 * The contract as an OpenAPI 3.1 document. Members beginning with `x-` are extensions: `x-effect` says what a repeat of
 * the operation does, `x-extension` marks a member that the API text does not show.
 * @param origin The address of the tenant
 */
export function governanceOpenApi(origin: string): Json {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Json> = {};
  for (const operation of Object.values(operations))
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, schemas),
    };
  return {
    openapi: "3.1.0",
    info: {
      title: "Identity governance API",
      version: API_VERSION,
      description: "The part of the API that Reeve calls, as its embedded tenant implements it.",
    },
    servers: [{ url: origin }],
    security: [{ bearer: [] }, { clientCredentials: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        clientCredentials: {
          type: "oauth2",
          description: "Client credentials go in the request body; there are no scopes.",
          flows: { clientCredentials: { tokenUrl: operations.createToken.path, scopes: {} } },
        },
      },
    },
  };
}

function describeOperation(operation: Operation, schemas: Record<string, unknown>): Json {
  const { id, summary, section, effect, body, query, response, auth } = operation;
  const token = auth === "body";
  const parameters = [
    ...pathParameters(operation.path).map((name) => describeParameter("path", name, true, PATH_ID)),
    ...(query ? queryParameters(query, schemas) : []),
  ];
  return {
    operationId: id,
    summary,
    description: `identity-governance-api.md, ${section}.`,
    ...(token && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        ...content(
          token ? "application/x-www-form-urlencoded" : "application/json",
          jsonSchema(body, "input", schemas),
        ),
      },
    }),
    responses: {
      // The answer as sent, in which a list may be absent, not as the client reads it.
      200: { description: "Done.", ...content("application/json", jsonSchema(response, "input", schemas)) },
      ...refusals(token ? TokenError : ErrorAnswer, token ? STATED_TOKEN_STATUSES : STATED_STATUSES, schemas),
    },
    "x-effect": effect,
  };
}

function refusals(shape: z.ZodType, statuses: readonly number[], schemas: Record<string, unknown>): Json {
  const schema = jsonSchema(shape, "output", schemas);
  const nameStatus = (status: number) =>
    Object.entries(ERROR_CODES).find(([, known]) => known.status === status)?.[0];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: `Refused: ${nameStatus(status)}.`, ...content("application/json", schema) },
    ]),
  );
}

const PATH_ID = jsonSchema(Id, "input", {});

function queryParameters(query: z.ZodObject, schemas: Record<string, unknown>): Json[] {
  // The type that a parameter is read as (an integer, for one), not its text.
  const { properties = {} } = jsonSchema(query, "output", schemas) as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => describeParameter("query", name, false, schema));
}
