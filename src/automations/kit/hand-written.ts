/**
 * What people wrote into the inventory, in plans: whose word it is, and names that whoever approves can go by. A name
 * that somebody typed may be any name, so it is looked up, or shown with its id as what it is.
 */
import type { PlannedAction } from "../../actions/action.ts";
import { type ToolPlace, type Watch, writersOf } from "../../actions/inventory.ts";
import { byName } from "../../actions/names.ts";
import type { Named } from "../../base/named.ts";
import type { McpTool } from "../../governance/contract/mcp-tools.ts";
import type { Settings } from "../settings.ts";
import type { EntitlementOwnership } from "./ownerships.ts";

/** The action as one that goes back to a watch: at the request of the person who wrote that, where one did. */
export function onWordOf(watch: Pick<Watch, "changedBy">, action: PlannedAction): PlannedAction {
  const requestedBy = writersOf(watch);
  return requestedBy.length > 0 ? { ...action, requestedBy } : action;
}

/** A session policy by its name in the settings: the API can't be asked for it. */
export const sessionPolicyOf = (watch: Watch<"session_policy">, { sessionPolicies }: Settings): Named =>
  named(watch, watch.data.policy, nameFor(sessionPolicies, watch.data.policy.id));

/** A tool, watched or retired, by its name as it is now; its app and connector by their names in the settings. */
export function toolOf(
  watch: Pick<Watch<"tool" | "retired_tool">, "data" | "changedBy">,
  now: McpTool,
  settings: Settings,
): ToolPlace {
  const { app, connector, tool } = watch.data;
  const place = Object.entries(settings.connectors).find(
    ([, known]) => known.appId === app.id && known.connectorId === connector.id,
  );
  return {
    app: named(watch, app, appName(app.id, settings)),
    connector: named(watch, connector, place?.[0]),
    tool: named(watch, tool, now.displayName ?? now.toolName ?? undefined),
  };
}

/** An ownership by the names in the settings: the API can't be asked for any of them. */
export function ownershipOf<Owned extends EntitlementOwnership>(
  watch: Watch<"ownership">,
  owned: Owned,
  settings: Settings,
): Owned {
  const { app, entitlement } = owned;
  const known = Object.entries(settings.entitlements).find(
    ([, { appId, id }]) => appId === entitlement.appId && id === entitlement.id,
  );
  return {
    ...owned,
    app: named(watch, app, appName(app.id, settings)),
    entitlement: { ...entitlement, ...named(watch, entitlement, known?.[0]) },
    ...("appUser" in owned && {
      appUser: named(watch, owned.appUser, accountName(app.id, owned.appUser.id, settings)),
    }),
  };
}

/** A name as people can go by it. What a run wrote was looked up when the run was planned. */
function named(watch: Pick<Watch, "changedBy">, { id, name }: Named, known: string | undefined): Named {
  if (writersOf(watch).length === 0) return { id, name };
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
