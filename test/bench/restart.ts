import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "./figures/statistics.ts";
import { amount, type Figure } from "./figures/table.ts";
import { jiraDeliveries } from "./jira-deliveries.ts";
import { loadAll } from "./load.ts";
import { startReeve, UNLIMITED } from "./reeve.ts";
import { openTenant, ownersAsked } from "./tenant.ts";

const RUNS = 1_000;
const CONNECTIONS = 200;
const KILL_AT = 400;
const ROUNDS = 3;
const POLL_MS = 20;
const DEADLINE_MS = 120_000;

/**
 * Measures a crash after a thousand acknowledged deliveries: Reeve is killed when some of the owners are made, and
 * restarted on its data.
 */
export async function restart(): Promise<Figure[]> {
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await round());
  return [
    {
      name: `SIGKILL at ${KILL_AT} of ${RUNS.toLocaleString("en-US")}, up to all made`,
      reeve: median(rounds.map(({ seconds }) => seconds)),
      unit: "s",
      target: { of: "figure", at: "most", bound: 2.5 },
      note: `before that the local runtime's start ${amount(median(rounds.map(({ start }) => start)), "s")}; calls made again ${rounds.map(({ again }) => again).join(", ")}`,
    },
  ];
}

async function round() {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const tenant = started.adopt(await openTenant(folder), (one) => one.stop());
  const start = () =>
    startReeve(folder, {
      rules: UNLIMITED,
      bindings: { ...tenant.credential, GOVERNANCE_BASE_URL: `http://localhost:${tenant.url.port}` },
    });
  const first = await start();
  const deliveries = jiraDeliveries(RUNS, "Connector owner");
  await loadAll(first.url, deliveries, 202, CONNECTIONS);
  for (const until = Date.now() + DEADLINE_MS; (await ownersAsked(tenant)) < KILL_AT; await sleep(POLL_MS))
    if (Date.now() > until) throw new Error(`not ${KILL_AT} owners were made`);
  if (first.pid === null) throw new Error("there is no /proc to find the process in that is to be killed");
  process.kill(first.pid, "SIGKILL");
  await first.stop();
  const madeBefore = await ownersAsked(tenant);
  if (madeBefore >= RUNS) throw new Error("all owners were made before it was killed");

  const began = performance.now();
  const second = started.adopt(await start(), (one) => one.stop());
  const up = performance.now();
  let last = { made: madeBefore, at: up };
  // Calls that were in flight are repeated, so the total is only known when no more arrive.
  for (const until = Date.now() + DEADLINE_MS; Date.now() < until; await sleep(POLL_MS)) {
    const made = await ownersAsked(tenant);
    if (made > last.made) last = { made, at: performance.now() };
    if (made >= RUNS && performance.now() - last.at > 1_000) break;
  }
  await second.onRecord({ done: RUNS });
  return {
    seconds: (last.at - up) / 1_000,
    start: (up - began) / 1_000,
    again: last.made - RUNS,
  };
}
