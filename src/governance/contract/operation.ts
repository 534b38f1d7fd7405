// Declares operations, and the errors that they return: codes, their HTTP statuses, and the shape of an error.
import * as z from "zod";
import { Problem } from "../../base/problem.ts";

/**
 * Error codes with their HTTP status and gRPC code. The specification shows no errors; the service sends gRPC codes.
 */
export const ERROR_CODES = {
  invalid_argument: { status: 400, grpc: 3 },
  unauthenticated: { status: 401, grpc: 16 },
  permission_denied: { status: 403, grpc: 7 },
  not_found: { status: 404, grpc: 5 },
  method_not_allowed: { status: 405, grpc: 12 },
  already_exists: { status: 409, grpc: 6 },
  payload_too_large: { status: 413, grpc: 11 },
  unsupported_media_type: { status: 415, grpc: 9 },
  rate_limited: { status: 429, grpc: 8 },
  internal: { status: 500, grpc: 13 },
  unavailable: { status: 503, grpc: 14 },
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/** Returns the name of an error code if it is a known number, otherwise the code as text. */
export function formatErrorCode(code: string | number): string {
  const [word] = Object.entries(ERROR_CODES).find(([, { grpc }]) => grpc === code) ?? [];
  return word ?? String(code);
}

/** An error response. `details` names the invalid properties, as dotted paths. */
export const ErrorAnswer = z.looseObject({
  code: z.union([z.int(), z.string()]).describe("a gRPC code"),
  message: z.string(),
  details: z.array(z.looseObject({ field: z.string(), message: z.string() })).optional(),
});

/**
 * The effect of repeating a call.
 * - `read`: changes nothing.
 * - `repeatable`: a second call has the same result as the first, so a call with an unknown outcome can be sent again.
 * - `once`: a second call creates a second object or fails, so a call with an unknown outcome must never be sent again.
 */
export type Effect = "read" | "repeatable" | "once";

/** The names of a path template's parameters, as a union: `"app_id" | "id"` for `/apps/{app_id}/users/{id}`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** One operation of the identity governance API, as declared in this folder or in `src/own/operations`. */
export interface Operation<
  Path extends string = string,
  Query extends z.ZodObject | undefined = z.ZodObject | undefined,
  Body extends z.ZodObject | undefined = z.ZodObject | undefined,
  Response extends z.ZodType = z.ZodType,
  E extends Effect = Effect,
> {
  /** The operation's name in code, logs, the ledger and the OpenAPI document. */
  readonly id: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Path template relative to the tenant's address; every parameter is a required string. */
  readonly path: Path;
  readonly effect: E;
  readonly summary: string;
  /** The document and section that specify the operation. */
  readonly source: string;
  /**
   * The place of the caller's credential. `bearer`: the `Authorization` header. `body`: the body, which is a form and
   * not JSON, as in the token request. `callback`: the address, which the service sent. `signed`: a signature over the
   * body.
   */
  readonly auth: "bearer" | "body" | "callback" | "signed";
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /**
   * Response properties that repeat a path parameter. A different value means that the response is about another
   * object.
   */
  readonly echoes: Readonly<Record<string, readonly string[]>>;
  /**
   * Finds an object in the response that is not one of the objects named in the body. Returns `undefined` if there is
   * none.
   * @default the body names no objects
   */
  stray?(body: unknown, answer: unknown): WrongObject | undefined;
}

/** A response property that names an object other than the requested one. */
export interface WrongObject {
  readonly member: string;
  readonly wanted: string;
  readonly came: string;
}

type Member<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { readonly [K in Name]?: z.input<Schema> }
    : { readonly [K in Name]: z.input<Schema> }
  : unknown;

/** The input of a call: `path` if the template has parameters, `query` and `body` if they are declared. */
export type OperationInput<O extends Operation> = ([PathParameter<O["path"]>] extends [never]
  ? unknown
  : { readonly path: { readonly [K in PathParameter<O["path"]>]: string } }) &
  Member<"query", O["query"]> &
  Member<"body", O["body"]>;

/** The parsed response: known properties are typed, and unknown properties are kept. */
export type OperationOutput<O extends Operation> = z.output<O["response"]>;

/**
 * The given type, with `never` in place of functions, symbols and bigints, which JSON can't contain. A `Date` or `Map`
 * has methods, so it does not match the result either.
 */
type JsonIn<Type> = unknown extends Type
  ? Type
  : Type extends string | number | boolean | null | undefined
    ? Type
    : Type extends readonly (infer Element)[]
      ? readonly JsonIn<Element>[]
      : Type extends bigint | symbol | ((...given: never[]) => unknown)
        ? never
        : { [Key in keyof Type]: JsonIn<Type[Key]> };

const NOT_JSON =
  "contains a value that JSON can't contain: declare what the service sends, such as z.iso.datetime() for a date, z.record() for a map or z.array() for a set";

/**
 * Accepts a schema only if JSON can contain the values that it accepts and returns: Reeve stores responses as JSON.
 */
type IfJson<Schema extends z.ZodType, Both = { in: z.input<Schema>; out: z.output<Schema> }> =
  Both extends JsonIn<Both> ? unknown : `the response ${typeof NOT_JSON}`;

type Declaration<Path extends string, Query, Body, Response extends z.ZodType, E extends Effect> = {
  id: string;
  method: Operation["method"];
  path: Path;
  effect: E;
  summary: string;
  source: string;
  auth?: Operation["auth"];
  query?: Query;
  body?: Body;
  response: Response & IfJson<Response>;
  echoes?: Readonly<Partial<Record<PathParameter<Path>, readonly string[]>>>;
  stray?(body: z.output<Body>, answer: z.output<Response>): WrongObject | undefined;
};

/**
 * Declares an operation. The client, the embedded tenant, the OpenAPI document and the docs all use this declaration.
 */
export function defineOperation<
  const Path extends string,
  Response extends z.ZodType,
  const E extends Effect,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodObject | undefined = undefined,
>(declaration: Declaration<Path, Query, Body, Response, E>): Operation<Path, Query, Body, Response, E> {
  const { auth = "bearer", query, body, echoes = {}, ...rest } = declaration;
  return { ...rest, auth, query: query as Query, body: body as Body, echoes };
}

/**
 * Requires that JSON can contain the values in the operations' responses, even if TypeScript did not check their types.
 * Schemas of the kinds in {@link OF_ANY_TYPE} are accepted.
 * @throws Problem `configuration_invalid` for a value that JSON can't contain, which prevents Reeve from starting
 */
export function checkResponses(operations: readonly Operation[]): void {
  for (const { id, response } of operations)
    for (const io of ["input", "output"] as const)
      z.toJSONSchema(response, {
        io,
        unrepresentable({ zodSchema, path }) {
          const { type } = zodSchema._zod.def;
          if (OF_ANY_TYPE.has(type)) return "any";
          const at = ["response", ...path].filter((name) => name !== "properties").join(".");
          const what = `src/own/operations, ${id}: ${at} (z.${type}) ${NOT_JSON}`;
          throw new Problem("configuration_invalid", what);
        },
      });
}

/** Kinds of schemas that can't be checked: only their values show whether JSON can contain them. */
const OF_ANY_TYPE: ReadonlySet<string> = new Set(["custom", "transform", "catch", "default", "prefault"]);

export function pathParameters(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
}
