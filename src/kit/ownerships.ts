// Reads ownerships from the inventory, and proposes the actions that end them.
import type { PlannedAction } from "../actions/action.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "../actions/entitlement-owner.ts";
import type { InventoryEntry, Ownership } from "../actions/inventory.ts";
import type { History } from "./automation.ts";

const OWNERSHIPS_PER_PAGE = 250;

/**
 * Lists the known ownerships.
 *
 * @param of Limits the list to a person, by the id of the governance user
 * @example
 * export const countOwned = async (person: GovernancePerson, { history }: Context): Promise<number> =>
 *   (await listOwnerships(history, { person: person.id })).length;
 */
export async function listOwnerships(
  history: Pick<History, "inventory">,
  of: { readonly person?: string } = {},
): Promise<InventoryEntry<"ownership">[]> {
  const owned: InventoryEntry<"ownership">[] = [];
  for (let after = ""; ; ) {
    const entries = await history.inventory("ownership", { ...of, after, limit: OWNERSHIPS_PER_PAGE });
    owned.push(...entries);
    const last = entries.at(-1);
    if (!last || entries.length < OWNERSHIPS_PER_PAGE) return owned;
    after = last.key;
  }
}

/** An ownership of an app or account through an entitlement. The API can end such an ownership. */
export type EntitlementOwnership = Exclude<Ownership, { of: "connector" }>;

/**
 * Proposes to end an ownership in the inventory, which a person might already have ended manually.
 *
 * @example
 * export const removals = async (person: GovernancePerson, { history }: Context) =>
 *   (await listOwnerships(history, { person: person.id })).flatMap(({ data }) =>
 *     data.of === "connector" ? [] : proposeRemoval(data),
 *   );
 */
export const proposeRemoval = (ownership: EntitlementOwnership): PlannedAction =>
  ownership.of === "app" ? removeEntitlementOwner(ownership) : removeUserEntitlementOwner(ownership);
