import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { sample } from "../../src/cli/start/sample.ts";
import { jiraDeliveries } from "./jira-deliveries.ts";
import { CONNECTIONS, loadAll, quantile } from "./load.ts";
import { startReeve, TEN_AUTOMATIONS } from "./reeve.ts";
import { amount, type Figure } from "./table.ts";
import { openTenant, ownersAsked } from "./tenant.ts";
import { cpuMicroseconds, residentMiB } from "./workerd.ts";

const SECONDS = 60;
const COUNTING = "test/support/counting-reeve.ts";
const COUNTED_SECONDS = 5;
/** Deliveries sent at a time, of which one in twenty makes a connector owner. */
const CHUNK = 400;
const ONE_IN = 20;
const DEADLINE_MS = 120_000;

/**
 * A minute of what a real installation gets: nearly every delivery concerns none of ten automations, one in twenty makes
 * a connector owner. All of it has to be acknowledged, on record, and done at the tenant. Rows are counted in some
 * seconds more, by a Reeve that does nothing else: counting takes memory.
 */
export async function sustained(): Promise<Figure[]> {
  const { seconds, latencies, cpu, memory } = await work("test/support/reeve-with-rules.ts", SECONDS);
  const counted = await work(COUNTING, COUNTED_SECONDS);
  const each = (rows: number) => (rows / counted.latencies.length).toFixed(1);
  const { objectRowsWritten, d1RowsWritten } = Rows.parse(counted.counts);
  latencies.sort((one, other) => one - other);
  return [
    {
      name: `sustained for ${SECONDS} s, one in ${ONE_IN} with a call`,
      reeve: latencies.length / seconds,
      unit: "/s",
      note: `${latencies.length.toLocaleString("en-US")} deliveries, none lost; CPU until on record ${amount(cpu / latencies.length, "µs")} each, rows ${each(objectRowsWritten)} of Durable Objects + ${each(d1RowsWritten)} of D1, memory ${amount(memory, "MiB")}`,
    },
    {
      name: "sustained, p99",
      reeve: quantile(latencies, 0.99),
      unit: "ms",
      note: `p50 ${amount(quantile(latencies, 0.5), "ms")}`,
    },
  ];
}

const Rows = z.object({ objectRowsWritten: z.number(), d1RowsWritten: z.number() });

/** Sends for so long, and waits until all is done. @param entry Of Reeve */
async function work(entry: string, wanted: number) {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const tenant = started.adopt(await openTenant(200, folder), (one) => one.stop());
  const RULES = JSON.stringify({ enabled: TEN_AUTOMATIONS, fields: sample.settings.fields });
  const reeve = started.adopt(
    await startReeve(folder, entry, {
      ...tenant.credential,
      GOVERNANCE_BASE_URL: `http://localhost:${tenant.url.port}`,
      RULES,
    }),
    (one) => one.stop(),
  );

  const before = { cpu: cpuMicroseconds(reeve.pid), at: performance.now() };
  const latencies: number[] = [];
  while (performance.now() - before.at < wanted * 1_000) {
    const calls = jiraDeliveries(CHUNK / ONE_IN, "Connector owner");
    const others = jiraDeliveries(CHUNK - calls.length);
    const mixed = calls.flatMap((one, n) => [one, ...others.slice(n * (ONE_IN - 1), (n + 1) * (ONE_IN - 1))]);
    latencies.push(...(await loadAll(reeve.url, mixed, 202, CONNECTIONS)).latencies);
  }
  const seconds = (performance.now() - before.at) / 1_000;
  const sent = latencies.length;
  await reeve.onRecord({ done: sent / ONE_IN, ignored: sent - sent / ONE_IN });
  const cpu = cpuMicroseconds(reeve.pid) - before.cpu;
  const made = () => ownersAsked(tenant);
  for (const until = Date.now() + DEADLINE_MS; (await made()) < sent / ONE_IN; await sleep(100))
    if (Date.now() > until) throw new Error(`${await made()} of ${sent / ONE_IN} owners were made`);

  const counts: unknown =
    entry === COUNTING ? await (await fetch(new URL("/_counts", reeve.url))).json() : null;
  return { seconds, latencies, cpu, memory: residentMiB(reeve.pid), counts };
}
