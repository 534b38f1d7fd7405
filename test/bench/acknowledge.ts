import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sample } from "../../src/cli/start/sample.ts";
import { median } from "./figures/statistics.ts";
import type { Figure } from "./figures/table.ts";
import { jiraDeliveries } from "./jira-deliveries.ts";
import { loadAll } from "./load.ts";
import { type RunningReeve, startReeve, TEN_AUTOMATIONS } from "./reeve.ts";
import { type Contestant, cpuMicroseconds, startBare } from "./workerd.ts";

const WARM_UP = 1_000;
const DELIVERIES = 2_500;
const ROUNDS = 5;

/**
 * Measures deliveries that concern none of ten automations, either recorded or only counted. Each must get a response,
 * and each recorded one must reach the ledger.
 */
export async function acknowledge(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using contestants = new AsyncDisposableStack();
  contestants.defer(() => rm(folder, { recursive: true, force: true }));
  const start = async <Started extends { stop(): Promise<void> }>(starting: Promise<Started>) =>
    contestants.adopt(await starting, (started) => started.stop());
  const rules = (ignoredEvents: "record" | "count") => ({
    enabled: TEN_AUTOMATIONS,
    fields: sample.settings.fields,
    policy: { ignoredEvents },
  });
  const control = await start(startBare());
  const kept = await start(startReeve(join(folder, "kept"), { rules: rules("record") }));
  const counted = await start(startReeve(join(folder, "counted"), { rules: rules("count") }));

  let sent = 0;
  const round = async (count: number) => {
    const deliveries = jiraDeliveries(count);
    /** Returns the CPU microseconds per delivery, including the work that follows the responses. */
    const timed = async (contestant: Contestant, status: number, reeve?: RunningReeve, onRecord = 0) => {
      const before = cpuMicroseconds(contestant.pid);
      await loadAll(contestant.url, deliveries, status);
      await reeve?.onRecord({ ignored: onRecord });
      return (cpuMicroseconds(contestant.pid) - before) / count;
    };
    sent += count;
    return {
      bare: await timed(control, 200),
      kept: await timed(kept, 200, kept, sent),
      counted: await timed(counted, 200, counted),
    };
  };
  await round(WARM_UP);
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await round(DELIVERIES));

  const of = (who: keyof (typeof rounds)[number]) => median(rounds.map((seen) => seen[who]));
  const limits = { kept: 9, counted: 6 } as const;
  return (["kept", "counted"] as const).map((how) => ({
    name: `an event for nobody, ${how}, CPU : bare ok`,
    reeve: of(how),
    control: of("bare"),
    unit: "µs",
    target: { of: "ratio", at: "most", bound: limits[how] },
  }));
}
