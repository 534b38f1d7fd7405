// Reads the deployed ledger through wrangler, and finds unfinished runs that the working tree's code can't continue, or
// that its settings would stop.
import * as z from "zod";
import type { AnyAction } from "../../actions/define.ts";
import { findDryReason } from "../../desk/match.ts";
import { listInSql, RARE } from "../../ledger/page.ts";
import { OPEN_RUN_STATES } from "../../runs/states.ts";
import type { WorkingTree } from "../shared/working-tree.ts";
import { type Wrangler, WranglerFailed } from "./wrangler.ts";

/** Number of runs per read: a plan can have hundreds of calls, and D1 returns at most a few megabytes. */
const PAGE = 100;

/** Maximum audit entries that are read to find the desks of subjects. */
const MAX_ENTRIES = 1_000;

const Planned = z.object({ action: z.string(), input: z.unknown() });

/** The properties of an unfinished run that determine whether other code can continue it. */
const StoredRun = z.object({
  /** The run's id, validated to prevent SQL injection: the statement for the next page contains it. */
  id: z.string().regex(/^[\w-]+$/),
  automation: z.string(),
  subject: z.string(),
  state: z.string(),
  mode: z.string(),
  /** The planned actions, or `null` if there is no plan yet. */
  actions: z
    .string()
    .nullable()
    .transform((text) => JSON.parse(text ?? "null"))
    .pipe(z.array(Planned).nullable()),
});
export type StoredRun = Readonly<z.output<typeof StoredRun>>;

/** Lists the unfinished runs in the ledger. Returns an empty list if there is no ledger. */
export async function unfinishedRuns(wrangler: Wrangler): Promise<StoredRun[]> {
  const runs: StoredRun[] = [];
  for (let page = PAGE; page === PAGE; ) {
    const after = runs.at(-1)?.id ?? "";
    const found = await queryLedger(
      wrangler,
      `SELECT id, automation, subject, state, run->>'mode' AS mode, run->'$.plan.actions' AS actions FROM runs
       WHERE state IN ${listInSql(OPEN_RUN_STATES)} AND ${RARE} AND id > '${after}' ORDER BY id LIMIT ${PAGE}`,
      StoredRun,
    );
    page = found.length;
    runs.push(...found);
  }
  return runs;
}

const SubjectDesk = z.object({ subject: z.string(), desk: z.string() });

/** Returns the desk of each subject with a run in the newest entries of the audit trail. */
export const recordedDesks = (wrangler: Wrangler) =>
  queryLedger(
    wrangler,
    `SELECT DISTINCT subject, desk FROM (SELECT run_id, desk FROM audit WHERE run_id IS NOT NULL ORDER BY at DESC LIMIT ${MAX_ENTRIES})
     JOIN runs ON runs.id = run_id`,
    SubjectDesk,
  );

/** Returns the rows of a query, each parsed. Returns an empty list if the ledger or its table does not exist. */
export async function queryLedger<Row>(wrangler: Wrangler, sql: string, row: z.ZodType<Row>): Promise<Row[]> {
  const command = ["d1", "execute", "LEDGER", "--remote", "--json", "--yes", "--command", sql];
  const output = await wrangler(command).catch((error: unknown) => {
    if (isLedgerMissing(error)) return "[]";
    throw error;
  });
  return z.array(z.object({ results: z.array(row) })).parse(JSON.parse(output))[0]?.results ?? [];
}

/** Returns true if wrangler failed because the ledger's database, or one of its tables, does not exist yet. */
export const isLedgerMissing = (error: unknown): boolean =>
  error instanceof WranglerFailed && /no such table|Couldn't find a D1 DB/.test(error.message);

/** Lists the live runs that could act, but will only plan or pause under the working tree's settings, one line each. */
export const listStopped = (
  { automations, config }: WorkingTree,
  runs: readonly StoredRun[],
): readonly string[] =>
  runs.flatMap(({ id, automation, subject, state, mode }) => {
    const reason = findDryReason({ automations, ...config }, automation);
    if (mode !== "live" || state === "awaiting_follow_up" || reason === null) return [];
    return `  ${id} (${automation}, ${subject}, ${state}): ${reason}`;
  });

/**
 * Finds the unfinished runs that the working tree's code can't continue as planned, with the reasons. It does not
 * report a run whose calls would now be different for the same input: the hash covers the calls, so a plan that is made
 * again needs a new approval.
 */
export const findBroken = (
  { automations, actions }: Pick<WorkingTree, "automations" | "actions">,
  runs: readonly StoredRun[],
) =>
  runs.flatMap(({ actions: planned, ...run }) => {
    const faults = (planned ?? []).flatMap((one) => findFault(one, actions.get(one.action)) ?? []);
    if (!automations.has(run.automation))
      faults.unshift(`its automation "${run.automation}" no longer exists`);
    return faults.length > 0 ? [{ ...run, faults }] : [];
  });

function findFault({ action: name, input }: z.output<typeof Planned>, action: AnyAction | undefined) {
  if (!action) return `its action "${name}" no longer exists`;
  try {
    action.fromRecord(input);
    return null;
  } catch (error) {
    const issues = error instanceof z.ZodError ? error.issues : [];
    const told = issues.map(({ path, message }) => `${path.join(".") || "input"}: ${message}`);
    const detail = told.join("; ") || String(error);
    return `its action "${name}" no longer accepts its input (${detail})`;
  }
}
