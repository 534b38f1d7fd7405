import { expect, it } from "vitest";
import { Status } from "../../src/console/pages/overview.tsx";
import type { DeskHealth } from "../../src/desk/engine/core.ts";

const NOW = Date.parse("2027-01-01T12:00:00Z");
const MINUTE = 60_000;
const well: DeskHealth = {
  waiting: 0,
  due: 0,
  inFlight: 0,
  unrecordedSince: null,
  api: {
    answeredAt: NOW,
    pace: { callsPerSecond: Number.POSITIVE_INFINITY, isSlowed: false },
    retrying: 0,
    outage: null,
  },
};
const away: DeskHealth = {
  ...well,
  api: {
    ...well.api,
    answeredAt: null,
    retrying: 200,
    outage: {
      since: NOW - 12 * MINUTE,
      operations: ["searchUsers"],
      problem: "searchUsers: <503>",
      nextTry: NOW + 5 * MINUTE,
    },
  },
};
const status = (change: Partial<Parameters<typeof Status>[0]>) =>
  String(Status({ desks: [well], listened: [], credentialEnds: null, now: NOW, ...change }));

it("the status is a single line if there are no problems", () => {
  expect(status({})).toBe('<p class="well">Reeve and the API are up.</p>');
  expect(status({ desks: [{ ...well, unrecordedSince: NOW - 30_000 }] })).toContain(
    "Reeve and the API are up.",
  );
});

it("the status reports an outage with its duration, its failed call, the number of waiting runs, and the next attempt", () => {
  const said = status({ desks: [well, away] });
  expect(said).toContain("The governance API has not responded for 12 minutes (searchUsers: &lt;503&gt;).");
  expect(said).toMatch(/200 runs are waiting and will resume by themselves\.<.a> Next attempt 12:05, <time /);
  expect(said).toContain('href="/runs?state=in_progress"');
  expect(said).toContain("note bad");
});

it("the status reports the API's request for fewer calls only while Reeve limits its calls", () => {
  const paced = (callsPerSecond: number, isSlowed = true): DeskHealth => ({
    ...well,
    api: { ...well.api, pace: { callsPerSecond, isSlowed } },
  });
  const slowed = status({ desks: [paced(12.5), paced(12.5, false)] });
  expect(slowed).toBe(
    '<div class="note wait">The governance API asked for fewer calls; Reeve makes 25 a second at most until it recovers.</div>',
  );
  expect(status({ desks: [paced(1.25)] })).toContain("Reeve makes 1.3 a second at most");
  expect(status({ desks: [paced(12.5), paced(Number.POSITIVE_INFINITY, false)] })).toContain(
    "Reeve makes fewer until it recovers.",
  );
  expect(status({ desks: [paced(25, false)] })).toContain("Reeve and the API are up.");
});

it("the status reports every other problem", () => {
  const quiet = { source: "personio", last: NOW - 30 * 60 * MINUTE, quietBeyond: 4 * 60 * MINUTE };
  const silent = { fault: "JIRA_WEBHOOK_SECRET is not set", failing: null, lastAt: null };
  const said = status({
    desks: [{ ...well, unrecordedSince: NOW - 3 * MINUTE }, null],
    listened: [quiet, { ...quiet, source: "hibob", quietBeyond: null }],
    sources: [
      { ...silent, source: "jira", lastAt: NOW },
      { ...silent, source: "gusto" },
    ],
    credentialEnds: NOW + 5 * 24 * 60 * MINUTE,
  });
  for (const words of [
    "A desk can&#39;t be reached.",
    "The ledger is 3 min behind",
    '<a href="/sources/jira">jira has no secret: its deliveries are rejected.</a>',
    '<a href="/sources/personio">personio has been quiet for 30 h; its longest silence was 4 h.</a>',
    "The governance credential ends on 2027-01-06",
  ])
    expect(said).toContain(words);
  for (const source of ["hibob", "gusto"]) expect(said).not.toContain(source);
  expect(status({ sources: [{ ...silent, source: "jira" }] })).toContain("No sender has a secret yet");
});
