// Handles a request to an operation: faults, authentication, handler and response.
import type { z } from "zod";
import { operations } from "../../governance/contract/index.ts";
import { ownHandlers } from "../../own/sandbox/operations.ts";
import { authenticate, createToken } from "./auth/tokens.ts";
import { countAgainstRate, countCall, withFault } from "./calls.ts";
import { invalidMember, NO_STORE, TenantError } from "./errors.ts";
import { searchAuditEvents } from "./handlers/audit-events.ts";
import { createCampaign } from "./handlers/campaigns.ts";
import { deleteMcpTool, getMcpTool, listMcpCatalog } from "./handlers/mcp.ts";
import {
  createConnectorOwner,
  deleteAppEntitlementOwner,
  deleteAppUserEntitlementOwner,
} from "./handlers/owners.ts";
import { getUser, searchUsers } from "./handlers/users.ts";
import { match, parse, type Route, readJson, withoutNulls } from "./request.ts";
import { listResources, requireResource } from "./resources.ts";
import { loosened, withUnset } from "./switches/responses.ts";
import type { BearerOperationId, Caller, Handler, Place, World } from "./world.ts";

/** The handlers by operation. The code does not compile if an operation has no handler. */
const handlers: { readonly [K in BearerOperationId]: Handler<K> } = {
  getUser,
  searchUsers,
  createConnectorOwner,
  deleteAppEntitlementOwner,
  deleteAppUserEntitlementOwner,
  getMcpTool,
  deleteMcpTool,
  listMcpCatalog,
  // Deletion is permanent: the second call gets a 404. Source: Endpoints, 9.
  deleteSessionPolicy: ({ path }, { sql, switches }) => {
    const { isBuiltin } = requireResource<{ isBuiltin: boolean }>(sql, "session policy", path.id);
    if (isBuiltin && switches.builtinPolicies) throw invalidMember("id", "is a built-in session policy");
    sql.exec("DELETE FROM resources WHERE kind = 'session policy' AND id = ?", path.id);
    return {};
  },
  createCampaign,
  searchAuditEvents,
  ...ownHandlers,
};

/** Returns true for the path of the token endpoint, whose errors have their own format. */
export const isTokenEndpoint = (pathname: string): boolean => pathname === operations.createToken.path;

/**
 * Handles the operation that a request names, in this order: path and method, an injected fault, the rate limit, the
 * token, the permission, the input, the operation. A request for a token has no rate limit and needs no token.
 * @throws TenantError for a rejected request; LostConnection for a fault that drops the connection
 */
export async function answerOperation(
  request: Request,
  storage: DurableObjectStorage,
  place: Place,
): Promise<Response> {
  const url = new URL(request.url);
  const route = match(request.method, url.pathname);
  return withFault(route.id, place, isTokenEndpoint(url.pathname), async () => {
    try {
      return route.id === "createToken"
        ? Response.json(await createToken(request, place), { headers: NO_STORE })
        : Response.json(await act(route.id, route, request, storage, place));
    } catch (error) {
      countCall(place.sql, route.id, "refused");
      throw error;
    }
  });
}

async function act(
  id: BearerOperationId,
  { operation, path }: Route,
  request: Request,
  storage: DurableObjectStorage,
  place: Place,
): Promise<unknown> {
  countAgainstRate(place.sql, place.switches, place.now().getTime());
  const caller = await authenticate(request, place);
  requirePermission(id, caller, place);
  const { searchParams } = new URL(request.url);
  const input = {
    path,
    query: operation.query && parse(operation.query, readQuery(operation.query, searchParams), "query"),
    body:
      operation.body && parse(operation.body, withoutNulls(operation.body, await readJson(request)), "body"),
  };
  // The type of `handlers` pairs each handler with its input's type.
  const handler = handlers[id] as (input: unknown, world: World) => unknown;
  const answer = storage.transactionSync(() => handler(input, { ...place, caller }));
  const whole = place.switches.unsetValues ? withUnset(operation.response, answer) : answer;
  return loosened(operation.response, whole, place.switches);
}

/**
 * Returns the known query parameters, and ignores unknown ones.
 * @throws TenantError 400 if a parameter is given more than once
 */
function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const values = search.getAll(name);
      if (values.length > 1) throw invalidMember(name, "is given more than once");
      return values.map((value) => [name, value]);
    }),
  );
}

/**
 * Rejects a call if the credential does not have full permissions, and none of its roles allows the operation. The
 * switch `permissions` lists the operations of each role. If it is not set, a role can exclude all operations, or all
 * changes.
 * @throws TenantError 403
 */
function requirePermission(
  operation: BearerOperationId,
  { permissions: held }: Caller,
  { sql, switches: { permissions } }: Place,
): void {
  if (held === "full") return;
  const denied = (why: string) =>
    new TenantError("permission_denied", `The credential may not call ${operation}; ${why}.`);
  if (permissions === null) {
    const { effect } = operations[operation];
    const all = listResources<{ allows?: string }>(sql, "role");
    const roles = new Map(all.map((role) => [role.id, role.allows]));
    const isLacking = (allows: string | undefined) =>
      allows === "nothing" || (allows === "reading" && effect !== "read");
    if (!held.roles.every((role) => isLacking(roles.get(role)))) return;
    throw denied(`it has only ${held.roles.join(", ")}`);
  }
  const opening = Object.keys(permissions).filter((role) => permissions[role]?.includes(operation));
  if (held.roles.some((role) => opening.includes(role))) return;
  const needs = opening.length > 0 ? `one of the roles ${opening.join(", ")}` : "full permissions";
  throw denied(`it needs ${needs}`);
}
