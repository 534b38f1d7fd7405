// Finds automations with far more runs in an hour than usual, for example because of a wrong import or a loop of
// tickets. The numbers of runs include runs whose plans wait for an approval. They exclude ignored runs, and requests
// that the requester has not confirmed, because such requests might never be carried out.

import { DAY_MS, HOUR_MS } from "../base/days.ts";
import { OPEN_RUN_STATES } from "../runs/states.ts";
import { leastId, listInSql, selectAll, selectFirst } from "./page.ts";

/** Minimum runs in an hour for a mass change. */
const MIN_RUNS = 20;
/** How far before the hour to search for runs to compare with, in milliseconds. */
const BEFORE_MS = 7 * DAY_MS;
/**
 * An hour's runs are a mass change if that many runs usually take longer than this to accumulate (milliseconds).
 */
const USUAL_MS = DAY_MS / 2;

/**
 * The number of earlier runs per day, and the milliseconds within which the required number of earlier runs began. The
 * time is infinite if fewer runs began.
 */
export type UsualRuns = Awaited<ReturnType<typeof readUsualRuns>>;
export type MassChange = Awaited<ReturnType<typeof readMassChanges>>[number];

/** SQL condition for the runs that are counted. */
const COUNTS = "state NOT IN ('ignored', 'awaiting_confirmation')";
const OF_AUTOMATION = `FROM runs INDEXED BY runs_automation WHERE automation = ?1 AND ${COUNTS} AND id`;

/**
 * Reads how often an automation usually runs.
 * @param before Unix milliseconds
 * @param runs Number of earlier runs to compare with
 */
export async function readUsualRuns(db: D1Database, automation: string, before: number, runs: number) {
  const select = `SELECT count(*) AS n, max(created_at) - min(created_at) AS took FROM
    (SELECT created_at ${OF_AUTOMATION} >= ?2 AND id < ?3 ORDER BY id DESC LIMIT ?4)`;
  const given = [automation, leastId("run", before - BEFORE_MS), leastId("run", before), runs];
  const earlier = await selectFirst<{ n: number; took: number | null }>(db, select, given);
  const { n = 0, took = null } = earlier ?? {};
  if (n < runs || took === null)
    return { perDay: (n * DAY_MS) / BEFORE_MS, tookMs: Number.POSITIVE_INFINITY };
  return { perDay: (n * DAY_MS) / Math.max(took, 1), tookMs: took };
}

/** Lists the automations whose runs of the last hour are a mass change. @param now Unix milliseconds */
export async function readMassChanges(db: D1Database, automations: readonly string[], now: number) {
  const since = now - HOUR_MS;
  const select = `SELECT value AS automation, (SELECT count(*) FROM runs INDEXED BY runs_automation
      WHERE automation = value AND ${COUNTS} AND id >= ?2) AS runs,
      EXISTS (SELECT 1 FROM runs INDEXED BY runs_automation
        WHERE automation = value AND ${COUNTS} AND state IN ${listInSql(OPEN_RUN_STATES)} AND id >= ?2) AS isOpen
    FROM json_each(?1) WHERE runs >= ${MIN_RUNS}`;
  const given = [JSON.stringify(automations), leastId("run", since)];
  const results = await selectAll<{ automation: string; runs: number; isOpen: 0 | 1 }>(db, select, given);
  const compared = results.map(async ({ automation, runs, isOpen }) => ({
    automation,
    runs,
    /** True if all runs of the mass change have ended. */
    isOver: isOpen === 0,
    usual: await readUsualRuns(db, automation, since, runs),
  }));
  return (await Promise.all(compared)).filter(({ usual }) => usual.tookMs > USUAL_MS);
}

/** Formats how often an automation usually runs: `usually 2 a day`. */
export function formatUsualRuns({ perDay }: UsualRuns): string {
  if (perDay === 0) return "none in the seven days before";
  return perDay < 1.5 ? "usually one a day or fewer" : `usually ${Math.round(perDay)} a day`;
}

export const formatMassChange = ({ automation, runs, isOver, usual }: MassChange): string =>
  `${automation} has begun ${runs} runs within an hour; ${formatUsualRuns(usual)}.${isOver ? " All of them have ended." : ""}`;

/** Returns the path of the console page that lists the runs of a mass change. */
export const massList = ({ automation }: MassChange, now: number): string =>
  `/runs?${new URLSearchParams({ automation, since: String(now - HOUR_MS) })}`;
