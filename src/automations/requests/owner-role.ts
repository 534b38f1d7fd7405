import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import { requireName } from "../names.ts";
import type { Settings } from "../settings.ts";

/** The owner role in a request's input. */
export const OwnerRole = z
  .string()
  .min(1)
  .optional()
  .describe("The owner role, by its name in src/config.ts; `defaultOwnerRole` where none is said.");

/**
 * The API's slug of an owner role.
 * @throws Problem `request_unclear` for a role that there is none of, and where none is said and none is the default
 */
export function ownerRoleSlug(settings: Settings, role = settings.defaultOwnerRole): string {
  if (role === undefined) {
    const names = Object.keys(settings.ownerRoles).map((name) => `"${name}"`);
    throw new Problem("request_unclear", `Say in which role: ${names.join(", ")}.`);
  }
  return requireName(settings.ownerRoles, "role", role).value;
}
