import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "../../src/local/runtime.ts";
import { LOCAL_SECRETS, migrate } from "../../src/local/stack.ts";
import { jiraDeliveries } from "./jira-deliveries.ts";
import { type LoadRequest, type LoadResult, load } from "./load.ts";
import { median } from "./statistics.ts";
import type { Figure } from "./table.ts";
import { type Contestant, cpuMicroseconds, residentMiB, startBare, withPid } from "./workerd.ts";

const WARM_UP = 1_500;
const DELIVERIES = 3_000;
const ROUNDS = 5;
const DRAIN_DEADLINE_MS = 60_000;

/** Deliveries acknowledged a second: verified, deduplicated and on disk, the desk working on them meanwhile. */
export async function acknowledge(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  const [bare, reeve] = [await startBare(), await startReeve(folder)];
  try {
    const seen: { control: LoadResult; reeve: LoadResult; microseconds: number }[] = [];
    let sent = 0;
    for (let round = -1; round < ROUNDS; round++) {
      const deliveries = jiraDeliveries(round < 0 ? WARM_UP : DELIVERIES);
      sent += deliveries.length;
      const control = await allAnswered(bare, deliveries, 200);
      const before = cpuMicroseconds(reeve.pid);
      const ours = await allAnswered(reeve, deliveries, 202);
      await allOnRecord(reeve, sent);
      const microseconds = (cpuMicroseconds(reeve.pid) - before) / deliveries.length;
      if (round >= 0) seen.push({ control, reeve: ours, microseconds });
    }
    const of = (read: (round: (typeof seen)[number]) => number) => median(seen.map(read));
    return [
      {
        name: "acknowledge",
        reeve: of((round) => round.reeve.perSecond),
        control: of((round) => round.control.perSecond),
        unit: "/s",
        target: { of: "ratio", at: "least", bound: 0.4 },
      },
      {
        name: "acknowledge, p99",
        reeve: of((round) => round.reeve.p99),
        control: of((round) => round.control.p99),
        unit: "ms",
      },
      {
        name: "acknowledge, memory after it",
        reeve: residentMiB(reeve.pid),
        control: residentMiB(bare.pid),
        unit: "MiB",
      },
      { name: "acknowledge, CPU until on record", reeve: of((round) => round.microseconds), unit: "µs" },
    ];
  } finally {
    await Promise.all([bare.stop(), reeve.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reeve with everything on disk, its ledger migrated. */
async function startReeve(persist: string) {
  const reeve = await withPid(() =>
    run({
      name: "reeve",
      config: "wrangler.toml",
      entry: "src/worker.ts",
      persist,
      bindings: { ...LOCAL_SECRETS, LOCAL_STACK: "yes" },
    }),
  );
  await migrate(reeve);
  return reeve;
}

async function allAnswered(
  { url }: Contestant,
  requests: readonly LoadRequest[],
  status: number,
): Promise<LoadResult> {
  const result = await load(url, requests);
  if (result.statuses[status] === requests.length) return result;
  throw new Error(`not all answers were ${status}: ${JSON.stringify(result.statuses)}`);
}

/** Waits until the ledger has every delivery, with its run done. */
async function allOnRecord(
  { miniflare }: Awaited<ReturnType<typeof startReeve>>,
  deliveries: number,
): Promise<void> {
  const ledger = await miniflare.getD1Database("LEDGER", "reeve");
  const until = Date.now() + DRAIN_DEADLINE_MS;
  for (;;) {
    const [counts] = (
      await ledger
        .prepare(
          "SELECT (SELECT count(*) FROM events WHERE state = 'taken') AS events, (SELECT count(*) FROM runs WHERE state = 'done') AS runs",
        )
        .all<{ events: number; runs: number }>()
    ).results;
    if (counts?.events === deliveries && counts.runs === deliveries) return;
    if (Date.now() > until)
      throw new Error(`${deliveries} deliveries were acknowledged, on record are ${JSON.stringify(counts)}`);
    await sleep(100);
  }
}
