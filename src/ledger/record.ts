// Records a desk's events, runs, audit links and inventory changes in one idempotent transaction, and counts the
// ignored events that are not recorded.
import { effectOperations, isDelete } from "../actions/action.ts";
import { actions } from "../actions/index.ts";
import { HOUR_MS } from "../base/days.ts";
import { log } from "../base/log.ts";
import { isUnderWay, NEEDING_RUN_STATES, RUN_STATES } from "../runs/states.ts";
import { auditConflicts, type LinkWithTexts, writeAudit } from "./audit-chain.ts";
import { type InventoryRow, writeInventory } from "./inventory.ts";
import { listInSql } from "./page.ts";
import type { Declined, EventRecord } from "./shapes.ts";

/**
 * An event in the ledger. Once it is recorded, only an erasure changes it. Times are Unix milliseconds; `event` and
 * `payload` are JSON text. The states: `taken`, if an automation wants the event, or the event withdraws a run;
 * `rejected`, if the event could not be read or is too large; otherwise `ignored`.
 */
export interface EventRow extends Omit<EventRecord, "headline" | "runs" | "declined" | "event" | "payload"> {
  /** The automations that listen to the event's type and declined it. */
  readonly declined: readonly Declined[];
  readonly event: string | null;
  readonly payload: string;
}

/** A run in the ledger: its JSON text, and the version of that text. */
export interface RunRow {
  readonly id: string;
  readonly version: number;
  readonly run: string;
  /** JSON of the details that the ledger does not have yet: see `runs/run.ts`. @default none */
  readonly details?: string | null;
}

/**
 * SQL table of the rows of a JSON array. It is materialized, because otherwise SQLite copies the row's text for each
 * column.
 */
const ROWS = "WITH rows AS MATERIALIZED (SELECT value AS row FROM json_each(?1))";

/** SQL for the highest `rowid` in use in `search`. */
const NEXT_WORDS = "ifnull((SELECT rowid FROM search ORDER BY rowid DESC LIMIT 1), 0)";

const EVENTS = `
  ${ROWS}
  INSERT INTO events (n, id, source, type, subject, state, authentication, received_at, detail, declined, event, payload)
  SELECT ${NEXT_WORDS} + row_number() OVER (), row->>'id', row->>'source', row->>'type', row->>'subject',
         row->>'state', row->>'authentication', row->>'receivedAt', row->>'detail', row->'declined',
         nullif(row->'event', 'null'), row->'payload'
  FROM rows WHERE true
  ON CONFLICT (id) DO NOTHING`;

const FINAL_ACTIONS = Array.from(actions.values()).flatMap(({ actionName, undo }) =>
  "byHand" in undo && undo.isFinal ? [actionName] : [],
);
/**
 * SQL for the columns `danger`, `targets` and `parties` of a run. They are `NULL` unless the run waits for an approver
 * or an operator.
 */
const WAITING = `
  CASE WHEN row->>'state' IN ${listInSql(NEEDING_RUN_STATES)} THEN (
    SELECT ifnull(max(CASE
      WHEN action.value->>'action' IN ${listInSql(FINAL_ACTIONS)} THEN 2
      ELSE effect.value->>'operation' IN ${listInSql(effectOperations.filter(isDelete))} END), 0)
    FROM json_each(row, '$.plan.actions') AS action, json_each(action.value, '$.effects') AS effect) END,
  CASE WHEN row->>'state' IN ${listInSql(NEEDING_RUN_STATES)} THEN (
    SELECT json_group_array(value->>'action' || ' ' || (value->>'target'))
    FROM json_each(row, '$.plan.actions')) END,
  CASE WHEN row->>'state' IN ${listInSql(NEEDING_RUN_STATES)} THEN
    lower(json_array(row->'$.parties.requesters', row->'$.parties.affected')) END`;

/** SQL that merges a run's recorded details with new ones. */
const DETAILS = `iif(runs.details IS NULL OR excluded.details IS NULL, ifnull(excluded.details, runs.details), (
    SELECT json_group_object(key, json(value)) FROM (
      SELECT key, value FROM json_each(runs.details) WHERE key NOT IN (SELECT key FROM json_each(excluded.details))
      UNION ALL SELECT key, value FROM json_each(excluded.details))))`;

// A run in progress changes within seconds. Its words are indexed only once it waits or ends, because they would
// otherwise be written several times.
const RUNS = `
  WITH rows AS MATERIALIZED (
    SELECT value->'run' AS row, nullif(value->'details', 'null') AS details FROM json_each(?1))
  INSERT INTO runs (
    id, event_id, automation, subject, state, created_at, updated_at, version, n, danger, targets, parties, effects, run,
    details)
  SELECT row->>'id', row->>'eventId', row->>'automation', row->>'subject', row->>'state',
         row->>'createdAt', row->>'updatedAt', row->>'version',
         CASE WHEN row->>'state' NOT IN ${listInSql(RUN_STATES.filter(isUnderWay))}
           THEN ${NEXT_WORDS} + row_number() OVER () END,
         ${WAITING},
         (SELECT json_group_array(json_object('operation', value->>'operation', 'state', value->>'state',
                                              'settledAt', value->>'settledAt'))
          FROM json_each(row, '$.journal')),
         row, details
  FROM rows WHERE true
  ON CONFLICT (id) DO UPDATE SET
    state = excluded.state, updated_at = excluded.updated_at, version = excluded.version, n = ifnull(n, excluded.n),
    danger = excluded.danger, targets = excluded.targets, parties = excluded.parties, effects = excluded.effects,
    run = excluded.run, details = ${DETAILS}
  WHERE excluded.version > runs.version`;

/**
 * Records events, runs, audit links and inventory changes in one idempotent transaction: events are identified by id,
 * runs by id and version, links by desk and `seq`, and inventory changes by kind, key and time. A run that is not newer
 * than the recorded one changes nothing. A recorded link is never replaced; a different link with the same `seq` is
 * reported in the operator's log.
 * @param audit Links in the order of their `seq`, without gaps since the last call
 * @param inventory Changes in the order in which they were made
 */
export async function record(
  db: D1Database,
  events: readonly EventRow[],
  runs: readonly RunRow[],
  audit: readonly LinkWithTexts[] = [],
  inventory: readonly InventoryRow[] = [],
): Promise<void> {
  const statements: D1PreparedStatement[] = [];
  const put = (sql: string, rows: readonly string[]) => {
    if (rows.length > 0) statements.push(db.prepare(sql).bind(`[${rows.join()}]`));
  };
  put(EVENTS, events.map(eventJson));
  put(
    RUNS,
    newest(runs).map(({ run, details = null }) => `{"run":${run},"details":${details}}`),
  );
  statements.push(...writeInventory(db, inventory));
  if (audit.length > 0) statements.push(writeAudit(db, audit));
  if (statements.length === 0) return;
  const results = await db.batch<{ entries: number }>(statements);
  if (audit.length === 0) return;
  const added = (results.at(-1)?.results ?? []).reduce((sum, { entries }) => sum + entries, 0);
  if (added === audit.length) return;
  for (const { desk, seq } of await auditConflicts(db, audit))
    log("audit_conflict", { level: "alert", desk, seq });
}

function newest(runs: readonly RunRow[]): readonly RunRow[] {
  const byId = new Map<string, RunRow>();
  for (const run of runs) if (run.version > (byId.get(run.id)?.version ?? 0)) byId.set(run.id, run);
  return Array.from(byId.values());
}

/**
 * Formats an event as JSON. `event` and `payload` are JSON already and are inserted unchanged: encoding them again
 * would double their size.
 */
function eventJson({ event, payload, ...columns }: EventRow): string {
  return `${JSON.stringify(columns).slice(0, -1)},"event":${event},"payload":${payload}}`;
}

/**
 * Adds events to the counts of their sources and hours. A count can be too high if D1's response was lost and the call
 * was repeated.
 */
export async function countIgnored(
  db: D1Database,
  rows: readonly Pick<EventRow, "source" | "receivedAt">[],
): Promise<void> {
  const times = rows.map(({ source, receivedAt }) => ({ source, at: receivedAt }));
  await db
    .prepare(
      `INSERT INTO ignored_counts (source, hour, events, last_at)
       SELECT value->>'source', (value->>'at') - (value->>'at') % ${HOUR_MS}, count(*), max(value->>'at')
       FROM json_each(?1) WHERE true GROUP BY 1, 2
       ON CONFLICT (source, hour) DO UPDATE
       SET events = events + excluded.events, last_at = max(last_at, excluded.last_at)`,
    )
    .bind(JSON.stringify(times))
    .run();
}
