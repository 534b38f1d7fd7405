// The audit trail reaches a collector in order and without a gap, whatever goes wrong on the way.
import { afterEach, expect, it } from "vitest";
import { startReeve, tick } from "../../src/cli/start/stack.ts";
import type { AuditLink } from "../../src/ledger/audit-chain.ts";
import { until } from "../support/until.ts";
import { type CollectorStub, startHec, startNdjsonCollector } from "../vendors/collectors.ts";
import { addEntries, allIds, firstsIn, idsIn, ledgerIn, ofDesk } from "./exporting.ts";

const opened: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.stop();
});

async function exporting(
  start: () => Promise<CollectorStub>,
  change: (collector: CollectorStub) => Readonly<Record<string, string>> = () => ({}),
) {
  const collector = await start();
  opened.push(collector);
  const lines: string[] = [];
  const reeve = await startReeve({
    log: (line) => void lines.push(line),
    bindings: {
      AUDIT_EXPORT_URL: collector.address,
      AUDIT_EXPORT_TOKEN: collector.token,
      ...change(collector),
    },
  });
  opened.push(reeve);
  const ledger = await ledgerIn(reeve.miniflare);
  const ends = new Map<string, AuditLink>();
  const read = async (path: string) => (await fetch(new URL(path, reeve.url))).text();
  return {
    collector,
    ends,
    add: (n: number, desks?: readonly string[]) => addEntries(ledger, ends, n, desks),
    tick: () => tick(reeve),
    settings: async () =>
      (await read("/settings"))
        .replace(/<[^>]*>/g, "")
        .replace(/\s+/g, " ")
        .split("Audit export")
        .at(-1) ?? "",
    figure: async (name: string) =>
      Number(new RegExp(`^reeve_audit_export_${name} (.*)$`, "m").exec(await read("/metrics"))?.[1]),
    all: () => until("the rest of the trail", () => firstsIn(collector.taken).length === allIds(ends).length),
    logged: () => lines.join("\n"),
  };
}

it.for([
  ["Splunk", startHec],
  ["a plain collector", startNdjsonCollector],
] as const)("%s gets every entry once and in order, and later what is new", async ([, start]) => {
  const one = await exporting(start);
  await one.add(1_300, ["desk-0", "desk-1"]);
  expect([await one.figure("behind"), await one.figure("lag_seconds")]).toEqual([1_300, expect.any(Number)]);
  expect(await one.settings()).toContain("taken so far: nothing. 1,300 entries wait");
  await one.tick();
  await one.all();
  await one.add(40, ["desk-1"]);
  await one.tick();
  await one.all();
  expect(idsIn(one.collector.taken)).toEqual([
    ...ofDesk(allIds(one.ends), "desk-0"),
    ...ofDesk(allIds(one.ends), "desk-1"),
  ]);
  expect([await one.figure("behind"), await one.figure("lag_seconds")]).toEqual([0, 0]);
  expect(await one.settings()).toMatch(/taken so far: desk-0:650,desk-1:690, last just now\. Nothing waits/);
});

it("repeats by id what it does not know to be taken, waits after a failure, and tells how long", async () => {
  const one = await exporting(startHec);
  await one.add(900);
  one.collector.fail({ status: 503 });
  await one.tick();
  await until("the first failure", async () => (await one.figure("failures")) === 1);
  expect(await one.settings()).toMatch(/the collector answered 503 \(once\)\. Next try: in a moment/);
  // Nobody hurries it.
  await one.tick();
  expect(one.collector.taken).toEqual([]);
  one.collector.fail("lost after");
  await one.all();
  expect(firstsIn(one.collector.taken)).toEqual(allIds(one.ends));
  const ids = idsIn(one.collector.taken);
  expect(ids.length).toBeGreaterThan(new Set(ids).size);
  expect(ids.slice(0, 2)).toEqual(["desk-0:1", "desk-0:2"]);
  await until("the last position", async () => (await one.figure("behind")) === 0);
  expect(await one.figure("failures")).toBe(0);
});

it("makes requests smaller for a collector that takes no larger ones", async () => {
  const one = await exporting(startHec);
  one.collector.maxChars = 3_000;
  await one.add(60);
  await one.tick();
  await one.all();
  expect(idsIn(one.collector.taken)).toEqual(allIds(one.ends));
});

it.for([
  [
    "a token that the collector does not know",
    { AUDIT_EXPORT_TOKEN: "another-token" },
    /answered 403: .*Invalid token/,
  ],
  ["the wrong protocol", { AUDIT_EXPORT_KIND: "bearer" }, /answered 401: .*Invalid authorization/],
  ["a token alone", { AUDIT_EXPORT_URL: "" }, /AUDIT_EXPORT_URL and AUDIT_EXPORT_TOKEN go together/],
  [
    "an address with a password",
    { AUDIT_EXPORT_URL: "https://ada:pw@hec.example.com/" },
    /must not hold a user name or password/,
  ],
  ["an address without TLS", { AUDIT_EXPORT_URL: "http://hec.example.com/" }, /begins with https/],
] as const)("sends nothing with %s, and says so", async ([, change, words]) => {
  const one = await exporting(startHec, () => change);
  await one.add(3);
  await one.tick();
  await until("the words", async () => words.test(await one.settings()));
  expect(one.collector.taken).toEqual([]);
  expect(`${await one.settings()}${one.logged()}`).not.toContain("another-token");
});

it("follows no redirect", async () => {
  const one = await exporting(startHec);
  const other = await startHec();
  opened.push(other);
  one.collector.fail({ status: 307, headers: { location: other.address } });
  await one.add(3);
  await one.tick();
  await until("the words", async () => /answered 307/.test(await one.settings()));
  expect([...one.collector.taken, ...other.asked]).toEqual([]);
});
