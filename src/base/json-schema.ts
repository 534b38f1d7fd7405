// JSON Schemas for OpenAPI documents, made from zod schemas, and the parts of those documents that hold them.
import * as z from "zod";

export type Json = { readonly [member: string]: unknown };

/** A schema in JSON Schema 2020-12, as OpenAPI 3.1 has it. @param schemas Receives the named ones in it, by `id` */
export function jsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  schemas: Record<string, unknown>,
): Json {
  const written = JSON.stringify(
    z.toJSONSchema(schema, { target: "draft-2020-12", io, unrepresentable: "any" }),
  );
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = JSON.parse(written.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & {
    $defs?: Record<string, Json>;
  };
  for (const [name, { id: _id, ...definition }] of Object.entries($defs)) schemas[name] = definition;
  const { id, ...own } = rest;
  if (typeof id !== "string") return rest;
  schemas[id] = own;
  return { $ref: `#/components/schemas/${id}` };
}

/** A parameter of an operation. The description of its schema becomes the parameter's. */
export function describeParameter(
  place: "path" | "query",
  name: string,
  required: boolean,
  { description, ...schema }: Json,
): Json {
  return { name, in: place, required, ...(description !== undefined && { description }), schema };
}

/** The body of a request or response. @param type Its media type */
export const content = (type: string, schema: Json) => ({ content: { [type]: { schema } } });
