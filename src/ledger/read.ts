// Reads events and runs: lists, one of them whole, and what automations ask of the record.
import { type Condition, type Page, type PageRequest, readPage } from "./page.ts";
import type { EventRecord, EventSummary, RunRecord, RunSummary } from "./shapes.ts";
import { found, matchOf } from "./words.ts";

/** Times are Unix milliseconds. */
interface TimeFilter {
  readonly since?: number | undefined;
  /** Not included. */
  readonly until?: number | undefined;
}

/** Which events are wanted: those that meet all that is given. */
export interface EventFilter extends TimeFilter {
  readonly source?: string | undefined;
  readonly type?: string | undefined;
  readonly state?: string | undefined;
  readonly subject?: string | undefined;
  /** Words that its text has. */
  readonly q?: string | undefined;
}

/** Which runs are wanted: those that meet all that is given. */
export interface RunFilter extends TimeFilter {
  readonly automation?: string | undefined;
  readonly state?: string | undefined;
  /** States of which it has one. */
  readonly states?: readonly string[] | undefined;
  /** Email of who caused the event, or asked for what it says; case aside. */
  readonly requester?: string | undefined;
  readonly subject?: string | undefined;
  /** Id of the event they are of. */
  readonly event?: string | undefined;
  /** Words that their text has. */
  readonly q?: string | undefined;
}

const EVENT = `
  id, source, type, subject, state, authentication, received_at AS receivedAt, detail,
  (SELECT json_group_array(json_object('id', run.id, 'automation', run.automation, 'state', run.state))
     FROM (SELECT * FROM runs WHERE event_id = events.id ORDER BY created_at, id) AS run) AS runs`;

/** The columns of a run in a list; {@link summaryOf} reads them. */
export const RUN = `
  id, event_id AS eventId, automation, subject, state, run->>'mode' AS mode,
  run->'replay' AS replay, created_at AS createdAt, updated_at AS updatedAt, run->>'dueAt' AS dueAt,
  (SELECT json_group_array(value->>'summary') FROM json_each(run, '$.plan.actions')) AS actions,
  run->>'ignored' AS ignored, run->'problem' AS problem`;

/** Runs of events that somebody asked for. The search finds events with the words of the email, so that few are looked at. */
const ASKED_BY = `
  event_id IN (
    SELECT events.id FROM search JOIN searchable ON searchable.n = search.rowid JOIN events USING (id)
    WHERE search MATCH ? AND lower(?) IN (
      lower(event->>'$.request.requester.email'), lower(event->>'$.actor.email'),
      lower(event->>'$.ticket.requester.email')))`;

/** A row whose named columns are still JSON texts. */
type Stored<Row, Column extends keyof Row> = Omit<Row, Column> & Readonly<Record<Column, string>>;

/** Recorded events, newest first. */
export async function listEvents(
  db: D1Database,
  { source, type, state, subject, since, until, q }: EventFilter,
  request: PageRequest,
): Promise<Page<EventSummary>> {
  const conditions: Condition[] = [
    ["source = ?", source],
    ["type = ?", type],
    ["state = ?", state],
    ["subject = ?", subject],
    ["received_at >= ?", since],
    ["received_at < ?", until],
    ...(q === undefined ? [] : [await found(db, "events", q)]),
  ];
  const { rows, next } = await readPage<Stored<EventSummary, "runs">>(
    db,
    {
      select: `SELECT ${EVENT} FROM events`,
      conditions,
      order: ["received_at", "id"],
      position: ({ receivedAt, id }) => [receivedAt, id],
    },
    request,
  );
  return { items: rows.map((row) => ({ ...row, runs: JSON.parse(row.runs) })), next };
}

/** Recorded runs, newest first. */
export async function listRuns(
  db: D1Database,
  { automation, state, states, requester, subject, event, since, until, q }: RunFilter,
  request: PageRequest,
): Promise<Page<RunSummary>> {
  const conditions: Condition[] = [
    ["automation = ?", automation],
    ["state = ?", state],
    ["state IN (SELECT value FROM json_each(?))", states && JSON.stringify(states)],
    [ASKED_BY, requester === undefined ? undefined : matchOf(requester), requester],
    ["subject = ?", subject],
    ["event_id = ?", event],
    ["created_at >= ?", since],
    ["created_at < ?", until],
    ...(q === undefined ? [] : [await found(db, "runs", q)]),
  ];
  const { rows, next } = await readPage<ListedRun>(
    db,
    {
      select: `SELECT ${RUN} FROM runs`,
      conditions,
      order: ["created_at", "id"],
      position: ({ createdAt, id }) => [createdAt, id],
    },
    request,
  );
  return { items: rows.map(summaryOf), next };
}

/** A run in a list, as {@link RUN} reads it. */
export type ListedRun = Stored<RunSummary, "actions" | "problem" | "replay">;

export const summaryOf = (row: ListedRun): RunSummary => ({
  ...row,
  actions: JSON.parse(row.actions),
  problem: JSON.parse(row.problem ?? "null"),
  replay: JSON.parse(row.replay ?? "null"),
});

/** A recorded run with its journal and plan, as the desk wrote it. */
export async function readRun(db: D1Database, id: string): Promise<RunRecord | null> {
  const row = await db.prepare("SELECT run FROM runs WHERE id = ?1").bind(id).first<{ run: string }>();
  return row && JSON.parse(row.run);
}

/** Which failed runs are wanted: by why they failed, and when. */
export interface FailedFilter extends TimeFilter {
  /** Code of the problem. */
  readonly code: string;
  readonly automation?: string | undefined;
}

/**
 * Runs that failed, the first that failed first. None that a newer run of the same automation and subject has followed:
 * to go back behind that one would undo it.
 */
export async function failedRuns(
  db: D1Database,
  { code, automation, since = 0, until = Number.MAX_SAFE_INTEGER }: FailedFilter,
  limit: number,
): Promise<RunRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT run FROM runs
       WHERE state = 'failed' AND run->>'mode' = 'live' AND updated_at >= ?1 AND updated_at < ?2
         AND run->>'$.problem.code' = ?3 AND automation = ifnull(?4, automation)
         AND NOT EXISTS (
           SELECT 1 FROM runs AS newer
           WHERE newer.automation = runs.automation AND newer.subject = runs.subject
             AND newer.run->>'mode' = 'live' AND newer.created_at >= runs.created_at AND newer.id > runs.id)
       ORDER BY updated_at, id LIMIT ?5`,
    )
    .bind(since, until, code, automation ?? null, limit)
    .all<{ run: string }>();
  return results.map(({ run }) => JSON.parse(run));
}

/** A recorded event and the runs it led to. */
export async function readEvent(db: D1Database, id: string): Promise<EventRecord | null> {
  const row = await db
    .prepare(`SELECT ${EVENT}, event, payload FROM events WHERE id = ?1`)
    .bind(id)
    .first<Stored<EventRecord, "runs" | "event" | "payload">>();
  if (!row) return null;
  return {
    ...row,
    runs: JSON.parse(row.runs),
    event: JSON.parse(row.event ?? "null"),
    payload: JSON.parse(row.payload),
  };
}

/** Whether a call of an operation was made for a subject since then (Unix milliseconds), or may have been. */
export async function hasCalled(
  db: D1Database,
  {
    operation,
    subject,
    since,
  }: { readonly operation: string; readonly subject: string; readonly since: number },
): Promise<boolean> {
  const found = await db
    .prepare(
      `SELECT 1 FROM runs JOIN effects ON run_id = id
       WHERE subject = ?1 AND operation = ?2 AND effects.state IN ('sending', 'applied', 'unknown')
         AND ifnull(settled_at, updated_at) >= ?3 LIMIT 1`,
    )
    .bind(subject, operation, since)
    .first();
  return found !== null;
}

/** Targets of the actions that a person turned down since then (Unix milliseconds), of an automation. */
export async function rejectedTargets(
  db: D1Database,
  { automation, since }: { readonly automation: string; readonly since: number },
): Promise<ReadonlySet<string>> {
  const { results } = await db
    .prepare(
      `SELECT DISTINCT action.value->>'target' AS target FROM runs, json_each(run, '$.plan.actions') AS action
       WHERE state = 'rejected' AND automation = ?1 AND updated_at >= ?2`,
    )
    .bind(automation, since)
    .all<{ target: string }>();
  return new Set(results.map(({ target }) => target));
}
