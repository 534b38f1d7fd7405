/** A recorded run with its journal and plan, as the desk wrote it. */
export async function readRun(db: D1Database, id: string): Promise<object | null> {
  const row = await db.prepare("SELECT run FROM runs WHERE id = ?1").bind(id).first<{ run: string }>();
  return row && JSON.parse(row.run);
}

/** A recorded event and the runs it led to. */
export async function readEvent(db: D1Database, id: string): Promise<object | null> {
  const [events, runs] = await db.batch<Record<string, unknown>>([
    db.prepare("SELECT * FROM events WHERE id = ?1").bind(id),
    db.prepare("SELECT id, automation, state FROM runs WHERE event_id = ?1 ORDER BY created_at, id").bind(id),
  ]);
  const row = events?.results[0];
  if (!row) return null;
  return {
    id: row["id"],
    source: row["source"],
    type: row["type"],
    subject: row["subject"],
    state: row["state"],
    authentication: row["authentication"],
    receivedAt: row["received_at"],
    detail: row["detail"],
    event: parse(row["event"]),
    payload: parse(row["payload"]),
    runs: runs?.results ?? [],
  };
}

const parse = (text: unknown): unknown => (typeof text === "string" ? JSON.parse(text) : null);
