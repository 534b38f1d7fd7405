import { beforeEach, describe, expect, it } from "vitest";
import { workClock } from "../../src/automations/secrets-audit/clock.ts";
import { beginScan, hasMore, withPage } from "../../src/automations/secrets-audit/scan.ts";
import { VaultSeen } from "../../src/automations/secrets-audit/seen.ts";
import { secretsAuditDigest } from "../../src/automations/secrets-audit-digest.ts";
import { secretsAuditWatch } from "../../src/automations/secrets-audit-watch.ts";
import type { Settings } from "../../src/automations/settings.ts";
import { settings } from "../../src/config.ts";
import { tenantAt } from "../governance/tenant.ts";
import { contextOf } from "./context.ts";
import { decided, recordOf, tick } from "./decided.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** A Friday at noon in Berlin. */
const NOON = Date.parse("2099-05-01T10:00:00Z");

const ADA = { actorUserId: "usr_ada_marsh", actorEmail: "ada.marsh@example.com", clientIp: "192.0.2.10" };
const HUGO = { actorUserId: "usr_hugo_pike", actorEmail: "hugo.pike@example.com", clientIp: "192.0.2.11" };

let n = 0;
/** A vault of its own for each test: events are never deleted. */
let vault = "";
const eventAt = (at: number, what: object = ADA) => ({
  at: new Date(at).toISOString(),
  event: {
    id: `evt_${++n}`,
    eventType: "SECRET_VIEWED",
    vaultId: vault,
    ...what,
    secretValue: "hunter2",
    createdAt: new Date(at).toISOString(),
  },
});
/** Ten days, each with so many events of Ada's at noon, up to yesterday. */
const usual = (perDay = 4) =>
  Array.from({ length: 10 * perDay }, (_, k) =>
    eventAt(NOON - (1 + Math.floor(k / perDay)) * DAY - (k % perDay) * 60_000),
  );

describe("the audit events of a vault", async () => {
  const tenant = await tenantAt("secrets-audit.example.com");
  const governance = tenant.client();
  let past: Awaited<ReturnType<typeof recordOf>>;
  const contextAt = (now: number, change: Partial<Settings> = {}) =>
    contextOf(governance, {
      record: past,
      now,
      settings: { ...settings, vaults: { Finance: vault }, ...change },
    });
  const looked = (now = NOON, change: Partial<Settings> = {}) =>
    decided(secretsAuditWatch, tick(secretsAuditWatch, "2099-05-01T10:40:00.000Z"), contextAt(now, change));
  const put = (...events: readonly object[]) => tenant.control("POST", "audit-events", { events });
  const seen = async () => VaultSeen.parse((await past.watch("look", `secrets-audit/${vault}`))?.data.seen);
  beforeEach(async () => {
    vault = `vlt_${++n}`;
    past = await recordOf([]);
  });

  it("are learned at the first look", async () => {
    await put(...usual(), eventAt(NOON - 40 * DAY, HUGO));
    expect(await looked()).toMatchObject({
      ignore: "40 new events: nothing that stands out.",
      notice: {
        title: "Secrets audit",
        summary: "1 vault looked at for the first time.",
        lines: [
          {
            name: "Finance: looked at for the first time",
            detail: "40 events in the 30 days before; what is new from now on is told",
          },
        ],
      },
    });
    expect(Object.keys((await seen()).actors)).toEqual(["ada.marsh@example.com"]);
    const again = await looked(NOON + HOUR);
    expect(again).toMatchObject({ ignore: "0 new events: nothing that stands out." });
    expect(again).not.toHaveProperty("notice");
  });

  it("are told where an actor or an address is new, once, and nothing else of them", async () => {
    await put(...usual());
    await looked();
    await put(eventAt(NOON + 10_000), eventAt(NOON + 20_000, HUGO), eventAt(NOON + 80_000, HUGO));
    const decision = await looked(NOON + HOUR);
    expect(decision).toMatchObject({
      ignore: "3 new events: 1 new actor, 1 new address.",
      notice: {
        summary: "1 new actor, 1 new address in 1 vault.",
        lines: [
          {
            name: "Finance: new actor hugo.pike@example.com",
            detail: "2 events, last 2099-05-01 12:01 SECRET_VIEWED by hugo.pike@example.com from 192.0.2.11",
          },
          { name: "Finance: new address 192.0.2.11" },
        ],
      },
    });
    expect(JSON.stringify(decision)).not.toContain("hunter2");
    expect(await looked(NOON + 2 * HOUR)).not.toHaveProperty("notice");
  });

  it("that come in late are found; those looked at are not counted again", async () => {
    await put(...usual(), eventAt(NOON - 60_000), eventAt(NOON - 60_000));
    await looked();
    await put(eventAt(NOON - 30 * 60_000, HUGO), eventAt(NOON - 60_000, HUGO));
    expect(await looked(NOON + HOUR)).toMatchObject({
      ignore: "2 new events: 1 new actor, 1 new address.",
    });
    expect((await seen()).days["2099-05-01"]).toEqual([4, 0]);
  });

  it("outside working hours are kept for the digest, or told where the settings say so", async () => {
    await put(...usual());
    await looked();
    // Friday at 23:00 and Saturday at noon.
    await put(eventAt(NOON + 11 * HOUR), eventAt(NOON + DAY));
    const quiet = await looked(NOON + DAY);
    expect(quiet).toMatchObject({ ignore: "2 new events: 1 actor outside working hours." });
    expect(quiet).not.toHaveProperty("notice");
    await put(eventAt(NOON + DAY + HOUR), eventAt(NOON + DAY + 2 * HOUR));
    const secretsAudit = { ...settings.secretsAudit, atOnce: ["after_hours" as const] };
    expect(await looked(NOON + DAY + 3 * HOUR, { secretsAudit })).toMatchObject({
      notice: {
        lines: [
          {
            name: "Finance: outside working hours, ada.marsh@example.com",
            detail: "2 events, last 2099-05-02 14:00 SECRET_VIEWED by ada.marsh@example.com from 192.0.2.10",
          },
        ],
      },
    });
  });

  it("are told where a day has many more than the days before, once", async () => {
    await put(...usual());
    await looked();
    await put(...Array.from({ length: 21 }, (_, k) => eventAt(NOON + k)));
    expect(await looked(NOON + HOUR)).toMatchObject({
      notice: {
        summary: "1 unusual day in 1 vault.",
        lines: [
          {
            name: "Finance: unusual on 2099-05-01",
            detail: "21 events; the mean of the days before is 4.0",
          },
        ],
      },
    });
    await put(...Array.from({ length: 30 }, (_, k) => eventAt(NOON + HOUR + k)));
    expect(await looked(NOON + 2 * HOUR)).not.toHaveProperty("notice");
  });

  it("are many only by what is usual there, and where that is known", async () => {
    await put(...usual(10));
    await looked();
    await put(...Array.from({ length: 30 }, (_, k) => eventAt(NOON + k)));
    expect(await looked(NOON + HOUR)).not.toHaveProperty("notice");

    vault = `vlt_${++n}`;
    await put(eventAt(NOON - 2 * DAY));
    await looked();
    await put(...Array.from({ length: 30 }, (_, k) => eventAt(NOON + k)));
    expect(await looked(NOON + HOUR)).not.toHaveProperty("notice");
  });

  it("that can't be read are told, once a day", async () => {
    await put(...usual());
    await looked();
    await put(
      { at: new Date(NOON + 1).toISOString(), event: { vaultId: vault, text: "secret" } },
      eventAt(NOON + 2, { clientIp: "the office" }),
    );
    expect(await looked(NOON + HOUR)).toMatchObject({
      notice: {
        summary: "events of 1 vault were not all read.",
        lines: [
          { name: expect.stringMatching(/without (a time|an actor|an address) that can be read/) },
          { name: expect.stringMatching(/without (a time|an actor|an address) that can be read/) },
          { name: expect.stringMatching(/without (a time|an actor|an address) that can be read/) },
        ],
      },
    });
    expect(await looked(NOON + 2 * HOUR)).not.toHaveProperty("notice");
  });

  it("are read in steps where there are many, and no further back than the last look", async () => {
    await put(...Array.from({ length: 2_500 }, (_, k) => eventAt(NOON - 9 * DAY + k * 5 * 60_000)));
    const first = await looked();
    expect(first).toMatchObject({ ignore: "2500 new events: nothing that stands out.", steps: 3 });
    const before = await tenant.calls("searchAuditEvents");
    await put(...Array.from({ length: 150 }, (_, k) => eventAt(NOON + k * 1_000)));
    expect(await looked(NOON + HOUR)).toMatchObject({ ignore: expect.stringMatching(/^150 new/), steps: 1 });
    expect((await tenant.calls("searchAuditEvents")) - before).toBe(2);
    expect(JSON.stringify(await seen()).length).toBeLessThan(20_000);
  });

  it("of one vault that can't be looked at keep nobody from the others, and are looked at again", async () => {
    const vaults = { Broken: "vlt_broken", Finance: vault };
    await put(...usual());
    await looked(NOON, { vaults });
    await put(eventAt(NOON + 1, HUGO));
    await tenant.fault({ operation: "searchAuditEvents", count: 1, status: 400 });
    expect(await looked(NOON + HOUR, { vaults })).toMatchObject({
      notice: {
        summary: "1 new actor, 1 new address in 1 vault; 1 vault could not be looked at.",
        lines: [{ name: "Broken: could not be looked at" }, {}, {}],
      },
    });
    await tenant.fault({ operation: "searchAuditEvents", count: 1, status: 400 });
    await expect(looked(NOON + 2 * HOUR, { vaults })).rejects.toMatchObject({
      message: expect.stringContaining("Broken: could not be looked at"),
    });
  });

  it("make a digest of the week", async () => {
    const digest = (now: number, change: Partial<Settings> = {}) =>
      decided(
        secretsAuditDigest,
        tick(secretsAuditDigest, "2099-05-04T06:00:00.000Z"),
        contextAt(now, change),
      );
    const vaults = { Finance: vault, Quiet: "vlt_quiet", Unseen: "vlt_unseen" };
    expect(await digest(NOON, { vaults })).toMatchObject({
      ignore: "secrets-audit-watch has not looked at any vault of `vaults` yet",
    });
    await put(...usual());
    await looked(NOON, { vaults: { Finance: vault, Quiet: "vlt_quiet" } });
    await put(...Array.from({ length: 21 }, (_, k) => eventAt(NOON + k)), eventAt(NOON + 11 * HOUR, HUGO));
    await looked(NOON + DAY, { vaults: { Finance: vault, Quiet: "vlt_quiet" } });
    expect(await digest(NOON + 3 * DAY, { vaults })).toMatchObject({
      notice: {
        title: "Secrets audit, the week",
        summary:
          "38 events in 1 of 3 vaults (24 the week before): 1 new actor, 1 new address, 1 outside working hours, 1 unusual day.",
        lines: [
          {
            name: "Finance",
            detail:
              "38 events (24 the week before); new actors: hugo.pike@example.com; new addresses: 192.0.2.11; 1 outside working hours; unusual: 2099-05-01",
          },
          { name: "Quiet", detail: "Quiet" },
          { name: "Not looked at yet", detail: "Unseen" },
        ],
      },
    });
  });
});

describe("whether a page is the last to read, where the API does not say in which order events come", () => {
  const rules = { secretsAudit: settings.secretsAudit, clock: workClock(settings), now: NOON };
  const hasMoreAfter = async (...daysAgo: readonly number[]) => {
    const page = daysAgo.map((days) => ({ createdAt: new Date(NOON - days * DAY).toISOString() }));
    const { scan } = await withPage(beginScan("Finance", null, rules), page, [], rules);
    return hasMore(scan, "next");
  };

  it.each([
    ["newest first, to before the last look", [1, 20, 31], false],
    ["newest first, all before it", [31, 32, 33], false],
    ["newest first, all after it", [1, 20, 29], true],
    ["oldest first", [33, 32, 31], true],
    ["neither", [31, 33, 32], true],
    ["at one time", [31, 31], true],
    ["none", [], true],
  ])("%s", async (_, daysAgo, isMore) => {
    expect(await hasMoreAfter(...daysAgo)).toBe(isMore);
  });
});
