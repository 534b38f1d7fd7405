// Puts entries that people wrote into plans: with their authors, and with names that approvers can go by. A name
// that somebody typed may be any name, so it is looked up, or shown with its id as what it is.
import type { PlannedAction } from "../../actions/action.ts";
import { type InventoryEntry, type ToolPlace, writersOf } from "../../actions/inventory.ts";
import { byName } from "../../actions/names.ts";
import { withStanding } from "../../actions/tool.ts";
import type { Named } from "../../base/named.ts";
import type { McpTool } from "../../governance/contract/mcp-tools.ts";
import { toolCalled } from "../../governance/tools.ts";
import type { Settings } from "../settings.ts";
import type { EntitlementOwnership } from "./ownerships.ts";

/** The action as one that goes back to an entry of the inventory: at the request of the person who wrote it, where one did. */
export function onWordOf(entry: Pick<InventoryEntry, "changedBy">, action: PlannedAction): PlannedAction {
  const requestedBy = writersOf(entry);
  return requestedBy.length > 0 ? { ...action, requestedBy } : action;
}

/** A session policy by its name in the settings: the API can't be asked for it. */
export const sessionPolicyOf = (
  entry: InventoryEntry<"session_policy">,
  { sessionPolicies }: Settings,
): Named => named(entry, entry.data.policy, nameFor(sessionPolicies, entry.data.policy.id));

/** A tool, tracked or retired, by its name as it is now; its app and connector by their names in the settings. */
export function toolOf(
  entry: Pick<InventoryEntry<"tool" | "retired_tool">, "data" | "changedBy">,
  now: McpTool,
  settings: Settings,
): ToolPlace {
  const { app, connector, tool } = entry.data;
  const place = Object.entries(settings.connectors).find(
    ([, known]) => known.appId === app.id && known.connectorId === connector.id,
  );
  return {
    app: named(entry, app, appName(app.id, settings)),
    connector: named(entry, connector, place?.[0]),
    tool: withStanding(named(entry, tool, toolCalled(now)), now),
  };
}

/** An ownership by the names in the settings: the API can't be asked for any of them. */
export function ownershipOf<Owned extends EntitlementOwnership>(
  entry: InventoryEntry<"ownership">,
  owned: Owned,
  settings: Settings,
): Owned {
  const { app, entitlement } = owned;
  const known = Object.entries(settings.entitlements).find(
    ([, { appId, id }]) => appId === entitlement.appId && id === entitlement.id,
  );
  return {
    ...owned,
    app: named(entry, app, appName(app.id, settings)),
    entitlement: { ...entitlement, ...named(entry, entitlement, known?.[0]) },
    ...("appUser" in owned && {
      appUser: named(entry, owned.appUser, accountName(app.id, owned.appUser.id, settings)),
    }),
  };
}

/** A name as people can go by it. What a run wrote was looked up when the run was planned. */
function named(
  entry: Pick<InventoryEntry, "changedBy">,
  { id, name }: Named,
  known: string | undefined,
): Named {
  if (writersOf(entry).length === 0) return { id, name };
  return { id, name: known ?? (name === id ? id : `${id} (called "${name}", which nobody looked up)`) };
}

const nameFor = (names: Readonly<Record<string, string>>, id: string): string | undefined =>
  Object.entries(names).find(([, known]) => known === id)?.[0];

const appName = (id: string, { apps, connectors }: Settings): string | undefined =>
  nameFor(apps, id) ?? Object.values(connectors).find(({ appId }) => appId === id)?.appName;

function accountName(appId: string, id: string, { apps, appUsers }: Settings): string | undefined {
  const app = nameFor(apps, appId);
  return app === undefined ? undefined : nameFor(byName(appUsers, app)?.value ?? {}, id);
}
