// Gives inventory entries names that approvers can trust, for plans that are based on the entries. A typed name can be false, so the known name replaces it. If no name is known, the typed name is shown
// after the id, as unverified.
import { findWriters, type InventoryEntry, type ToolPlace } from "../actions/inventory.ts";
import { byName } from "../actions/names.ts";
import { withStanding } from "../actions/tool.ts";
import type { Named } from "../base/named.ts";
import type { McpTool } from "../governance/contract/mcp-tools.ts";
import { toolCalled } from "../governance/tools.ts";
import type { EntitlementOwnership } from "./ownerships.ts";
import type { Settings } from "./settings.ts";

/** Returns a session policy with its configured name: the API can't read policies. */
export const findSessionPolicy = (
  entry: InventoryEntry<"session_policy">,
  { sessionPolicies }: Settings,
): Named => named(entry, entry.data.policy, nameFor(sessionPolicies, entry.data.policy.id));

/** Returns a tracked or retired tool with its present name, and its app and connector with their configured names. */
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

/** Returns the configured name and the ids of a connector, or an empty list if the connector is not configured. */
export const findConnector = (appId: string, id: string, { connectors }: Settings) =>
  Object.entries(connectors).find(([, one]) => one.appId === appId && one.connectorId === id) ?? [];

/** Returns an ownership with the configured names of its objects, because the API can't look any of them up. */
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

/**
 * Returns a name that people can trust. The names in an entry that a run wrote were looked up when that run was
 * planned.
 */
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
