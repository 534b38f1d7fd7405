// Writes the OpenAPI document of the identity governance API from its operations.
import * as z from "zod";
import { type Json, json, writeOpenApi } from "../../base/openapi.ts";
import { AuditEvent } from "./audit-events.ts";
import { AccessReview, NotificationConfig, ScopeV2 } from "./campaigns.ts";
import { operations } from "./index.ts";
import { AuthMode, CatalogEntry, ConfigField, McpTool } from "./mcp.ts";
import { ERROR_CODES, ErrorAnswer, type Operation, pathParameters } from "./operation.ts";
import { AppEntitlementRef, ConnectorOwnerUser } from "./owners.ts";
import { Id, ObjectPermissions } from "./primitives.ts";
import { TokenError } from "./token.ts";
import { AttributeSource, User, UserRef, UserView } from "./users.ts";

/** Version of the API (identity-governance-api.md, Versioning). */
const API_VERSION = "0.1.0-alpha";
/**
 * The error statuses that the document lists for each operation except the token request. The document leaves out the
 * other statuses of {@link ERROR_CODES}.
 */
const STATED_STATUSES = [400, 401, 403, 404, 429, 500] as const;
const STATED_TOKEN_STATUSES = [400, 401, 429, 500] as const;

/** Schemas that the document defines by name and refers to. */
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
 * Returns the contract as an OpenAPI 3.1 document. Properties that begin with `x-` are extensions: `x-effect` is the
 * effect of repeating the operation, and `x-extension` marks a property that the specification does not show.
 * @param origin The address of the tenant
 */
export const governanceOpenApi = (origin: string): Json =>
  writeOpenApi(
    {
      info: {
        title: "Identity governance API",
        version: API_VERSION,
        description: "The part of the API that Reeve calls, as Reeve's embedded tenant implements it.",
      },
      servers: [{ url: origin }],
      security: [{ bearer: [] }, { clientCredentials: [] }],
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        clientCredentials: {
          type: "oauth2",
          description: "The request body contains the client credentials; there are no scopes.",
          flows: { clientCredentials: { tokenUrl: operations.createToken.path, scopes: {} } },
        },
      },
    },
    Object.values(operations).map((operation: Operation) => {
      const { path, source, effect, body, response, auth } = operation;
      const [shape, statuses, security, bodyType] =
        auth === "body"
          ? [TokenError, STATED_TOKEN_STATUSES, { security: [] }, "application/x-www-form-urlencoded"]
          : [ErrorAnswer, STATED_STATUSES, {}, "application/json"];
      const refused = statuses.map((status) => [status, json(`Refused: ${nameStatus(status)}.`, shape)]);
      return {
        ...operation,
        description: `${source}.`,
        ...security,
        params: Object.fromEntries(pathParameters(path).map((name) => [name, Id])),
        bodyType,
        bodyRequired: body?.safeParse({}).success === false,
        answers: { 200: json("Done.", response), ...Object.fromEntries(refused) },
        extensions: { "x-effect": effect },
      };
    }),
    // Document query parameters with their parsed types (integers, not strings), and the lists in responses as
    // optional.
    { query: "output", answer: "input" },
  );

const nameStatus = (status: number) =>
  Object.entries(ERROR_CODES).find(([, known]) => known.status === status)?.[0];
