// Asks a person to end ownerships of connectors after their last day, because the API can't end them.
import { endConnectorOwnerByHand } from "../actions/connector-owner.ts";
import { addDays, DAY_MS, toIsoDay } from "../base/days.ts";
import { automation } from "../kit/automation.ts";
import { schedule } from "../kit/schedule.ts";
import { findZone, readSettings, type Settings } from "../kit/settings.ts";
import { sweep } from "../kit/sweep.ts";

const name = "connector-owners-end";

/** Returns the configured people who end ownerships of connectors, or `false` if none are configured. */
export function assignEnd(settings: Settings) {
  const { assignees } = readSettings(settings, name);
  return assignees.length > 0 && { assignees };
}

/** Asks a person every morning to end ownerships of connectors that are past their last day. */
export const connectorOwnersEnd = automation({
  name,
  description: "Asks a person to end ownerships of connectors after their last day: the API can't.",
  on: schedule("15 6 * * *"),
  proposes: [endConnectorOwnerByHand],
  async propose(_, context) {
    const { history, now, since, settings } = context;
    const { askAgainDays } = readSettings(settings, name);
    const yesterday = addDays(toIsoDay(since, findZone(settings, name)), -1);
    const rejected = await history.rejected({ automation: name, since: now - askAgainDays * DAY_MS });
    return sweep(
      context,
      "ownership",
      "ownerships",
      async ({ data }) => {
        if (data.of !== "connector" || data.until === undefined) return {};
        const { until } = data;
        const action = endConnectorOwnerByHand({ ...data, until, ...assignEnd(settings) });
        return rejected.has(action.target) ? {} : { finding: action };
      },
      ({ found: [first, ...others] }) =>
        first
          ? { actions: [first, ...others] }
          : { ignore: "no connector ownership needs a person to end it", cancelsEarlier: true },
      { untilBy: yesterday },
    );
  },
});
