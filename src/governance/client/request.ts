// Builds the HTTP request for a call from its declaration, and rejects invalid input.
import type * as z from "zod";
import { formatIssue } from "../../base/configured.ts";
import { pathSegment } from "../../base/path-segment.ts";
import { formatInvalid } from "../../base/problem.ts";
import type { Operation } from "../contract/operation.ts";
import type { Attempt, PreparedRequest } from "./attempt.ts";
import { GovernanceProblem } from "./problem.ts";

export interface CallInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * Sends a request when its turn comes.
 * @param send Sends the request, and calls `onHeaders` when the response headers arrive
 */
export type Paced = (send: (onHeaders?: () => void) => Promise<Attempt>) => Promise<Attempt>;

export interface CallOptions {
  /**
   * The signal that ends the call's waits and requests. An aborted call rejects with the signal's reason, unless it
   * might have been carried out.
   */
  readonly signal?: AbortSignal;
  /**
   * Sends each request of the call when its turn comes, which is also when its time limit begins. @default immediately
   */
  readonly paced?: Paced;
  /** The id of the event that the call reports to an inbound webhook. It must be the same each time a call is sent. */
  readonly eventId?: string;
}

/**
 * Builds the HTTP request for a call from its declaration, and rejects invalid input.
 * @param root The address that the path is appended to, without a trailing slash
 * @throws GovernanceProblem `governance_bad_input`, naming the parameter or property
 */
export function prepareRequest(root: string, operation: Operation, input: CallInput): PreparedRequest {
  const path =
    operation.auth === "callback"
      ? callbackPath(operation, input.path?.["callback"] ?? "")
      : operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          segment(operation, name, input.path?.[name]),
        );
  const query = operation.query && check(operation, "query", operation.query, input.query);
  const search = query ? form(query) : "";
  const url = (operation.auth === "callback" ? new URL(root).origin : root) + path + (search && `?${search}`);
  if (!operation.body) return { url, method: operation.method };
  const body = check(operation, "body", operation.body, input.body);
  return operation.auth === "body"
    ? { url, method: operation.method, contentType: "application/x-www-form-urlencoded", body: form(body) }
    : { url, method: operation.method, contentType: "application/json", body: JSON.stringify(body) };
}

/** Returns a callback's path. @throws GovernanceProblem `governance_bad_input` for a path that could change the host */
function callbackPath({ id }: Operation, path: string): string {
  if (path.startsWith("/")) return path;
  throw new GovernanceProblem("governance_bad_input", id, "the callback is not an address of the tenant");
}

function segment(operation: Operation, name: string, value: unknown): string {
  const fault = (what: string) =>
    new GovernanceProblem("governance_bad_input", operation.id, `path parameter ${name} ${what}`);
  if (typeof value !== "string") throw fault("is missing");
  const encoded = pathSegment(value);
  if (!encoded.ok) throw fault(encoded.reason);
  return encoded.value;
}

const strict = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * Validates a part of the input. Rejects unknown properties unless the schema allows them: the service would ignore a
 * misspelt filter and select everything.
 */
function check(operation: Operation, part: string, schema: z.ZodObject, value: unknown) {
  const exact = strict.get(schema) ?? (schema.def.catchall ? schema : schema.strict());
  strict.set(schema, exact);
  const parsed = exact.safeParse(value ?? {}, { error: formatIssue });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) =>
    formatInvalid([part, ...path].map(String).join("."), message),
  );
  throw new GovernanceProblem("governance_bad_input", operation.id, faults.join("; "));
}

function form(members: Record<string, unknown>): string {
  const pairs = Object.entries(members).filter(([, value]) => value !== undefined);
  return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
}
