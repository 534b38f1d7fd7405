import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sample } from "../../src/cli/start/sample.ts";
import { findControl } from "../../src/desk/directory.ts";
import type { Env } from "../../src/env.ts";
import { OPEN_METRICS_TYPE } from "../../src/http/metrics.ts";
import { record } from "../../src/ledger/record.ts";
import { eventAt, LEDGER, migrateLedger, runAt } from "../ledger/ledger.ts";
import { app } from "../support/app.ts";
import { readOpenMetrics } from "../support/open-metrics.ts";

const { policy } = sample;

const TOKEN = "a-token-of-who-scrapes";
const closed = env as unknown as Env;
const HOUR = 60 * 60_000;

const get = (bindings: object, authorization?: string) =>
  app.request("/metrics", { headers: authorization ? { authorization } : {} }, { ...closed, ...bindings });

async function figures(bindings: object = {}) {
  const response = await get({ LOCAL_STACK: "yes", ...bindings });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(OPEN_METRICS_TYPE);
  const families = readOpenMetrics(await response.text());
  const samples = Array.from(families.values()).flatMap((family) => family.samples);
  return { families, samples };
}
type Figures = Awaited<ReturnType<typeof figures>>;
const readValues = ({ samples }: Figures, name: string) =>
  samples.flatMap((sample) =>
    sample.name === name ? [[Object.values(sample.labels).join(" "), sample.value]] : [],
  );

await migrateLedger();
const now = Date.now();
const call = { operation: "createConnectorOwner", state: "applied", attempts: 1 };
const at = now - HOUR / 2;
await record(
  LEDGER,
  [eventAt(1, at), eventAt(2, at), eventAt(3, now - 2 * HOUR)],
  [
    runAt(1, now - 10_000, { updatedAt: now - 9_600, journal: [{ ...call, settledAt: now - 9_700 }] }),
    runAt(2, now - 10_000, { updatedAt: now - 7_000, state: "done" }),
    runAt(3, now - 2 * HOUR, { state: "awaiting_approval" }),
    // Runs that waited for a person have no measured duration.
    runAt(4, now - 10_000, { state: "done", confirmation: { hash: "00", by: "a", reason: "r", at: now } }),
    runAt(5, now - 10_000, { state: "done", followUps: [{ step: 0, dueAt: now }] }),
  ],
);

describe("/metrics", () => {
  it("counts the events, runs and effects of the last hour, and all open runs", async () => {
    const read = await figures();
    expect(readValues(read, "reeve_up")).toEqual([
      ["ledger", 1],
      ["control", 1],
      ["desks", 1],
    ]);
    const [[source]] = readValues(read, "reeve_events_last_hour") as [[string, number]];
    expect(readValues(read, "reeve_events_last_hour")).toEqual([[source, 2]]);
    const [[runs]] = readValues(read, "reeve_runs_last_hour") as [[string, number]];
    expect(runs).toMatch(/ done$/);
    expect(readValues(read, "reeve_runs_last_hour")).toEqual([[runs, 4]]);
    expect(readValues(read, "reeve_runs_open")).toEqual([[expect.stringMatching(/ awaiting_approval$/), 1]]);
    expect(readValues(read, "reeve_effects_last_hour")).toEqual([["createConnectorOwner applied", 1]]);
    const classes = read.samples.filter(({ name }) => name === "reeve_run_duration_seconds_bucket");
    // The runs took 0.4 s and 3 s.
    expect(classes.map(({ labels: { le }, value }) => `${le}: ${value}`)).toEqual([
      "0.1: 0",
      "0.5: 1",
      "1.0: 1",
      "5.0: 2",
      "30.0: 2",
      "300.0: 2",
      "3600.0: 2",
      "+Inf: 2",
    ]);
    expect(readValues(read, "reeve_run_duration_seconds_gsum").map(([, sum]) => sum)).toEqual([3.4]);
  });

  it("shows the budgets of the policy, the active pauses, the state of each desk and the age of the last cron run", async () => {
    const control = findControl(closed);
    await control.switch("pause", true, { automation: null, by: "ada.marsh@example.com", reason: "a test" });
    await control.admitAll([
      {
        runId: "run_1",
        planHash: "00",
        automation: "leaver",
        source: "jira",
        effects: [{ operation: "deleteMcpTool", app: null, connector: null }],
        override: true,
      },
    ]);
    await control.setScheduledUntil(Date.now() - 90_000);
    const read = await figures({ DESKS: "2" });
    expect(readValues(read, "reeve_budget_limit")).toEqual(
      policy.budgets.map(({ name, limit }) => [name, limit]),
    );
    expect(readValues(read, "reeve_paused")).toEqual([["all", 1]]);
    expect(readValues(read, "reeve_ledger_lag_seconds")).toEqual([
      ["0", 0],
      ["1", 0],
    ]);
    expect(readValues(read, "reeve_desk_runs")).toHaveLength(6);
    const [[, age]] = readValues(read, "reeve_cron_age_seconds") as [[string, number]];
    expect(age).toBeGreaterThanOrEqual(90);
  });

  it("reports an unavailable ledger as down, and omits its figures", async () => {
    const away = { prepare: () => ({ bind: () => null }), batch: () => Promise.reject(new Error("away")) };
    const read = await figures({ LEDGER: away });
    expect(readValues(read, "reeve_up")).toEqual([
      ["ledger", 0],
      ["control", 1],
      ["desks", 1],
    ]);
    expect(read.families.has("reeve_events_last_hour")).toBe(false);
  });

  it("requires a valid metrics token from a client that is not signed in", async () => {
    const set = {
      METRICS_TOKEN: TOKEN,
      ACCESS_TEAM_DOMAIN: "example.cloudflareaccess.com",
      ACCESS_AUD: "aud",
    };
    expect((await get(set, `Bearer ${TOKEN}`)).status).toBe(200);
    for (const wrong of [
      "Bearer ",
      "Bearer another-token-of-somebody",
      `Bearer ${TOKEN}x`,
      `Basic ${btoa(`a:${TOKEN}`)}`,
    ])
      expect((await get(set, wrong)).status, wrong).toBe(401);
    expect((await get(set)).status).toBe(401);
    // A short or missing token admits nobody.
    expect((await get({ ...set, METRICS_TOKEN: "short" }, "Bearer short")).status).toBe(401);
    expect((await get({ ...set, METRICS_TOKEN: undefined }, "Bearer undefined")).status).toBe(401);
    // During a rotation the old token is valid too.
    expect((await get({ METRICS_TOKEN: `${TOKEN}-new,${TOKEN}` }, `Bearer ${TOKEN}`)).status).toBe(200);
    expect((await get({})).status).toBe(503);
  });
});
