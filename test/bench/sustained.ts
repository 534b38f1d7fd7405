import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sample } from "../../src/cli/start/sample.ts";
import { jiraDeliveries } from "./jira-deliveries.ts";
import { CONNECTIONS, loadAll, quantile } from "./load.ts";
import { startReeve, TEN_AUTOMATIONS } from "./reeve.ts";
import { amount, type Figure } from "./table.ts";
import { openTenant, ownersAsked } from "./tenant.ts";
import { cpuMicroseconds, residentMiB } from "./workerd.ts";

const SECONDS = 60;
/** Deliveries sent at a time, of which one in twenty makes a connector owner. */
const CHUNK = 400;
const ONE_IN = 20;
const DEADLINE_MS = 120_000;

/**
 * A minute of what a real installation gets: nearly every delivery concerns none of ten automations, one in twenty makes
 * a connector owner. All of it has to be acknowledged, on record, and done at the tenant.
 */
export async function sustained(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const tenant = started.adopt(await openTenant(200, folder), (one) => one.stop());
  const RULES = JSON.stringify({ enabled: TEN_AUTOMATIONS, fields: sample.settings.fields });
  const reeve = started.adopt(
    await startReeve(folder, "test/support/reeve-with-rules.ts", {
      ...tenant.credential,
      GOVERNANCE_BASE_URL: `http://localhost:${tenant.url.port}`,
      RULES,
    }),
    (one) => one.stop(),
  );

  const before = { cpu: cpuMicroseconds(reeve.pid), at: performance.now() };
  const latencies: number[] = [];
  while (performance.now() - before.at < SECONDS * 1_000) {
    const wanted = jiraDeliveries(CHUNK / ONE_IN, "Connector owner");
    const others = jiraDeliveries(CHUNK - wanted.length);
    const mixed = wanted.flatMap((one, n) => [
      one,
      ...others.slice(n * (ONE_IN - 1), (n + 1) * (ONE_IN - 1)),
    ]);
    latencies.push(...(await loadAll(reeve.url, mixed, 202, CONNECTIONS)).latencies);
  }
  const seconds = (performance.now() - before.at) / 1_000;
  const sent = latencies.length;
  latencies.sort((one, other) => one - other);
  await reeve.onRecord({ done: sent / ONE_IN, ignored: sent - sent / ONE_IN });
  const cpu = cpuMicroseconds(reeve.pid) - before.cpu;
  const made = () => ownersAsked(tenant);
  for (const until = Date.now() + DEADLINE_MS; (await made()) < sent / ONE_IN; await sleep(100))
    if (Date.now() > until) throw new Error(`${await made()} of ${sent / ONE_IN} owners were made`);

  return [
    {
      name: `sustained for ${SECONDS} s, one in ${ONE_IN} with a call`,
      reeve: sent / seconds,
      unit: "/s",
      note: `${sent.toLocaleString("en-US")} deliveries, none lost; CPU until on record ${amount(cpu / sent, "µs")} each, memory ${amount(residentMiB(reeve.pid), "MiB")}`,
    },
    {
      name: "sustained, p99",
      reeve: quantile(latencies, 0.99),
      unit: "ms",
      note: `p50 ${amount(quantile(latencies, 0.5), "ms")}`,
    },
  ];
}
