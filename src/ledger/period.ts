// Counts what happened in a period: the runs that began, hour by hour or day by day, calls by operation, and approvals.
import { ID_SKEW_MS, leastId } from "./ids.ts";
import { changed, changedSince } from "./runs.ts";
import { RARE, RUN_GROUPS, type RunGroup, statesIn } from "./states.ts";

/** A part of a period, in Unix milliseconds; `until` is not included. */
export interface Slot {
  readonly at: number;
  readonly until: number;
}

/** How many runs began in a part, by how they stand now; those that had nothing to do are not counted. */
export interface SlotCount extends Slot {
  readonly runs: Readonly<Record<RunGroup, number>>;
}

/** Calls of one operation that changed something, or were to. */
export interface OperationCount {
  readonly operation: string;
  readonly applied: number;
  readonly refused: number;
  readonly unknown: number;
}

/** What came of approvals. */
export interface ApprovalCount {
  readonly approved: number;
  readonly rejected: number;
  readonly expired: number;
  /** From the plan to the decision, the middle of all, milliseconds; `null` where nobody decided. */
  readonly medianMs: number | null;
}

/** What happened in a period. */
export interface PeriodFigures {
  /** The parts, oldest first. */
  readonly slots: readonly SlotCount[];
  /** The most called first. */
  readonly effects: readonly OperationCount[];
  readonly approvals: ApprovalCount;
  /** When it was counted, Unix milliseconds. */
  readonly countedAt: number;
}

/** How long figures of many days are kept: counting them reads every run of the period. */
const KEPT_MS = 10 * 60_000;

/**
 * What happened in a period that is kept for some minutes, as it is dear to count: one row for each length of a period,
 * written when somebody looks.
 * @param slots The parts of the period, oldest first, up to now
 * @param now Unix milliseconds
 */
export async function readPeriodKept(
  db: D1Database,
  slots: readonly Slot[],
  now: number,
): Promise<PeriodFigures> {
  const row = await db
    .prepare("SELECT data FROM period_figures WHERE slots = ?1 AND counted_at > ?2")
    .bind(slots.length, now - KEPT_MS)
    .first<{ data: string }>();
  const kept = row && (JSON.parse(row.data) as PeriodFigures);
  // Another day, or another time zone, has other parts.
  if (kept && kept.slots[0]?.at === slots[0]?.at) return kept;
  const figures = await readPeriod(db, slots, now);
  await db
    .prepare("INSERT OR REPLACE INTO period_figures (slots, counted_at, data) VALUES (?1, ?2, ?3)")
    .bind(slots.length, now, JSON.stringify(figures))
    .run();
  return figures;
}

/** What happened in a period. @param slots Its parts, oldest first, up to now @param now Unix milliseconds */
export async function readPeriod(
  db: D1Database,
  slots: readonly Slot[],
  now: number,
): Promise<PeriodFigures> {
  const since = slots[0]?.at ?? now;
  const parts = slots.map(({ at, until }) => ({
    at,
    until,
    from: leastId("run", at - ID_SKEW_MS),
    to: leastId("run", until + ID_SKEW_MS),
  }));
  const [begun, effects, decided, expired] = await db.batch([
    db
      .prepare(
        `SELECT slot.key AS slot, state, count(*) AS n FROM json_each(?1) AS slot CROSS JOIN runs
         ON runs.id >= slot.value->>'from' AND runs.id < slot.value->>'to'
           AND created_at >= slot.value->>'at' AND created_at < slot.value->>'until'
         GROUP BY 1, 2`,
      )
      .bind(JSON.stringify(parts)),
    db
      .prepare(
        `SELECT effect.value->>'operation' AS operation, effect.value->>'state' AS state, count(*) AS n
         FROM ${changed("effects")} AS run, json_each(effects) AS effect
         WHERE effect.value->>'settledAt' >= ?1 GROUP BY 1, 2`,
      )
      .bind(...changedSince(since)),
    // Only what people did is in this index. Their entry begins with the decision; Reeve's last before it has the plan.
    db
      .prepare(
        `SELECT instr(decision.types, ' approval.granted ') > 0 AS granted,
           decision.at - (SELECT max(planned.at) FROM audit AS planned WHERE planned.run_id = decision.run_id
             AND planned.at <= decision.at AND instr(planned.types, ' plan.made ')) AS took
         FROM audit AS decision INDEXED BY audit_actor
         WHERE decision.actor <> 'reeve' AND decision.at >= ?1
           AND (instr(decision.types, ' approval.granted ') OR instr(decision.types, ' approval.rejected '))`,
      )
      .bind(since),
    db
      .prepare(
        `SELECT count(*) AS n FROM runs WHERE state = 'expired' AND ${RARE} AND updated_at >= ?1 AND EXISTS (
           SELECT 1 FROM audit WHERE audit.run_id = runs.id AND instr(audit.types, ' approval.expired '))`,
      )
      .bind(since),
  ]);
  const decisions = rowsOf<{ granted: number; took: number | null }>(decided);
  const approved = decisions.filter(({ granted }) => granted > 0).length;
  return {
    slots: slotCounts(slots, rowsOf(begun)),
    effects: operationCounts(rowsOf(effects)),
    approvals: {
      approved,
      rejected: decisions.length - approved,
      expired: rowsOf<{ n: number }>(expired)[0]?.n ?? 0,
      medianMs: middle(decisions.flatMap(({ took }) => took ?? [])),
    },
    countedAt: now,
  };
}

const middle = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;

const rowsOf = <Row>(result: D1Result | undefined): Row[] => (result?.results ?? []) as Row[];

function slotCounts(
  slots: readonly Slot[],
  rows: readonly { readonly slot: number; readonly state: string; readonly n: number }[],
): SlotCount[] {
  const bySlot = Map.groupBy(rows, ({ slot }) => slot);
  return slots.map((slot, n) => {
    const of = (group: RunGroup) =>
      (bySlot.get(n) ?? []).reduce(
        (sum, row) => (statesIn(group).some((one) => one === row.state) ? sum + row.n : sum),
        0,
      );
    const runs = Object.fromEntries(RUN_GROUPS.map((group) => [group, of(group)])) as SlotCount["runs"];
    return { ...slot, runs };
  });
}

function operationCounts(
  rows: readonly { readonly operation: string; readonly state: string; readonly n: number }[],
): OperationCount[] {
  return Array.from(
    Map.groupBy(rows, ({ operation }) => operation),
    ([operation, ofIt]) => {
      const inState = (state: string) => ofIt.find((row) => row.state === state)?.n ?? 0;
      return {
        operation,
        applied: inState("applied"),
        refused: inState("refused"),
        unknown: inState("unknown"),
      };
    },
  ).toSorted((a, b) => b.applied - a.applied || (a.operation < b.operation ? -1 : 1));
}
