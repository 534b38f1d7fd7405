// Gives inventory entries names that approvers can trust, for plans that are based on the entries. A typed name can be
// false, so the known name replaces it. If no name is known, the typed name is shown after the id, as unverified.
import {
  findWriters,
  type InventoryData,
  type InventoryEntry,
  type InventoryKind,
  type Ownership,
  type ToolPlace,
} from "../actions/inventory.ts";
import { byName, nameOf } from "../actions/names.ts";
import { withStanding } from "../actions/tool.ts";
import type { Named } from "../base/named.ts";
import type { McpTool } from "../governance/contract/mcp.ts";
import { toolCalled } from "../governance/tools.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns the entry of an ownership or session policy with names that approvers can trust. If a person wrote the entry,
 * the configured names replace the typed ones, because the API can't look up apps, connectors, entitlements, accounts
 * and session policies. The names in an entry that a run wrote are kept. Entries of other kinds are returned unchanged.
 *
 * @example
 * export const endPolicy = (entry: InventoryEntry<"session_policy">, { settings }: Context) =>
 *   removeSessionPolicy({ policy: withKnownNames(entry, settings).data.policy });
 */
export function withKnownNames<Kind extends InventoryKind>(
  entry: InventoryEntry<Kind>,
  settings: Settings,
): InventoryEntry<Kind> {
  const { data } = entry as InventoryEntry;
  const known =
    "of" in data
      ? findOwnership(entry, data, settings)
      : "policy" in data
        ? { ...data, policy: named(entry, data.policy, nameFor(settings.sessionPolicies, data.policy.id)) }
        : data;
  return { ...entry, data: known as InventoryData<Kind> };
}

/**
 * Returns the app, connector and tool of a tracked or retired tool. If a person wrote the entry, the app and connector
 * have their configured names, and the tool its present name. The names in an entry that a run wrote are kept.
 *
 * @example
 * export const retire = (entry: InventoryEntry<"tool">, now: McpTool, { settings }: Context) =>
 *   retireTool({ ...findTool(entry, now, settings), traits: toolTraits(now) });
 */
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

/**
 * Returns the configured name of a connector and its other settings, or an empty list if the connector is not
 * configured.
 *
 * @example
 * export function nameConnector({ app, connector }: InventoryEntry<"tool">["data"], { settings }: Context) {
 *   const [name = connector.name] = findConnector(app.id, connector.id, settings);
 *   return name;
 * }
 */
export const findConnector = (appId: string, id: string, { connectors }: Settings) =>
  Object.entries(connectors).find(([, one]) => one.appId === appId && one.connectorId === id) ?? [];

/**
 * Returns an ownership with names that approvers can trust. In an entry that a person wrote, the configured names
 * replace the typed ones.
 *
 * @param entry The entry that contains the ownership. The names in an entry that a run wrote are kept
 * @example
 * export const listOwned = async ({ history, settings }: Context): Promise<Ownership[]> =>
 *   (await listOwnerships(history)).map((entry) => findOwnership(entry, entry.data, settings));
 */
export function findOwnership<Owned extends Ownership>(
  entry: Pick<InventoryEntry, "changedBy">,
  owned: Owned,
  settings: Settings,
): Owned {
  const app = named(entry, owned.app, appName(owned.app.id, settings));
  if ("connector" in owned) {
    const [place] = findConnector(owned.app.id, owned.connector.id, settings);
    return { ...owned, app, connector: named(entry, owned.connector, place) };
  }
  const { entitlement } = owned;
  const { appId, id } = entitlement;
  const known = nameOf(settings.entitlements, (one) => one.appId === appId && one.id === id);
  return {
    ...owned,
    app,
    entitlement: { ...entitlement, ...named(entry, entitlement, known) },
    ...("appUser" in owned && {
      appUser: named(entry, owned.appUser, accountName(owned.app.id, owned.appUser.id, settings)),
    }),
  };
}

/**
 * Returns the id with a name that people can trust. Names in an entry that a run wrote are kept: they were looked up
 * when that run was planned.
 */
function named(entry: Pick<InventoryEntry, "changedBy">, { id, name }: Named, known: string | undefined) {
  if (findWriters(entry).length === 0) return { id, name };
  return { id, name: known ?? (name === id ? id : `${id} (called "${name}", which nobody looked up)`) };
}

const nameFor = (names: Readonly<Record<string, string>>, id: string) => nameOf(names, (one) => one === id);

const appName = (id: string, { apps, connectors }: Settings): string | undefined =>
  nameFor(apps, id) ?? Object.values(connectors).find(({ appId }) => appId === id)?.appName;

function accountName(appId: string, id: string, { apps, appUsers }: Settings): string | undefined {
  const app = nameFor(apps, appId);
  return app === undefined ? undefined : nameFor(byName(appUsers, app)?.value ?? {}, id);
}
