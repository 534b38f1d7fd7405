// Finds the owners of a connector or app in the inventory.
import type { History } from "../kit/automation.ts";
import type { ActionPlace } from "../policy/approval.ts";

/** Returns the ids of the governance users who own a connector, or, if no owner is known, of those who own its app. */
export async function findOwners(
  history: Pick<History, "inventory">,
  { app, connector }: ActionPlace,
): Promise<readonly string[]> {
  for (const prefix of [connector && ["connector", app.id, connector.id], ["app", app.id]]) {
    if (!prefix) continue;
    // Keys are sorted, and each starts with the kind and the ids of the owned object.
    const after = `${prefix.map(encodeURIComponent).join("/")}/`;
    const entries = await history.inventory("ownership", { after, limit: MAX_OWNERSHIPS });
    const owners = entries.filter(({ key }) => key.startsWith(after)).map(({ data }) => data.user.id);
    if (owners.length > 0) return owners;
  }
  return [];
}

/** Maximum ownerships that are read to find the owners of a connector or app. */
const MAX_OWNERSHIPS = 250;
