// Finds the operation for a method and path.
import { type OperationId, operations } from "../../governance/contract/index.ts";
import type { Operation } from "../../governance/contract/operation.ts";
import { MAX_ID_LENGTH } from "../../governance/contract/primitives.ts";
import { invalidMember, TenantError } from "./errors.ts";

export interface Route {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/** Each operation with a pattern for its path, whose groups are the parameters. */
const PATTERNS = Object.values(operations).map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

/** An encoded character that needs no encoding (RFC 3986, section 2.3): `%75` is `u`. */
const UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

/**
 * Finds the operation at a path.
 * @param pathname Percent-encoded, as received: a `%2F` stays inside its segment
 * @throws TenantError 404 for an unknown path, 405 with `Allow` for another method, 400 for an invalid encoding
 */
export function match(method: string, pathname: string): Route {
  const given = pathname.replace(UNRESERVED, decodeURIComponent);
  const there = PATTERNS.flatMap(({ operation, pattern }) => {
    const found = pattern.exec(given);
    return found ? [{ operation, segments: found.groups ?? {} }] : [];
  });
  if (there.length === 0) throw new TenantError("not_found", "There is nothing at this path.");
  const route = there.find(({ operation }) => operation.method === method);
  if (!route) throw methodNotAllowed(there.map(({ operation }) => operation.method));
  const { operation, segments } = route;
  const path = Object.fromEntries(
    Object.entries(segments).map(([name, segment]) => [name, decode(name, segment)]),
  );
  return { id: operation.id as OperationId, operation, path };
}

export const methodNotAllowed = (allowed: readonly string[]) =>
  new TenantError("method_not_allowed", `This path allows ${allowed.join(", ")}.`, [], {
    allow: allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", "),
  });

function decode(name: string, segment: string): string {
  let value: string;
  try {
    value = decodeURIComponent(segment);
  } catch {
    throw invalidMember(name, "is not percent-encoded UTF-8");
  }
  if (value.length > MAX_ID_LENGTH) throw invalidMember(name, `is longer than ${MAX_ID_LENGTH} characters`);
  return value;
}
