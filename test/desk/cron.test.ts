import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { cron } from "../../src/desk/cron.ts";
import { allDesks, findControl } from "../../src/desk/directory.ts";
import type { Env } from "../../src/env.ts";
import { automation } from "../../src/kit/automation.ts";
import { schedule } from "../../src/kit/schedule.ts";
import { listAudit } from "../../src/ledger/audit-list.ts";
import { readEvent } from "../../src/ledger/events.ts";
import { record } from "../../src/ledger/record.ts";
import { Policy } from "../../src/policy/policy.ts";
import { eventAt, migrateLedger } from "../ledger/ledger.ts";
import { rulesOf } from "../simulation/world.ts";
import { CONTROL, DESK, LEDGER } from "./bindings.ts";

const real = env as unknown as Env;
const control = findControl(real);
const HOUR = 60 * 60_000;
const time = (iso: string) => Date.parse(iso);
const onSchedule = (name: string, expression: string) =>
  automation({
    name,
    on: schedule(expression, { timeZone: "Europe/Berlin" }),
    propose: () => ({ ignore: "a test" }),
  });
const hourly = onSchedule("hourly", "0 * * * *");
const weekly = onSchedule("weekly", "0 7 * * 1");

/** Returns the keys by which the desk recognizes deliveries of this automation, oldest first. */
async function taken(name: string): Promise<string[]> {
  const keys = allDesks(real).map((desk) =>
    runInDurableObject(desk, (_, { storage }) =>
      storage.sql
        .exec<{ key: string }>("SELECT key FROM deliveries_0 WHERE key LIKE ?", `schedule:${name}:%`)
        .toArray()
        .map(({ key }) => key),
    ),
  );
  return (await Promise.all(keys)).flat().sort();
}

// The desk receives today the times that were due in the year of these tests. With a shorter retention, the ledger would
// delete them.
const policy = Policy.parse({ retentionDays: 3_650 });
const notify = async () => {};
beforeAll(migrateLedger);

/** Runs the cron at a time. */
const run = (now: number, automations = [hourly], bindings = real, given = policy) =>
  cron(bindings, { now, rules: { ...rulesOf(...automations), policy: given }, notify });

describe("the cron", () => {
  it("sends no due times from before its first run", async () => {
    await run(time("2027-05-03T05:00:00Z"), [hourly, weekly]);
    expect(await control.scheduledUntil()).toBe(time("2027-05-03T05:00:00Z"));
    expect([...(await taken("hourly")), ...(await taken("weekly"))]).toEqual([]);
  });

  it("sends due times to the desk once, even if two instances run in the same minute", async () => {
    const now = time("2027-05-03T06:00:30Z");
    const both = [hourly, weekly];
    await Promise.all([run(now, both), run(now, both)]);
    await run(now, both);
    expect(await taken("hourly")).toEqual(["schedule:hourly:2027-05-03T06:00:00.000Z"]);
    expect(await taken("weekly")).toEqual([]);
    expect(await control.scheduledUntil()).toBe(now);
  });

  it("sends all due times again if a desk's response was lost, and creates no event twice", async () => {
    const now = time("2027-05-03T07:00:30Z");
    let left = 1;
    const unsure = {
      CONTROL,
      LEDGER,
      DESK: {
        getByName: (name: string) => ({
          poke: () => DESK.getByName(name).poke(),
          accept: async (...delivery: Parameters<ReturnType<typeof DESK.getByName>["accept"]>) => {
            const accepted = await DESK.getByName(name).accept(...delivery);
            // The desk accepts the event, but the response is lost.
            if (left-- > 0) throw new Error("lost");
            return accepted;
          },
        }),
      },
    } as unknown as typeof real;
    const before = await control.scheduledUntil();
    await run(now, [hourly], unsure);
    expect(await control.scheduledUntil()).toBe(before);
    await run(now + 60_000, [hourly], unsure);
    expect(await control.scheduledUntil()).toBe(now + 60_000);
    expect(await taken("hourly")).toEqual([
      "schedule:hourly:2027-05-03T06:00:00.000Z",
      "schedule:hourly:2027-05-03T07:00:00.000Z",
    ]);
  });

  it("sends only the five latest due times after an outage", async () => {
    await run(time("2027-05-04T07:00:00Z"));
    expect((await taken("hourly")).slice(2)).toEqual(
      [3, 4, 5, 6, 7].map((hour) => `schedule:hourly:2027-05-04T0${hour}:00:00.000Z`),
    );
  });

  it("sends each later due time once after the clock was a year ahead for a minute", async () => {
    const before = new Set(await taken("hourly"));
    const now = time("2027-05-04T07:59:50Z");
    await run(now + 365 * 24 * HOUR);
    await run(now + 60_000);
    expect(await control.scheduledUntil()).toBe(now + 60_000);
    await run(now + HOUR + 60_000);
    const since = (await taken("hourly")).filter((key) => !before.has(key) && key < "schedule:hourly:2028");
    expect(since).toEqual([
      "schedule:hourly:2027-05-04T08:00:00.000Z",
      "schedule:hourly:2027-05-04T09:00:00.000Z",
    ]);
  });

  it("records the event with its due time and the number of missed times", async () => {
    await expect
      .poll(() =>
        LEDGER.prepare(
          "SELECT source, type, authentication, event FROM events WHERE event LIKE '%2027-05-04T03:00%'",
        ).first(),
      )
      .toEqual({
        source: "schedule",
        type: "schedule.due",
        authentication: "clock",
        event: JSON.stringify({
          type: "schedule.due",
          subject: "schedule:hourly",
          occurredAt: "2027-05-04T03:00:00.000Z",
          schedule: { automation: "hourly", dueAt: "2027-05-04T03:00:00.000Z", missed: 19 },
        }),
      });
  });

  it("wakes the desks even if Control can't be reached", async () => {
    const poked: string[] = [];
    const alone = {
      CONTROL: {
        getByName: () => ({ scheduledUntil: () => Promise.reject(new Error("away")), poke: async () => {} }),
      },
      DESK: {
        getByName: (name: string) => ({
          poke: async () => {
            poked.push(name);
            return {
              answeredAt: null,
              pace: { callsPerSecond: 20, isSlowed: false },
              retrying: 0,
              outage: null,
            };
          },
        }),
      },
      LEDGER,
    } as unknown as typeof real;
    await run(Date.now(), [hourly], alone);
    expect(poked).toEqual(["desk-0", "desk-1", "desk-2", "desk-3"]);
  });

  it("records each change of the switched-off default approval rules once", async () => {
    const deploy = async (defaultApprovals: z.input<typeof Policy>["defaultApprovals"]) => {
      const deployed = Policy.parse({ retentionDays: 3_650, defaultApprovals });
      await run(Date.now(), [], real, deployed);
      await run(Date.now(), [], real, deployed);
    };
    await deploy({});
    await deploy({ campaigns: false, sharedSecretDeletes: false });
    await deploy({ campaigns: false });
    await deploy({});
    const listed = async () => {
      const { items } = await listAudit(LEDGER, { type: "policy.changed" }, { limit: 10, sort: "oldest" });
      return items.map(({ actor, detail }) => [actor, detail["switchedOff"]]);
    };
    const [campaigns, deletes] = ["campaigns", "sharedSecretDeletes"].map(
      (name) => `policy.defaultApprovals.${name}`,
    );
    await expect.poll(listed).toEqual([
      ["reeve", [deletes, campaigns]],
      ["reeve", [campaigns]],
      ["reeve", []],
    ]);
  });

  it("deletes ledger data that is older than the configured retention", async () => {
    const now = time("2027-05-05T00:00:00Z");
    const [old, recent] = [1, now - 24 * 60 * 60_000].map((at, n) => eventAt(n, at));
    if (!old || !recent) throw new Error("no rows");
    await record(LEDGER, [old, recent], []);
    await cron(real, { now, rules: { ...rulesOf(), policy: { ...policy, retentionDays: 400 } }, notify });
    expect([await readEvent(LEDGER, old.id), await readEvent(LEDGER, recent.id)]).toEqual([
      null,
      expect.objectContaining({ id: recent.id }),
    ]);
  });
});
