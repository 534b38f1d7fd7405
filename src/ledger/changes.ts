// Reads the changes of a period: runs that ended or might have changed something, with the decisions of people, the
// applied actions, and the runs that undo these actions.
import * as z from "zod";
import type { PlannedAction } from "../actions/action.ts";
import { listAffected } from "../actions/index.ts";
import { listSteps } from "../runs/journal.ts";
import type { Run } from "../runs/run.ts";
import { FINISHED_RUN_STATES, RUN_STATES, type RunState, UNLISTED_RUN_STATES } from "../runs/states.ts";
import { AuditLink } from "./audit-chain.ts";
import { readRunLinks } from "./audit-list.ts";
import { JOINED_HEADLINE, parseHeadline } from "./headlines.ts";
import {
  type Condition,
  type Filter,
  listInSql,
  selectAll,
  selectFirst,
  type TimeFilter,
  where,
} from "./page.ts";
import { readLink, toHandle } from "./people/texts.ts";
import { changed, changedSince, readRun } from "./runs.ts";
import { RunSummary } from "./shapes.ts";
import { found, lookedUp, matchPhrase } from "./words.ts";

/**
 * Lists the applied actions of a live run, except those that changed nothing because their target was already missing.
 * Returns an empty list for a dry run.
 */
function listApplied(run: Run) {
  const { mode, state, updatedAt, followUps } = run;
  return listSteps(run).flatMap(({ action, entries }, step) => {
    const made = entries.filter((entry) => entry.state === "applied" && !entry.wasMissing);
    const { end } = followUps?.find((one) => one.step === step) ?? {};
    const isDone = action.followUp ? end?.verdict === "done" : state === "done";
    const isApplied = action.effects.length > 0 ? made.length > 0 : isDone;
    const at = Math.max(...made.map(({ settledAt }) => settledAt ?? updatedAt), made[0] ? 0 : updatedAt);
    return mode === "live" && isApplied ? [{ step, action, at }] : [];
  });
}

export async function readApplied(
  db: D1Database,
  run: string,
  steps: readonly number[],
): Promise<readonly PlannedAction[] | null> {
  const record = await readRun(db, run);
  const applied = record ? listApplied(record) : [];
  const found = steps.flatMap((step) => applied.find((one) => one.step === step)?.action ?? []);
  return found.length === steps.length ? found : null;
}

export const undoSubject = (run: string, steps: readonly number[]): string => `undo:${run}:${steps.join()}`;

/**
 * The final states of a run that was not carried out. If the run's request was to undo or end something, the
 * request can be made again.
 */
export const NOT_UNDONE: readonly RunState[] = FINISHED_RUN_STATES.filter((state) => state !== "done");

/** Counts the earlier requests with the same subject that were not carried out. */
export async function countDropped(db: D1Database, subject: string): Promise<number> {
  const select = `SELECT count(*) AS n FROM runs WHERE subject = ? AND state IN ${listInSql(NOT_UNDONE)}`;
  return (await selectFirst<{ n: number }>(db, select, [subject]))?.n ?? 0;
}

/** An applied action of a run. */
const Applied = z.object({
  step: z.int().meta({ description: "Index of the action in the plan." }),
  action: z.custom<PlannedAction>().meta({ description: "The action, as in the run's plan." }),
  at: z.int().meta({ description: "Unix milliseconds." }),
  undo: RunSummary.pick({ id: true, state: true })
    .nullable()
    .meta({ description: "The last run that undoes the action; `null` if nobody has requested to undo it." }),
});
export type Applied = Readonly<z.output<typeof Applied>>;

/** A run that made a change, planned one, or might have made one. */
export const Change = z
  .object({
    ...RunSummary.pick({ id: true, automation: true, state: true, headline: true, problem: true }).shape,
    at: z.int().meta({ description: "Time of the run's last update, in Unix milliseconds." }),
    plan: RunSummary.shape.actions,
    affected: z.array(z.string()).meta({
      description: "The users that the plan affects, each with an email address or an id.",
    }),
    hash: z.string().nullable().meta({ description: "Hash of the plan; `null` if there is none." }),
    approvalReasons: z.array(z.string()).meta({ description: "Reasons why the plan needed an approval." }),
    applied: z.array(Applied),
    decisions: z.array(AuditLink).meta({ description: "People's decisions, in order." }),
    entries: z.string().meta({ description: "The run's audit entries, such as `desk-0 12–14, 17`." }),
  })
  .meta({ id: "Change" });
export type Change = Readonly<z.output<typeof Change>>;

const BEFORE = "planning scheduled awaiting_confirmation awaiting_approval held".split(" ");
const REPORTED = RUN_STATES.filter(
  (state) => !BEFORE.includes(state) && !UNLISTED_RUN_STATES.includes(state),
);

/** SQL conditions for the outcomes of runs. A failed run might have applied an action before it failed. */
const OUTCOME = {
  applied: `(state = 'done' OR EXISTS (SELECT 1 FROM json_each(effects) WHERE value->>'state' = 'applied')
    OR EXISTS (SELECT 1 FROM json_each(run, '$.followUps') WHERE value->>'$.end.verdict' = 'done'))`,
  denied: "state = 'rejected'",
} as const;
export type ChangeResult = keyof typeof OUTCOME;
export const OUTCOMES = Object.keys(OUTCOME) as [ChangeResult, ...ChangeResult[]];

/**
 * A filter of changes. `approver` is the email of a person who approved or denied the plan, or a service's name.
 * `cursor` is the id of a run, such as the last run of a page. The listed runs began before that run.
 */
export interface ChangeFilter
  extends TimeFilter,
    Filter<"q" | "approver" | "automation" | "run" | "subject" | "cursor"> {
  /** Email of a person whom a plan affects, and the ids of the governance users with that email, as far as known. */
  readonly person?: { readonly email: string; readonly ids: readonly string[] } | undefined;
  /** The outcome to limit the list to. @default any */
  readonly outcome?: ChangeResult | undefined;
}

/**
 * Builds the condition for runs whose indexed words, such as those of the plan or the problem, name a person, and for
 * runs whose event is about the person as a worker. Runs that recorded the person's email as that of an affected user
 * match too, because the service might no longer have this email.
 */
const about = ({ email, ids }: NonNullable<ChangeFilter["person"]>): Condition => [
  `${lookedUp("runs")} OR event_id IN (
     SELECT events.id FROM events WHERE events.${lookedUp("events")} AND lower(event->>'$.worker.email') = lower(?))
   OR EXISTS (SELECT 1 FROM json_each(run, '$.parties.affected') WHERE lower(value) = lower(?))`,
  [email, ...ids].map(matchPhrase).join(" OR "),
  matchPhrase(email),
  ...[email, email],
];

/**
 * SQL condition for runs whose plan a person or a service approved or denied. The values to bind are the handle and the
 * name of the approver.
 */
const DECIDED_BY = `id IN (SELECT run_id FROM audit WHERE instr(types, ' approval.') > 0
  AND actor = ifnull((SELECT people.id FROM people WHERE handle = ?), ?) AND actor <> 'reeve')`;

/**
 * Lists the runs last updated in a period, newest first, except runs that are ignored, being planned, scheduled, held,
 * or waiting for a confirmation or an approval.
 */
export async function readChanges(
  db: D1Database,
  { since = 0, until, cursor = "run_g", outcome, q, person, approver, ...filter }: ChangeFilter,
  limit: number,
): Promise<readonly Change[]> {
  const { sql, values } = where([
    [`${outcome ? OUTCOME[outcome] : "true"} AND state IN ${listInSql(REPORTED)} AND id < ?`, cursor],
    ["updated_at < ?", until],
    ["automation = ?", filter.automation],
    ["id = ?", filter.run],
    ["subject = ?", filter.subject],
    [DECIDED_BY, approver && toHandle(approver), approver],
    ...(person === undefined ? [] : [about(person)]),
    ...(q === undefined ? [] : [await found(db, "runs", q)]),
  ]);
  const results = await selectAll<{ run: string; json: string | null; entries: string | null }>(
    db,
    `WITH page AS MATERIALIZED (
         SELECT id FROM ${changed("n, id, event_id, automation, subject, state, updated_at, effects, run")} AS runs
         ${sql} ORDER BY id DESC LIMIT ?)
       SELECT run, ${JOINED_HEADLINE} AS json,
         (SELECT desk || ' ' || group_concat(iif(seq = last, seq, seq || '–' || last), ', ')
          FROM audit WHERE run_id = runs.id) AS entries
       FROM page JOIN runs ON runs.id = page.id LEFT JOIN events ON events.id = event_id ORDER BY runs.id DESC`,
    [...changedSince(since), ...values, limit],
  );
  const runs = results.map((row) => ({ ...row, run: JSON.parse(row.run) as Run }));
  const ids = runs.map((row) => row.run.id);
  const [links, undone] = await Promise.all([
    readRunLinks(db, ids, { byPeople: true }),
    selectAll<{ subject: string; id: string; state: RunState }>(
      db,
      // `;` follows `:` in ASCII, so the range covers the subjects of all requests to undo a run's actions. With `JOIN`
      // instead of `CROSS JOIN`, SQLite would compare each recorded run with each id.
      `SELECT subject, max(runs.id) AS id, state FROM json_each(?) AS undone
       CROSS JOIN runs ON subject >= 'undo:' || undone.value || ':' AND subject < 'undo:' || undone.value || ';'
       GROUP BY subject`,
      [JSON.stringify(ids)],
    ),
  ]);
  const decisions = Map.groupBy(links.map(readLink), ({ runId }) => runId);
  const undoOf = new Map(
    undone.flatMap(({ subject, ...undo }) => {
      const [, id, steps = ""] = subject.split(":");
      return steps.split(",").map((step) => [`${id}:${step}`, undo] as const);
    }),
  );
  return runs.map(({ run: one, json, entries }) => {
    const { id, state, automation, updatedAt: at, problem, plan, parties } = one;
    const actions = plan?.actions ?? [];
    const affected = actions.flatMap((action) => listAffected(action, parties?.named));
    return {
      ...{ id, state, automation, at, problem },
      approvalReasons: [...one.approvalReasons],
      hash: plan?.hash ?? null,
      plan: actions.map(({ summary }) => summary),
      affected: [...new Set(affected.map(({ id, name = id }) => name))],
      applied: listApplied(one).map((step) => ({ ...step, undo: undoOf.get(`${id}:${step.step}`) ?? null })),
      headline: parseHeadline(json),
      entries: entries ?? "",
      decisions: decisions.get(id) ?? [],
    };
  });
}
