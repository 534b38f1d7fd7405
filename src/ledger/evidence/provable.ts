// Reads runs with their places in the trail: all that a receipt says, and the changes of a period as auditors get them.

import { parseRun } from "../../runs/details.ts";
import { FINISHED_RUN_STATES, RUN_STATES, type RunState, UNLISTED_RUN_STATES } from "../../runs/states.ts";
import type { AuditLink } from "../audit-chain.ts";
import { readRunLinks } from "../audit-list.ts";
import { JOINED_HEADLINE, type NamedRun, parseHeadline } from "../headlines.ts";
import { readLink } from "../people/texts.ts";
import { changed, changedSince } from "../runs.ts";

/** A run, how its event came in, and its entries in the audit trail, in their order. */
export type ProvableRun = Awaited<ReturnType<typeof readProvable>>[number];

/** Runs by id, in the order of ids; unrecorded ones are left out. */
export async function readProvable(db: D1Database, ids: readonly string[]) {
  const [{ results }, links] = await Promise.all([
    db
      .prepare(
        `SELECT run, details, source, authentication, ${JOINED_HEADLINE} AS told
         FROM runs LEFT JOIN events ON events.id = event_id
         WHERE runs.id IN (SELECT value FROM json_each(?1)) ORDER BY runs.id`,
      )
      .bind(JSON.stringify(ids))
      .all<{
        run: string;
        details: string | null;
        /** Of its event, as are the next two; `null` if the event is no longer kept. */
        source: string | null;
        authentication: string | null;
        told: string | null;
      }>(),
    readRunLinks(db, ids),
  ]);
  const linksByRun = Map.groupBy(links, ({ link }) => link.runId);
  return results.map(({ run: text, details, told, ...event }) => {
    const run = parseRun({ run: text, details });
    return { run, ...event, headline: parseHeadline(told), links: linksByRun.get(run.id) ?? [] };
  });
}

const LISTED = FINISHED_RUN_STATES.filter((state) => !UNLISTED_RUN_STATES.includes(state));
const ENDED = JSON.stringify(["awaiting_follow_up", ...LISTED]);

/**
 * Ids of the runs that ended in a period, or wait for follow-ups alone, and were not ignored: by their last change, in the order of ids.
 * @param since Unix milliseconds, as is `until`, which is not included
 */
export async function listEndedRuns(
  db: D1Database,
  since: number,
  until: number,
): Promise<readonly string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM ${changed("id, state, updated_at, effects")} AS one
       WHERE updated_at < ?3 AND state IN (SELECT value FROM json_each(?4)) ORDER BY id`,
    )
    .bind(...changedSince(since), until, ENDED)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** A run that changed something, was to, or may have. */
export interface Change extends NamedRun {
  readonly id: string;
  readonly state: RunState;
  /** Its last change, Unix milliseconds. */
  readonly at: number;
  /** Of the plan; `null` for none. */
  readonly hash: string | null;
  /** Reasons for which the plan needed an approval. */
  readonly asks: readonly string[];
  /** Message of the problem; `null` for none. */
  readonly problem: string | null;
  /** Acts of people, in their order. */
  readonly decisions: readonly AuditLink[];
  /** Its entries in the trail: `desk-0 12–14, 17`. */
  readonly entries: string;
}

/** States of runs that have ended, or may have changed something: not those that wait before their first call, or had nothing to do. */
const BEFORE = "planning scheduled awaiting_confirmation awaiting_approval held".split(" ");
const REPORTED = JSON.stringify(
  RUN_STATES.filter((state) => !BEFORE.includes(state) && !UNLISTED_RUN_STATES.includes(state)),
);

/** SQL conditions of a run's outcome: a run that failed may have applied something before. */
const REPORTED_END = {
  all: "true",
  applied: "(state = 'done' OR EXISTS (SELECT 1 FROM json_each(effects) WHERE value->>'state' = 'applied'))",
  denied: "state = 'rejected'",
} as const;
export type ReportedEnd = keyof typeof REPORTED_END;
export const REPORTED_ENDS = Object.keys(REPORTED_END) as [ReportedEnd, ...ReportedEnd[]];

/**
 * Runs whose last change is in a period, the last begun first.
 * @param since Unix milliseconds, as is `until`, which is not included
 * @param before The id of the last one of the page before
 */
export async function readChanges(
  db: D1Database,
  {
    since,
    until,
    outcome = "all",
  }: Readonly<Record<"since" | "until", number>> & { readonly outcome?: ReportedEnd },
  limit: number,
  before = "run_g",
): Promise<readonly Change[]> {
  const { results } = await db
    .prepare(
      `WITH page AS MATERIALIZED (
         SELECT id FROM ${changed("id, state, updated_at, effects")} AS one
         WHERE id < ?3 AND updated_at < ?4 AND state IN (SELECT value FROM json_each(?5)) AND ${REPORTED_END[outcome]}
         ORDER BY id DESC LIMIT ?6)
       SELECT runs.id, automation, runs.state, updated_at AS at, run->>'$.plan.hash' AS hash,
         ifnull(run->'$.asks', '[]') AS asks, run->>'$.problem.message' AS problem,
         (SELECT json_group_array(value->>'summary') FROM json_each(run, '$.plan.actions')) AS plan,
         ${JOINED_HEADLINE} AS told,
         (SELECT desk || ' ' || group_concat(iif(seq = last, seq, seq || '–' || last), ', ')
          FROM audit WHERE run_id = runs.id) AS entries
       FROM page JOIN runs ON runs.id = page.id LEFT JOIN events ON events.id = event_id ORDER BY runs.id DESC`,
    )
    .bind(...changedSince(since), before, until, REPORTED, limit)
    .all<Omit<Change, "asks" | "plan"> & { asks: string; plan: string; told: string | null }>();
  const ids = results.map(({ id }) => id);
  const decided = Map.groupBy(
    (await readRunLinks(db, ids, { byPeople: true })).map(readLink),
    ({ runId }) => runId,
  );
  return results.map(({ told, asks, plan, entries, ...run }) => ({
    ...run,
    headline: parseHeadline(told),
    asks: JSON.parse(asks),
    plan: JSON.parse(plan),
    entries: entries ?? "",
    decisions: decided.get(run.id) ?? [],
  }));
}
