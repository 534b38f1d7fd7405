// Reads what people call events: as much of each as its headline needs, so that the largest event costs a list little.
import { type Headline, headlineOf, unreadHeadline } from "../systems/headline.ts";

/** What a run learned of a worker's event, the last that did. */
const LEARNED = `(SELECT one.run->'$.learned' FROM runs AS one
  WHERE one.subject = events.subject AND one.event_id = events.id AND one.run->'$.learned' IS NOT NULL
  ORDER BY one.id DESC LIMIT 1)`;

/**
 * A column of the table `events`: its source, and the event without what is long and no part of a headline, with what
 * its sender's API said of it.
 */
export const TOLD = `json_array(events.source, json_patch(
  json_remove(
    events.event, '$.ticket.fields', '$.worker.fields', '$.message.data', '$.request.input', '$.comment'),
  CASE WHEN events.event->'$.worker' IS NULL THEN '{}' ELSE coalesce(${LEARNED}, '{}') END))`;

/** The column {@link TOLD} as a headline. @param told `null` where the event is not on record */
export function headlineFrom(told: string | null): Headline | null {
  if (told === null) return null;
  const [source, event] = JSON.parse(told);
  return event === null ? unreadHeadline(source) : headlineOf(event, source);
}

/** What people call these events, by their ids; those that are not on record are left out. */
export async function readHeadlines(
  db: D1Database,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Headline>> {
  if (eventIds.length === 0) return new Map();
  const { results } = await db
    .prepare(`SELECT id, ${TOLD} AS told FROM events WHERE id IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(eventIds))
    .all<{ id: string; told: string }>();
  return new Map(
    results.flatMap(({ id, told }) => {
      const headline = headlineFrom(told);
      return headline ? [[id, headline] as const] : [];
    }),
  );
}

/** A run by what people call it. */
export interface NamedRun {
  readonly automation: string;
  readonly headline: Headline | null;
  /** What its plan does, in sentences. */
  readonly plan: readonly string[];
}

/** What people call these runs, by their ids; those that are not on record are left out. */
export async function readRunHeadlines(
  db: D1Database,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, NamedRun>> {
  if (runIds.length === 0) return new Map();
  const { results } = await db
    .prepare(
      `SELECT runs.id, automation, CASE WHEN events.id IS NOT NULL THEN ${TOLD} END AS told,
         (SELECT json_group_array(value->>'summary') FROM json_each(run, '$.plan.actions')) AS plan
       FROM runs LEFT JOIN events ON events.id = event_id WHERE runs.id IN (SELECT value FROM json_each(?1))`,
    )
    .bind(JSON.stringify(runIds))
    .all<{ id: string; automation: string; told: string | null; plan: string }>();
  return new Map(
    results.map(
      ({ id, automation, told, plan }) =>
        [id, { automation, headline: headlineFrom(told), plan: JSON.parse(plan) }] as const,
    ),
  );
}
