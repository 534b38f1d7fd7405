// Checks that every connector that Reeve knows has an enabled owner.
import type { Ownership } from "../actions/inventory.ts";
import { toIsoDay } from "../base/days.ts";
import { idsWith } from "../governance/people.ts";
import { listOwnerships } from "../kit/ownerships.ts";
import { promise } from "../kit/promise.ts";
import { findZone } from "../kit/settings.ts";

type Owned = Extract<Ownership, { of: "connector" }>;

/**
 * Uses the connectors in the settings and the inventory, and the owners in the inventory: the API lists neither
 * connectors nor owners.
 */
export const connectorsHaveOwners = promise({
  name: "connectors-have-owners",
  description: "Checks that every connector that Reeve knows has an enabled owner.",
  on: "50 2 * * *",
  reads: ["searchUsers"],
  async check({ governance, history, settings, since }) {
    const today = toIsoDay(since, findZone(settings, "connectors-have-owners"));
    const entries = await listOwnerships(history);
    const owned = entries.flatMap(({ data }): Owned[] => (data.of === "connector" ? [data] : []));
    const active = await idsWith(
      governance,
      owned.map(({ user }) => user.id),
      "ENABLED",
    );
    const known = new Map(
      Object.entries(settings.connectors).map(([name, { appId, connectorId, appName }]) => [
        `${appId}/${connectorId}`,
        `${name} (app ${appName})`,
      ]),
    );
    for (const { app, connector } of owned)
      known.set(`${app.id}/${connector.id}`, `${connector.name} (app ${app.name})`);
    for (const { app, connector, user, until = today } of owned)
      if (active.has(user.id) && until >= today) known.delete(`${app.id}/${connector.id}`);
    return {
      broken: [...known].map(([id, name]) => ({
        id,
        name,
        task: `find an owner for the connector ${name}, and request connector-owner.add`,
      })),
    };
  },
});
