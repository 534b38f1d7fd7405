import { RUN, type StoredRun, summaryOf } from "./read.ts";
import { FAILED_SINCE } from "./read-overview.ts";
import type { RunRecord, RunSummary } from "./shapes.ts";

/** States in which a run waits for a person, the most urgent first; those that have failed come after. */
const WAITING = ["awaiting_approval", "held", "needs_review"] as const;

/** Some of the runs that need a person, of each kind the newest: those that wait, and those that failed since then. */
export async function readNeeding(db: D1Database, since: number, ofEach: number): Promise<RunSummary[]> {
  const newest = (condition: string, time: string) =>
    `SELECT id FROM (SELECT id FROM runs WHERE ${condition} ORDER BY ${time} DESC, id DESC LIMIT ?1)`;
  const chosen = [
    ...WAITING.map((state) => newest(`state = '${state}'`, "created_at")),
    newest(FAILED_SINCE("?2"), "updated_at"),
  ];
  const states = [...WAITING, "failed"].map((state, n) => `WHEN '${state}' THEN ${n}`);
  const { results } = await db
    .prepare(
      `SELECT ${RUN} FROM runs
       WHERE id IN (${chosen.join(" UNION ALL ")})
       ORDER BY CASE state ${states.join(" ")} END, CASE state WHEN 'failed' THEN updated_at ELSE created_at END DESC, id DESC`,
    )
    .bind(ofEach, since)
    .all<StoredRun>();
  return results.map(summaryOf);
}

/** Runs in a state, whole, the longest there first. */
export async function readRunsIn(db: D1Database, state: string, limit: number): Promise<RunRecord[]> {
  const { results } = await db
    .prepare("SELECT run FROM runs WHERE state = ?1 ORDER BY created_at, id LIMIT ?2")
    .bind(state, limit)
    .all<{ run: string }>();
  return results.map(({ run }) => JSON.parse(run));
}
