// Reads requests: finds the operation for a method and path, and validates the query and the body with their schemas.

import type * as z from "zod";
import { ifPossible } from "../../base/if-possible.ts";
import { readBytes as readRequest } from "../../base/request.ts";
import { decodeUtf8, tryParseJson } from "../../base/text.ts";
import { type OperationId, operations } from "../../governance/contract/index.ts";
import type { Operation } from "../../governance/contract/operation.ts";
import { MAX_ID_LENGTH } from "../../governance/contract/primitives.ts";
import { type Detail, invalidMember, TenantError } from "./errors.ts";
import { mapObjects } from "./switches/responses.ts";

export interface Route {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/** Each operation, with a regular expression for its path. The named groups are the path parameters. */
const PATTERNS = Object.values(operations).map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

/** An encoded character that needs no encoding (RFC 3986, section 2.3): `%75` is `u`. */
const UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

/**
 * Finds the operation for a method and path.
 * @param pathname Percent-encoded, as received: a `%2F` stays inside its segment
 * @throws TenantError 404 for an unknown path, 405 with `Allow` for another method, 400 for a segment that is too long
 * or has an invalid encoding
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
  const value = ifPossible(() => decodeURIComponent(segment));
  if (value === undefined) throw invalidMember(name, "is not percent-encoded UTF-8");
  if (value.length > MAX_ID_LENGTH) throw invalidMember(name, `is longer than ${MAX_ID_LENGTH} characters`);
  return value;
}

const MAX_BODY_BYTES = 1024 * 1024;
/** Maximum nesting of a JSON body, in levels. No operation needs ten levels; deep nesting would exhaust the stack. */
const MAX_NESTING = 64;

/**
 * Reads the whole body.
 * @throws TenantError 413 if it is too large, 415 if it is compressed, 400 if it can't be read
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const coding = request.headers.get("content-encoding")?.trim() ?? "";
  if (!/^(identity)?$/i.test(coding))
    throw new TenantError("unsupported_media_type", "The body must be sent uncompressed.", [], {
      // List the content codings that requests can have (RFC 9110, section 12.5.3).
      "accept-encoding": "identity",
    });
  const read = await readRequest(request, MAX_BODY_BYTES);
  if (read.ok) return read.value;
  if (read.reason === "broken") throw invalidMember("body", "can't be read");
  throw new TenantError("payload_too_large", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}

/** Decodes bytes. @throws TenantError 400 if they are not UTF-8 */
export function readText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === null) throw invalidMember("body", "is not UTF-8");
  return text;
}

export const mediaType = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

/**
 * Reads the JSON body, or returns `{}` if there is no body.
 * @throws TenantError as {@link readBytes} does; also 415 if the media type is not `application/json`, 400 if the body
 * is not JSON or is nested too deeply
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if (mediaType(request) !== "application/json")
    throw new TenantError("unsupported_media_type", "The body must be sent as application/json.");
  const value = tryParseJson(readText(bytes));
  if (value === undefined) throw invalidMember("body", "is not JSON");
  if (isDeeper(value, MAX_NESTING))
    throw invalidMember("body", `is nested deeper than ${MAX_NESTING} levels`);
  return value;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/**
 * Removes null values of the schema's properties, because generated clients send null for optional properties.
 * Properties without a schema keep their nulls.
 */
export const withoutNulls = (schema: z.core.$ZodType, value: unknown): unknown =>
  mapObjects(schema, value, (shape, object) =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, member]) => {
        const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
        if (!known) return [[name, member]];
        return member === null ? [] : [[name, withoutNulls(known, member)]];
      }),
    ),
  );

/**
 * Validates a value.
 * @param whole Name of the value, for errors that concern no property
 * @throws TenantError 400, naming each invalid property
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details: Detail[] = parsed.error.issues.map(({ path, message }) => ({
    field: path.length > 0 ? path.map(String).join(".") : whole,
    message,
  }));
  const [first] = details;
  throw new TenantError("invalid_argument", first ? `${first.field}: ${first.message}` : "Invalid.", details);
}
