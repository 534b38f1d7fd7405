// Owners of connectors. The API can add an owner but not remove one: removing is a task for a person.
import * as z from "zod";
import { formatDay } from "../base/days.ts";
import { Named } from "../base/named.ts";
import { personByEmail } from "../governance/people.ts";
import { defineAction } from "./define.ts";
import { formatUntil, ownershipKey, putEntry, removeEntry } from "./inventory.ts";
import { Day, endFields, nameIn, nameOf, OwnerRole, ownerRoleSlug, requireName } from "./names.ts";

/** An ownership of a connector. The ids identify it; the names are for people who read the plan. */
const Owned = z.object({ app: Named, connector: Named, roleSlug: z.string().min(1), user: Named });
type Owned = z.output<typeof Owned>;

const onConnector = {
  unverified: ({ app, connector }: Owned) => [connector, app],
  target: ({ app, connector, roleSlug, user }: Owned) =>
    `connector ${app.id}/${connector.id} owner ${roleSlug} ${user.id}`,
  beneficiaries: ({ user }: Owned) => [user.id],
};

/**
 * Makes a person an owner of a connector, optionally from a first day and until a last day.
 *
 * @example
 * export const added = addConnectorOwner({ app, connector, roleSlug: "owner", user, until: "2027-06-30" });
 */
export const addConnectorOwner = defineAction({
  name: "connector-owner.add",
  ...onConnector,
  input: Owned.extend({
    /**
     * The first day, `YYYY-MM-DD`. The call is not sent before this day.
     * @default none: the call is sent as soon as the plan may be carried out
     */
    from: z.iso.date().optional(),
    /**
     * The last day, `YYYY-MM-DD`. On the next day, Reeve plans to end the ownership, or asks a person to end it. An
     * owner who is added again without a last day keeps the role.
     * @default no last day
     */
    until: z.iso.date().optional(),
  }),
  summary: ({ user, connector, app, roleSlug, from, until }) =>
    `Add ${user.name} as ${roleSlug} of the connector ${connector.name} (app ${app.name})${
      from ? ` from ${formatDay(from)}` : ""
    }${formatUntil(until)}.`,
  calls: ["createConnectorOwner"],
  effects: ({ app, connector, roleSlug, user }) => [
    {
      operation: "createConnectorOwner",
      input: {
        path: { app_id: app.id, connector_id: connector.id, role_slug: roleSlug, user_ref_id: user.id },
        body: { userRef: { id: user.id } },
      },
    },
  ],
  leaves: ({ from: _, ...owner }) => [putEntry("ownership", { of: "connector", ...owner })],
  startsOn: ({ from }) => from,
  until: ({ until }) => until,
  keepsUntil: true,
  refill: ({ app, connector, roleSlug }, { connectors, ownerRoles }) => ({
    connector: nameOf(connectors, (one) => one.appId === app.id && one.connectorId === connector.id),
    role: nameOf(ownerRoles, (slug) => slug === roleSlug),
  }),
  undo: { byHand: "To undo, remove the owner in the tenant.", forgets: true },
  request: {
    description: "Make a person an owner of a connector.",
    input: z
      .strictObject({
        user: z.email().describe("The person's email."),
        connector: nameIn("connectors", "The connector, by name."),
        role: OwnerRole,
        from: Day.optional().describe("YYYY-MM-DD. If omitted, the ownership starts once it is approved."),
        ...endFields,
      })
      .refine(({ from, until }) => !from || !until || from <= until, {
        path: ["from"],
        error: "must not be after the last day (until)",
      }),
    reads: ["searchUsers"],
    async lookUp({ user, connector, role, from, until }, { governance, settings }) {
      const { name, value } = requireName(settings.connectors, "connector", connector);
      const roleSlug = ownerRoleSlug(settings, role);
      return {
        app: { id: value.appId, name: value.appName },
        connector: { id: value.connectorId, name },
        roleSlug,
        user: await personByEmail(governance, user),
        ...(from && { from }),
        ...(until && { until }),
      };
    },
  },
});

/**
 * Asks a person to end an ownership of a connector, because the API has no call for it.
 *
 * @example
 * export const task = endConnectorOwnerByHand({ app, connector, roleSlug: "owner", user, until: "2027-06-30" });
 */
export const endConnectorOwnerByHand = defineAction({
  name: "connector-owner.end-by-hand",
  ...onConnector,
  input: Owned.extend({
    /** The last day, `YYYY-MM-DD`: a past day, or the day on which a person requested an earlier end. */
    until: z.iso.date(),
    /**
     * Set if a person has requested an earlier end: the last day in the inventory entry, or `null` if the entry has
     * none.
     * @default nobody requested an earlier end
     */
    insteadOf: z.iso.date().nullable().optional(),
    /** Emails of the people to whom the task is assigned. @default any operator */
    assignees: z.array(z.email()).optional(),
  }),
  summary: ({ user, connector, app, roleSlug, until, insteadOf: day }) => {
    const ends = day === undefined ? `The last day was ${formatDay(until)}` : "The ownership ends now";
    return `Manual task without an API call: remove ${user.name} as ${roleSlug} of the connector ${connector.name} (app ${app.name}). ${ends}${day ? ` instead of on ${formatDay(day)}` : ""}.`;
  },
  followUp: ({ assignees = [] }) => ({ assignees }),
  leaves: ({ assignees: _, ...owned }) => [
    removeEntry("ownership", ownershipKey({ of: "connector", ...owned })),
  ],
  // Drop the last day: with it, a person would soon be asked to end the ownership again.
  undo: { by: (input) => addConnectorOwner(Owned.parse(input)) },
  ends: {
    ownership: ({ until, ...data }, task) =>
      data.of === "connector" && until !== undefined ? { ...data, until, ...task } : null,
  },
  notAskedFor: "Automations plan this action after a leaver's or an ownership's last day.",
});
