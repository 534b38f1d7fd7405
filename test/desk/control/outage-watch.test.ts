/** An outage of the governance API is reported after five minutes, and its end, once each. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { ApiHealth } from "../../../src/desk/engine/api-watch.ts";
import { apiOfAll, watchOutage } from "../../../src/desk/watches.ts";
import type { Env } from "../../../src/env.ts";
import type { OperatorsNotice } from "../../../src/runs/message.ts";
import { hearLog } from "../../support/log.ts";

const NOW = Date.parse("2027-01-01T12:00:00Z");
const MINUTE = 60_000;

const FREE = { callsPerSecond: Number.POSITIVE_INFINITY, isSlowed: false };

const away = (since: number, retrying = 200): ApiHealth => ({
  answeredAt: since - MINUTE,
  pace: FREE,
  retrying,
  outage: { since, operations: ["searchUsers"], problem: "searchUsers: 503", nextTry: NOW + 10 * MINUTE },
});
const up = (answeredAt: number | null): ApiHealth => ({ answeredAt, pace: FREE, retrying: 0, outage: null });

it("an outage is reported once when it has lasted five minutes, and once when the API responds again", async () => {
  const lines = hearLog();
  const notices: OperatorsNotice[] = [];
  let fails = false;
  const tell = async (notice: OperatorsNotice) => {
    if (fails) throw new Error("the outbox is away");
    notices.push(notice);
  };
  const look = (health: ApiHealth, now: number) =>
    watchOutage({ env: env as unknown as Env, now, notify: tell }, health);

  await look(up(null), NOW);
  await look(away(NOW), NOW + 4 * MINUTE);
  expect(notices).toEqual([]);
  fails = true;
  await expect(look(away(NOW), NOW + 5 * MINUTE)).rejects.toThrow("away");
  fails = false;
  await look(away(NOW), NOW + 6 * MINUTE);
  await look(away(NOW), NOW + 7 * MINUTE);
  expect(notices).toEqual([
    {
      key: `outage:${NOW}`,
      title: "Governance API",
      summary:
        "The governance API has not responded for 6 minutes (searchUsers: 503). 200 runs are waiting and will resume by themselves. Next attempt in 4 minutes.",
    },
  ]);

  // Every run has given up, and no call has been made since.
  await look(up(NOW - MINUTE), NOW + 90 * MINUTE);
  await look(up(null), NOW + 91 * MINUTE);
  expect(notices).toHaveLength(1);
  await look(up(NOW + 92 * MINUTE), NOW + 92 * MINUTE);
  await look(up(NOW + 93 * MINUTE), NOW + 93 * MINUTE);
  expect(notices[1]?.summary).toBe(
    "The governance API responds again. It was unavailable for 2 hours; waiting runs continue.",
  );
  expect(notices).toHaveLength(2);
  expect(lines).toEqual([
    expect.objectContaining({ message: "governance_away", level: "alert", runs: 200 }),
    expect.objectContaining({ message: "governance_back" }),
  ]);
});

it("the outages and the call limits of all desks are combined", () => {
  const other = { ...away(NOW - MINUTE, 3), answeredAt: NOW + 1 };
  const all = apiOfAll([away(NOW), other, up(NOW)]);
  expect(all).toMatchObject({
    answeredAt: NOW + 1,
    retrying: 203,
    outage: { since: NOW - MINUTE, operations: ["searchUsers"] },
  });
  expect(apiOfAll([up(null)])).toEqual(up(null));
  const paced = (callsPerSecond: number, isSlowed: boolean) => ({
    ...up(NOW),
    pace: { callsPerSecond, isSlowed },
  });
  const slow = paced(10, true);
  expect(apiOfAll([slow, paced(20, false)]).pace).toEqual({ callsPerSecond: 30, isSlowed: true });
  expect(apiOfAll([slow, up(NOW)]).pace).toEqual({
    callsPerSecond: Number.POSITIVE_INFINITY,
    isSlowed: true,
  });
});
