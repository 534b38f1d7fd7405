// Runs in their current state, from the ledger and the desks, or from the desks alone while the ledger is unavailable.
import { Problem } from "../base/problem.ts";
import { includesEmail } from "../base/text.ts";
import { inTime } from "../base/waits.ts";
import { allDesks, deskFor } from "../desk/directory.ts";
import type { TitledRun } from "../desk/engine/core.ts";
import type { Env } from "../env.ts";
import { readEvent } from "../ledger/events.ts";
import { readHeadlines } from "../ledger/headlines.ts";
import { readRun, readRunsIn } from "../ledger/runs.ts";
import { listApprovers } from "../policy/stages.ts";
import type { Headline } from "../runs/headline.ts";
import { listAssignees, pickDetails, type Run, withDetails } from "../runs/run.ts";
import type { NeedingState } from "../runs/states.ts";
import { isAllowed, type Person, requireRole, type Session } from "./person.ts";

/** A run with its event's headline. The headline is `null` if it was not read or is not recorded. */
export interface ShownRun {
  readonly run: Run;
  readonly headline: Headline | null;
  /** True if the ledger has the run's current version. @default unknown */
  readonly isRecorded?: boolean;
}

/** Lists the addresses of a run's requesters. */
export const listRequesterEmails = ({ run, headline }: ShownRun): readonly string[] => [
  ...new Set([run.parties?.requesters ?? [], headline?.askedBy?.email ?? []].flat()),
];

/** Returns true for a run's requesters and assignees, and for the approvers whom its stages ask by name. */
export function isParty({ email }: Person, shown: ShownRun): boolean {
  const emails = [listRequesterEmails(shown), listApprovers(shown.run, "all"), listAssignees(shown.run)];
  return email !== "" && includesEmail(emails.flat(), email);
}

/** Returns the result of a read from the ledger, or a substitute if the ledger can't be reached. */
export const withLedgerFallback = <Value>(
  asked: Promise<Value>,
  instead: (away: Problem) => Value | Promise<Value>,
): Promise<Value> =>
  asked.catch((error: unknown) => {
    if (error instanceof Problem && error.code === "ledger_unavailable") return instead(error);
    throw error;
  });

/**
 * Returns the current state of a run, or `null` if the run is unknown. A desk has the newest state, and the ledger also
 * has runs that the desks have deleted.
 * @throws Problem `ledger_unavailable` if no reachable desk has the run and the ledger can't be read
 */
export async function currentRun(env: Env, id: string): Promise<ShownRun | null> {
  const recorded = await withLedgerFallback<Run | Problem | null>(readRun(env.LEDGER, id), (away) => away);
  const onRecord = recorded instanceof Problem ? null : recorded;
  const desks = onRecord ? [deskFor(env, onRecord.subject)] : allDesks(env);
  // If a desk can't be reached, the recorded run is returned nevertheless.
  const held = await Promise.allSettled(desks.map((desk) => desk.run(id)));
  const texts = held.flatMap((one) => (one.status === "fulfilled" && one.value !== null ? [one.value] : []));
  // Prefer the desk's copy of the same version, because it includes the headline.
  const [newest] = [
    ...texts.map((text): TitledRun => JSON.parse(text)),
    ...(onRecord ? [{ run: onRecord, headline: null }] : []),
  ].toSorted((one, other) => other.run.version - one.run.version);
  if (!newest && recorded instanceof Problem) throw recorded;
  if (!newest || !onRecord) return newest ? { ...newest, isRecorded: false } : null;
  const run = withDetails(newest.run, pickDetails(onRecord));
  return { ...newest, run, isRecorded: onRecord.version === run.version };
}

function requireKnown<Known>(known: Known | null): Known {
  if (known) return known;
  throw new Problem("not_found", "there is no such run (or it is not recorded yet)");
}

/**
 * Returns the current state of a run.
 * @throws Problem `not_found` if there is no such run, or the problem of {@link currentRun}
 */
export const knownRun = async (env: Env, id: string): Promise<ShownRun> =>
  requireKnown(await currentRun(env, id));

/**
 * Returns the current state of a run that the person may read, with the people who are on call now if the run waits for
 * them.
 * @throws Problem `role_missing` if the person may not read the run, `not_found` for a viewer if there is no such run,
 * or the problem of {@link currentRun}
 */
export async function readableRun(asker: Session, id: string): Promise<ShownRun> {
  const known = await currentRun(asker.env, id);
  return requireMayRead(asker, known && (await withOnCallNow(asker.env, known)));
}

/**
 * Replaces the people on call in a waiting run's stages with those who are on call now. If the rotas can't be read in
 * time, the run stays as it is.
 */
async function withOnCallNow(env: Env, known: ShownRun): Promise<ShownRun> {
  const { id, subject, state, stages } = known.run;
  if (state !== "awaiting_approval" || !stages?.some(({ onCall }) => onCall)) return known;
  const asked = await inTime(() => deskFor(env, subject).askOnCallNow(id));
  return { ...known, run: { ...known.run, stages: JSON.parse(asked ?? "null") ?? stages } };
}

/**
 * Requires that a person may read a run: as a viewer, or as one of the people for whom {@link isParty} returns true.
 * @param known `null` for an unknown run: without the role viewer, the error is the same as for a run of other people,
 * so that nobody learns which runs exist
 * @throws Problem `role_missing` if the person may not read the run, or `not_found` for a viewer if the run is unknown
 */
export async function requireMayRead<Known extends ShownRun>(
  { env, person }: Session,
  known: Known | null,
): Promise<Known> {
  if (known && !isAllowed(person, "read")) {
    const [shown = known] = known.headline ? [known] : await titled(env.LEDGER, [known.run]);
    if (isParty(person, shown)) return known;
  }
  requireRole(person, "read");
  return requireKnown(known);
}

/** Lists the recorded runs that wait in a given state for an approver or operator, the most dangerous plans first. */
export const waitingOnRecord = async (
  { LEDGER: db }: Pick<Env, "LEDGER">,
  state: NeedingState,
  limit: number,
): Promise<readonly ShownRun[]> => titled(db, await readRunsIn(db, state, limit));

/** Returns runs with the headlines of their events, which are read from the ledger. */
export async function titled(db: D1Database, runs: readonly Run[]): Promise<readonly ShownRun[]> {
  const events = runs.map(({ eventId }) => eventId);
  const headlines = await readHeadlines(db, events);
  return runs.map((run) => ({ run, headline: headlines.get(run.eventId) ?? null }));
}

/**
 * Lists the runs at the reachable desks that wait in a given state for an approver or operator, in the order of their
 * deadlines.
 */
export async function waitingAtDesks(
  env: Env,
  state: NeedingState,
  limit: number,
): Promise<readonly ShownRun[]> {
  const answers = await Promise.allSettled(allDesks(env).map((desk) => desk.waiting(state, limit)));
  return answers
    .flatMap((one): TitledRun[] => (one.status === "fulfilled" ? JSON.parse(one.value) : []))
    .toSorted(({ run: one }, { run: other }) => (one.dueAt ?? 9e15) - (other.dueAt ?? 9e15))
    .slice(0, limit);
}

/** Maximum number of checks whether a plan has been made: most plans are made within a second. */
const MAX_LOOKS = 40;
/** Time between two checks whether a plan has been made, in milliseconds. */
const PAUSE_MS = 100;

/**
 * Waits until the run of an event is planned.
 * @returns the run from its desk or the ledger, even unplanned if planning takes too long, or `null` if there is no run
 * yet
 */
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
