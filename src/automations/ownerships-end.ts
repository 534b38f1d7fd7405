// Ends ownerships after their last day if the API can end them, and warns all owners in advance.
import type { PlannedAction } from "../actions/action.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "../actions/entitlement-owner.ts";
import { amendEntry, type InventoryEntry, type Ownership, ownedBy } from "../actions/inventory.ts";
import { addDays, DAY_MS, toIsoDay } from "../base/days.ts";
import { userById } from "../governance/people.ts";
import { automation } from "../kit/automation.ts";
import { findOwnership } from "../kit/hand-written.ts";
import { counted } from "../kit/notice.ts";
import { proposeRemoval } from "../kit/ownerships.ts";
import { schedule } from "../kit/schedule.ts";
import { findZone, readSettings } from "../kit/settings.ts";
import { type Seen, sweep } from "../kit/sweep.ts";

const name = "ownerships-end";
/** Stands for the recipient of lines that are only sent to the operators' channel. */
const OPERATORS_ONLY = "";

/** An ownership to remove, or an ownership whose owner must be warned, by email if the owner has an address. */
type Finding = {
  readonly entry: InventoryEntry<"ownership">;
  readonly data: Ownership;
  readonly until: string;
} & ({ readonly removal: PlannedAction } | { readonly email: string | null });

/**
 * Removes ownerships through entitlements after their last day. Warns every owner once in advance. Runs every morning.
 */
export const ownershipsEnd = automation({
  name,
  description: "Removes ownerships that are past their last day, and warns their owners in advance.",
  on: schedule("0 6 * * *"),
  reads: ["getUser"],
  proposes: [removeEntitlementOwner, removeUserEntitlementOwner],
  async propose(_, context) {
    const { governance, history, now, since, settings } = context;
    const { warnDays, askAgainDays } = readSettings(settings, "ownerships-end");
    const today = toIsoDay(since, findZone(settings, "ownerships-end"));
    const soon = addDays(today, warnDays);
    const rejected = await history.rejected({ automation: name, since: now - askAgainDays * DAY_MS });
    return sweep(
      context,
      "ownership",
      "ownerships",
      async (entry): Promise<Seen<Finding>> => {
        const { data } = entry;
        const { until = soon, warned, user } = data;
        if (until >= today) {
          if (warned === until) return {};
          const email = (await userById(governance, user.id))?.email ?? null;
          return { finding: { entry, data, until, email } };
        }
        if (data.of === "connector") return {};
        const named = findOwnership(entry, data, settings);
        const removal = proposeRemoval(named);
        return rejected.has(removal.target) ? {} : { finding: { entry, data: named, until, removal } };
      },
      ({ found, more }) => {
        if (found.length === 0) return { ignore: `nothing to remove and nobody to warn until ${soon}` };
        const ending = found.flatMap((one) => ("email" in one ? one : []));
        const [first, ...others] = found.flatMap((one) => ("removal" in one ? one.removal : []));
        const extras = {
          notice: {
            title: "Ownerships",
            summary: `${ending.length} ending within ${counted(warnDays, "day")}, ${found.length - ending.length} past the last day${more > 0 ? `, ${more} more in the next run` : ""}.`,
            lines: found.map(formatLine),
            people: [...new Set(ending.flatMap(({ email }) => email ?? []))],
          },
          leaves: ending.map(({ entry, until }) => amendEntry(entry, { ...entry.data, warned: until })),
        };
        return first
          ? { actions: [first, ...others], ...extras }
          : { ignore: "no ownership that the API can end is past its last day", ...extras };
      },
      { untilBy: soon },
    );
  },
});

function formatLine(finding: Finding) {
  const { data, until } = finding;
  const unwarned = "email" in finding && finding.email === null ? "; not warned: the owner has no email" : "";
  return {
    name: `${data.user.name}: ${ownedBy(data)}`,
    detail: "email" in finding ? `ends on ${until}${unwarned}` : `ended on ${until}; to be removed`,
    concerns: ("email" in finding && finding.email) || OPERATORS_ONLY,
  };
}
