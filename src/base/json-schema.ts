// JSON Schemas for OpenAPI documents, made from zod schemas.
import * as z from "zod";

export type Json = { readonly [member: string]: unknown };

/**
 * A schema in JSON Schema 2020-12, which OpenAPI 3.1 includes unchanged.
 * @param schemas Receives the named schemas in it (registered with an `id`), which are referred to
 */
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
