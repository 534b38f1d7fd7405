// Reads unfinished runs from the deployed ledger, through wrangler.
import * as z from "zod";
import { OPEN_RUN_STATES, RARE } from "../../ledger/states.ts";
import { type Broken, StoredRun } from "./upgrade.ts";
import { type Wrangler, WranglerFailed } from "./wrangler.ts";

/** Runs that are read at once: a plan may have hundreds of calls, and an answer of D1 a few megabytes. */
const PAGE = 100;

/** Entries of the audit trail that are looked at for the desks of their subjects. */
const MAX_ENTRIES = 1_000;

/** The states of a run that is not over, as SQL has them in a list. */
const OPEN_STATES_SQL = OPEN_RUN_STATES.map((state) => `'${state}'`).join(", ");

/** The unfinished runs that are on record in the ledger; none if there is no ledger yet. */
export async function unfinishedRuns(wrangler: Wrangler): Promise<StoredRun[]> {
  const runs: StoredRun[] = [];
  for (let page = PAGE; page === PAGE; ) {
    const rows = Rows.parse(await queryLedger(wrangler, pageAfter(runs.at(-1)?.id ?? "")));
    for (const { actions, ...run } of rows)
      runs.push(StoredRun.parse({ ...run, actions: JSON.parse(actions ?? "null") }));
    page = rows.length;
  }
  return runs;
}

const Rows = z.array(z.looseObject({ actions: z.string().nullable() }));

/** Nothing in it comes from outside but an id of ours, which is checked. */
function pageAfter(id: string): string {
  if (!/^[\w-]*$/.test(id)) throw new Error(`"${id}" is not a run id`);
  return (
    "SELECT id, automation, subject, state, run->'$.plan.actions' AS actions FROM runs " +
    `WHERE state IN (${OPEN_STATES_SQL}) AND ${RARE} AND id > '${id}' ORDER BY id LIMIT ${PAGE}`
  );
}

const Desks = z.array(z.object({ subject: z.string(), desk: z.string() }));

/** Desks that subjects are at, by the newest entries of each desk's audit trail. */
export const recordedDesks = async (wrangler: Wrangler): Promise<z.output<typeof Desks>> =>
  Desks.parse(
    await queryLedger(
      wrangler,
      `SELECT DISTINCT subject, desk FROM (SELECT run_id, desk FROM audit WHERE run_id IS NOT NULL ORDER BY at DESC LIMIT ${MAX_ENTRIES})
       JOIN runs ON runs.id = run_id`,
    ),
  );

/** The rows that a statement gives; none if the ledger has no such table yet. */
async function queryLedger(wrangler: Wrangler, sql: string): Promise<unknown[]> {
  const command = ["d1", "execute", "LEDGER", "--remote", "--json", "--yes", "--command", sql];
  const output = await wrangler(command).catch((error: unknown) => {
    if (isLedgerMissing(error)) return "[]";
    throw error;
  });
  return z.array(z.object({ results: z.array(z.unknown()) })).parse(JSON.parse(output))[0]?.results ?? [];
}

/** True if wrangler failed because the ledger's database, or a table of it, does not exist yet. */
export const isLedgerMissing = (error: unknown): boolean =>
  error instanceof WranglerFailed && /no such table|Couldn't find a D1 DB/.test(error.message);

export const brokenRunLines = ({ id, automation, subject, state, faults }: Broken): string[] => [
  `  ${id} (${automation}, ${subject}, ${state})`,
  ...faults.map((fault) => `    - ${fault}`),
];
