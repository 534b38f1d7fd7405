// Replays events, individually or as a batch.
import type * as z from "zod";
import { Problem } from "../base/problem.ts";
import type { ReplayGroup } from "../desk/control/batches.ts";
import { deskFor } from "../desk/directory.ts";
import type { Env } from "../env.ts";
import type { DecidedOne } from "../runs/decisions.ts";
import { isFinished, type Reason, type Run } from "../runs/run.ts";
import { requireAutomation } from "./config-check.ts";
import { eventOnRecord, orRefused, toBatchRow } from "./decide.ts";
import { requireRoleFor, type Session } from "./person.ts";
import { knownRun } from "./recorded.ts";
import type { ReplayRequest } from "./requests.ts";

/** Replays an event for one automation. @returns the id of the new run */
export async function replayEvent(
  { env, person }: Session,
  id: string,
  request: z.output<typeof ReplayRequest>,
): Promise<string> {
  requireRoleFor(person, "replayed");
  return replayFor(env, id, { ...request, by: person.email });
}

/**
 * Replays an event for a person who may replay it.
 * @param request Includes the batch, if any: an event that the batch has already replayed is not replayed again
 */
async function replayFor(
  env: Env,
  id: string,
  { automation, mode, reason, repeatApplied, by, batch }: z.output<typeof ReplayRequest> & Reason,
): Promise<string> {
  requireAutomation(automation);
  const event = await eventOnRecord(env.LEDGER, id);
  const earlier = await Promise.all(
    event.runs
      .filter((run) => run.automation === automation)
      .map(async ({ id: run }) => (await knownRun(env, run)).run),
  );
  const own = batch === undefined ? undefined : earlier.find(({ replay }) => replay?.batch === batch);
  if (own) return own.id;
  const applied = doneBefore(earlier);
  if (mode === "live" && applied.length > 0 && !repeatApplied) {
    throw new Problem(
      "decision_conflict",
      `earlier runs of this event have made or might still make these changes: ${applied.join(", ")}; to repeat them, set repeatApplied`,
    );
  }
  const replayed = await deskFor(env, event.subject).replay({
    event: toBatchRow(event),
    automation,
    mode,
    repeatApplied,
    earlier: earlier.flatMap(({ plan }) =>
      (plan?.actions ?? []).map(({ beneficiaries, requestedBy = [] }) => ({ beneficiaries, requestedBy })),
    ),
    seen: earlier.length,
    by,
    reason,
    ...(batch !== undefined && { batch }),
  });
  if (!replayed.ok) throw new Problem(replayed.refusal.code, replayed.refusal.message);
  return replayed.run;
}

/**
 * Replays a group of a batch's events, one after the other, each in the same way as a single event. A live replay is
 * rejected for an event whose earlier runs have made, might have made, or might still make changes.
 */
export const replayGroup = (env: Env, { replay, events }: ReplayGroup): Promise<DecidedOne[]> =>
  Array.fromAsync(events, (run) =>
    orRefused(run, async () => {
      await replayFor(env, run, { ...replay, repeatApplied: false });
      return { run, state: "planning" as const };
    }),
  );

/** Describes the effects that earlier runs have made, might have made, or might still make. */
const doneBefore = (earlier: readonly Run[]): string[] =>
  earlier.flatMap((run) => {
    const { id, journal } = run;
    if (run.omitted !== undefined) return [`unrecorded changes (${id})`];
    const done = journal
      .filter(({ attempts, state }) => attempts > 0 && state !== "refused")
      .map(({ operation, state }) => `${operation} (${state}, ${id})`);
    const may = run.mode === "live" && !isFinished(run) ? [`planned changes (${run.state}, ${id})`] : [];
    return done.length > 0 ? done : may;
  });
