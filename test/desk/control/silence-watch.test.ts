/** A source that has been silent for longer than its rhythm explains is reported once, and once when it is active again. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sample } from "../../../src/cli/start/sample.ts";
import { findControl } from "../../../src/desk/directory.ts";
import { watchSilences } from "../../../src/desk/failing-sources.ts";
import type { Env } from "../../../src/env.ts";
import { record } from "../../../src/ledger/record.ts";
import type { OperatorsNotice } from "../../../src/runs/message.ts";
import { eventAt, LEDGER, migrateLedger } from "../../ledger/ledger.ts";

const bindings = env as unknown as Env;
const HOUR = 60 * 60_000;
const NOW = Date.parse("2099-05-01T10:00:00Z");

let n = 0;
/** Records events of a source: one every `every` hours, the last one `lastAgo` hours ago. */
const heard = (source: string, { events = 60, every = 4, lastAgo = 1 }) =>
  record(
    LEDGER,
    Array.from({ length: events }, (_, k) => eventAt(++n, NOW - (lastAgo + k * every) * HOUR, { source })),
    [],
  );

const keys = new Set<string>();
/** Returns the notices of one check. */
async function told({ now = NOW, ignore = [] }: { now?: number; ignore?: string[] } = {}) {
  const notices: string[] = [];
  const settings = { silence: { ...sample.settings.silence, ignore } };
  const notify = async ({ key, title, summary }: OperatorsNotice) => {
    // The outbox sends only one notice with a key.
    expect(keys.has(key)).toBe(false);
    keys.add(key);
    notices.push(`${title}: ${summary}`);
  };
  await watchSilences({ env: bindings, now, notify }, settings);
  return notices;
}
const silent = async () => (await findControl(bindings).health(4)).silent.map(({ source }) => source);

describe("a source", () => {
  beforeAll(() => migrateLedger());
  beforeEach(async () => {
    keys.clear();
    await LEDGER.exec("DELETE FROM events");
    for (const source of await silent()) await findControl(bindings).setNoticeMark(`silent:${source}`, null);
  });

  it("that keeps its rhythm is not reported", async () => {
    await heard("jira", { lastAgo: 3 });
    await heard("okta", { every: 12, lastAgo: 35 });
    expect(await told()).toEqual([]);
  });

  it("that has been silent for longer than its rhythm explains is reported once", async () => {
    await heard("jira", { lastAgo: 25 });
    await heard("zendesk", { lastAgo: 2 });
    expect(await told()).toEqual([
      "A source is silent: At the last hourly check, Jira had been silent for longer than usual: since 2099-04-30T09:00:00.000Z. Its longest silence in 30 days was 4 hours.",
    ]);
    expect(await told({ now: NOW + 12 * HOUR })).toEqual([]);
    expect(await silent()).toEqual(["jira"]);
  });

  it("that is active again is reported, and so is its next silence", async () => {
    await heard("jira", { lastAgo: 25 });
    await told();
    await record(LEDGER, [eventAt(++n, NOW, { source: "jira" })], []);
    expect(await told({ now: NOW + HOUR })).toEqual([
      "A source is active again: Jira was silent for 25 hours.",
    ]);
    expect(await silent()).toEqual([]);
    // The longest silence is now 25 hours.
    expect(await told({ now: NOW + 70 * HOUR })).toEqual([]);
    expect(await told({ now: NOW + 76 * HOUR })).toEqual([expect.stringContaining("A source is silent")]);
  });

  it.each([
    ["with few events", { events: 19, every: 24 }],
    ["known for a few days", { events: 60, every: 2 }],
  ])("%s is not reported as silent", async (_, rhythm) => {
    await heard("jira", { ...rhythm, lastAgo: 100 });
    expect(await told()).toEqual([]);
  });

  it("that the settings ignore is not reported, and neither is the source of schedules", async () => {
    await heard("jira", { lastAgo: 100 });
    await heard("schedule", { lastAgo: 100 });
    expect(await told({ ignore: ["jira"] })).toEqual([]);
  });
});
