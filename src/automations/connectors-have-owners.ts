// Checks that every connector that Reeve knows has an enabled owner.
import {
  findZone,
  idsWith,
  listOwnerships,
  OWNER_CHECK,
  type Ownership,
  promise,
  toIsoDay,
} from "../kit/index.ts";

type Owned = Extract<Ownership, { of: "connector" }>;

/**
 * Uses the connectors in the settings and the inventory, and the owners in the inventory: the API lists neither
 * connectors nor owners.
 */
export const connectorsHaveOwners = promise({
  name: OWNER_CHECK,
  description: "Checks that every connector that Reeve knows has an enabled owner.",
  on: "50 2 * * *",
  reads: ["searchUsers"],
  async check({ governance, history, settings, since }) {
    const today = toIsoDay(since, findZone(settings, OWNER_CHECK));
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
