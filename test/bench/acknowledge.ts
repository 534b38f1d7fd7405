import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sample } from "../../src/cli/start/sample.ts";
import { jiraDeliveries } from "./jira-deliveries.ts";
import { loadAll } from "./load.ts";
import { startPeer } from "./peer.ts";
import { startReeve, TEN_AUTOMATIONS } from "./reeve.ts";
import { median } from "./statistics.ts";
import { amount, type Figure } from "./table.ts";
import { cpuMicroseconds, residentMiB, startBare } from "./workerd.ts";

const WARM_UP = 1_000;
const DELIVERIES = 2_500;
const ROUNDS = 5;
const RULES = JSON.stringify({ enabled: TEN_AUTOMATIONS, fields: sample.settings.fields });

/**
 * Deliveries acknowledged a second: verified, deduplicated and on disk, the record kept meanwhile. They concern none of
 * ten automations. Every delivery must be answered 202, and reach the ledger.
 */
export async function acknowledge(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using contestants = new AsyncDisposableStack();
  contestants.defer(() => rm(folder, { recursive: true, force: true }));
  const start = async <Started extends { stop(): Promise<void> }>(starting: Promise<Started>) =>
    contestants.adopt(await starting, (started) => started.stop());
  const control = await start(startBare());
  const reeve = await start(startReeve(folder, "test/support/reeve-with-rules.ts", { RULES }));
  const peer = await start(startPeer(folder));

  let sent = 0;
  const round = async (count: number) => {
    const deliveries = jiraDeliveries(count);
    const bareBefore = cpuMicroseconds(control.pid);
    const bare = await loadAll(control.url, deliveries, 200);
    const bareMicroseconds = (cpuMicroseconds(control.pid) - bareBefore) / count;
    const before = cpuMicroseconds(reeve.pid);
    const ours = await loadAll(reeve.url, deliveries, 202);
    sent += count;
    // The next must not pay for what is left to do.
    await reeve.onRecord({ ignored: sent });
    const microseconds = (cpuMicroseconds(reeve.pid) - before) / count;
    const express = await loadAll(peer.url, deliveries, 202);
    return { bare, bareMicroseconds, ours, microseconds, express };
  };
  await round(WARM_UP);
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await round(DELIVERIES));

  const of = (read: (seen: (typeof rounds)[number]) => number) => median(rounds.map(read));
  const perSecond = of(({ ours }) => ours.perSecond);
  return [
    {
      name: "acknowledge",
      reeve: perSecond,
      control: of(({ bare }) => bare.perSecond),
      unit: "/s",
      target: { of: "ratio", at: "least", bound: 0.2 },
    },
    {
      name: "acknowledge, CPU until on record",
      reeve: of(({ microseconds }) => microseconds),
      control: of(({ bareMicroseconds }) => bareMicroseconds),
      unit: "µs",
      target: { of: "ratio", at: "most", bound: 6 },
    },
    {
      name: "acknowledge, p99",
      reeve: of(({ ours }) => ours.p99),
      control: of(({ bare }) => bare.p99),
      unit: "ms",
      note: `p50 ${amount(
        of(({ ours }) => ours.p50),
        "ms",
      )}`,
    },
    {
      name: "acknowledge, memory after",
      reeve: residentMiB(reeve.pid),
      control: residentMiB(control.pid),
      unit: "MiB",
    },
    {
      name: "acknowledge : Express",
      reeve: perSecond,
      control: of(({ express }) => express.perSecond),
      unit: "/s",
      target: { of: "ratio", at: "above", bound: 1 },
      note: `its p99 ${amount(
        of(({ express }) => express.p99),
        "ms",
      )}, memory ${amount(residentMiB(peer.pid), "MiB")}`,
    },
  ];
}
