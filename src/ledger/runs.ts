// Reads runs: one run, lists, runs that need a person, the activity of automations, and the reasons for failures.

import { parseRun, type Run } from "../runs/run.ts";
import { NEEDING_RUN_STATES, type NeedingState, statesIn, UNLISTED_RUN_STATES } from "../runs/states.ts";
import { HEADLINE_PARTS, parseHeadline } from "./headlines.ts";
import {
  type Condition,
  type Filter,
  ID_SKEW_MS,
  isRare,
  leastId,
  type Page,
  type PageRequest,
  RARE,
  readPage,
  type Stored,
  selectAll,
  selectFirst,
  type TimeFilter,
  where,
  within,
} from "./page.ts";
import type { RunSummary } from "./shapes.ts";
import {
  areFew,
  found,
  lookedUp,
  matchLocalPart,
  matchPhrase,
  OF_EVENT,
  testedFor,
  writeWords,
} from "./words.ts";

export async function readRun(db: D1Database, id: string): Promise<Run | null> {
  const select = "SELECT run, details FROM runs WHERE id = ?1";
  const row = await selectFirst<{ run: string; details: string | null }>(db, select, [id]);
  return row && parseRun(row);
}

/**
 * A filter of runs. `reason` is a reason for failure, as normalized by {@link normalizeReason}. `state` is a state, or
 * a group of states. `requester` is the email of the person who caused the event or made the request, ignoring case.
 * `worker` is the email of the worker whom the event concerns, as reported by the sender's API.
 */
export interface RunFilter
  extends TimeFilter,
    Filter<
      "automation" | "source" | "reason" | "state" | "requester" | "worker" | "subject" | "event" | "q"
    > {
  /** States to which the list is limited, instead of `state`. @default the states of `state`, or any */
  readonly states?: readonly string[] | undefined;
}

/** The columns of a run in a list. {@link toSummary} parses them. */
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
 * Builds the condition for runs of a requester's events. The events are looked up if few rows have the words of the
 * email's local part; otherwise the list of runs is walked.
 */
async function askedBy(db: D1Database, email: string): Promise<Condition> {
  const match = matchLocalPart(email);
  const asked = `lower(?) IN (
    lower(event->>'$.request.requester.email'), lower(event->>'$.actor.email'),
    lower(event->>'$.ticket.requester.email'))`;
  const sql = (await areFew(db, match))
    ? `event_id IN (SELECT events.id FROM events WHERE events.${lookedUp("events")} AND ${asked})`
    : `EXISTS (SELECT 1 FROM events WHERE events.id = event_id AND ${testedFor("events")} AND ${asked})`;
  return [sql, match, email];
}

const UNLISTED = JSON.stringify(UNLISTED_RUN_STATES);

/**
 * Builds the conditions of a filter. Runs that had nothing to do match only if the filter has a state, an event or a
 * worker.
 */
export async function toConditions(db: D1Database, filter: RunFilter): Promise<Condition[]> {
  const { state, states, reason, requester, worker, event, q } = filter;
  const wanted = states ?? (state === undefined ? undefined : statesIn(state));
  const rare = wanted?.every(isRare) ? ` AND ${RARE}` : "";
  return [
    ["automation = ?", filter.automation],
    wanted?.length === 1
      ? [`state = ?${rare}`, wanted[0]]
      : [
          `id IN (SELECT id FROM runs WHERE state IN (SELECT value FROM json_each(?))${rare})`,
          wanted && JSON.stringify(wanted),
        ],
    ["state NOT IN (SELECT value FROM json_each(?))", (wanted ?? event ?? worker) ? undefined : UNLISTED],
    ["EXISTS (SELECT 1 FROM events WHERE events.id = event_id AND events.source = ?)", filter.source],
    [
      "NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(ifnull(run->>'$.problem.message', ''), value) = 0)",
      reason && JSON.stringify(reason.split(ANYTHING)),
    ],
    ...(requester === undefined ? [] : [await askedBy(db, requester)]),
    // In the search index, the word `worker` precedes the worker's email.
    ...(worker === undefined ? [] : [await writeWords(db, "runs", matchPhrase(`worker ${worker}`))]),
    ["lower(run->>'$.learned.worker.email') = lower(?)", worker],
    ["subject = ?", filter.subject],
    [OF_EVENT, event, event],
    ...within("run", "created_at", filter),
    ...(q === undefined ? [] : [await found(db, "runs", q)]),
  ];
}

export async function listRuns(
  db: D1Database,
  filter: RunFilter,
  request: PageRequest,
): Promise<Page<RunSummary>> {
  const conditions = await toConditions(db, filter);
  const { rows, next } = await readPage<ListedRun>(
    db,
    { select: `SELECT ${RUN} FROM runs`, conditions, order: ["id"], position: ({ id }) => [id] },
    request,
  );
  return { items: rows.map(toSummary), next };
}

/** A row of a list of runs, as selected by {@link RUN}. */
type ListedRun = Stored<RunSummary, "actions" | "problem" | "replay" | "headline" | "sameAsHeadline">;

const toSummary = (row: ListedRun): RunSummary => ({
  ...row,
  actions: JSON.parse(row.actions),
  problem: JSON.parse(row.problem ?? "null"),
  replay: JSON.parse(row.replay ?? "null"),
  headline: parseHeadline(row.headline),
  sameAsHeadline: parseHeadline(row.sameAsHeadline),
});

/** Formats an SQL table of the runs updated since a time. {@link changedSince} returns the two values to bind. */
export const changed = (columns: string): string => `(
  SELECT ${columns} FROM runs WHERE id >= ?2 AND updated_at >= ?1
  UNION ALL
  SELECT ${columns} FROM runs WHERE updated_at > created_at + ${LATE_MS} AND updated_at >= ?1 AND id < ?2)`;

/** Returns the values for {@link changed}. @param since Unix milliseconds */
export const changedSince = (since: number) => [since, leastId("run", since - LATE_MS - ID_SKEW_MS)] as const;

/**
 * Minimum time from a run's creation to its last update for the index `runs_late` to include the run, in milliseconds.
 */
const LATE_MS = 3_600_000;

/** Lists the newest runs that need a person: first waiting runs, then one failed run for each reason. */
export async function readNeeding(
  db: D1Database,
  failed: readonly FailedFor[],
  ofEach: number,
): Promise<RunSummary[]> {
  const newest = (condition: string, time: string) =>
    `SELECT id FROM (SELECT id FROM runs WHERE ${condition} ORDER BY ${time} DESC, id DESC LIMIT ?1)`;
  const chosen = [
    ...NEEDING_RUN_STATES.map((state) => newest(`state = '${state}' AND ${RARE}`, "id")),
    "SELECT value FROM json_each(?2)",
  ];
  const states = [...NEEDING_RUN_STATES, "failed"].map((state, n) => `WHEN '${state}' THEN ${n}`);
  const select = `SELECT ${RUN} FROM runs
    WHERE id IN (${chosen.join(" UNION ALL ")})
    ORDER BY CASE state ${states.join(" ")} END, CASE state WHEN 'failed' THEN updated_at ELSE created_at END DESC, id DESC`;
  const newestFailed = failed.slice(0, ofEach).map((one) => one.newest);
  const results = await selectAll<ListedRun>(db, select, [ofEach, JSON.stringify(newestFailed)]);
  return results.map(toSummary);
}

const WAITING_IN_ORDER = `
  FROM runs WHERE state = ?1 AND danger IS NOT NULL ORDER BY danger DESC, ifnull(run->>'dueAt', 9e15), id`;

/**
 * Lists runs in a state, without their details. The most dangerous come first; runs of equal danger are sorted by
 * deadline, earliest first, and then by age, oldest first.
 */
export async function readRunsIn(db: D1Database, state: NeedingState, limit: number): Promise<Run[]> {
  const select = `SELECT run ${WAITING_IN_ORDER} LIMIT ?2`;
  const results = await selectAll<{ run: string }>(db, select, [state, limit]);
  return results.map(({ run }) => JSON.parse(run));
}

/** Lists the ids of all runs in the given states, state by state, each state in the order of {@link readRunsIn}. */
export async function listWaiting(db: D1Database, states: readonly NeedingState[]): Promise<string[]> {
  // Return the ids as one string: one row per id takes SQLite ten times as long.
  const listed = await db.batch<{ ids: string }>(
    states.map((state) =>
      db.prepare(`SELECT json_group_array(id) AS ids FROM (SELECT id ${WAITING_IN_ORDER})`).bind(state),
    ),
  );
  return listed.flatMap(({ results }) => results.flatMap(({ ids }): string[] => JSON.parse(ids)));
}

/** Reads runs without their details, in the order of their ids in the argument. */
export async function readRuns(db: D1Database, ids: readonly string[]): Promise<Run[]> {
  const select =
    "SELECT run FROM json_each(?1) AS wanted CROSS JOIN runs ON runs.id = value ORDER BY wanted.key";
  const results = await selectAll<{ run: string }>(db, select, [JSON.stringify(ids)]);
  return results.map(({ run }) => JSON.parse(run));
}

/**
 * Returns true if a run has left the state that a message reported, and no other run of its automation is in that
 * state.
 */
export async function isStateOver(
  db: D1Database,
  { id, automation, state }: Pick<RunSummary, "id" | "automation" | "state">,
): Promise<boolean> {
  const statement = `SELECT 1 FROM runs WHERE id = ?1 AND state <> ?3
    AND NOT EXISTS (SELECT 1 FROM runs WHERE automation = ?2 AND state = ?3 AND ${RARE})`;
  return (await selectFirst(db, statement, [id, automation, state])) !== null;
}

export interface AutomationActivity {
  readonly automation: string;
  readonly last: readonly { readonly id: string; readonly state: RunSummary["state"]; readonly at: number }[];
}

export const LAST_RUNS = 100;

export async function readAutomationActivity(
  db: D1Database,
  automations: readonly string[],
): Promise<AutomationActivity[]> {
  const select = `SELECT value AS automation,
      (SELECT json_group_array(json_object('id', id, 'state', state, 'at', created_at)) FROM
        (SELECT id, state, created_at FROM runs WHERE automation = value
         ORDER BY id DESC LIMIT ${LAST_RUNS})) AS last
    FROM json_each(?1)`;
  const given = [JSON.stringify(automations)];
  const results = await selectAll<{ automation: string; last: string }>(db, select, given);
  return results.map(({ automation, last }) => ({ automation, last: JSON.parse(last) }));
}

export type FailedFor = Readonly<Awaited<ReturnType<typeof failedReasons>>[number]>;

/** Placeholder in a reason for the parts that differ from run to run. */
const ANYTHING = "…";
/**
 * Regular expression for the variable parts of a reason: quoted text, emails, capitalized names of several words, and
 * ids, such as `run_…` or any word of at least five characters that contains a digit.
 */
const DIFFERS =
  /"[^"]*"|[^\s@"]+@[^\s@"]+|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+|\b[a-z]{2,8}_\w+|\b(?=[\w-]*\d)[\w-]{5,}\b/gu;
const MAX_REASON_CHARS = 300;

/**
 * Maximum characters of a message to read: the time that the regular expression takes grows with the square of this
 * number.
 */
const MAX_READ_CHARS = 2_000;

/** Shortens a problem's message, and replaces its variable parts with a placeholder: see {@link DIFFERS}. */
export const normalizeReason = (message: string): string =>
  message.slice(0, MAX_READ_CHARS).replace(DIFFERS, ANYTHING).slice(0, MAX_REASON_CHARS);

/** Lists the reasons for which runs failed, most frequent first. */
export async function failedReasons(db: D1Database, conditions: readonly Condition[]) {
  const { sql, values } = where([...conditions, [`state = ? AND ${RARE}`, "failed"]]);
  const select = `SELECT ifnull(run->>'$.problem.message', '') AS message, count(*) AS n, max(id) AS newest
    FROM runs ${sql} GROUP BY 1`;
  const results = await selectAll<{ message: string; n: number; newest: string }>(db, select, [...values]);
  return Array.from(
    Map.groupBy(results, ({ message }) => normalizeReason(message)),
    ([reason, same]) => ({
      /** The reason, as normalized by {@link normalizeReason}. */
      reason,
      runs: same.reduce((sum, { n }) => sum + n, 0),
      newest: same.reduce((last, { newest }) => (newest > last ? newest : last), ""),
    }),
  ).toSorted((one, other) => other.runs - one.runs);
}
