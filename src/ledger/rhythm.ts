// Reads how often each source is heard of, and tells when one has been quiet for too long.

/** How a source was heard of. Times are Unix milliseconds. */
interface SourceHeard {
  readonly source: string;
  readonly last: number;
  /** Of a source that has been silent since `silentSince`, how it spoke in the time before its last event. */
  readonly rhythm: { readonly events: number; readonly first: number; readonly longestGap: number } | null;
}

/**
 * Every source on record. Reads nothing but the index `events_source`: an entry of each source, and for those that have
 * been silent since then all entries of `learnMs` before their last one.
 */
export async function heardSources(
  db: D1Database,
  { silentSince, learnMs }: { readonly silentSince: number; readonly learnMs: number },
): Promise<SourceHeard[]> {
  // SQLite skips from one source to the next along the index.
  const { results } = await db
    .prepare(
      `WITH RECURSIVE names (source) AS (
         SELECT min(source) FROM events
         UNION ALL
         SELECT (SELECT min(source) FROM events WHERE events.source > names.source) FROM names WHERE source IS NOT NULL),
       heard AS MATERIALIZED (
         SELECT source, (SELECT max(received_at) FROM events WHERE events.source = names.source) AS last
         FROM names WHERE source IS NOT NULL)
       SELECT source, last, CASE WHEN last < ?1 THEN
           (SELECT json_object('events', count(*), 'first', min(received_at), 'longestGap', ifnull(max(gap), 0))
            FROM (SELECT received_at, received_at - lag(received_at) OVER (ORDER BY received_at) AS gap
                  FROM events WHERE events.source = heard.source AND received_at >= heard.last - ?2))
         END AS rhythm
       FROM heard ORDER BY source`,
    )
    .bind(silentSince, learnMs)
    .all<{ source: string; last: number; rhythm: string | null }>();
  return results.map(({ rhythm, ...one }) => ({
    ...one,
    rhythm: rhythm === null ? null : JSON.parse(rhythm),
  }));
}
