// Gathers Reeve's figures from ledger, Control and desks, for `GET /metrics`.
import type { ControlState } from "../desk/control/control.ts";
import { allDesks, controlOf } from "../desk/directory.ts";
import type { DeskHealth } from "../desk/engine/core.ts";
import type { Env } from "../env.ts";
import { credentialEnd, hasExpiry, lastingCredential } from "../governance/client/index.ts";
import { type Counted, DURATION_BOUNDS, type LedgerFigures, readFigures } from "../ledger/metrics.ts";
import type { Family } from "./open-metrics.ts";

/** Sources of figures; `null` for one that could not be reached. */
export interface Figures {
  /** Unix milliseconds. */
  readonly now: number;
  readonly ledger: LedgerFigures | null;
  readonly control: ControlState | null;
  /** Up to when the schedules were seen to, Unix milliseconds. */
  readonly scheduledUntil: number | null;
  /** End of the governance credential, Unix milliseconds; `null` if unknown. */
  readonly credentialEnds: number | null;
  /** By the number of the desk. */
  readonly desks: readonly (DeskHealth | null)[];
}

/** Period over which events, runs and effects are counted. */
const WINDOW_MS = 60 * 60_000;

/** Asks ledger, Control and desks; one that does not answer is no reason to know nothing of the others. */
export async function readMetrics(env: Env): Promise<Figures> {
  const now = Date.now();
  const orNull = <Value>(work: () => Promise<Value>) => work().catch(() => null);
  const [ledger, state, scheduledUntil, ...desks] = await Promise.all([
    orNull(() => readFigures(env.LEDGER, now - WINDOW_MS)),
    orNull(async () => controlOf(env).state()),
    orNull(async () => controlOf(env).scheduledUntil()),
    ...allDesks(env).map((desk) => orNull(async () => desk.health())),
  ]);
  const credentialEnds = credentialEndOf(env, state);
  return { now, ledger, control: state, scheduledUntil, credentialEnds, desks };
}

/** When the governance credential ends, Unix milliseconds; `null` where that is not known. */
export function credentialEndOf(env: Env, control: Pick<ControlState, "credentials"> | null): number | null {
  try {
    if (!hasExpiry(env)) return null;
    const clientId = lastingCredential(env);
    const seen = control?.credentials.find((one) => one.clientId === clientId);
    return credentialEnd(env, seen?.firstSeen ?? null);
  } catch {
    // The settings page and doctor report faults of the variables.
    return null;
  }
}

type Samples = Extract<Family, { type: "gauge" }>["samples"];

/** The figures as OpenMetrics has them. What is unknown is left out: no figure is better than a wrong one. */
export function familiesOf({
  now,
  ledger,
  control,
  scheduledUntil,
  credentialEnds,
  desks,
}: Figures): Family[] {
  const seconds = (since: number | null) => (since === null ? 0 : Math.max(0, now - since) / 1000);
  const reached = desks.flatMap((health, n) => (health ? [{ health, desk: String(n) }] : []));
  const up = { ledger: ledger !== null, control: control !== null, desks: reached.length === desks.length };
  const only = (value: number | null): Samples | null => (value === null ? null : [{ labels: {}, value }]);
  const counted = (label: string, rows: readonly Counted[] | undefined): Samples | null =>
    rows?.map(({ of, state, n }) => ({ labels: { [label]: of, state }, value: n })) ?? null;
  const gauges: readonly (readonly [name: string, help: string, samples: Samples | null])[] = [
    [
      "reeve_up",
      "Whether a part of Reeve answers.",
      Object.entries(up).map(([part, is]) => ({ labels: { part }, value: is ? 1 : 0 })),
    ],
    [
      "reeve_ledger_lag_seconds",
      "Since when something at a desk is missing from the ledger; 0: nothing is.",
      reached.map(({ desk, health }) => ({ labels: { desk }, value: seconds(health.unrecordedSince) })),
    ],
    [
      "reeve_desk_runs",
      "Runs at a desk that are not over: those that wait, and those that are due.",
      reached.flatMap(({ desk, health }) => [
        { labels: { desk, is: "waiting" }, value: health.waiting },
        { labels: { desk, is: "due" }, value: health.due },
        { labels: { desk, is: "in_flight" }, value: health.inFlight },
      ]),
    ],
    [
      "reeve_cron_age_seconds",
      "How long ago the cron saw to the schedules.",
      only(scheduledUntil === null ? null : seconds(scheduledUntil)),
    ],
    [
      "reeve_credential_ends_seconds",
      "How long the governance credential is good for; 0: it has ended.",
      only(credentialEnds === null ? null : Math.max(0, credentialEnds - now) / 1000),
    ],
    [
      "reeve_events_last_hour",
      "Events that came in within the last hour.",
      counted("source", ledger?.events),
    ],
    ["reeve_runs_last_hour", "Runs that began within the last hour.", counted("automation", ledger?.runs)],
    ["reeve_runs_open", "Runs that are not over, whenever they began.", counted("automation", ledger?.open)],
    [
      "reeve_effects_last_hour",
      "Calls of the governance API that were settled within the last hour.",
      counted("operation", ledger?.effects),
    ],
    [
      "reeve_budget_limit",
      "The most effects that a budget's window may have.",
      control?.budgets.map(({ budget }) => ({ labels: { budget: budget.name }, value: budget.limit })) ??
        null,
    ],
    [
      "reeve_budget_used",
      "The effects that a budget's window has: of all, or of one automation or source.",
      control?.budgets.flatMap(({ budget, uses }) =>
        uses.map(({ of, used }) => ({ labels: { budget: budget.name, of: of ?? "all" }, value: used })),
      ) ?? null,
    ],
    [
      "reeve_paused",
      "What is paused.",
      control?.pauses.map(({ automation }) => ({ labels: { automation: automation ?? "all" }, value: 1 })) ??
        null,
    ],
  ];
  return [
    ...gauges.flatMap(([name, help, samples]): Family[] =>
      samples === null ? [] : [{ name, help, type: "gauge", samples }],
    ),
    ...(ledger
      ? [
          {
            name: "reeve_run_duration_seconds",
            help: "From the beginning to the end of runs that began within the last hour, are done and waited for nobody.",
            type: "gaugehistogram" as const,
            samples: ledger.durations.map(({ automation, counts, n, sum }) => ({
              labels: { automation },
              buckets: [
                ...DURATION_BOUNDS.map((bound, i) => [bound, counts[i] ?? 0] as const),
                [Number.POSITIVE_INFINITY, n] as const,
              ],
              sum,
            })),
          },
        ]
      : []),
  ];
}
