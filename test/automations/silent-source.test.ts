import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { silentSource } from "../../src/automations/silent-source.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { readSettings } from "../../src/kit/settings.ts";
import { record } from "../../src/ledger/record.ts";
import { tenantAt } from "../governance/tenant.ts";
import { eventAt, LEDGER, migrateLedger } from "../ledger/ledger.ts";
import { look, makeHistory } from "./support/proposed.ts";

const { settings } = sample;

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** A Friday at noon in Berlin. */
const NOW = Date.parse("2099-05-01T10:00:00Z");

let n = 0;
/** Records events of a source: one every `every` hours, the last one `lastAgo` hours ago. */
const heard = (source: string, { events = 60, every = 4, lastAgo = 1 }) =>
  record(
    LEDGER,
    Array.from({ length: events }, (_, k) => eventAt(++n, NOW - (lastAgo + k * every) * HOUR, { source })),
    [],
  );

describe("a source", async () => {
  const governance = (await tenantAt("silent-source.example.com")).client();
  let past: Awaited<ReturnType<typeof makeHistory>>;
  const looked = ({ now = NOW, ignore = [] }: { now?: number; ignore?: string[] } = {}) =>
    look(silentSource, governance, now, {
      history: past,
      own: { ...readSettings(settings, "silent-source"), ignore },
    });
  beforeAll(() => migrateLedger());
  beforeEach(async () => {
    await LEDGER.exec("DELETE FROM events");
    past = await makeHistory([]);
  });

  it("that keeps its rhythm is not reported", async () => {
    await heard("jira", { lastAgo: 3 });
    await heard("okta", { every: 12, lastAgo: 35 });
    expect(await looked()).not.toHaveProperty("notice");
  });

  it("that is silent for longer than its rhythm explains is reported once", async () => {
    await heard("jira", { lastAgo: 25 });
    await heard("zendesk", { lastAgo: 2 });
    expect(await looked()).toMatchObject({
      notice: {
        title: "Silent sources",
        summary: "1 source newly silent, 0 active again, 1 silent in total.",
        lines: [
          {
            name: "jira",
            detail: "nothing since 2099-04-30 11:00; its longest silence in 30 days was 4 hours",
          },
        ],
      },
    });
    expect(await looked({ now: NOW + 12 * HOUR })).not.toHaveProperty("notice");
  });

  it("that is active again is reported, and so is its next silence", async () => {
    await heard("jira", { lastAgo: 25 });
    await looked();
    await record(LEDGER, [eventAt(++n, NOW, { source: "jira" })], []);
    expect(await looked({ now: NOW + HOUR })).toMatchObject({
      notice: {
        summary: "0 sources newly silent, 1 active again, 0 silent in total.",
        lines: [{ name: "jira", detail: "active again at 2099-05-01 12:00 (silent from 2099-04-30 11:00)" }],
      },
    });
    expect(await looked({ now: NOW + 2 * HOUR })).not.toHaveProperty("notice");
    // The longest silence is now 25 hours.
    expect(await looked({ now: NOW + 70 * HOUR })).not.toHaveProperty("notice");
    expect(await looked({ now: NOW + 76 * HOUR })).toMatchObject({ notice: { lines: [{ name: "jira" }] } });
  });

  it("is reported when it is active again after a silence longer than the learning period", async () => {
    await heard("jira", { lastAgo: 25 });
    await looked();
    const later = NOW + 60 * DAY;
    expect(await looked({ now: later })).not.toHaveProperty("notice");
    await record(LEDGER, [eventAt(++n, later, { source: "jira" })], []);
    expect(await looked({ now: later + HOUR })).toMatchObject({
      notice: { lines: [{ detail: expect.stringContaining("active again") }] },
    });
  });

  it.each([
    ["with few events", { events: 19, every: 24 }],
    ["known for a few days", { events: 60, every: 2 }],
  ])("%s has no rhythm yet", async (_, rhythm) => {
    await heard("jira", { ...rhythm, lastAgo: 100 });
    expect(await looked()).not.toHaveProperty("notice");
  });

  it("that the settings ignore is not reported, and neither is the source of schedules", async () => {
    await heard("jira", { lastAgo: 100 });
    await heard("schedule", { lastAgo: 100 });
    expect(await looked({ ignore: ["jira"] })).toMatchObject({
      ignore: "0 sources newly silent, 0 active again, 0 silent in total.",
    });
  });
});
