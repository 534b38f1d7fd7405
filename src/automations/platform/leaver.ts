// Ends the ownerships and grants of leavers, hands over their connectors, and drafts a review of their remaining
// access.
import { grantEnds, planEnd } from "../../actions/index.ts";
import {
  addConnectorOwner,
  addDays,
  assignEnds,
  automation,
  byName,
  type Context,
  counted,
  draftCampaign,
  endConnectorOwnerByHand,
  fetchWorkEmail,
  findConnector,
  findOwnership,
  findPerson,
  firstEnabled,
  type GovernancePerson,
  type InventoryEntry,
  listOwnerships,
  type ManagedPerson,
  mendByHand,
  OWNER_CHECK,
  type Ownership,
  ownershipKey,
  type PlannedAction,
  personOfAnyStatus,
  proposeRemoval,
  proposeReview,
  readSettings,
  removeEntitlementOwner,
  removeUserEntitlementOwner,
  type Settings,
  takesEffect,
  toIsoDay,
} from "../../kit/index.ts";

/** The default budget for leavers. */
export const leaversADay = {
  name: "leavers a day",
  automations: ["leaver"],
  effects: "plans" as const,
  per: "source" as const,
  limit: 5,
  percent: { most: 5, of: "people" as const, verb: "leave" },
  windowMinutes: 24 * 60,
};

/**
 * Ends a leaver's ownerships and grants in the inventory, and removes the entitlements in the settings as owners of
 * the leaver's accounts. A connector with a successor is handed over before the leaver's ownership of it ends. For any
 * other connector, a person is asked to find an owner. The leaver's remaining access is reviewed. If the HR system
 * reports that the person returns, waiting plans are withdrawn.
 */
export const leaver = automation({
  name: "leaver",
  description:
    "Removes a leaver's known ownerships, gives their connectors to a successor, and drafts an access review of their other access. An unconfirmed termination needs an approval.",
  on: ["worker.terminated", "worker.returned"],
  reads: ["searchUsers"],
  proposes: [
    removeUserEntitlementOwner,
    removeEntitlementOwner,
    addConnectorOwner,
    mendByHand,
    endConnectorOwnerByHand,
    draftCampaign,
    ...grantEnds,
  ],
  restores: [removeUserEntitlementOwner, removeEntitlementOwner, endConnectorOwnerByHand],
  person: ({ worker }) => worker.email,
  async propose(event, context) {
    const { type, worker, confirmed } = event;
    const { manager } = worker;
    if (type === "worker.returned")
      return {
        ignore: `${context.sender.title} reports that ${worker.name ?? "this worker"} works here`,
        cancelsEarlier: true,
      };
    const { governance, settings, history, since, sender } = context;
    const email = fetchWorkEmail(worker, sender);
    const person = await personOfAnyStatus(governance, email);
    const isDeleted = person.status === "DELETED";
    const users = [person, ...person.others.filter(({ status }) => status === "DELETED")];
    const managerIds = users.flatMap((user) => user.managerIds);
    const owned = (await Promise.all(users.map(({ id }) => listOwnerships(history, { person: id })))).flat();
    const byEntitlement = owned.flatMap((entry) =>
      entry.data.of === "connector" ? [] : proposeRemoval(findOwnership(entry, entry.data, settings)),
    );
    const grants = await Promise.all(
      users.flatMap(({ id: person }) =>
        grantEnds.length > 0 ? history.inventory("grant", { person, limit: MAX_GRANTS }) : [],
      ),
    );
    const granted = grants.flat().flatMap((entry) => planEnd(entry, assignEnds(settings)) ?? []);
    const named = await Promise.all(
      listAccounts(email, settings).map((input) => removeUserEntitlementOwner.request.plan(input, context)),
    );
    const removals = eachOnce([...named, ...byEntitlement, ...granted]);
    const ends = takesEffect(event, settings);
    const yesterday = addDays(toIsoDay(since, settings.timeZone), -1);
    const handover = await proposeHandover({ ...person, managerIds }, owned, yesterday, context);
    const byHand = handover.inherited + handover.open;
    const { review: how } = readSettings(settings, "leaver");
    // A deleted user has no access to review.
    const review = isDeleted ? null : await proposeReview(person, how, context);
    const parts = [
      `${counted(removals.length - granted.length, "ownership")} to remove`,
      granted.length > 0 && `${counted(granted.length, "grant")} to end`,
      handover.inherited > 0 && `${counted(handover.inherited, "connector")} to hand over`,
      handover.open > 0 && `${counted(handover.open, "connector")} without a successor`,
      byHand > 0 && counted(byHand, "manual removal"),
      review && `1 access review ${review.effects.length > 0 ? "to draft" : "for a person to create"}`,
    ].filter(Boolean);
    // No action depends on another, so a rejected call does not prevent the others. The review is first because a draft
    // takes nothing away.
    const others = [...removals, ...handover.actions].map((action) =>
      action.effects.length > 0 ? { ...action, apart: true } : action,
    );
    const [first, ...rest] = [review ?? [], others].flat();
    if (!first)
      return { ignore: `${person.name} is deleted, and the inventory has no ownerships for this person` };
    const isDisabled = person.status === "DISABLED";
    const status = isDeleted ? "deleted" : isDisabled ? "disabled" : "still enabled";
    const doubts = [
      person.byOtherAddress ? `${email} is only an additional address of ${person.name}` : [],
      person.others
        .filter((other) => other.status !== "DELETED")
        .map((other) => `${other.name}, who is ${other.status?.toLowerCase()}, also has the email ${email}`),
    ].flat();
    return {
      actions: [first, ...rest],
      approvalReasons: [
        // A single mistaken or forged event must not remove anybody's access. A disabled or deleted user confirms the
        // termination, unless the sender is a directory: disabling an account there often also disables the governance
        // user.
        confirmed || ((isDisabled || isDeleted) && !sender.holdsAccounts)
          ? []
          : `${person.name} is ${status}, and ${sender.title} has not confirmed the termination`,
        doubts.map((doubt) => `${doubt}: check who is leaving`),
      ].flat(),
      notice: {
        title: "Leaver",
        summary: `${person.name}${ends ? `, leaving at ${ends.words}` : ""}: ${parts.join(", ")}.`,
        lines: [first, ...rest].map(({ summary }) => ({ name: summary })),
        people: [...new Set([manager?.email ?? [], handover.successors].flat())],
      },
    };
  },
});

/** Maximum grants that the plan for a leaver ends, per governance user. Further grants end after their last days. */
const MAX_GRANTS = 100;

const listAccounts = (email: string, settings: Settings) =>
  readSettings(settings, "leaver")
    .accountOwners.filter(({ app }) => byName(byName(settings.appUsers, app)?.value ?? {}, email))
    .map((source) => ({ ...source, user: email }));

/** Drops actions with a repeated target: settings and inventory can name the same ownership. */
const eachOnce = (actions: readonly PlannedAction[]): PlannedAction[] =>
  actions.filter(({ target }, n) => actions.findIndex((one) => one.target === target) === n);

type Heir = NonNullable<Awaited<ReturnType<typeof firstEnabled>>>;

/**
 * Plans to hand a leaver's connectors over to the leaver's first enabled manager, or else to the enabled person whom
 * `leaver.successors` names for the connector or its app. For a connector without a successor, a person is asked to
 * find an owner.
 * @param lastDay The last day for the leaver's ownerships, `YYYY-MM-DD`: the day before `context.since`
 * @returns the actions and tasks, the successors' emails, and the numbers of connectors with and without a successor.
 * For each connector, the action that adds the new owner, or the task to find one, precedes the task to end the
 * leaver's ownership
 */
async function proposeHandover(
  leaver: ManagedPerson,
  entries: readonly InventoryEntry<"ownership">[],
  lastDay: string,
  { governance, history, settings }: Context,
) {
  const actions: PlannedAction[] = [];
  const successors = new Set<string>();
  let [inherited, open] = [0, 0];
  const owned = entries.flatMap(({ data }) => (data.of === "connector" ? [data] : []));
  const managers = leaver.managerIds.filter((id) => id !== leaver.id);
  const manager: Heir | null = owned.length > 0 ? await firstEnabled(governance, managers) : null;
  const asked = assignEnds(settings);
  for (const data of owned) {
    const { of: _, warned: __, until, ...connector } = data;
    const heir = manager ?? (await findHeir(data, leaver, governance, settings));
    if (heir) {
      inherited++;
      if (heir.email) successors.add(heir.email);
      const has = await history.entry("ownership", ownershipKey({ ...data, user: heir }));
      if (!has || has.data.until !== undefined)
        actions.push(addConnectorOwner({ ...connector, user: { id: heir.id, name: heir.name } }));
    } else {
      open++;
      const { app, connector: of } = data;
      const broken = { id: `${app.id}/${of.id}`, name: `${of.name} (app ${app.name})` };
      const task = `find an owner for the connector ${broken.name}, and request connector-owner.add`;
      actions.push(mendByHand({ promise: OWNER_CHECK, broken, task, since: lastDay, ...asked }));
    }
    actions.push(
      endConnectorOwnerByHand({ ...connector, until: until && until < lastDay ? until : lastDay, ...asked }),
    );
  }
  return { actions, successors: [...successors], inherited, open };
}

/**
 * Finds the successor that the settings name for a connector or for its app. Returns `null` if no such person is
 * enabled.
 */
async function findHeir(
  { app, connector }: Extract<Ownership, { of: "connector" }>,
  leaver: GovernancePerson,
  governance: Context["governance"],
  settings: Settings,
): Promise<Heir | null> {
  const { successors = {} } = settings.automations.leaver ?? {};
  const [called, known] = findConnector(app.id, connector.id, settings);
  const [appName] = Object.entries(settings.apps).find(([, id]) => id === app.id) ?? [known?.appName];
  for (const name of [called, appName]) {
    const email = name === undefined ? undefined : byName(successors, name)?.value;
    const heir = email === undefined ? null : await findPerson(governance, email);
    if (heir && heir.id !== leaver.id) return heir;
  }
  return null;
}
