// Reads the deployed ledger through wrangler, and finds the unfinished runs that the code of the working tree can't go on with.
import * as z from "zod";
import type { AnyAction } from "../../actions/define.ts";
import { canonicalJson } from "../../base/hash.ts";
import { OPEN_RUN_STATES, RARE } from "../../ledger/states.ts";
import { type Wrangler, WranglerFailed } from "./wrangler.ts";

/** Runs that are read at once: a plan may have hundreds of calls, and an answer of D1 a few megabytes. */
const PAGE = 100;

/** Entries of the audit trail that are looked at for the desks of their subjects. */
const MAX_ENTRIES = 1_000;

/** The states of a run that is not over, as SQL has them in a list. */
const OPEN_STATES_SQL = OPEN_RUN_STATES.map((state) => `'${state}'`).join(", ");

const Planned = z.object({ action: z.string(), input: z.unknown(), effects: z.unknown() });

/** An unfinished run as the ledger's rows have it, as far as it matters whether other code can go on with it. */
const StoredRun = z.object({
  id: z.string(),
  automation: z.string(),
  subject: z.string(),
  state: z.string(),
  /** The planned actions; `null` before there is a plan. */
  actions: z
    .string()
    .nullable()
    .transform((text) => JSON.parse(text ?? "null"))
    .pipe(z.array(Planned).nullable()),
});
export type StoredRun = Readonly<z.output<typeof StoredRun>>;

/** The unfinished runs that are on record in the ledger; none if there is no ledger yet. */
export async function unfinishedRuns(wrangler: Wrangler): Promise<StoredRun[]> {
  const runs: StoredRun[] = [];
  for (let page = PAGE; page === PAGE; ) {
    const rows = z.array(StoredRun).parse(await queryLedger(wrangler, pageAfter(runs.at(-1)?.id ?? "")));
    runs.push(...rows);
    page = rows.length;
  }
  return runs;
}

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

/** A run that the code at hand can't go on with as it was planned. */
export interface Broken extends Omit<StoredRun, "actions"> {
  readonly faults: readonly string[];
}

export interface UpgradeRules {
  readonly automations: ReadonlyMap<string, unknown>;
  readonly actions: ReadonlyMap<string, AnyAction>;
}

/**
 * The unfinished runs that the code at hand can't go on with as they were planned, and why.
 * An approval is for automation, action names, inputs and targets: code that makes other calls of the same input would
 * act under an approval that was given for other calls. A plan that is acted on sends the calls that it holds.
 */
export const findBroken = ({ automations, actions }: UpgradeRules, runs: readonly StoredRun[]): Broken[] =>
  runs.flatMap(({ actions: planned, ...run }) => {
    const faults = automations.has(run.automation) ? [] : [`its automation "${run.automation}" is gone`];
    faults.push(...(planned ?? []).flatMap((one) => findFault(one, actions.get(one.action)) ?? []));
    return faults.length > 0 ? [{ ...run, faults }] : [];
  });

function findFault(
  { action: name, input, effects }: z.output<typeof Planned>,
  action: AnyAction | undefined,
) {
  if (!action) return `its action "${name}" is gone`;
  try {
    const now = action.fromRecord(input);
    if (callsOf(now.effects) === callsOf(effects)) return null;
    return `its action "${name}" would make other calls than planned`;
  } catch (error) {
    const detail =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `${path.join(".") || "input"}: ${message}`).join("; ")
        : String(error);
    return `its action "${name}" no longer accepts its input (${detail})`;
  }
}

/** The calls alone, comparable: what an automation makes of their answers (`ifStillThere`) is no part of the action. */
const callsOf = (effects: unknown): string => canonicalJson(Calls.parse(effects));
const Calls = z.array(z.object({ operation: z.string(), input: z.unknown() }));
