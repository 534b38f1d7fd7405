// Changes the objects in a value, each with its part of the value's schema.
import type * as z from "zod";

export type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Members = Readonly<Record<string, unknown>>;

/** Replaces the outermost objects of a value. @param change Returns an object's replacement */
export function mapObjects(
  schema: z.core.$ZodType,
  value: unknown,
  change: (shape: Shape, object: Members) => Members,
): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
      return mapObjects(def.innerType, value, change);
    case "array":
      return Array.isArray(value) ? value.map((element) => mapObjects(def.element, element, change)) : value;
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? change(def.shape, value as Members)
        : value;
    default:
      return value;
  }
}
