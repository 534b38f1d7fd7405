// Reads ownerships from the inventory, and finds the action that ends one.
import { allowMissing, type PlannedAction } from "../../actions/action.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "../../actions/entitlement-owner.ts";
import type { InventoryEntry, Ownership } from "../../actions/inventory.ts";
import type { ActionPlace } from "../../policy/approval.ts";
import type { History } from "./automation.ts";

const OWNERSHIPS_PER_PAGE = 250;

/** Reads the known ownerships. @param of Only those of a person: the id of their governance user */
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

/** Ids of the governance users who own a connector, or, if nobody is known to, its app. */
export async function findOwners(
  history: Pick<History, "inventory">,
  { app, connector }: ActionPlace,
): Promise<readonly string[]> {
  for (const prefix of [connector && ["connector", app.id, connector.id], ["app", app.id]]) {
    if (!prefix) continue;
    // Keys are in order, and begin with what is owned.
    const after = `${prefix.map(encodeURIComponent).join("/")}/`;
    const entries = await history.inventory("ownership", { after, limit: OWNERSHIPS_PER_PAGE });
    const owners = entries.filter(({ key }) => key.startsWith(after)).map(({ data }) => data.user.id);
    if (owners.length > 0) return owners;
  }
  return [];
}

/** An ownership that the API can end: one by an entitlement. */
export type EntitlementOwnership = Exclude<Ownership, { of: "connector" }>;

/** Proposes to end an ownership in the inventory; somebody may have ended it by hand. */
export const proposeRemoval = (ownership: EntitlementOwnership): PlannedAction =>
  allowMissing(
    ownership.of === "app" ? removeEntitlementOwner(ownership) : removeUserEntitlementOwner(ownership),
  );
