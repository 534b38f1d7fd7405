// Budgets: limits on the effects that are admitted in a rolling window, and the effects that count towards each.
import * as z from "zod";
import { type EffectCall, type EffectOperationId, effectOperations, isDelete } from "../actions/action.ts";
import { formatDuration } from "../base/days.ts";
import { titleSource } from "../systems/reply/replies.ts";

/** Maximum length of a budget's window, in minutes: 31 days. */
export const MAX_WINDOW_MINUTES = 31 * 24 * 60;

/** A limit on the effects that are admitted in a rolling window. */
export const Budget = z.strictObject({
  /** Name of the budget, shown to operators. */
  name: z.string().min(1),
  /** Names of the automations whose plans are counted. @default all */
  automations: z.array(z.string().min(1)).min(1).optional(),
  /** Sources whose plans are counted, including `mcp` (agents). @default all */
  sources: z.array(z.string().min(1)).min(1).optional(),
  /** Effects to count: `all`, `deletes`, or listed operations; `plans` counts each plan once. */
  effects: z.union([z.enum(["all", "deletes", "plans"]), z.array(z.enum(effectOperations)).min(1)]),
  /** One count for everything, or one per automation, source, app or connector. */
  per: z.enum(["all", "automation", "source", "app", "connector"]),
  /**
   * Maximum effects in the window, or plans if `effects` is `plans`. With 0 and no `percent`, a person must release
   * each counted plan.
   */
  limit: z.int().min(0),
  /**
   * A share that must also be exceeded, so that a few effects are not treated as a mass change. Held plans stay counted
   * until the window is over, so that the whole mass change is held.
   * @default only `limit` applies
   */
  percent: z
    .strictObject({
      /** Maximum percentage. */
      most: z.number().min(0).max(100),
      /** The total: enabled people, known owners of an app, or tracked tools. */
      of: z.enum(["people", "owners", "tools"]),
      /** The verb for messages, such as `leave`. @default "are affected" */
      verb: z.string().min(1).optional(),
    })
    .optional(),
  /** Length of the rolling window in minutes, up to 31 days. */
  windowMinutes: z.int().min(1).max(MAX_WINDOW_MINUTES),
});
export type Budget = z.output<typeof Budget>;

/** All budgets. A plan must fit into each of them. */
export const Budgets = z
  .array(Budget)
  .refine((budgets) => budgets.every(({ percent, per }) => percent?.of !== "owners" || per === "app"), {
    error: "a budget with a percentage of owners must count per app",
  })
  .refine((budgets) => new Set(budgets.map(({ name }) => name)).size === budgets.length, {
    error: "two budgets have the same name",
  });

/**
 * Returns the schema of the setting for budgets, with default budgets. A configured budget replaces the default budget
 * of the same name.
 */
export const budgetsWith = (defaults: readonly Budget[]) =>
  Budgets.default([]).transform((own) =>
    Array.from(new Map([...defaults, ...own].map((budget) => [budget.name, budget])).values()),
  );

export interface WantedEffect {
  readonly operation: EffectOperationId;
  readonly app: string | null;
  readonly connector: string | null;
}

export interface Wanted {
  readonly automation: string;
  readonly source: string;
  readonly effects: readonly WantedEffect[];
}

export const wantedEffect = ({ operation, input }: EffectCall): WantedEffect => {
  const path: Readonly<Record<string, string | undefined>> = "path" in input ? input.path : {};
  return { operation, app: path["app_id"] ?? null, connector: path["connector_id"] ?? null };
};

/** A budget that a plan would exceed, and how much of it is used. */
export interface Exceeded {
  readonly budget: string;
  /** The limit, or the number that the share amounts to if that number is higher. */
  readonly limit: number;
  readonly used: number;
  readonly windowMinutes: number;
  /** A description of the mass change, if a share is exceeded: `HiBob: 143 of 412 people leave today`. */
  readonly crowd?: string;
}

export const isKnownCrowd = ({ crowd, used, limit }: Exceeded): boolean =>
  crowd !== undefined && used > limit;

export const formatHold = ({ budget, limit, used, windowMinutes, crowd }: Exceeded): string =>
  crowd
    ? `${crowd}, more than the budget “${budget}” allows (${limit}). All further plans of this kind are held.`
    : `The plan would exceed the budget “${budget}”: ${used} of ${limit} used in ${windowMinutes} minutes.`;

export type SizeName = string;

/** Returns the name of the total for a budget's share, or `null` if the budget has no share. */
export const findSize = ({ percent }: Budget, of: string | null): SizeName | null =>
  percent ? (percent.of === "owners" ? `owners:${of}` : percent.of) : null;

/** Describes a mass change. @param of The automation, source, app or connector whose effects are counted */
export function formatCrowd(
  { percent, windowMinutes, per }: Budget,
  of: string | null,
  n: number,
  size: number,
): string {
  const what = `${percent?.of ?? "people"} ${percent?.verb ?? "are affected"}`;
  const when = windowMinutes === 24 * 60 ? "today" : `in ${formatDuration(windowMinutes * 60_000)}`;
  const where = of === null ? "" : `${per === "source" ? titleSource(of) : of}: `;
  return `${where}${n} of ${size} ${what} ${when}`;
}

type Scope = string | null;

/**
 * Returns the number that a plan adds to each count of a budget, by scope: an automation, source, app or connector, or
 * `null` for everything.
 */
export function countWanted(
  budget: Budget,
  { automation, source, effects }: Wanted,
): ReadonlyMap<Scope, number> {
  if (budget.automations && !budget.automations.includes(automation)) return new Map();
  if (budget.sources && !budget.sources.includes(source)) return new Map();
  const own = { all: null, automation, source } as const;
  const scopeOf = ({ app, connector }: WantedEffect): Scope =>
    budget.per === "app"
      ? app
      : budget.per === "connector"
        ? connector && `${app}/${connector}`
        : own[budget.per];
  const counted = effects.filter(({ operation }) => counts(budget, operation));
  const byScope = Map.groupBy(counted, scopeOf);
  if (budget.per === "app" || budget.per === "connector") byScope.delete(null);
  return new Map(Array.from(byScope, ([of, same]) => [of, budget.effects === "plans" ? 1 : same.length]));
}

/** Returns true if a budget with a share counts a plan. Such a plan is counted even while it is held. */
export const hasShare = (budgets: readonly Budget[], wanted: Wanted): boolean =>
  budgets.some((budget) => budget.percent && countWanted(budget, wanted).size > 0);

export interface KnownCounts {
  /** Returns the number counted in a budget's current window, for the automation, source, app or connector `of`. */
  readonly used: (budget: Budget, of: string | null) => number;
  /** Returns the total for a share, or `null` if it is not known. */
  readonly size: (name: SizeName) => number | null;
}

/**
 * Returns the first budget that a plan would exceed, or the name of a total that must be known first, or `null` if the
 * plan fits. A budget that counts none of the plan's effects never holds the plan, even if the budget is used up.
 * Budgets with shares are checked first, because one decision releases everything that they hold.
 */
export function exceeded(
  budgets: readonly Budget[],
  { used, size }: KnownCounts,
  wanted: Wanted,
): Exceeded | { readonly unknown: SizeName } | null {
  const sharesFirst = budgets.toSorted((one, other) => Number(!one.percent) - Number(!other.percent));
  for (const budget of sharesFirst)
    for (const [of, more] of countWanted(budget, wanted)) {
      const { name, percent, windowMinutes } = budget;
      const before = used(budget, of);
      if (before + more <= budget.limit) continue;
      const sized = findSize(budget, of);
      const whole = sized === null ? 0 : size(sized);
      if (sized !== null && whole === null) return { unknown: sized };
      const limit = Math.max(budget.limit, Math.floor(((whole ?? 0) * (percent?.most ?? 0)) / 100));
      if (before + more <= limit) continue;
      const crowd = percent && formatCrowd(budget, of, before + more, whole ?? 0);
      return { budget: name, limit, used: before, windowMinutes, ...(crowd !== undefined && { crowd }) };
    }
  return null;
}

/**
 * Returns the scopes in which the plans together would exceed the budget's limit, each with the number used and the
 * number planned. The budget's share is ignored. A scope is everything, or one automation, source, app or connector.
 * @param uses The number used in each scope (`of`)
 */
export function exceededBy(
  budget: Budget,
  uses: readonly { readonly of: string | null; readonly used: number }[],
  plans: readonly Wanted[],
) {
  const { name, limit } = budget;
  const wanted = new Map<Scope, number>();
  for (const plan of plans)
    for (const [of, more] of countWanted(budget, plan)) wanted.set(of, (wanted.get(of) ?? 0) + more);
  return Array.from(wanted, ([of, more]) => ({
    name,
    limit,
    of,
    used: uses.find((use) => use.of === of)?.used ?? 0,
    more,
  })).filter(({ used, more }) => used + more > limit);
}

export const countedBy = (budget: Budget): EffectOperationId[] =>
  effectOperations.filter((operation) => counts(budget, operation));

/** Returns when a budget's window starts, in Unix milliseconds. Only later effects are counted. */
export const windowStart = ({ windowMinutes }: Pick<Budget, "windowMinutes">, now: number): number =>
  now - windowMinutes * 60_000;

function counts({ effects }: Budget, operation: EffectOperationId): boolean {
  if (effects === "all" || effects === "plans") return true;
  return effects === "deletes" ? isDelete(operation) : effects.includes(operation);
}
