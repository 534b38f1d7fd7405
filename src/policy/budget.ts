// Budgets: how many effects may be admitted in a rolling window, and which effects count.
import * as z from "zod";
import { type EffectOperationId, effectOperations, isDelete } from "../actions/action.ts";

/** The longest window that a budget may have: 31 days. */
export const MAX_WINDOW_MINUTES = 31 * 24 * 60;

/** How many effects may be admitted in a rolling window. */
export const Budget = z.strictObject({
  /** Name for operators. */
  name: z.string().min(1),
  /** Effects to count: all, deletes, or these operations. */
  effects: z.union([z.enum(["all", "deletes"]), z.array(z.enum(effectOperations)).min(1)]),
  /** One count in all, or one per automation or source. */
  per: z.enum(["all", "automation", "source"]),
  /** Most effects in the window. With 0, each needs a person. */
  limit: z.int().min(0),
  /** Length of the rolling window in minutes, up to 31 days. */
  windowMinutes: z.int().min(1).max(MAX_WINDOW_MINUTES),
});
export type Budget = z.output<typeof Budget>;

/** All budgets. A plan must fit in every one of them. */
export const Budgets = z
  .array(Budget)
  .refine((budgets) => new Set(budgets.map(({ name }) => name)).size === budgets.length, {
    error: "two budgets have the same name",
  });

/** All effects of a plan, and whose it is. */
export interface Wanted {
  readonly automation: string;
  /** The source of the event that led to it. */
  readonly source: string;
  readonly operations: readonly EffectOperationId[];
}

/** A budget that a plan does not fit in, and how much of it was used. */
export interface Exceeded {
  readonly budget: string;
  readonly limit: number;
  readonly used: number;
  readonly windowMinutes: number;
}

/**
 * The first budget that a plan would exceed, if there is one. A budget that counts none of the plan's effects does not
 * hold it up, however much of it is used.
 * @param used The effects that a budget counts and that were admitted in its window, for the automation or source that
 * it is counted by.
 */
export function exceeded(
  budgets: readonly Budget[],
  used: (budget: Budget) => number,
  wanted: Wanted,
): Exceeded | null {
  for (const budget of budgets) {
    const more = wanted.operations.filter((operation) => counts(budget, operation)).length;
    if (more === 0) continue;
    const before = used(budget);
    if (before + more <= budget.limit) continue;
    const { name, limit, windowMinutes } = budget;
    return { budget: name, limit, used: before, windowMinutes };
  }
  return null;
}

/** A budget's count, of everything or of one automation or source, and how much more is planned. */
export interface BudgetScope extends Pick<Budget, "name" | "limit"> {
  readonly of: string | null;
  readonly used: number;
  readonly more: number;
}

/** The counts of a budget that plans would exceed together. @param uses What is used of it */
export function exceededBy(
  budget: Budget,
  uses: readonly { readonly of: string | null; readonly used: number }[],
  plans: readonly Wanted[],
): BudgetScope[] {
  const { name, limit, per } = budget;
  const scopes = Map.groupBy(plans, (plan) => (per === "all" ? null : plan[per]));
  return Array.from(scopes, ([of, same]) => ({
    name,
    limit,
    of,
    used: uses.find((use) => use.of === of)?.used ?? 0,
    more: same.flatMap(({ operations }) => operations).filter((operation) => counts(budget, operation))
      .length,
  })).filter(({ used, more }) => more > 0 && used + more > limit);
}

/** The operations that a budget counts. */
export const countedBy = (budget: Budget): EffectOperationId[] =>
  effectOperations.filter((operation) => counts(budget, operation));

/** The last moment that a budget's window does not hold any more, Unix milliseconds: what is later counts. */
export const windowStart = ({ windowMinutes }: Pick<Budget, "windowMinutes">, now: number): number =>
  now - windowMinutes * 60_000;

function counts({ effects }: Budget, operation: EffectOperationId): boolean {
  if (effects === "all") return true;
  return effects === "deletes" ? isDelete(operation) : effects.includes(operation);
}
