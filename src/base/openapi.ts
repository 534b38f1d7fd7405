// Writes OpenAPI documents from declared endpoints and their zod schemas.
import * as z from "zod";
import type { ProblemCode } from "./problem.ts";

export type Json = { readonly [member: string]: unknown };

/** The response for one status: description, media type and schema. */
export interface EndpointAnswer<Schema extends z.ZodType = z.ZodType> {
  readonly description: string;
  readonly type: string;
  readonly schema: Schema;
}

export const json = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
): EndpointAnswer<Schema> => ({ description, type: "application/json", schema });

/** A value that is read-only at every level. */
export type Unchanging<T> = T extends object ? { readonly [Member in keyof T]: Unchanging<T[Member]> } : T;

/** The properties of an endpoint that an OpenAPI document describes. */
interface Described {
  readonly id: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Path with parameters in braces: `/api/events/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** Alternative ways to authenticate. @default those of the document */
  readonly security?: readonly Json[];
  /** Schemas of the path parameters by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  /** Media type of the request body. @default JSON */
  readonly bodyType?: string;
  /** True if a request must have the body. @default true */
  readonly bodyRequired?: boolean;
  readonly answers: Readonly<Record<number, EndpointAnswer>>;
  /** Properties of OpenAPI's operation object that begin with `x-`. */
  readonly extensions?: Readonly<Record<`x-${string}`, unknown>>;
}

/** An endpoint of Reeve itself. */
export interface Endpoint
  extends Pick<Described, "id" | "path" | "summary" | "params" | "query" | "body" | "answers"> {
  readonly method: "GET" | "POST";
  /**
   * Allowed callers. `signed-in`: people and programs signed in through Cloudflare Access. `metrics`: also programs
   * with the metrics token. `signed`: senders, by a signature or a shared secret. `open`: anyone.
   */
  readonly access: "signed-in" | "metrics" | "signed" | "open";
  /** Required role, if every request needs the same one. */
  readonly role?: string;
  /** Problems that the endpoint can return in addition to those that its `access` implies. */
  readonly problems: readonly ProblemCode[];
}

/**
 * Writes an OpenAPI 3.1 document.
 * @param about The document's properties other than its paths and schemas
 * @param sides Whether queries and responses are described as they are sent (`input`) or as they are parsed (`output`)
 */
export function writeOpenApi(
  { securitySchemes, ...about }: Json & { readonly info: Json; readonly securitySchemes: Json },
  endpoints: readonly Described[],
  sides: Readonly<Record<"query" | "answer", Side>>,
): Json {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Json> = {};
  // Many responses share a schema, such as the error schema, so each schema is described only once.
  const described = new Map<z.ZodType, Json>();
  const describeAnswer = (schema: z.ZodType): Json => {
    const made = described.get(schema) ?? jsonSchema(schema, sides.answer, schemas);
    described.set(schema, made);
    return made;
  };
  const describe = (endpoint: Described): Json => {
    const { id, summary, description, security, params = {}, query, body, answers, extensions } = endpoint;
    const { bodyType = "application/json", bodyRequired = true } = endpoint;
    const { properties = {} }: { properties?: Readonly<Record<string, Json>> } = query
      ? jsonSchema(query, sides.query, schemas)
      : {};
    const parameters = [
      ...Object.entries(params).map(([name, schema]) =>
        describeParameter("path", name, true, jsonSchema(schema, "input", schemas)),
      ),
      ...Object.entries(properties).map(([name, schema]) =>
        describeParameter("query", name, !query?.shape[name]?.safeParse(undefined).success, schema),
      ),
    ];
    return {
      operationId: id,
      summary,
      ...(description !== undefined && { description }),
      ...(security && { security }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && {
        requestBody: { required: bodyRequired, ...content(bodyType, jsonSchema(body, "input", schemas)) },
      }),
      responses: Object.fromEntries(
        Object.entries(answers).map(([status, { description, type, schema }]) => [
          status,
          { description, ...content(type, describeAnswer(schema)) },
        ]),
      ),
      ...extensions,
    };
  };
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: describe(endpoint) };
  return { openapi: "3.1.0", ...about, paths, components: { schemas, securitySchemes } };
}

const content = (type: string, schema: Json) => ({ content: { [type]: { schema } } });

type Side = "input" | "output";

/**
 * Converts a zod schema to JSON Schema 2020-12, which OpenAPI 3.1 uses.
 * @param schemas Receives each schema that has an `id`: the schema itself, and the schemas inside it
 */
function jsonSchema(schema: z.ZodType, io: Side, schemas: Record<string, unknown>): Json {
  const written = JSON.stringify(
    z.toJSONSchema(schema, { target: "draft-2020-12", io, unrepresentable: "any" }),
  );
  const text = written.replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs = {}, ...rest }: Json & { $defs?: Record<string, Json> } = JSON.parse(text);
  for (const [name, { id: _id, ...definition }] of Object.entries($defs)) schemas[name] = definition;
  const { id, ...own } = rest;
  if (typeof id !== "string") return rest;
  schemas[id] = own;
  return { $ref: `#/components/schemas/${id}` };
}

/** Describes a parameter of an operation. Its schema's description becomes the description of the parameter. */
const describeParameter = (
  place: "path" | "query",
  name: string,
  required: boolean,
  { description, ...schema }: Json,
): Json => ({ name, in: place, required, ...(description !== undefined && { description }), schema });
