// Reads the headlines of events from only those parts of an event that a headline needs, so that large events don't
// slow down lists.

import { type Headline, makeHeadline, unreadHeadline } from "../runs/headline.ts";
import { selectAll } from "./page.ts";

/**
 * Formats SQL that selects a part of a run, such as worker data from the sender's API, or the plan of a request. The
 * part is selected from the last of an event's runs that has it.
 */
const findLastRow = (part: string) => `(SELECT ${part} FROM runs AS one
  WHERE one.subject = events.subject AND one.event_id = events.id AND ${part} IS NOT NULL ORDER BY one.id DESC LIMIT 1)`;

/**
 * SQL expression over `events`: the source, and the event without long parts, merged with the worker data or the plan's
 * first sentence from the event's runs.
 */
export const HEADLINE_PARTS = `json_array(events.source, json_patch(
  json_remove(
    events.event, '$.ticket.fields', '$.worker.fields', '$.message.data', '$.request.input', '$.ask.context', '$.ask.texts',
    '$.comment'),
  CASE WHEN events.event->'$.worker' IS NOT NULL THEN coalesce(${findLastRow("one.run->'$.learned'")}, '{}')
    WHEN events.event->'$.request' IS NOT NULL
    THEN json_object('request', json_object('planned', ${findLastRow("one.run->>'$.plan.actions[0].summary'")})) ELSE '{}' END))`;

/** The expression {@link HEADLINE_PARTS} for a joined event, or `NULL` if no event is joined. */
export const JOINED_HEADLINE = `CASE WHEN events.id IS NOT NULL THEN ${HEADLINE_PARTS} END`;

/**
 * Parses the column {@link HEADLINE_PARTS} into a headline.
 * @param json The column; `null` if the event is not recorded
 */
export function parseHeadline(json: string | null): Headline | null {
  if (json === null) return null;
  const [source, event] = JSON.parse(json);
  return event === null ? unreadHeadline(source) : makeHeadline(event, source);
}

export async function readHeadlines(
  db: D1Database,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Headline>> {
  if (eventIds.length === 0) return new Map();
  const select = `SELECT id, ${HEADLINE_PARTS} AS json FROM events WHERE id IN (SELECT value FROM json_each(?1))`;
  const results = await selectAll<{ id: string; json: string }>(db, select, [JSON.stringify(eventIds)]);
  return new Map(
    results.flatMap(({ id, json }) => {
      const headline = parseHeadline(json);
      return headline ? [[id, headline] as const] : [];
    }),
  );
}

/** A run as links show it, with the sentences of its plan's actions. */
export interface NamedRun {
  readonly automation: string;
  readonly headline: Headline | null;
  readonly plan: readonly string[];
}

export async function readRunHeadlines(
  db: D1Database,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, NamedRun>> {
  if (runIds.length === 0) return new Map();
  const results = await selectAll<{ id: string; automation: string; json: string | null; plan: string }>(
    db,
    `SELECT runs.id, automation, ${JOINED_HEADLINE} AS json,
         (SELECT json_group_array(value->>'summary') FROM json_each(run, '$.plan.actions')) AS plan
       FROM runs LEFT JOIN events ON events.id = event_id WHERE runs.id IN (SELECT value FROM json_each(?1))`,
    [JSON.stringify(runIds)],
  );
  return new Map(
    results.map(({ id, automation, json, plan }) => [
      id,
      { automation, headline: parseHeadline(json), plan: JSON.parse(plan) },
    ]),
  );
}
