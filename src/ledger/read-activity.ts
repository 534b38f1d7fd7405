// Reads how often sources are heard of, how automations do, and how far each audit chain is: for the console.

/** How a source has been heard of. Times are Unix milliseconds. */
export interface SourceActivity {
  readonly source: string;
  readonly lastAt: number | null;
  /** Events since then. */
  readonly recent: number;
  /** The usual time between two of its last events, milliseconds: half of the gaps are shorter. */
  readonly rhythm: number | null;
}

/** Events that a rhythm is taken from: the newest. */
const RHYTHM_OF = 50;
/** Fewer gaps are no rhythm. */
const MIN_GAPS = 4;

/** When each of these sources was heard of last, how often since then, and how often as a rule. */
export async function readSourceActivity(
  db: D1Database,
  sources: readonly string[],
  since: number,
): Promise<SourceActivity[]> {
  const { results } = await db
    .prepare(
      `SELECT value AS source,
         (SELECT count(*) FROM events WHERE source = value AND received_at >= ?2) AS recent,
         (SELECT json_group_array(received_at) FROM
           (SELECT received_at FROM events WHERE source = value ORDER BY received_at DESC LIMIT ${RHYTHM_OF})) AS times
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(sources), since)
    .all<{ source: string; recent: number; times: string }>();
  return results.map(({ source, recent, times: json }) => {
    const times: number[] = JSON.parse(json);
    const gaps = times.slice(1).map((at, n) => (times[n] ?? at) - at);
    const sorted = gaps.toSorted((a, b) => a - b);
    return {
      source,
      recent,
      lastAt: times[0] ?? null,
      rhythm: gaps.length < MIN_GAPS ? null : (sorted[Math.floor(gaps.length / 2)] ?? null),
    };
  });
}

/** The last runs of an automation. */
export interface AutomationActivity {
  readonly automation: string;
  /** The newest first. */
  readonly last: readonly { readonly id: string; readonly state: string; readonly at: number }[];
}

/** Runs that a success rate is taken from: the newest. */
export const LAST_RUNS = 100;

/** The last runs of each of these automations. */
export async function readAutomationActivity(
  db: D1Database,
  automations: readonly string[],
): Promise<AutomationActivity[]> {
  const { results } = await db
    .prepare(
      `SELECT value AS automation,
         (SELECT json_group_array(json_object('id', id, 'state', state, 'at', created_at)) FROM
           (SELECT id, state, created_at FROM runs WHERE automation = value
            ORDER BY created_at DESC, id DESC LIMIT ${LAST_RUNS})) AS last
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(automations))
    .all<{ automation: string; last: string }>();
  return results.map(({ automation, last }) => ({ automation, last: JSON.parse(last) }));
}

/** A desk's audit chain, as far as it is on record. */
export interface ChainState {
  readonly desk: string;
  readonly seq: number;
  readonly at: number;
  readonly hash: string;
}

/** The last entry of each desk's audit chain. */
export async function readChains(db: D1Database): Promise<ChainState[]> {
  // SQLite skips from one desk to the next along the primary key.
  const { results } = await db
    .prepare(
      `WITH RECURSIVE desks (desk) AS (
         SELECT min(desk) FROM audit
         UNION ALL
         SELECT (SELECT min(desk) FROM audit WHERE audit.desk > desks.desk) FROM desks WHERE desk IS NOT NULL)
       SELECT desk, seq, at, hash FROM audit
       WHERE (desk, seq) IN (SELECT desk, (SELECT max(seq) FROM audit WHERE audit.desk = desks.desk)
                             FROM desks WHERE desk IS NOT NULL)
       ORDER BY desk`,
    )
    .all<ChainState>();
  return results;
}
