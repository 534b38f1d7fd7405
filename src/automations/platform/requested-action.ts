// Carries out actions that people, scripts and agents request by name, and undoes applied actions.
import type { PlannedAction } from "../../actions/action.ts";
import { endingActions, planEnd, requestable, requests, UNDO, Undone, undoing } from "../../actions/index.ts";
import { describeEntry, type EntryKey, formatUntil, lastDayIn } from "../../actions/inventory.ts";
import { requireEnding } from "../../actions/names.ts";
import { toIsoDay } from "../../base/days.ts";
import { unclear } from "../../base/problem.ts";
import { automation, type Context } from "../../kit/automation.ts";
import { withKnownNames } from "../../kit/hand-written.ts";
import type { Proposal } from "../../kit/proposal.ts";
import { assignEnds } from "../../kit/settings.ts";

export const requestedAction = automation({
  name: "requested-action",
  description: "Carries out and undoes actions that people, scripts and agents request by name.",
  on: "request.made",
  reads: Array.from(requests.values()).flatMap(({ reads }) => reads),
  proposes: [...new Set([...requestable, ...endingActions])],
  async propose({ request: { action, input, requester } }, context) {
    if (action === UNDO) {
      // Take the ids of the objects from the ledger, never from the requester.
      const undone = Undone.parse(input);
      if ("key" in undone) return proposeEnd(undone, context);
      const { run, steps } = undone;
      const applied = await context.history.applied(run, steps);
      const undos = (applied ?? []).flatMap((one) => undoing(one) ?? []);
      const [first, ...others] = await Promise.all(undos.map((one) => warnOfLater(one, run, context)));
      for (const one of [first ?? [], others].flat()) requireEnding(one, context);
      if (first && others.length === steps.length - 1) return { actions: [first, ...others] };
      const places = steps.map((step) => step + 1).join(", ");
      throw unclear(`Some of the actions ${places} of ${run} are unreadable, or not recorded as applied.`);
    }
    const asked = requests.get(action);
    if (!asked) throw unclear(`There is no action "${action}" to request.`);
    return { actions: [await asked.plan(input, { ...context, requester: requester?.email })] };
  },
});

/** Adds a warning to the undo of a run's action if a later run has given the same access again. */
async function warnOfLater(undo: PlannedAction, run: string, { history }: Context): Promise<PlannedAction> {
  for (const { kind, key, data } of undo.leaves) {
    const entry = data === null ? await history.entry(kind, key) : null;
    if (!entry || "person" in entry.changedBy || entry.changedBy.run === run) continue;
    const warning = `A later request gave the same access again${formatUntil(lastDayIn(entry.data))}, and this undo ends that access too.`;
    return { ...undo, summary: `${undo.summary} ${warning}` };
  }
  return undo;
}

/**
 * Proposes to end an inventory entry on the day of the request, with the action that would end it after its last day.
 */
async function proposeEnd({ kind, key }: EntryKey, { history, settings, since }: Context): Promise<Proposal> {
  const entry = await history.entry(kind, key);
  if (!entry) return { ignore: "the entry has already ended" };
  if (Object.values(entry.runs).some((at) => at > since))
    return { ignore: `a later request renewed the entry${formatUntil(lastDayIn(entry.data))}` };
  const { data } = withKnownNames(entry, settings);
  const [today, lastDay = null] = [toIsoDay(since, settings.timeZone), lastDayIn(data)];
  const isOver = lastDay !== null && lastDay < today;
  const until = { ...data, until: isOver ? lastDay : today } as typeof data;
  const task = { ...assignEnds(settings), ...(!isOver && { insteadOf: lastDay }) };
  const end = planEnd({ kind, key, data: until }, task);
  if (end) return { actions: [end] };
  throw unclear(`No action ends ${describeEntry(entry)}.`);
}
