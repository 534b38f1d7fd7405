// Derives sample values from schemas, for tests of any action or operation.
import * as z from "zod";

type Json = z.core.JSONSchema.BaseSchema;

/** Texts of the formats that schemas of actions use. Any other text is named after its property. */
const TEXTS: Readonly<Record<string, string>> = {
  date: "2099-06-30",
  "date-time": "2099-06-30T08:00:00Z",
  email: "ada.marsh@example.com",
  uri: "https://example.com",
  uuid: "7f3c2a9e-4b1d-4c8e-9a57-2d6b1e0f8c34",
};

/**
 * Derives values of a schema: one with only what is required, and one with all properties.
 * @param given Properties to use instead of derived ones
 * @throws Error if the schema accepts none of them
 */
export function sampleValues<Schema extends z.ZodType>(
  schema: Schema,
  given: object = {},
): z.input<Schema>[] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const values = [false, true].map((isWhole) => ({
    ...Object(sample(json, "value", isWhole, json)),
    ...given,
  }));
  const fitting = values.filter((value) => schema.safeParse(value).success);
  if (fitting.length > 0) return fitting as z.input<Schema>[];
  throw new Error(`can't derive a value of its schema: pass one, instead of ${JSON.stringify(values[0])}`);
}

function sample(schema: Json | boolean, name: string, isWhole: boolean, root: Json): unknown {
  if (typeof schema === "boolean") return {};
  const inner = (part: Json | boolean, of = name) => sample(part, of, isWhole, root);
  const { $ref, allOf, anyOf, oneOf, properties = {}, required = [], items, prefixItems = [] } = schema;
  // A schema can contain itself, as an optional property.
  if ($ref) return sample(root.$defs?.[$ref.split("/").at(-1) ?? ""] ?? {}, name, false, root);
  const [known = schema.const] = [...((schema.examples as unknown[]) ?? []), ...(schema.enum ?? [])];
  if (known !== undefined) return known;
  const [option] = anyOf ?? oneOf ?? [];
  if (option) return inner(option);
  if (allOf) return Object.assign({}, ...allOf.map((part) => inner(part)));
  switch (schema.type) {
    case "object": {
      const names = Object.keys(properties).filter((member) => isWhole || required.includes(member));
      return Object.fromEntries(names.map((member) => [member, inner(properties[member] ?? {}, member)]));
    }
    case "array": {
      const rest = Array.from({ length: Math.max(schema.minItems ?? 0, Number(isWhole)) }, () =>
        inner((items as Json) ?? {}),
      );
      return prefixItems.length > 0 ? prefixItems.map((item) => inner(item)) : rest;
    }
    case "number":
    case "integer":
      return Math.max(schema.minimum ?? 1, Number(schema.exclusiveMinimum ?? 0) + 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return TEXTS[schema.format ?? ""] ?? `${name}-1`.padEnd(schema.minLength ?? 0, "1");
  }
}
