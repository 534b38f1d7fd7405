import { allDesks, type DirectoryEnv, desksOf } from "../desk/directory.ts";
import { newRun, type Run } from "../desk/run/run.ts";
import { readRun } from "../ledger/read.ts";
import type { RunRecord } from "../ledger/shapes.ts";

/** A run as the ledger or a desk wrote it, with what older versions left out. */
export function runOf(record: RunRecord | Run): Run {
  const { id, eventId, automation, subject, mode = "live", createdAt, plan } = record as Run;
  const begun = newRun({ id, eventId, automation, subject, mode }, createdAt);
  const actions = plan?.actions.map((action) => ({ ...action, effects: action.effects ?? [] })) ?? [];
  return { ...begun, ...(record as Run), plan: plan && { ...plan, actions } };
}

/** A run as it stands now: the desk has it first, the ledger has it for good. `null` where neither knows it. */
export async function currentRun(env: DirectoryEnv & { readonly LEDGER: D1Database }, id: string) {
  const recorded = await readRun(env.LEDGER, id);
  const desks = recorded ? desksOf(env, recorded.subject) : allDesks(env);
  // A desk that can't be reached takes nothing away from what is on record.
  const held = await Promise.allSettled(desks.map((desk) => desk.run(id)));
  const texts = held.flatMap((one) => (one.status === "fulfilled" && one.value !== null ? [one.value] : []));
  const [newest] = [...(recorded ? [recorded] : []), ...texts.map((text): Run => JSON.parse(text))].toSorted(
    (a, b) => b.version - a.version,
  );
  return newest ? runOf(newest) : null;
}
