// The shape of operations, and the types of their input and output.
import type * as z from "zod";

/**
 * What a repeat of the call would do.
 * - `read`: changes nothing.
 * - `repeatable`: a second call leaves things as the first did, so an unknown outcome may be sent again.
 * - `once`: a second call makes a second thing, so an unknown outcome must never be sent again.
 */
export type Effect = "read" | "repeatable" | "once";

/** The `{names}` in a path template, as a union. */
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
  /** Name in code, logs, the ledger and the OpenAPI document. */
  readonly id: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Path template relative to the tenant's address; every parameter is a required string. */
  readonly path: Path;
  readonly effect: E;
  readonly summary: string;
  /** The document that states it, with the place in it. */
  readonly source: string;
  /**
   * The place of the caller's proof. `body`: the token request, whose body is a form and not JSON. `callback`: the address,
   * which the service sent.
   */
  readonly auth: "bearer" | "body" | "callback";
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** Places in an answer that repeat a path parameter: another value is an answer about another thing. */
  readonly echoes: Readonly<Record<string, readonly string[]>>;
  /** Finds what an answer holds besides what the body asked for by name. @default the body names nothing */
  stray?(body: unknown, answer: unknown): Mistaken | undefined;
}

/** A member of an answer that is about another thing than was asked for. */
export interface Mistaken {
  readonly member: string;
  readonly wanted: string;
  readonly came: string;
}

type Member<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { readonly [K in Name]?: z.input<Schema> }
    : { readonly [K in Name]: z.input<Schema> }
  : unknown;

/** The input of a call: `path` if the template has parameters, `query` and `body` where declared. */
export type OperationInput<O extends Operation> = ([PathParameter<O["path"]>] extends [never]
  ? unknown
  : { readonly path: { readonly [K in PathParameter<O["path"]>]: string } }) &
  Member<"query", O["query"]> &
  Member<"body", O["body"]>;

/** The parsed answer: known members typed, unknown members kept. */
export type OperationOutput<O extends Operation> = z.output<O["response"]>;

type Declaration<Path extends string, Query, Body, Response, E extends Effect> = {
  id: string;
  method: Operation["method"];
  path: Path;
  effect: E;
  summary: string;
  source: string;
  auth?: Operation["auth"];
  query?: Query;
  body?: Body;
  response: Response;
  echoes?: Readonly<Partial<Record<PathParameter<Path>, readonly string[]>>>;
  stray?(body: z.output<Body>, answer: z.output<Response>): Mistaken | undefined;
};

/** Declares an operation. Client, tenant, OpenAPI document and docs all read this one declaration. */
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

export function pathParameters(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
}
