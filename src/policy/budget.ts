// Budgets: how many effects may be admitted in a rolling window, and which effects count.
import * as z from "zod";
import { type EffectCall, type EffectOperationId, effectOperations, isDelete } from "../actions/action.ts";
import { formatDuration } from "../base/days.ts";
import { titleSource } from "../systems/reply/titles.ts";

/** The longest window that a budget may have: 31 days. */
export const MAX_WINDOW_MINUTES = 31 * 24 * 60;

/** How many effects may be admitted in a rolling window. */
export const Budget = z.strictObject({
  /** Name for operators. */
  name: z.string().min(1),
  /** Automations whose plans count, by name. @default all */
  automations: z.array(z.string().min(1)).min(1).optional(),
  /** Ways in whose plans count: sources, also `mcp` (agents). @default all */
  sources: z.array(z.string().min(1)).min(1).optional(),
  /** Effects to count: all, deletes, or these operations; or `plans`, each of which counts once. */
  effects: z.union([z.enum(["all", "deletes", "plans"]), z.array(z.enum(effectOperations)).min(1)]),
  /** One count in all, or one per automation, source, app or connector. */
  per: z.enum(["all", "automation", "source", "app", "connector"]),
  /** Most effects in the window. With 0, each needs a person. */
  limit: z.int().min(0),
  /**
   * A share that has to be exceeded too, so that a few don't count as a crowd. What it holds counts on until the window is
   * over, so that all of it is held. @default `limit` alone counts
   */
  percent: z
    .strictObject({
      /** Most percent. */
      most: z.number().min(0).max(100),
      /** Of the enabled people of the governance service, of the known owners of an app, or of all tracked tools. */
      of: z.enum(["people", "owners", "tools"]),
      /** What happens to them, as messages say it: `leave`. @default "are affected" */
      verb: z.string().min(1).optional(),
    })
    .optional(),
  /** Length of the rolling window in minutes, up to 31 days. */
  windowMinutes: z.int().min(1).max(MAX_WINDOW_MINUTES),
});
export type Budget = z.output<typeof Budget>;

/** All budgets. A plan must fit in every one of them. */
export const Budgets = z
  .array(Budget)
  .refine((budgets) => budgets.every(({ percent, per }) => percent?.of !== "owners" || per === "app"), {
    error: "a percentage of owners is per app",
  })
  .refine((budgets) => new Set(budgets.map(({ name }) => name)).size === budgets.length, {
    error: "two budgets have the same name",
  });

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

/** A budget that a plan does not fit in, and how much of it was used. */
export interface Exceeded {
  readonly budget: string;
  /** The limit, or the share in numbers if that is more. */
  readonly limit: number;
  readonly used: number;
  readonly windowMinutes: number;
  /** More than a share of something, in words: `HiBob: 143 of 412 people leave today`. */
  readonly crowd?: string;
}

export const isKnownCrowd = ({ crowd, used, limit }: Exceeded): boolean =>
  crowd !== undefined && used > limit;

export const formatHold = ({ budget, limit, used, windowMinutes, crowd }: Exceeded): string =>
  crowd
    ? `${crowd}, more than the budget “${budget}” allows (${limit}). All of it is held from here on.`
    : `It would exceed the budget “${budget}”: ${used} of ${limit} are used in ${windowMinutes} minutes.`;

export type SizeName = string;

/** The size that a budget's share is taken of; `null` for a budget without one. */
export const findSize = ({ percent }: Budget, of: string | null): SizeName | null =>
  percent ? (percent.of === "owners" ? `owners:${of}` : percent.of) : null;

/** The words for a crowd. @param of The automation, source, app or connector that it is counted by */
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

/** Returns how much a plan counts for a budget, by automation, source, app or connector. */
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

/** True if a plan counts for somebody's share of something, so that it counts even while it is held. */
export const hasShare = (budgets: readonly Budget[], wanted: Wanted): boolean =>
  budgets.some((budget) => budget.percent && countWanted(budget, wanted).size > 0);

export interface KnownCounts {
  /** What a budget has counted in its window, for one of its counts. */
  readonly used: (budget: Budget, of: string | null) => number;
  /** A size that a share is taken of; `null` if it is not known. */
  readonly size: (name: SizeName) => number | null;
}

/**
 * The first budget that a plan would exceed, or the size that has to be known to tell; `null` for neither. A budget that
 * counts none of the plan's effects does not hold it up, however much of it is used. Shares come first: what they hold is
 * one thing to decide about.
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
 * The counts of a budget that plans would exceed together: of everything, or of one automation, source, app or connector,
 * and how much more is planned. @param uses What is used of it
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

/** The last moment that a budget's window does not hold any more, Unix milliseconds: what is later counts. */
export const windowStart = ({ windowMinutes }: Pick<Budget, "windowMinutes">, now: number): number =>
  now - windowMinutes * 60_000;

function counts({ effects }: Budget, operation: EffectOperationId): boolean {
  if (effects === "all" || effects === "plans") return true;
  return effects === "deletes" ? isDelete(operation) : effects.includes(operation);
}
