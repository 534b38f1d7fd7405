// Reads runs: lists, one of them whole, those that need a person, and what automations ask of earlier ones.

import { HEADLINE_PARTS, parseHeadline } from "./headlines.ts";
import { ID_SKEW_MS, leastId } from "./ids.ts";
import {
  type Condition,
  type Page,
  type PageRequest,
  readPage,
  type Stored,
  type TimeFilter,
  within,
} from "./page.ts";
import type { RunRecord, RunSummary } from "./shapes.ts";
import {
  isRare,
  NEEDING_RUN_STATES,
  type NeedingState,
  RARE,
  statesIn,
  UNLISTED_RUN_STATES,
} from "./states.ts";
import {
  areFew,
  FEW_MATCHES,
  found,
  lookedUp,
  matchLocalPart,
  matchPhrase,
  OF_EVENT,
  testedFor,
  withWords,
} from "./words.ts";

/** A filter of runs; a run has to meet every member. */
export interface RunFilter extends TimeFilter {
  readonly automation?: string | undefined;
  /** A state, or a group of them. */
  readonly state?: string | undefined;
  /** States of which it has one. */
  readonly states?: readonly string[] | undefined;
  /** Email of the person who caused the event or asked for it; case-insensitive. */
  readonly requester?: string | undefined;
  /** Email of the worker that its event is about, if the sender's API gave it. */
  readonly worker?: string | undefined;
  readonly subject?: string | undefined;
  /** Id of the event they are of. */
  readonly event?: string | undefined;
  /** Words that their text has. */
  readonly q?: string | undefined;
}

/** The columns of a run in a list; {@link toSummary} reads them. */
const RUN = `
  id, event_id AS eventId, automation, subject, state, run->>'mode' AS mode,
  run->'replay' AS replay, created_at AS createdAt, updated_at AS updatedAt, run->>'dueAt' AS dueAt,
  (SELECT json_group_array(value->>'summary') FROM json_each(run, '$.plan.actions')) AS actions,
  run->>'ignored' AS ignored, run->>'paused' AS paused, run->'problem' AS problem,
  (SELECT ${HEADLINE_PARTS} FROM events WHERE events.id = event_id) AS headline,
  run->>'sameAs' AS sameAs,
  (SELECT ${HEADLINE_PARTS} FROM runs AS other JOIN events ON events.id = other.event_id
   WHERE other.id = runs.run->>'sameAs') AS sameAsHeadline`;

/**
 * Runs of events that somebody asked for. The search says which events have the words of the email: where those are few,
 * their runs are looked up; else the list is walked, and has its page soon.
 */
async function askedBy(db: D1Database, email: string): Promise<Condition> {
  const match = matchLocalPart(email);
  const asked = `lower(?) IN (
    lower(event->>'$.request.requester.email'), lower(event->>'$.actor.email'),
    lower(event->>'$.ticket.requester.email'))`;
  return (await areFew(db, match, FEW_MATCHES))
    ? [
        `event_id IN (SELECT events.id FROM events WHERE events.${lookedUp("events")} AND ${asked})`,
        match,
        email,
      ]
    : [
        `EXISTS (SELECT 1 FROM events WHERE events.id = event_id AND ${testedFor("events")} AND ${asked})`,
        match,
        email,
      ];
}

const UNLISTED = JSON.stringify(UNLISTED_RUN_STATES);

/** Recorded runs, newest first. Those that had nothing to do only where their state or event is asked for. */
export async function listRuns(
  db: D1Database,
  { automation, state, states, requester, worker, subject, event, since, until, q }: RunFilter,
  request: PageRequest,
): Promise<Page<RunSummary>> {
  const wanted = states ?? (state === undefined ? undefined : statesIn(state));
  const rare = wanted?.every(isRare) ? ` AND ${RARE}` : "";
  const [one, ...others] = wanted ?? [];
  const conditions: Condition[] = [
    ["automation = ?", automation],
    others.length === 0
      ? [`state = ?${rare}`, one]
      : [
          `id IN (SELECT id FROM runs WHERE state IN (SELECT value FROM json_each(?))${rare})`,
          JSON.stringify(wanted),
        ],
    ["state NOT IN (SELECT value FROM json_each(?))", (wanted ?? event ?? worker) ? undefined : UNLISTED],
    ...(requester === undefined ? [] : [await askedBy(db, requester)]),
    // The words of a run have `worker` before this email.
    ...(worker === undefined ? [] : [await withWords(db, "runs", matchPhrase(`worker ${worker}`))]),
    ["lower(run->>'$.learned.worker.email') = lower(?)", worker],
    ["subject = ?", subject],
    [OF_EVENT, event, event],
    ...within("run", "created_at", { since, until }),
    ...(q === undefined ? [] : [await found(db, "runs", q)]),
  ];
  const { rows, next } = await readPage<ListedRun>(
    db,
    { select: `SELECT ${RUN} FROM runs`, conditions, order: ["id"], position: ({ id }) => [id] },
    request,
  );
  return { items: rows.map(toSummary), next };
}

/** A run in a list, as {@link RUN} reads it. */
type ListedRun = Stored<RunSummary, "actions" | "problem" | "replay" | "headline" | "sameAsHeadline">;

const toSummary = (row: ListedRun): RunSummary => ({
  ...row,
  actions: JSON.parse(row.actions),
  problem: JSON.parse(row.problem ?? "null"),
  replay: JSON.parse(row.replay ?? "null"),
  headline: parseHeadline(row.headline),
  sameAsHeadline: parseHeadline(row.sameAsHeadline),
});

/** SQL condition for runs that failed since a time, whenever they began. @param since A placeholder */
export const FAILED_SINCE = (since: `?${number}`): string =>
  `state = 'failed' AND ${RARE} AND updated_at >= ${since}`;

/** SQL table of the runs that changed since a time; {@link changedSince} gives its two values. */
export const changed = (columns: string): string => `(
  SELECT ${columns} FROM runs WHERE id >= ?2 AND updated_at >= ?1
  UNION ALL
  SELECT ${columns} FROM runs WHERE updated_at > created_at + ${LATE_MS} AND updated_at >= ?1 AND id < ?2)`;

/** Values for {@link changed}. @param since Unix milliseconds */
export const changedSince = (since: number) => [since, leastId("run", since - LATE_MS - ID_SKEW_MS)] as const;

/** Age from which the index `runs_late` holds a run that changes. */
const LATE_MS = 3_600_000;

/**
 * Some of the runs that need a person, of each kind the newest: those that wait, then of those that failed since then one
 * for each reason.
 */
export async function readNeeding(db: D1Database, since: number, ofEach: number): Promise<RunSummary[]> {
  const newest = (condition: string, time: string) =>
    `SELECT id FROM (SELECT id FROM runs WHERE ${condition} ORDER BY ${time} DESC, id DESC LIMIT ?1)`;
  const chosen = [
    ...NEEDING_RUN_STATES.map((state) => newest(`state = '${state}' AND ${RARE}`, "id")),
    `SELECT id FROM (SELECT max(id) AS id FROM runs WHERE id IN (SELECT id FROM runs WHERE ${FAILED_SINCE("?2")})
       GROUP BY run->>'$.problem.code' ORDER BY 1 DESC LIMIT ?1)`,
  ];
  const states = [...NEEDING_RUN_STATES, "failed"].map((state, n) => `WHEN '${state}' THEN ${n}`);
  const { results } = await db
    .prepare(
      `SELECT ${RUN} FROM runs
       WHERE id IN (${chosen.join(" UNION ALL ")})
       ORDER BY CASE state ${states.join(" ")} END, CASE state WHEN 'failed' THEN updated_at ELSE created_at END DESC, id DESC`,
    )
    .bind(ofEach, since)
    .all<ListedRun>();
  return results.map(toSummary);
}

/** Runs in a state, whole: those that expire first, then the longest there. */
export async function readRunsIn(db: D1Database, state: NeedingState, limit: number): Promise<RunRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT run FROM runs WHERE state = ?1 AND ${RARE} ORDER BY ifnull(run->>'dueAt', 9e15), id LIMIT ?2`,
    )
    .bind(state, limit)
    .all<{ run: string }>();
  return results.map(({ run }) => JSON.parse(run));
}

/** The last runs of an automation. */
export interface AutomationActivity {
  readonly automation: string;
  /** The newest first. */
  readonly last: readonly { readonly id: string; readonly state: RunSummary["state"]; readonly at: number }[];
}

/** Runs that a success rate is taken from: the newest. */
export const LAST_RUNS = 100;

/** The last runs of each of these automations. */
export async function readAutomationActivity(
  db: D1Database,
  automations: readonly string[],
): Promise<AutomationActivity[]> {
  const { results } = await db
    .prepare(
      `SELECT value AS automation,
         (SELECT json_group_array(json_object('id', id, 'state', state, 'at', created_at)) FROM
           (SELECT id, state, created_at FROM runs WHERE automation = value
            ORDER BY id DESC LIMIT ${LAST_RUNS})) AS last
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(automations))
    .all<{ automation: string; last: string }>();
  return results.map(({ automation, last }) => ({ automation, last: JSON.parse(last) }));
}

/** A filter of failed runs, by reason and time. */
export interface FailedFilter extends TimeFilter {
  /** Code of the problem. */
  readonly code: string;
  readonly automation?: string | undefined;
}

/**
 * Failed runs, the earliest failure first, except those that a newer run of the same automation and subject followed:
 * trying an older one again would undo the newer one.
 */
export async function failedRuns(
  db: D1Database,
  { code, automation, since = 0, until = Number.MAX_SAFE_INTEGER }: FailedFilter,
  limit: number,
): Promise<RunRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT run FROM runs
       WHERE ${FAILED_SINCE("?1")} AND run->>'mode' = 'live' AND updated_at < ?2
         AND run->>'$.problem.code' = ?3 AND automation = ifnull(?4, automation)
         AND NOT EXISTS (
           SELECT 1 FROM runs AS newer
           WHERE newer.automation = runs.automation AND newer.subject = runs.subject
             AND newer.run->>'mode' = 'live' AND newer.id > runs.id)
       ORDER BY updated_at, id LIMIT ?5`,
    )
    .bind(since, until, code, automation ?? null, limit)
    .all<{ run: string }>();
  return results.map(({ run }) => JSON.parse(run));
}
