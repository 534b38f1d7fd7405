// Deletes session policies after their last day.
import { allowMissing } from "../actions/action.ts";
import { removeSessionPolicy } from "../actions/session-policy.ts";
import { addDays, toIsoDay } from "../base/days.ts";
import { automation } from "../kit/automation.ts";
import { findSessionPolicy } from "../kit/hand-written.ts";
import { counted } from "../kit/notice.ts";
import { schedule } from "../kit/schedule.ts";
import { findZone } from "../kit/settings.ts";

/** Maximum deletions in one plan. The rest are left for the next day. */
const MAX_POLICIES_PER_PLAN = 100;

/** Deletes session policies after their last day, every night. A policy that is already missing counts as deleted. */
export const sessionPoliciesEnd = automation({
  name: "session-policies-end",
  description: "Deletes session policies past their last day.",
  on: schedule("30 0 * * *"),
  proposes: [removeSessionPolicy],
  async propose(_, { history, settings, since }) {
    const yesterday = addDays(toIsoDay(since, findZone(settings, "session-policies-end")), -1);
    const query = { untilBy: yesterday, limit: MAX_POLICIES_PER_PLAN };
    const over = await history.inventory("session_policy", query);
    const ending = over.map((entry) => ({ entry, policy: findSessionPolicy(entry, settings) }));
    const [first, ...others] = ending.map(({ policy }) => allowMissing(removeSessionPolicy({ policy })));
    if (!first) return { ignore: "no session policy is past its last day" };
    return {
      actions: [first, ...others],
      notice: {
        title: "Session policies",
        summary: `${counted(over.length, "session policy past the last day is", "session policies past the last day are")} to be deleted.`,
        lines: ending.map(({ entry, policy: { name } }) => ({ name, detail: `until ${entry.data.until}` })),
      },
    };
  },
});
