// Puts entries that people wrote into plans, with their authors and with names that approvers can trust: a typed name may
// be false, so it is looked up, or shown as unverified with its id.
import type { PlannedAction } from "../../actions/action.ts";
import { findWriters, type InventoryEntry, type ToolPlace } from "../../actions/inventory.ts";
import { byName } from "../../actions/names.ts";
import { withStanding } from "../../actions/tool.ts";
import type { Named } from "../../base/named.ts";
import type { McpTool } from "../../governance/contract/mcp-tools.ts";
import { toolCalled } from "../../governance/tools.ts";
import type { Settings } from "../settings.ts";
import type { EntitlementOwnership } from "./ownerships.ts";

/** Marks an action with the person who wrote its entry of the inventory, if a person did. */
export function markWriter(entry: Pick<InventoryEntry, "changedBy">, action: PlannedAction): PlannedAction {
  const requestedBy = findWriters(entry);
  return requestedBy.length > 0 ? { ...action, requestedBy } : action;
}

/** A session policy by its configured name: the API has no read of policies. */
export const findSessionPolicy = (
  entry: InventoryEntry<"session_policy">,
  { sessionPolicies }: Settings,
): Named => named(entry, entry.data.policy, nameFor(sessionPolicies, entry.data.policy.id));

/** A tool, tracked or retired, by its present name; its app and connector by their configured names. */
export function findTool(
  entry: Pick<InventoryEntry<"tool" | "retired_tool">, "data" | "changedBy">,
  now: McpTool,
  settings: Settings,
): ToolPlace {
  const { app, connector, tool } = entry.data;
  const [place] = findConnector(app.id, connector.id, settings);
  return {
    app: named(entry, app, appName(app.id, settings)),
    connector: named(entry, connector, place),
    tool: withStanding(named(entry, tool, toolCalled(now)), now),
  };
}

/** A connector's configured name and place; empty for one that is not configured. */
export const findConnector = (appId: string, id: string, { connectors }: Settings) =>
  Object.entries(connectors).find(([, one]) => one.appId === appId && one.connectorId === id) ?? [];

/** An ownership by configured names: the API can look none of them up. */
export function findOwnership<Owned extends EntitlementOwnership>(
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

/** A name that people can trust. A run's entries were looked up when it was planned. */
function named(
  entry: Pick<InventoryEntry, "changedBy">,
  { id, name }: Named,
  known: string | undefined,
): Named {
  if (findWriters(entry).length === 0) return { id, name };
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
