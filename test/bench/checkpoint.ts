import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { startReeve } from "../../src/cli/start/stack.ts";
import { toRowId } from "../../src/ledger/audit-chain.ts";
import { median } from "./figures/statistics.ts";
import type { Figure } from "./figures/table.ts";
import { cpuMicroseconds, withPid } from "./workerd.ts";

/** Number of entries in the first checkpoint, and entries per row of the trail. */
const ENTRIES = 1_000_000;
const IN_A_ROW = 4;
/** Number of entries that one desk adds in a minute of work, and number of checkpoints after the first. */
const MORE = 2_000;
const ROUNDS = 15;

/**
 * Measures the checkpoints of a trail that had none, one request after the other, and those of ten minutes' entries
 * each: CPU of the whole process, including D1.
 */
export async function checkpoint(): Promise<Figure[]> {
  await using running = new AsyncDisposableStack();
  const reeve = running.adopt(await withPid(() => startReeve({})), (one) => one.stop());
  for (let from = 0; from < ENTRIES; from += 100_000) await fill(reeve, from, 100_000);
  /** Makes a checkpoint. Returns its CPU time in milliseconds, and its number of entries. */
  const make = async () => {
    const before = cpuMicroseconds(reeve.pid);
    const answer = await fetch(new URL("/api/checkpoints", reeve.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    const { size }: { size: number } = JSON.parse(text);
    return { ms: (cpuMicroseconds(reeve.pid) - before) / 1_000, size };
  };
  let [first, steps] = [0, 0];
  for (let size = 0; size < ENTRIES; steps++) {
    const made = await make();
    if (made.size <= size) throw new Error(`a checkpoint added nothing to ${size} entries`);
    first += made.ms;
    size = made.size;
  }
  const next: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await fill(reeve, ENTRIES + round * MORE, MORE);
    next.push((await make()).ms);
  }
  return [
    {
      name: `CPU of a checkpoint of ${ENTRIES.toLocaleString("en-US")} entries`,
      reeve: first / 1_000,
      unit: "s",
      target: { of: "figure", at: "most", bound: 8 },
      note: `in ${steps} requests`,
    },
    {
      name: `CPU of one of ${MORE.toLocaleString("en-US")} more`,
      reeve: median(next),
      unit: "ms",
      target: { of: "figure", at: "most", bound: 50 },
    },
  ];
}

/** Adds entries after those that are recorded. Their hashes are random, because a checkpoint does not verify them. */
async function fill({ miniflare }: RunningWorker, from: number, entries: number): Promise<void> {
  const entry = `json_object('at', n, 'type', 'effect.applied', 'hash', lower(hex(randomblob(32))),
    'detail', json_object('automation', 'leaver', 'effect', 0, 'operation', 'createConnectorOwner', 'state', 'acting'))`;
  const db = await miniflare.getD1Database("LEDGER", "reeve");
  await db
    .prepare(`INSERT INTO audit
      WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2 - 1)
      SELECT ${toRowId("desk-0", 1)} + ?1 + n * ${IN_A_ROW}, 'desk-0', ?1 + n * ${IN_A_ROW} + 1, ?1 + (n + 1) * ${IN_A_ROW}, n, NULL, NULL, 'reeve', ' effect.applied ',
        hex(zeroblob(32)), json_array(${Array.from({ length: IN_A_ROW }, () => entry).join()}), NULL
      FROM numbers`)
    .bind(from, entries / IN_A_ROW)
    .run();
}
