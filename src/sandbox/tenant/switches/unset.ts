// Completes responses with their unset properties, as the service's JSON encoder does (protobuf, EmitUnpopulated).
import type * as z from "zod";
import { mapObjects } from "../objects.ts";

/** Returns the response with every property of its schema: an unset scalar is empty, and an unset message is null. */
export const withUnset = (schema: z.core.$ZodType, value: unknown): unknown =>
  mapObjects(schema, value, (shape, object) => {
    const members = Object.entries(shape).map(([name, member]) => {
      const known = object[name];
      return [name, known === undefined ? unsetValue(member) : withUnset(member, known)];
    });
    return { ...object, ...Object.fromEntries(members) };
  });

function unsetValue(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "default":
      return unsetValue(def.innerType);
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
