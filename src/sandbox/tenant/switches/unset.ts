// Completes responses with their unset properties, as the service's JSON encoder does (protobuf, EmitUnpopulated).
import type * as z from "zod";

/** Returns the response with every property of its schema: an unset scalar is empty, and an unset message is null. */
export function withUnset(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "default":
      return value === undefined ? unsetValue(def.innerType) : withUnset(def.innerType, value);
    case "array":
      return Array.isArray(value) ? value.map((element) => withUnset(def.element, element)) : value;
    case "object":
      return typeof value === "object" && value !== null
        ? { ...value, ...complete(def.shape, value as Record<string, unknown>) }
        : value;
    default:
      return value;
  }
}

const complete = (shape: Readonly<Record<string, z.core.$ZodType>>, value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, withUnset(member, value[name])]));

function unsetValue(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string":
      // In protobuf, a timestamp is a message.
      return "format" in def && def.format === "datetime" ? null : "";
    case "number":
      return 0;
    case "boolean":
      return false;
    case "array":
      return [];
    default:
      return null;
  }
}
