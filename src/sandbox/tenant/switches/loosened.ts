// Loosens responses: omits optional properties or sets them to null, and adds unknown properties and values.
import type * as z from "zod";
import { mapObjects, type Shape } from "../objects.ts";
import { dice, names } from "../seed/means.ts";
import type { Switches } from "./switches.ts";

/**
 * Properties that are always kept: identifiers, and those whose absence has a meaning, such as `deletedAt` or a page
 * token.
 */
const KEPT: ReadonlySet<string> = new Set(
  names(`
  id, appId, connectorId, roleSlug, connectorOwnerUser, accessReview, user, userId, userView, email, emails,
  employeeIds, managerIds, delegatedUserId, tool, toolName, displayName, description, inputSchemaJson,
  lastCalledAt, createdAt, deletedAt, classification, state, list, nextPageToken, expanded
`),
);

/**
 * Returns a response with fewer optional and more unknown properties. An object has the same properties in every
 * response, because it would otherwise appear to change.
 */
export const loosened = (schema: z.core.$ZodType, answer: unknown, rates: Rates, at = ""): unknown =>
  rates.omit === 0 && rates.nulls === 0 && rates.unknown === 0
    ? answer
    : mapObjects(schema, answer, (shape, object) => members(shape, object, rates, at));

type Rates = Pick<Switches, "omit" | "nulls" | "unknown">;

function members(shape: Shape, object: object, rates: Rates, at: string): Record<string, unknown> {
  const { id = "" } = object as { id?: unknown };
  const key = `${at}/${String(id)}`;
  const chance = (rate: number, what: string) => dice(`${key} ${what}`).below(1_000) < rate * 1_000;
  const shown = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) return [[name, value]];
    if (name === "visibility" && chance(rates.unknown, "has a new value"))
      return [[name, "TOOL_VISIBILITY_OF_TOMORROW"]];
    const { type } = (schema as z.core.$ZodTypes)._zod.def;
    if (!KEPT.has(name) && (type === "optional" || type === "default")) {
      if (chance(rates.omit, `omits ${name}`)) return [];
      if (chance(rates.nulls, `has no ${name}`)) return [[name, null]];
    }
    return [[name, loosened(schema, value, rates, `${key}.${name}`)]];
  });
  // Keep empty objects empty: they are the responses of deletes, and empty selectors.
  const isMore = shown.length > 0 && chance(rates.unknown, "has more");
  return Object.fromEntries([...shown, ...(isMore ? [["ofTomorrow", { since: "tomorrow" }]] : [])]);
}
