// Counts events that no automation wants, by source and hour, if the settings require only a count.
import { HOUR_MS } from "../base/days.ts";
import type { EventRow } from "./record.ts";

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
