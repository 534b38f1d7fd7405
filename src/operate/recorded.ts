// Runs as they stand, from the ledger and the desks; from the desks alone while the ledger can't be asked.
import { Problem } from "../base/problem.ts";
import { allDesks, deskFor } from "../desk/directory.ts";
import type { TitledRun } from "../desk/engine/core.ts";
import type { Env } from "../env.ts";
import { readEvent } from "../ledger/events.ts";
import { readHeadlines } from "../ledger/headlines.ts";
import { readRun } from "../ledger/history.ts";
import { readRunsIn } from "../ledger/runs.ts";
import { listApprovers } from "../policy/stages.ts";
import { pickDetails, withDetails } from "../runs/details.ts";
import type { Headline } from "../runs/headline.ts";
import { listAsked, type Run } from "../runs/run.ts";
import type { NeedingState } from "../runs/states.ts";
import { mayDo, requireRole, type Session } from "./person.ts";

/** A run, and what its event is called; `null` where that was not asked for, or is not on record. */
export interface ShownRun {
  readonly run: Run;
  readonly headline: Headline | null;
  /** True if the record has it as it stands now. */
  readonly isRecorded?: boolean;
}

/** Asks the ledger; if it can't be reached, answers with something else. */
export async function withLedgerFallback<Value>(
  asked: Promise<Value>,
  instead: (away: Problem) => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Problem && error.code === "ledger_unavailable") return instead(error);
    throw error;
  }
}

/**
 * A run as it stands now: the desk has it first, the ledger has it for good. `null` where neither knows it.
 * @throws Problem `ledger_unavailable` where no desk has it, and the ledger can't be asked
 */
export async function currentRun(env: Env, id: string): Promise<ShownRun | null> {
  const recorded = await withLedgerFallback<Run | Problem | null>(readRun(env.LEDGER, id), (away) => away);
  const onRecord = recorded instanceof Problem ? null : recorded;
  const desks = onRecord ? [deskFor(env, onRecord.subject)] : allDesks(env);
  // A desk that can't be reached takes nothing away from what is on record.
  const held = await Promise.allSettled(desks.map((desk) => desk.run(id)));
  const texts = held.flatMap((one) => (one.status === "fulfilled" && one.value !== null ? [one.value] : []));
  // Of two that are the same the desk's is first: it knows the headline.
  const [newest] = [
    ...texts.map((text): TitledRun => JSON.parse(text)),
    ...(onRecord ? [{ run: onRecord, headline: null }] : []),
  ].toSorted((one, other) => other.run.version - one.run.version);
  if (!newest && recorded instanceof Problem) throw recorded;
  if (!newest || !onRecord) return newest ? { ...newest, isRecorded: false } : null;
  const run = withDetails(newest.run, pickDetails(onRecord));
  return { ...newest, run, isRecorded: onRecord.version === run.version };
}

/** A run as it stands now. @throws Problem `not_found` */
export async function knownRun(env: Env, id: string): Promise<ShownRun> {
  const known = await currentRun(env, id);
  if (!known) throw new Problem("not_found", "there is no such run (or it is not recorded yet)");
  return known;
}

/** A run that a person may read, as it stands now. @throws Problem `role_missing`, `not_found` */
export async function readableRun(asker: Session, id: string): Promise<ShownRun> {
  const known = await currentRun(asker.env, id);
  return requireMayRead(asker, known);
}

/**
 * Lets a person read a run: a viewer, or else its requester and those whom it asks by name.
 * @param known `null` for an unknown run: who may read no other run must not learn which ones there are
 * @throws Problem `role_missing`, `not_found`
 */
export async function requireMayRead<Known extends Pick<ShownRun, "run" | "headline">>(
  { env, person }: Session,
  known: Known | null,
): Promise<Known> {
  if (known && !mayDo(person, "read")) {
    const { run, headline } = known;
    const { askedBy } = headline ?? (await readHeadlines(env.LEDGER, [run.eventId])).get(run.eventId) ?? {};
    const asked = run.concerned?.asked ?? [];
    const theirs = [askedBy?.email ?? [], asked, listApprovers(run, "all"), listAsked(run)].flat();
    const own = person.email.toLowerCase();
    if (own !== "" && theirs.some((email) => email.toLowerCase() === own)) return known;
  }
  requireRole(person, "read");
  if (known) return known;
  throw new Problem("not_found", "there is no such run (or it is not recorded yet)");
}

/** Lists runs that wait for a person, as the ledger has them: the most dangerous plans first. */
export const waitingOnRecord = async (
  { LEDGER: db }: Pick<Env, "LEDGER">,
  state: NeedingState,
  limit: number,
): Promise<readonly ShownRun[]> => titled(db, await readRunsIn(db, state, limit));

/** Adds the headlines of their events to runs of the ledger. */
export async function titled(db: D1Database, runs: readonly Run[]): Promise<readonly ShownRun[]> {
  const headlines = await readHeadlines(
    db,
    runs.map(({ eventId }) => eventId),
  );
  return runs.map((run) => ({ run, headline: headlines.get(run.eventId) ?? null }));
}

/** Lists runs that wait for a person, as the reachable desks have them: the first to expire come first. */
export async function waitingAtDesks(
  env: Env,
  state: NeedingState,
  limit: number,
): Promise<readonly ShownRun[]> {
  const told = await Promise.allSettled(allDesks(env).map((desk) => desk.waiting(state, limit)));
  return told
    .flatMap((one): TitledRun[] => (one.status === "fulfilled" ? JSON.parse(one.value) : []))
    .toSorted(({ run: one }, { run: other }) => (one.dueAt ?? 9e15) - (other.dueAt ?? 9e15))
    .slice(0, limit);
}

/** How often a plan is looked for, and the pause between: most are made within a second. */
const MAX_LOOKS = 40;
const PAUSE_MS = 100;

/** Waits for the run of an event to be planned. @returns the run as its desk or else the ledger has it; `null` if it takes longer */
export async function plannedRun(env: Env, subject: string, eventId: string): Promise<ShownRun | null> {
  let known: ShownRun | null = null;
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const text = await deskFor(env, subject).runOfEvent(eventId);
    known = text === null ? await recordedRun(env, eventId) : JSON.parse(text);
    if (known && known.run.state !== "planning") return known;
    await new Promise((go) => setTimeout(go, PAUSE_MS));
  }
  return known;
}

async function recordedRun(env: Env, eventId: string): Promise<ShownRun | null> {
  const [run] = (await withLedgerFallback(readEvent(env.LEDGER, eventId), () => null))?.runs ?? [];
  return run ? currentRun(env, run.id) : null;
}
