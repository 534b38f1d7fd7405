import { expect, it } from "vitest";
import type { DeskHealth } from "../../src/desk/engine/core.ts";
import {
  type Deployment,
  type Finding,
  livenessChecks,
  operationChecks,
  runChecks,
} from "../../src/operate/checks.ts";

const NOW = Date.parse("2027-01-01T12:00:00Z");
const MINUTE = 60_000;
const free = { callsPerSecond: Number.POSITIVE_INFINITY, isSlowed: false };
const well: DeskHealth = {
  waiting: 0,
  due: 0,
  inFlight: 0,
  unrecordedSince: null,
  api: { answeredAt: NOW, pace: free, retrying: 0, outage: null },
};
const source = { source: "jira", rhythm: null, rejected: 0, lastAt: NOW, acceptedAt: NOW };

/** Returns the findings about a Reeve that works, with these differences. */
async function check(change: Partial<Deployment>): Promise<Finding[]> {
  const operation = {
    env: { OKTA_WEBHOOK_SECRET: "a-long-secret-of-the-checks-of-okta" },
    now: NOW,
    control: { scheduledUntil: NOW, desks: 4, silent: [] },
    desks: [well],
    sources: [],
    refusals: [],
    masses: [],
    ...change,
  };
  return [...(await runChecks(livenessChecks, operation)), ...(await runChecks(operationChecks, operation))];
}
const details = async (change: Partial<Deployment>) => (await check(change)).map(({ detail }) => detail);

it("the checks report nothing while Reeve works normally", async () => {
  expect(
    await check({
      sources: [{ ...source, source: "okta" }],
      desks: [{ ...well, unrecordedSince: NOW - MINUTE / 2 }],
    }),
  ).toEqual([]);
});

it("the checks report an outage with its duration, its failed call, the runs that wait, and the next attempt", async () => {
  const outage = {
    since: NOW - 12 * MINUTE,
    operations: ["searchUsers"],
    problem: "searchUsers: 503",
    nextTry: NOW + 5 * MINUTE,
  };
  const away = { ...well, api: { ...well.api, answeredAt: null, retrying: 200, outage } };
  expect(await check({ desks: [well, away] })).toEqual([
    {
      is: "problem",
      what: "governance API",
      detail:
        "The governance API has not responded for 12 minutes (searchUsers: 503). 200 runs are waiting and will resume by themselves. Next attempt in 5 minutes.",
      fix: expect.stringMatching(/\w/),
      isUrgent: true,
      page: "/runs?state=in_progress",
      since: outage.since,
    },
  ]);
});

it("the checks report the API's request for fewer calls only while Reeve limits its calls", async () => {
  const paced = (callsPerSecond: number, isSlowed = true): DeskHealth => ({
    ...well,
    api: { ...well.api, pace: { callsPerSecond, isSlowed } },
  });
  expect(await details({ desks: [paced(12.5), paced(12.5, false)] })).toEqual([
    "The governance API asked for fewer calls. Reeve makes at most 25 a second until the API recovers.",
  ]);
  expect(await details({ desks: [paced(1.25)] })).toEqual([
    expect.stringContaining("makes at most 1.3 a second"),
  ]);
  expect(await details({ desks: [paced(12.5), paced(free.callsPerSecond, false)] })).toEqual([
    expect.stringContaining("Reeve makes fewer until the API recovers."),
  ]);
  expect(await details({ desks: [paced(25, false)] })).toEqual([]);
});

it("the checks report several simultaneous problems, each with a remedy", async () => {
  const findings = await check({
    control: { scheduledUntil: NOW - 6 * MINUTE, desks: 5, silent: [{ source: "personio", since: NOW }] },
    desks: [{ ...well, unrecordedSince: NOW - 3 * MINUTE }, null],
    sources: [
      source,
      { ...source, source: "gusto", lastAt: null },
      { ...source, source: "okta", rejected: 3 },
    ],
  });
  expect(findings.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^DESKS is 4, but this Reeve was first started with 5: set DESKS to 5/),
    "A desk does not respond.",
    "The cron is late.",
    "At the last hourly check, Personio had been silent for longer than usual: since 2027-01-01T12:00:00.000Z.",
    "The last 3 deliveries from Okta were rejected: Reeve can't read them.",
    "Jira has no valid secret: its deliveries are rejected.",
    "The ledger is 3 minutes behind: runs continue without it.",
  ]);
  for (const { fix } of findings) expect(fix).toMatch(/\w/);
  expect(findings.filter(({ isDown }) => isDown)).toHaveLength(3);
  expect(findings.flatMap(({ page }) => page ?? [])).toEqual([
    "/sources/personio",
    "/sources/okta",
    "/sources/jira",
  ]);
});

it("the checks count the refused and the rejected deliveries of a source together", async () => {
  const refused = { source: "okta", check: "signature_mismatch" as const, n: 5, lastAt: NOW - MINUTE };
  const hours = { [Math.floor(NOW / 3_600_000)]: 5 };
  const failing = { ...source, source: "okta", acceptedAt: NOW - 10 * MINUTE, rejected: 1 };
  expect(await details({ sources: [failing], refusals: [{ ...refused, hours }] })).toEqual([
    expect.stringMatching(
      /^The last 6 deliveries to Okta's address failed. Reeve can't read 1 of them; 5 were refused \(signature mismatch\)/,
    ),
  ]);
});

it("the checks report a slow API, and report a mass change as urgent until all its runs have ended", async () => {
  const slow = { ...well, due: 80, api: { ...well.api, slow: { ms: 10_012, usualMs: 100 } } };
  expect(await details({ desks: [well, slow] })).toEqual([
    "The governance API did not respond within 10 seconds (Reeve's limit). Due runs: 80.",
  ]);
  const mass = { automation: "leaver", runs: 490, usual: { perDay: 0, tookMs: Number.POSITIVE_INFINITY } };
  const [over, going] = await check({ masses: [true, false].map((isOver) => ({ ...mass, isOver })) });
  expect(over).toMatchObject({
    isUrgent: false,
    isOver: true,
    detail: expect.stringMatching(/have ended\.$/),
  });
  expect(going).toMatchObject({ isUrgent: true, isOver: false });
});
