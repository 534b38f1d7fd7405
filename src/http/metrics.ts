// Answers `GET /metrics` with metrics from the ledger, Control and the desks, as OpenMetrics 1.0 text.

import type { Context } from "hono";
import * as z from "zod";
import type { Endpoint } from "../base/openapi.ts";
import { Problem } from "../base/problem.ts";
import { allDesks, findControl } from "../desk/directory.ts";
import type { Env } from "../env.ts";
import { readCredentialEnd } from "../governance/client/credential.ts";
import { DURATION_BOUNDS, type Durations, readFigures, type StateCount } from "../ledger/metrics.ts";
import { readSecrets } from "../systems/schemes/secrets.ts";
import { asBearer, sharedSecret } from "../systems/schemes/shared-secret.ts";
import { access } from "./access.ts";

export const OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const { verify } = sharedSecret([asBearer]);
const holder = { name: "metrics", secretVariable: "METRICS_TOKEN" } as const;

/**
 * Admits requests whose bearer token is `METRICS_TOKEN`, which is compared in constant time. Requests without an
 * `Authorization` header go through Cloudflare Access instead.
 */
export const metricsAccess: typeof access = async (c, next) => {
  const { headers, method, url } = c.req.raw;
  if (!headers.has("authorization")) return access(c, next);
  const secrets = readSecrets(holder, c.env);
  if (!secrets.ok) throw new Problem("access_denied", secrets.reason);
  const delivery = { method, url: new URL(url), headers, body: new Uint8Array() };
  const verified = await verify(delivery, secrets.value, Date.now());
  if (!verified.ok) throw new Problem("access_denied", verified.reason.check);
  return next();
};

export const getMetrics: Endpoint = {
  id: "getMetrics",
  method: "GET",
  path: "/metrics",
  summary: "Reeve's metrics, as OpenMetrics 1.0",
  access: "metrics",
  answers: {
    200: {
      description: "The metrics, without those of components that do not respond.",
      type: OPEN_METRICS_TYPE,
      schema: z.string(),
    },
  },
  problems: [],
};

export const metrics = async (c: Context<{ Bindings: Env }>): Promise<Response> =>
  c.body(openMetrics(await readMetrics(c.env)), 200, {
    "content-type": OPEN_METRICS_TYPE,
    "cache-control": "no-store",
  });

interface Sample {
  /** The suffix after the family's name, such as `_bucket`. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric family, in the terms of OpenMetrics 1.0. */
interface Family {
  /** Name in lower case. The name of a metric that measures time ends with the unit: `reeve_ledger_lag_seconds`. */
  readonly name: string;
  readonly help: string;
  readonly type: "gauge" | "gaugehistogram";
  readonly samples: readonly Sample[];
}

/** The samples of a metric, or `undefined` to omit the metric because its values are unknown. */
type Samples = Family["samples"] | undefined;

/** Period over which events, runs and effects are counted, in milliseconds. */
const WINDOW_MS = 60 * 60_000;

/**
 * Reads metrics from the ledger, Control and the desks. If one of them does not respond, the metrics of the others are
 * still served. Unknown values are omitted: a missing metric is better than a wrong one.
 */
export async function readMetrics(env: Env): Promise<Family[]> {
  const now = Date.now();
  const orNull = <Value>(work: () => Promise<Value>) => work().catch(() => null);
  const [ledger, control, scheduledUntil, ...desks] = await Promise.all([
    orNull(() => readFigures(env.LEDGER, now - WINDOW_MS)),
    orNull(async () => findControl(env).state()),
    orNull(async () => findControl(env).scheduledUntil()),
    ...allDesks(env).map((desk) => orNull(async () => desk.health())),
  ]);
  const credentialEnds = readCredentialEnd(env, control?.credentials ?? []);
  const reached = desks.flatMap((health, n) => (health ? [{ ...health, desk: String(n) }] : []));
  const up = { ledger: ledger !== null, control: control !== null, desks: reached.length === desks.length };
  const seconds = (milliseconds: number) => Math.max(0, milliseconds) / 1000;
  const perDesk = (read: (desk: (typeof reached)[number]) => number | null) =>
    reached.flatMap((one) => {
      const value = read(one);
      return value === null ? [] : [{ labels: { desk: one.desk }, value }];
    });
  const counted = (label: string, rows: readonly StateCount[] | undefined) =>
    rows?.map(({ of, state, n }) => ({ labels: { [label]: of, state }, value: n }));
  const families: Readonly<Record<string, readonly [help: string, Samples?, Family["type"]?]>> = {
    reeve_up: [
      "Whether a component of Reeve responds.",
      Object.entries(up).map(([part, is]) => ({ labels: { part }, value: is ? 1 : 0 })),
    ],
    reeve_ledger_lag_seconds: [
      "Age of a desk's oldest entry that is not yet in the ledger; 0 if there is none.",
      perDesk(({ unrecordedSince }) => seconds(now - (unrecordedSince ?? now))),
    ],
    reeve_desk_runs: [
      "Unfinished runs at a desk: waiting, due or in flight.",
      reached.flatMap(({ desk, waiting, due, inFlight }) => [
        { labels: { desk, is: "waiting" }, value: waiting },
        { labels: { desk, is: "due" }, value: due },
        { labels: { desk, is: "in_flight" }, value: inFlight },
      ]),
    ],
    reeve_governance_up: [
      "Whether the governance API responds to the calls that runs make; 0 during an outage.",
      perDesk(({ api }) => (api.outage ? 0 : 1)),
    ],
    reeve_governance_answer_age_seconds: [
      "Time since the governance API's latest response to a desk.",
      perDesk(({ api: { answeredAt } }) => answeredAt && seconds(now - answeredAt)),
    ],
    reeve_governance_calls_per_second_limit: [
      "The desk's current limit of governance API calls per second, if one applies.",
      perDesk(({ api: { pace } }) => (Number.isFinite(pace.callsPerSecond) ? pace.callsPerSecond : null)),
    ],
    reeve_runs_retrying: [
      "Runs at a desk that wait to retry a failed call.",
      perDesk(({ api }) => api.retrying),
    ],
    reeve_cron_age_seconds: [
      "Time since the last cron run.",
      scheduledUntil === null ? undefined : [{ labels: {}, value: seconds(now - scheduledUntil) }],
    ],
    reeve_credential_ends_seconds: [
      "Time until the governance credential expires; 0 if it has expired.",
      credentialEnds === null ? undefined : [{ labels: {}, value: seconds(credentialEnds - now) }],
    ],
    reeve_events_last_hour: ["Events received within the last hour.", counted("source", ledger?.events)],
    reeve_runs_last_hour: ["Runs that began within the last hour.", counted("automation", ledger?.runs)],
    reeve_runs_open: ["Unfinished runs, regardless of their age.", counted("automation", ledger?.open)],
    reeve_effects_last_hour: [
      "Governance API calls that were settled within the last hour.",
      counted("operation", ledger?.effects),
    ],
    reeve_budget_limit: [
      "Maximum number of effects in a budget's window.",
      control?.budgets.map(({ budget }) => ({ labels: { budget: budget.name }, value: budget.limit })),
    ],
    reeve_budget_used: [
      "Effects in a budget's window: in total, or for one automation or source.",
      control?.budgets.flatMap(({ budget, uses }) =>
        uses.map(({ of, used }) => ({ labels: { budget: budget.name, of: of ?? "all" }, value: used })),
      ),
    ],
    reeve_deliveries_refused_last_week: [
      "Deliveries that failed verification within the last week.",
      control?.refusals.map(({ source, check, n }) => ({ labels: { source, check }, value: n })),
    ],
    reeve_paused: [
      "Active pauses.",
      control?.pauses.map(({ automation }) => ({ labels: { automation: automation ?? "all" }, value: 1 })),
    ],
    reeve_run_duration_seconds: [
      "Duration of completed runs that began within the last hour and did not wait for a person.",
      ledger?.durations.flatMap(histogram),
      "gaugehistogram",
    ],
  };
  return Object.entries(families).flatMap(([name, [help, samples, type = "gauge"]]): Family[] =>
    samples ? [{ name, help, type, samples }] : [],
  );
}

const histogram = ({ automation, counts, n, sum }: Durations): Sample[] => [
  ...DURATION_BOUNDS.map((bound, i) => ({
    suffix: "_bucket",
    // A bound must be written as a float in its canonical form, such as `1.0`.
    labels: { automation, le: Number.isInteger(bound) ? bound.toFixed(1) : String(bound) },
    value: counts[i] ?? 0,
  })),
  { suffix: "_bucket", labels: { automation, le: "+Inf" }, value: n },
  { suffix: "_gcount", labels: { automation }, value: n },
  { suffix: "_gsum", labels: { automation }, value: sum },
];

/** Formats families as text. Source: the OpenMetrics specification, 1.0, "Text format". */
export function openMetrics(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, type, help, samples }) => [
    `# TYPE ${name} ${type}`,
    ...(name.endsWith("_seconds") ? [`# UNIT ${name} seconds`] : []),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.map(({ suffix = "", labels, value }) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
      return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join()}}` : ""} ${value}`;
    }),
  ]);
  return [...lines, "# EOF", ""].join("\n");
}

const escaped = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
