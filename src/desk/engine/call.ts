// Makes the calls of a run: sends its effects, and verifies that they are visible.
import { type EffectCall, type EffectOperationId, VERIFY_WITHIN_MS } from "../../actions/action.ts";
import type { ReadBack } from "../../actions/define.ts";
import { findReadBack } from "../../actions/read-back.ts";
import { DAY_MS } from "../../base/days.ts";
import { declaredReads, type Governance, readOnly, requireDeclared } from "../../governance/client/index.ts";
import { type Calls, calls } from "../../governance/contract/index.ts";
import type { StepResult } from "../../runs/events.ts";
import { currentEffect, listSteps, shortAnswer } from "../../runs/journal.ts";
import { listOpen, type Run } from "../../runs/run.ts";
import { type DeskContext, findAutomation } from "./inside.ts";

/**
 * Sends the call of an effect that is stored as sending.
 * @param written Resolves when the outcome is written
 * @throws Problem if the call was rejected, or its outcome is unknown
 */
export async function call(
  run: Run,
  effect: EffectCall,
  desk: DeskContext,
  written: Promise<void>,
): Promise<StepResult> {
  requireDeclared(findAutomation(run, desk), effect.operation);
  // The id is the same each time this effect is sent.
  const eventId = `${run.id}-${currentEffect(run)?.n}`;
  const governance = desk.governanceOf(run.automation, written);
  const answer = await send(governance, dateCall(desk.now(), effect), eventId);
  return { type: "applied", answer: shortAnswer(answer, run.journal.length) };
}

/** Checks whether the effect of a call is visible yet. */
export const look = async (n: number, effect: EffectCall, desk: DeskContext): Promise<StepResult> => ({
  type: "looked",
  n,
  shows: (await shows(effect, desk)) ?? false,
});

const send = <Id extends EffectOperationId>(
  governance: Governance,
  { operation, input }: EffectCall<Id>,
  eventId: string,
) => governance.call<Calls[Id]>(calls[operation], input, { eventId });

/** Dates a call at the time of sending: the days of a campaign count from now, not from the time of its plan. */
const dateCall = (now: number, { openDays, ...call }: EffectCall): EffectCall =>
  call.operation === "createCampaign" && openDays !== undefined
    ? {
        ...call,
        input: {
          body: { ...call.input.body, completionDate: new Date(now + openDays * DAY_MS).toISOString() },
        },
      }
    : call;

/**
 * Reads an effect back, with the one operation that its read-back declares. Returns `null` if the effect has no
 * read-back, or if the read failed.
 * @param choose Picks a function of the read-back
 */
async function readBack<Id extends EffectOperationId, Result>(
  { operation, input }: EffectCall<Id>,
  { governance, history }: DeskContext,
  choose: (
    one: ReadBack<Id>,
  ) => ((...asked: Parameters<NonNullable<ReadBack<Id>["shows"]>>) => Promise<Result>) | undefined,
  until?: number,
): Promise<Result | null> {
  const found = findReadBack<Id>(operation);
  const read = found && choose(found);
  if (!read) return null;
  const declared = { name: `the read-back of ${operation}`, operations: [found.by] };
  const context = { governance: declaredReads(readOnly(governance), declared), history };
  try {
    return await read(input, { ...context, ...(until !== undefined && { until }) });
  } catch {
    return null;
  }
}

const shows = (call: EffectCall, desk: DeskContext, until?: number): Promise<boolean | null> =>
  readBack(call, desk, (one) => one.shows, until);

/**
 * Checks whether a follow-up has ended: according to the read-back of its call, or because the effect is no longer
 * visible, or because it is still visible when the follow-up is due.
 */
export async function readEnd(run: Run, desk: DeskContext): Promise<StepResult> {
  for (const { step, isRead, dueAt } of listOpen(run)) {
    const { action, entries } = listSteps(run)[step] ?? {};
    const [call] = action?.effects ?? [];
    const end = call ? await readBack(call, desk, (one) => one.ends) : null;
    if (end) {
      const reason = `Reeve read that ${end.read}`;
      return { type: "completed", verdict: end.verdict, by: "reeve", reason, steps: [step] };
    }
    const until = (entries?.[0]?.settledAt ?? run.updatedAt) + VERIFY_WITHIN_MS;
    const isThere = call && isRead ? await shows(call, desk, until) : null;
    if (isThere === null || (isThere && dueAt > desk.now())) continue;
    const [verdict, is] = isThere ? (["done", "lasted"] as const) : (["not_done", "did not last"] as const);
    const reason = `Reeve read that the effect ${is} at the service`;
    return { type: "completed", verdict, by: "reeve", reason, steps: [step] };
  }
  return { type: "reminded" };
}
