// The secrets audit, run against the embedded tenant.
import { beforeEach, describe, expect, it } from "vitest";
import { secretsAudit } from "../../src/automations/secrets-audit.ts";
import { sample } from "../../src/cli/start/sample.ts";
import type { Settings } from "../../src/kit/settings.ts";
import { readSettings } from "../../src/kit/settings.ts";
import { tenantAt } from "../governance/tenant.ts";
import { look, makeHistory } from "./support/proposed.ts";

const { settings } = sample;

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** A Friday at noon in Berlin. */
const NOON = Date.parse("2099-05-01T10:00:00Z");

const ADA = { user: "ada.marsh@example.com", ip: "192.0.2.10" };
const HUGO = { user: "hugo.pike@example.com", ip: "192.0.2.11" };

let n = 0;
/** A new vault for each test, because events are never deleted. */
let vault = "";
const eventAt = (time: number, { user, ip } = ADA) => ({
  time,
  activity_name: "Read",
  metadata: { uid: `evt_${++n}` },
  actor: { user: { email_addr: user } },
  src_endpoint: { ip },
  resources: [{ uid: vault, type: "Vault" }],
  unmapped: { secretValue: "hunter2" },
});
/** Returns events of ten days up to yesterday: `perDay` events by Ada around noon each day. */
const usual = (perDay = 4) =>
  Array.from({ length: 10 * perDay }, (_, k) =>
    eventAt(NOON - (1 + Math.floor(k / perDay)) * DAY - (k % perDay) * 60_000),
  );

describe("audit events", async () => {
  const tenant = await tenantAt("secrets-audit.example.com");
  const governance = tenant.client();
  let past: Awaited<ReturnType<typeof makeHistory>>;
  const looked = (now = NOON, change: Partial<Settings> = {}) =>
    look(secretsAudit, governance, now, {
      history: past,
      settings: { ...settings, vaults: { Finance: vault }, ...change },
    });
  const put = (...events: readonly object[]) => tenant.control("POST", "audit-events", { events });
  beforeEach(async () => {
    vault = `vlt_${++n}`;
    past = await makeHistory([]);
  });

  it("of the last 30 days are counted on the first run, but not reported as unusual", async () => {
    await put(...usual(), eventAt(NOON - 40 * DAY, HUGO));
    expect(await looked()).toMatchObject({
      notice: {
        title: "Secrets audit",
        summary: "40 new events.",
        lines: [
          {
            name: "Finance: first run",
            detail: "40 events in the last 30 days. Unusual events are reported from now on.",
          },
        ],
      },
    });
    const again = await looked(NOON + HOUR);
    expect(again).toMatchObject({ ignore: "0 new events, nothing unusual." });
    expect(again).not.toHaveProperty("notice");
  });

  it("of a chosen person or address are reported from all vaults", async () => {
    const eve = { user: "eve@example.com", ip: "198.51.100.7" };
    const settingsOf = (own: object) => ({
      vaults: {},
      automations: { "secrets-audit": { ...readSettings(settings, "secrets-audit"), ...own } },
    });
    const watching = settingsOf({ actors: [eve.user], addresses: [eve.ip] });
    await put(eventAt(NOON - DAY, eve), eventAt(NOON - DAY, { ...eve, user: "not-eve@example.com" }));
    const lines = (count: string) => ({
      detail: `${count} in the last 30 days. Unusual events are reported from now on.`,
    });
    expect(await looked(NOON, watching)).toMatchObject({
      notice: {
        lines: [
          { name: "eve@example.com: first run", ...lines("1 event") },
          { name: "198.51.100.7: first run", ...lines("2 events") },
        ],
      },
    });
    vault = `vlt_${++n}`;
    await put(
      eventAt(NOON + 10_000, { ...eve, ip: "203.0.113.9" }),
      eventAt(NOON + 20_000, { ...HUGO, ip: eve.ip }),
      eventAt(NOON + 30_000, HUGO),
    );
    expect(await looked(NOON + HOUR, watching)).toMatchObject({
      notice: {
        summary: "2 new events.",
        lines: [
          { name: "eve@example.com: new address 203.0.113.9" },
          { name: `198.51.100.7: new person ${HUGO.user}` },
        ],
      },
    });
  });

  it("are reported once, without secret values, if a person or an address is new", async () => {
    await put(...usual());
    await looked();
    await put(eventAt(NOON + 10_000), eventAt(NOON + 20_000, HUGO), eventAt(NOON + 80_000, HUGO));
    const proposal = await looked(NOON + HOUR);
    expect(proposal).toMatchObject({
      notice: {
        summary: "3 new events.",
        lines: [
          {
            name: "Finance: new person hugo.pike@example.com",
            detail: "2 events, last 2099-05-01 12:01 Read by hugo.pike@example.com from 192.0.2.11",
          },
          { name: "Finance: new address 192.0.2.11" },
        ],
      },
    });
    expect(JSON.stringify(proposal)).not.toContain("hunter2");
    expect(await looked(NOON + 2 * HOUR)).not.toHaveProperty("notice");
  });

  it("that appear late are counted without counting earlier events again", async () => {
    await put(...usual(), eventAt(NOON - 60_000), eventAt(NOON - 60_000));
    await looked();
    await put(eventAt(NOON - 30 * 60_000, HUGO), eventAt(NOON - 60_000, HUGO));
    expect(await looked(NOON + HOUR)).toMatchObject({ notice: { summary: "2 new events." } });
  });

  it("are reported according to the configured rules", async () => {
    await put(...usual());
    await looked();
    await put(eventAt(NOON + 1, HUGO));
    const changed = { ...readSettings(settings, "secrets-audit"), reports: ["new_address" as const] };
    expect(await looked(NOON + HOUR, { automations: { "secrets-audit": changed } })).toMatchObject({
      notice: { lines: [{ name: "Finance: new address 192.0.2.11" }] },
    });
  });

  it("are reported once if a day has more events than configured", async () => {
    await put(...usual());
    await looked();
    const changed = { ...readSettings(settings, "secrets-audit"), eventsADay: 20 };
    await put(...Array.from({ length: 21 }, (_, k) => eventAt(NOON + k)));
    expect(await looked(NOON + HOUR, { automations: { "secrets-audit": changed } })).toMatchObject({
      notice: { lines: [{ name: "Finance: more than 20 events on 2099-05-01" }] },
    });
    await put(...Array.from({ length: 30 }, (_, k) => eventAt(NOON + HOUR + k)));
    expect(await looked(NOON + 2 * HOUR, { automations: { "secrets-audit": changed } })).not.toHaveProperty(
      "notice",
    );
  });

  it("from long before the last run are not read again", async () => {
    await put(...Array.from({ length: 2_500 }, (_, k) => eventAt(NOON - 9 * DAY + k * 5 * 60_000)));
    await looked();
    const before = await tenant.calls("searchAuditEvents");
    await put(...Array.from({ length: 150 }, (_, k) => eventAt(NOON + k * 1_000)));
    expect(await looked(NOON + HOUR)).toMatchObject({ ignore: expect.stringMatching(/^150 new/) });
    expect((await tenant.calls("searchAuditEvents")) - before).toBe(2);
  });

  it("that can't be read don't block other vaults, but fail a run that has nothing else to report", async () => {
    const vaults = { Broken: "vlt_broken", Finance: vault };
    await put(...usual());
    await looked(NOON, { vaults });
    await put(eventAt(NOON + 1, HUGO));
    await tenant.fault({ operation: "searchAuditEvents", count: 1, status: 400 });
    expect(await looked(NOON + HOUR, { vaults })).toMatchObject({
      notice: { summary: "1 new event.", lines: [{ name: "Broken: could not be read" }, {}, {}] },
    });
    await tenant.fault({ operation: "searchAuditEvents", count: 1, status: 400 });
    await expect(looked(NOON + 2 * HOUR, { vaults })).rejects.toMatchObject({
      message: expect.stringContaining("Broken: could not be read"),
    });
  });
});
