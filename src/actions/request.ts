// The context that requests for actions are planned in, and checks that several nouns share.
import { Problem } from "../base/problem.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import type { InventoryEntry, InventoryKind } from "./inventory.ts";
import { type NamedThings, nameIn, requireName } from "./names.ts";

/** What requests look names up in: reads of the governance API, the settings, the inventory and the clock. */
export interface RequestContext {
  readonly governance: ReadOnlyGovernance;
  readonly settings: NamedThings;
  readonly history: {
    /** The inventory's entry of a kind under a key; `null` for none. Usually a second old. */
    entry<Kind extends InventoryKind>(kind: Kind, key: string): Promise<InventoryEntry<Kind> | null>;
  };
  readonly now: number;
}

/**
 * Requires that an automation acts on what the action leaves in the inventory.
 * @param automations Their names; one enabled is enough
 * @throws Problem `request_unclear` if none is enabled: the request would have no effect, and nobody would notice
 */
export function requireEnabled(
  { automations: enabled }: NamedThings,
  ...automations: readonly string[]
): void {
  if (automations.some((name) => Object.hasOwn(enabled, name))) return;
  throw new Problem(
    "request_unclear",
    `This would have no effect: enable ${automations.join(" or ")} in src/config.ts first.`,
  );
}

export const OwnerRole = nameIn(
  "ownerRoles",
  "The owner role, by its name in src/config.ts; `defaultOwnerRole` if left out.",
).optional();

/** The API's slug of an owner role. @throws Problem `request_unclear` for an unknown one, or none without a default */
export function ownerRoleSlug(settings: NamedThings, role = settings.defaultOwnerRole): string {
  if (role === undefined) {
    const names = Object.keys(settings.ownerRoles).map((name) => `"${name}"`);
    throw new Problem("request_unclear", `Name a role: ${names.join(", ")}.`);
  }
  return requireName(settings.ownerRoles, "role", role).value;
}
