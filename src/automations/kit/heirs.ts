// The heirs of a leaver's connectors: who becomes owner before the leaver's ownership is ended.
import type { PlannedAction } from "../../actions/action.ts";
import {
  addConnectorOwner,
  askToEndConnectorOwner,
  nameConnectorOwnerByHand,
} from "../../actions/connector-owner.ts";
import { type InventoryEntry, type Ownership, ownershipKey } from "../../actions/inventory.ts";
import { byName } from "../../actions/names.ts";
import {
  findPerson,
  firstEnabled,
  type GovernancePerson,
  type ManagedPerson,
} from "../../governance/people.ts";
import { readSettings, type Settings } from "../settings.ts";
import type { Context } from "./automation.ts";
import { markWriter } from "./hand-written.ts";

type ConnectorOwnership = Extract<Ownership, { of: "connector" }>;
interface Heir extends GovernancePerson {
  readonly email?: string;
}

export interface Handover {
  /** In this order for each connector: its new owner, or a task to find one, and then the end of the leaver's ownership. */
  readonly actions: readonly PlannedAction[];
  readonly heirs: readonly string[];
  /** The number of connectors that somebody inherits, and that nobody does. */
  readonly inherited: number;
  readonly open: number;
}

/**
 * Hands a leaver's connectors over: to their manager, else to the person whom `leaver.heirs` names for the connector or its
 * app, if enabled. For a connector without either, a person is asked to find an owner.
 * @param lastDay The leaver's, `YYYY-MM-DD`
 */
export async function proposeHandover(
  leaver: ManagedPerson,
  entries: readonly InventoryEntry<"ownership">[],
  lastDay: string,
  { governance, history, settings }: Pick<Context, "governance" | "history" | "settings">,
): Promise<Handover> {
  const actions: PlannedAction[] = [];
  const heirs = new Set<string>();
  let [inherited, open] = [0, 0];
  const owned = entries.flatMap((entry) =>
    entry.data.of === "connector" ? [{ entry, data: entry.data }] : [],
  );
  const managers = leaver.managerIds.filter((id) => id !== leaver.id);
  const manager: Heir | null = owned.length > 0 ? await firstEnabled(governance, managers) : null;
  const { askedOf } = readSettings(settings, "connector-owners-end");
  for (const { entry, data } of owned) {
    const { of: _, warned: __, until, ...connector } = data;
    const heir = manager ?? (await findHeir(data, leaver, governance, settings));
    if (heir) {
      inherited++;
      if (heir.email) heirs.add(heir.email);
      const has = await history.entry("ownership", ownershipKey({ ...data, user: heir }));
      if (!has || has.data.until !== undefined)
        actions.push(
          markWriter(entry, addConnectorOwner({ ...connector, user: { id: heir.id, name: heir.name } })),
        );
    } else {
      open++;
      actions.push(nameConnectorOwnerByHand({ ...connector, ...(askedOf.length > 0 && { askedOf }) }));
    }
    actions.push(askToEndConnectorOwner({ ...connector, until: until && until < lastDay ? until : lastDay }));
  }
  return { actions, heirs: [...heirs], inherited, open };
}

/** The person whom the settings name for a connector, by its name there, or for its app; `null` for nobody enabled. */
async function findHeir(
  { app, connector }: ConnectorOwnership,
  leaver: GovernancePerson,
  governance: Context["governance"],
  settings: Settings,
): Promise<Heir | null> {
  const { heirs = {} } = settings.automations.leaver ?? {};
  const known = Object.entries(settings.connectors).find(
    ([, one]) => one.appId === app.id && one.connectorId === connector.id,
  );
  const [appName] = Object.entries(settings.apps).find(([, id]) => id === app.id) ?? [known?.[1].appName];
  for (const name of [known?.[0], appName]) {
    const email = name === undefined ? undefined : byName(heirs, name)?.value;
    const heir = email === undefined ? null : await findPerson(governance, email);
    if (heir && heir.id !== leaver.id) return { ...heir, ...(email && { email }) };
  }
  return null;
}
