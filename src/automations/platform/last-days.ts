// Ends ownerships, session policies and grants after their last day, and notifies holders and requesters in advance.
import type { PlannedAction } from "../../actions/action.ts";
import { undoByHand } from "../../actions/by-hand.ts";
import { endingActions, planEnd } from "../../actions/index.ts";
import { amendEntry, describeEntry, type InventoryEntry } from "../../actions/inventory.ts";
import { addDays, DAY_MS, formatDay, toIsoDay } from "../../base/days.ts";
import { userById } from "../../governance/people.ts";
import { automation } from "../../kit/automation.ts";
import { withKnownNames } from "../../kit/hand-written.ts";
import { counted } from "../../kit/proposal.ts";
import { schedule } from "../../kit/schedule.ts";
import { assignEnds, findZone, readSettings } from "../../kit/settings.ts";
import { type Seen, sweep } from "../../kit/sweep.ts";

const KINDS = ["ownership", "session_policy", "grant"] as const;
type Ending = InventoryEntry<(typeof KINDS)[number]>;

/** The value of `concerns` for a line that only the operators' channel receives. */
const OPERATORS_ONLY = "";

/** An entry that ends soon, with the emails of its holder and its requester, or an entry to end. */
interface Finding {
  readonly entry: Ending;
  readonly until: string;
  readonly emails?: readonly string[];
  readonly end?: PlannedAction;
}

/**
 * Ends entries by calls, the day after their last day. Notifies holders and requesters in advance, at most once for
 * each of `warnDays`. Runs every morning. An end that people denied or undid is planned again after `askAgainDays`.
 */
export const lastDays = automation({
  name: "last-days",
  description:
    "Ends ownerships, session policies and other grants after their last day, and notifies their holders and requesters in advance.",
  on: schedule("0 6 * * *"),
  reads: ["getUser"],
  proposes: endingActions.filter(({ calls }) => calls.length > 0),
  async propose(_, context) {
    const { governance, history, now, since, settings } = context;
    const { warnDays, askAgainDays } = readSettings(settings, "last-days");
    const today = toIsoDay(since, findZone(settings, "last-days"));
    const soon = addDays(today, Math.max(...warnDays));
    const rejected = await history.rejected({ automation: "last-days", since: now - askAgainDays * DAY_MS });
    return sweep<Ending["kind"], Finding>(
      context,
      KINDS,
      "entries with a last day",
      async (written): Promise<Seen<Finding>> => {
        const entry = withKnownNames(written, settings);
        const { until = soon, user, warned = "", requester = "" } = { user: undefined, ...entry.data };
        if (until >= today) {
          const due = warnDays.map((days) => addDays(until, -days)).filter((day) => day <= today);
          if (!(user || requester) || due.every((day) => day <= warned)) return {};
          const holder = user && (await userById(governance, user.id))?.email;
          // An erased requester has no address.
          const emails = [holder ?? "", requester].filter((email) => email.includes("@"));
          return { finding: { entry, until, emails: [...new Set(emails)] } };
        }
        const end = planEnd(entry);
        if (!end || end.effects.length === 0 || rejected.has(end.target)) return {};
        return { finding: { entry, until, end } };
      },
      ({ found, more, of }) => {
        const day = formatDay(soon);
        if (found.length === 0) return { ignore: `nothing to end and nobody to notify until ${day}` };
        const ending = found.filter(({ end }) => !end);
        const [first, ...others] = found.flatMap(({ end = [] }) => end);
        const extras = {
          notice: {
            title: "Last days",
            summary: `${counted(of, "entry", "entries")} that end by ${day}: ${ending.length} announced now, ${found.length - ending.length} due for removal${more > 0 ? `, ${more} more in the next run` : ""}.`,
            lines: found.map(formatLine),
            people: [...new Set(ending.flatMap(({ emails = [] }) => emails))],
          },
          leaves: ending.map(({ entry }) => amendEntry(entry, { ...entry.data, warned: today })),
        };
        return first
          ? { actions: [first, ...others], ...extras }
          : { ignore: "no entry that a call can end is past its last day", ...extras };
      },
      { untilBy: soon },
    );
  },
});

function formatLine({ entry, until, emails = [], end }: Finding) {
  const name = describeEntry(entry);
  const concerns = emails.length === 0 ? OPERATORS_ONLY : emails;
  if (end) return { name, detail: `the last day was ${formatDay(until)}; removal is planned`, concerns };
  const unwarned = emails.length === 0 ? "; not notified: the person has no email" : "";
  return {
    name,
    detail: `ends on ${formatDay(until)}; extend it, or end it now${unwarned}`,
    concerns,
    page: `/access?${new URLSearchParams({ kind: entry.kind, key: entry.key })}`,
  };
}

/**
 * Asks a person to end the entries past their last day that no call can end, or whose call has failed. Runs every
 * morning. A task that was reported as not done is created again after `askAgainDays`.
 */
export const lastDayTasks = automation({
  name: "last-day-tasks",
  description:
    "Asks a person to end ownerships and other grants after their last day if no call can end them, or the call failed.",
  on: schedule("15 6 * * *"),
  proposes: endingActions.filter(({ calls }) => calls.length === 0),
  async propose(_, context) {
    const { history, now, since, settings } = context;
    const { askAgainDays } = readSettings(settings, "last-day-tasks");
    const yesterday = addDays(toIsoDay(since, findZone(settings, "last-day-tasks")), -1);
    const after = now - askAgainDays * DAY_MS;
    const rejected = await history.rejected({ automation: "last-day-tasks", since: after });
    const failed = await history.rejected({ automation: "last-days", since: after, failed: true });
    return sweep(
      context,
      KINDS,
      "entries past their last day",
      async (written) => {
        const entry = withKnownNames(written, settings);
        const end = planEnd(entry, assignEnds(settings));
        const hasFailed = end && end.effects.length > 0 && failed.has(end.target);
        const task = hasFailed ? endByHand(entry, end) : end;
        return !task || task.effects.length > 0 || rejected.has(task.target) ? {} : { finding: task };
      },
      ({ found: [first, ...others] }) =>
        first
          ? { actions: [first, ...others] }
          : { ignore: "no person has to end an entry today", cancelsEarlier: true },
      { untilBy: yesterday },
    );
  },
});

/**
 * Plans a task for a person to end an entry, because the call that ends it has failed. The call is repeated every
 * morning until the entry has ended.
 */
const endByHand = (entry: Ending, { summary, target, beneficiaries, unverified = [] }: PlannedAction) =>
  undoByHand({
    did: describeEntry(entry),
    how: `because its last day is over, and the call for this failed: ${summary}`,
    target,
    unverified: [...unverified],
    beneficiaries: [...beneficiaries],
    forgets: [{ kind: entry.kind, key: entry.key }],
  });
