// Reads events: lists, single events, and the activity of sources.

import { HOUR_MS } from "../base/days.ts";
import { unreadHeadline } from "../runs/headline.ts";
import { HEADLINE_PARTS, parseHeadline } from "./headlines.ts";
import {
  type Condition,
  type Filter,
  holding,
  leastId,
  type Page,
  type PageRequest,
  readPage,
  type Stored,
  selectAll,
  type TimeFilter,
  within,
} from "./page.ts";
import type { EventRecord, EventSummary } from "./shapes.ts";
import { found, narrowed } from "./words.ts";

/** A filter of events. `q` has words to search for in the event's text. */
export type EventFilter = TimeFilter & Filter<"source" | "type" | "state" | "subject" | "q">;

const EVENT = `
  id, source, type, subject, state, authentication, received_at AS receivedAt, detail, ${HEADLINE_PARTS} AS headline,
  (SELECT json_group_array(json_object('id', run.id, 'automation', run.automation, 'state', run.state))
     FROM (SELECT * FROM runs WHERE subject = events.subject AND event_id = events.id ORDER BY id) AS run) AS runs`;

export async function listEvents(
  db: D1Database,
  { source, type, state, subject, q, ...time }: EventFilter,
  request: PageRequest,
): Promise<Page<EventSummary>> {
  const conditions: Condition[] = [
    ["source = ?", source],
    ...(await narrowed(db, "events", { type, state, subject })),
    ...within("evt", "received_at", time),
    ...(q === undefined ? [] : [await found(db, "events", q)]),
  ];
  const { rows, next } = await readPage<ListedEvent>(
    db,
    { select: `SELECT ${EVENT} FROM events`, conditions, order: ["id"], position: ({ id }) => [id] },
    request,
  );
  return { items: rows.map(toSummary), next };
}

/** A row of a list of events, as selected by {@link EVENT}. */
type ListedEvent = Stored<EventSummary, "runs" | "headline">;

const toSummary = ({ runs, headline, ...row }: ListedEvent): EventSummary => ({
  ...row,
  runs: JSON.parse(runs),
  headline: parseHeadline(headline) ?? unreadHeadline(row.source),
});

export const readEvent = async (db: D1Database, id: string): Promise<EventRecord | null> =>
  (await readEvents(db, [id]))[0] ?? null;

export async function readEvents(db: D1Database, ids: readonly string[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const results = await selectAll<ListedEvent & Record<"declined" | "event" | "payload", string>>(
    db,
    `SELECT ${EVENT}, declined, event, payload FROM events WHERE id IN (SELECT value FROM json_each(?1))`,
    [JSON.stringify(ids)],
  );
  return results.map((row) => ({
    ...toSummary(row),
    declined: JSON.parse(row.declined),
    event: JSON.parse(row.event ?? "null"),
    payload: JSON.parse(row.payload),
  }));
}

export interface DeclinedEvent extends Pick<EventSummary, "id" | "receivedAt" | "headline"> {
  readonly reason: string;
}

/** Maximum events that {@link readDeclined} searches, newest first. */
const PASSED_AMONG = 500;

/** Lists recent events that an automation declined, newest first, each with the reason. */
export async function readDeclined(
  db: D1Database,
  automation: string,
  limit: number,
): Promise<readonly DeclinedEvent[]> {
  type Row = Stored<DeclinedEvent, "headline"> & { source: string };
  const results = await selectAll<Row>(
    db,
    `SELECT events.id, events.source, received_at AS receivedAt, ${HEADLINE_PARTS} AS headline, one.value->>'reason' AS reason
       FROM (SELECT id FROM events ORDER BY id DESC LIMIT ${PASSED_AMONG}) AS newest
         JOIN events ON events.id = newest.id, json_each(declined) AS one
       WHERE EXISTS (SELECT 1 FROM json_each(one.value, '$.automations') AS name WHERE name.value = ?1)
       ORDER BY events.id DESC LIMIT ?2`,
    [automation, limit],
  );
  return results.map(({ source, headline, ...row }) => ({
    ...row,
    headline: parseHeadline(headline) ?? unreadHeadline(source),
  }));
}

/** Number of newest events from which a rhythm is computed. */
const RHYTHM_OF = 50;

/** Minimum number of gaps between events for a rhythm. */
const MIN_GAPS = 4;

/** Number of newest events whose states {@link readSourceActivity} reads. */
const LAST_STATES = 5;

/**
 * Reads the activity of each source.
 * @returns for each source, `lastAt`: the time of the last delivery, in Unix milliseconds, or `null` if there is none;
 * `rejected`: the number of newest deliveries that were rejected in a row, at most five; `rhythm`: the median time
 * between the last events, in milliseconds, or `null` if there are too few
 */
export async function readSourceActivity(db: D1Database, sources: readonly string[]) {
  const select = `SELECT value AS source,
      (SELECT json_group_array(at) FROM (SELECT at FROM (
        SELECT at FROM (SELECT received_at AS at FROM events WHERE source = value ORDER BY id DESC LIMIT ${RHYTHM_OF})
        UNION ALL
        SELECT last_at FROM ignored_counts AS counts WHERE counts.source = value)
        ORDER BY at DESC LIMIT ${RHYTHM_OF})) AS times,
      (SELECT json_group_array(json_array(state, at)) FROM (
        SELECT state, received_at AS at FROM events WHERE source = value ORDER BY id DESC LIMIT ${LAST_STATES})) AS states
    FROM json_each(?1)`;
  type Row = { source: string; times: string; states: string };
  const results = await selectAll<Row>(db, select, [JSON.stringify(sources)]);
  return results.map(({ source, times: json, states: newest }) => {
    const times: number[] = JSON.parse(json);
    const gaps = times.slice(1).map((at, n) => (times[n] ?? at) - at);
    const sorted = gaps.toSorted((a, b) => a - b);
    const states: readonly (readonly [state: string, at: number])[] = JSON.parse(newest);
    const accepted = states.findIndex(([state]) => state !== "rejected");
    // A later event might have been counted but not recorded.
    const isNewest = states[0]?.[1] === times[0];
    const acceptedAt = (isNewest ? states.at(accepted)?.[1] : times[0]) ?? null;
    return {
      source,
      lastAt: times[0] ?? null,
      /**
       * The time of the last delivery that was not rejected, in Unix milliseconds. If the five newest deliveries were
       * all rejected, the time of the oldest of the five. `null` if the source has fewer deliveries, and all of them
       * were rejected.
       */
      acceptedAt: accepted < 0 && isNewest && states.length < LAST_STATES ? null : acceptedAt,
      rejected: !isNewest ? 0 : accepted < 0 ? states.length : accepted,
      rhythm: gaps.length < MIN_GAPS ? null : (sorted[Math.floor(gaps.length / 2)] ?? null),
    };
  });
}

/** Deliveries of a source in the hour that begins at `hour`, in Unix milliseconds. */
export interface HourOfSource {
  readonly source: string;
  readonly hour: number;
  readonly n: number;
  /** The number of deliveries that failed verification, could not be read, or were too large. */
  readonly failed: number;
}

/** Returns the starts of the current hour and the 23 hours before it, in ascending order, in Unix milliseconds. */
export const lastHours = (now: number): number[] =>
  Array.from({ length: 24 }, (_, n) => now - (now % HOUR_MS) - (23 - n) * HOUR_MS);

/**
 * Caches the counts for a minute: a day can have 50,000 events, and an open overview page reads the counts four times a
 * minute.
 */
const holdHours = holding<HourOfSource[]>();

/**
 * Counts the deliveries from sources in each of the last 24 hours, using only indexes. Recorded events, and ignored
 * events that were only counted, are included. A source can have several counts for an hour, which callers add up.
 * @param now Unix milliseconds
 * @param holder Key under which the counts are cached
 */
export function countByHour(db: D1Database, sources: readonly string[], now: number, holder: object = {}) {
  const [since = now] = lastHours(now);
  const hour = `received_at - received_at % ${HOUR_MS}`;
  const select = `SELECT source, ${hour} AS hour, count(*) AS n, 0 AS failed
      FROM json_each(?1) CROSS JOIN events INDEXED BY events_source WHERE source = value AND events.id >= ?2 GROUP BY 1, 2
    UNION ALL SELECT source, hour, events, 0
      FROM json_each(?1) CROSS JOIN ignored_counts WHERE source = value AND hour >= ?3
    UNION ALL SELECT source, ${hour}, 0, count(*)
      FROM events INDEXED BY events_rejected WHERE state = 'rejected' AND id >= ?2 GROUP BY 1, 2`;
  const given = [JSON.stringify(sources), leastId("evt", since), since];
  return holdHours(holder, String(given), now, () => selectAll(db, select, given));
}

/** Lists the sources of up to 100 rejected deliveries, one per delivery. @param since Unix milliseconds */
export async function readRejectedSources(db: D1Database, since: number): Promise<string[]> {
  const select = "SELECT source FROM events WHERE id >= ? AND state = 'rejected' LIMIT 100";
  const results = await selectAll<{ source: string }>(db, select, [leastId("evt", since)]);
  return results.map(({ source }) => source);
}
