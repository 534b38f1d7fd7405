// A run as it stands, from the desk or the ledger.
import { allDesks, desksOf } from "../desk/directory.ts";
import type { Run } from "../desk/run/run.ts";
import type { Env } from "../env.ts";
import { readRun } from "../ledger/history.ts";
import type { RunRecord } from "../ledger/shapes.ts";

/** A run of the ledger as a desk knows it: the ledger keeps what a desk wrote, as it wrote it. */
export const asRun = (record: RunRecord): Run => record as unknown as Run;

/** A run as it stands now: the desk has it first, the ledger has it for good. `null` where neither knows it. */
export async function currentRun(env: Env, id: string) {
  const recorded = await readRun(env.LEDGER, id);
  const desks = recorded ? desksOf(env, recorded.subject) : allDesks(env);
  // A desk that can't be reached takes nothing away from what is on record.
  const held = await Promise.allSettled(desks.map((desk) => desk.run(id)));
  const texts = held.flatMap((one) => (one.status === "fulfilled" && one.value !== null ? [one.value] : []));
  const [newest] = [
    ...(recorded ? [asRun(recorded)] : []),
    ...texts.map((text): Run => JSON.parse(text)),
  ].toSorted((a, b) => b.version - a.version);
  return newest ?? null;
}
