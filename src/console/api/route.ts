// Defines routes of the JSON API. A route declares its path, input, response, act (which determines the role) and
// handler once: the server validates requests against the declaration, and the OpenAPI document is generated from it.
import type { Context, Handler, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import * as z from "zod";
import type { Endpoint, EndpointAnswer, Unchanging } from "../../base/openapi.ts";
import { Problem, type ProblemCode } from "../../base/problem.ts";
import type { Config, Configured } from "../../define-config.ts";
import { type Env, isLocalStack } from "../../env.ts";
import { type Person, requireRole, requireRoleFor, type Signed } from "../../operate/person.ts";
import { type Act, findRole } from "../../policy/acts.ts";
import { readTextBody, requireJson, validate } from "../validate.ts";

type Params = Readonly<Record<string, z.ZodType>>;

interface RouteInput<P extends Params, Q extends z.ZodType, B extends z.ZodType> {
  readonly env: Env;
  readonly person: Person;
  readonly config: Config;
  readonly params: { readonly [Name in keyof P]: z.output<P[Name]> };
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
}

interface Declared<P extends Params, Q extends z.ZodObject, B extends z.ZodType, A extends z.ZodType>
  extends Pick<Endpoint, "id" | "path" | "summary"> {
  /**
   * The act that the caller's role must allow (src/policy/acts.ts). A POST also requires a sign-in that identifies a
   * person, with two exceptions for services: acts that services can perform and, with the role for `retried`, acts
   * that are open to viewers.
   */
  readonly act: Act;
  /** Schemas of the path parameters. A request with a value that does not match fails with `not_found`. */
  readonly params?: P;
  readonly query?: Q;
  /** A route with a body is a POST. */
  readonly body?: B;
  readonly answer: EndpointAnswer<A>;
  /** Status of a successful response. @default 200 */
  readonly status?: 200 | 202;
  /** Problem codes that the handler can throw. The codes for access and validation are added to these. */
  readonly problems?: readonly ProblemCode[];
  /** Handles a request. @returns the value to send as JSON, or a complete response */
  handle(asked: RouteInput<P, Q, B>): Promise<Sent<A>> | Sent<A>;
}
type Sent<A extends z.ZodType> = Unchanging<z.input<A>> | Response;

export interface Route extends Endpoint {
  readonly act: Act;
  /** Handlers in order: the middleware, then the handler that responds. */
  readonly handlers: readonly Handler[];
}

type RouteEnv = { Bindings: Env; Variables: Signed & Configured };

const JSON_HEADERS = { "content-type": "application/json" };

export function route<
  A extends z.ZodType,
  P extends Params = Record<never, never>,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodUndefined,
>({ answer, status = 200, problems = [], handle, ...declared }: Declared<P, Q, B, A>): Route {
  const { act, params, query, body } = declared;
  const method = body ? "POST" : "GET";
  const role = findRole(act);
  const isOpen = role === null || role === "viewer";
  const reading: ProblemCode[] = [
    ...(query || body ? (["request_invalid"] as const) : []),
    ...(body ? (["request_too_large"] as const) : []),
  ];
  const mayAsk: MiddlewareHandler<RouteEnv> = async (c, next) => {
    // `decideRun` and the batches check the role for each decision. If viewers or all roles may perform the route's
    // act, check here only that a service has the role for `retried`, which stands for the decisions that services can
    // make.
    const asked = isOpen && !c.var.person.email ? "retried" : act;
    if (method === "POST") requireRoleFor(c.var.person, asked);
    else requireRole(c.var.person, act);
    await next();
  };
  return {
    ...declared,
    method,
    access: "signed-in",
    ...(!isOpen && { role }),
    answers: { [status]: answer },
    problems: [...reading, ...problems],
    handlers: [
      validate("param", z.object(params ?? {})),
      // Check the role before Reeve reads the query, the body or any data.
      mayAsk,
      ...(query ? [validate("query", query)] : []),
      ...(body ? [readTextBody, requireJson, validate("json", body)] : []),
      async (c: Context<RouteEnv, string, Validated>) => {
        const { person, config } = c.var;
        const sent = await handle({
          env: c.env,
          person,
          config,
          params: c.req.valid("param"),
          query: query && c.req.valid("query"),
          body: body && c.req.valid("json"),
        } as RouteInput<P, Q, B>);
        if (sent instanceof Response) return sent;
        // Indent JSON on the local stack, where people read curl's output.
        return isLocalStack(c.env)
          ? new Response(`${JSON.stringify(sent, null, 2)}\n`, { status, headers: JSON_HEADERS })
          : Response.json(sent, { status });
      },
    ],
  };
}

type Validated = { readonly out: Readonly<Record<"param" | "query" | "json", unknown>> };

export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().meta({ description: "`cursor` of the next page; `null` on the last page." }),
    note: z.string().exactOptional().meta({ description: "The reason why entries might be missing." }),
  });

export const NDJSON = "application/x-ndjson";

/** Describes a response of JSON lines. */
export const ndjson = (description: string): EndpointAnswer<z.ZodString> => ({
  description,
  type: NDJSON,
  schema: z.string(),
});

/** Returns JSON lines as a response that browsers save as a file. */
export const ndjsonFile = (name: string, lines: ReadableStream<Uint8Array>): Response =>
  new Response(lines, {
    headers: { "content-type": NDJSON, "content-disposition": `attachment; filename="${name}.ndjson"` },
  });

/** Returns the value if it exists. @throws Problem `not_found` if the value is `null` */
export function requireFound<Value extends object>(value: Value | null): Value {
  if (value === null) throw new Problem("not_found", "there is no such record (or it is not recorded yet)");
  return value;
}

/** Returns Hono's pattern for a path with parameters in braces. */
export const toPattern = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

export function mount(routes: readonly Route[]): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  for (const { method, path, handlers } of routes) app.on(method, [toPattern(path)], ...handlers);
  return app;
}
