// Operators' switches besides decisions: pauses, dry runs, the inventory, schedules by hand. All of it is audited.
import type { InventoryChange } from "../actions/inventory.ts";
import { requireAutomation } from "../automations/config-check.ts";
import { automations } from "../automations/index.ts";
import { isSchedule } from "../automations/kit/schedule.ts";
import { Problem } from "../base/problem.ts";
import type { Switch, SwitchKind } from "../desk/control/store.ts";
import { scheduleDelivery } from "../desk/cron.ts";
import { allDesks, deskFor, findControl } from "../desk/directory.ts";
import type { Accepted } from "../desk/engine/intake.ts";
import type { Env } from "../env.ts";
import { changing, writeInventory } from "../ledger/inventory.ts";

/**
 * Runs a scheduled automation now.
 * @param enabled Names of the automations that are
 * @param now Unix milliseconds
 * @throws RequestInvalid if there is none of this name
 * @throws Problem `decision_conflict` if it has no schedule, or is not enabled
 */
export async function dueByHand(
  env: Env,
  { automation: name, by, reason }: { automation: string; by: string; reason: string },
  enabled: readonly string[],
  now: number,
): Promise<Accepted> {
  requireAutomation(name);
  if (!isSchedule(automations.get(name)?.on))
    throw new Problem("decision_conflict", `${name} does not run on a schedule: send it an event`);
  if (!enabled.includes(name))
    throw new Problem("decision_conflict", `${name} is not enabled in src/config.ts`);
  const delivery = scheduleDelivery(name, now, { by });
  const desk = deskFor(env, delivery.subject);
  const accepted = await desk.accept(delivery);
  const detail = { automation: name, reason };
  const { eventId } = accepted;
  await desk.note({ at: now, type: "schedule.by_hand", runId: null, eventId, actor: by, detail });
  return accepted;
}

/** Puts on record, in the chain of the first desk, what concerns no run. */
export async function noteOfAll(
  env: Env,
  type: string,
  by: string,
  detail: Readonly<Record<string, unknown>>,
  at = Date.now(),
): Promise<void> {
  const [desk] = allDesks(env);
  await desk?.note({ at, type, runId: null, eventId: null, actor: by, detail });
}

/** Characters of JSON in one audit entry; a larger change has several. */
const MOST_CHARS = 100_000;

/**
 * Edits the inventory, as a person says; every entry is on record first, in full.
 * @param now Unix milliseconds
 * @returns the number of entries that changed
 */
export async function editInventory(
  env: Env,
  said: readonly InventoryChange[],
  { by, reason }: { readonly by: string; readonly reason: string },
  now: number,
): Promise<number> {
  const rows = await changing(
    env.LEDGER,
    said.map((change) => ({ ...change, by: { person: by }, at: now })),
  );
  const changes = rows.map(({ kind, key, data }) => ({ kind, key, data }));
  const parts = inParts(changes);
  const removed = changes.filter(({ data }) => data === null).length;
  for (const [n, entries] of parts.entries()) {
    const counts = { written: changes.length - removed, removed, part: n + 1, parts: parts.length };
    await noteOfAll(env, "inventory.edited", by, { reason, ...counts, entries }, now);
  }
  if (rows.length > 0) await env.LEDGER.batch(writeInventory(env.LEDGER, rows));
  return rows.length;
}

function inParts(changes: readonly InventoryChange[]): readonly (readonly InventoryChange[])[] {
  const parts: InventoryChange[][] = [];
  let left = 0;
  for (const change of changes) {
    const chars = JSON.stringify(change).length;
    const part = parts.at(-1);
    if (part && chars <= left) part.push(change);
    else {
      parts.push([change]);
      left = MOST_CHARS;
    }
    left -= chars;
  }
  return parts;
}

/** Types of audit entries about switches. */
const FLIPPED = {
  pause: { on: "pause.set", off: "pause.lifted" },
  dry_run: { on: "dryrun.set", off: "dryrun.lifted" },
  agents: { on: "agents.off", off: "agents.on" },
} as const satisfies Record<SwitchKind, object>;

/** Pauses an automation or everything, has one only plan, turns all agents off, or lifts that; on record first. */
export async function flipSwitch(
  env: Env,
  kind: SwitchKind,
  on: boolean,
  { automation, by, reason }: Switch,
): Promise<void> {
  await noteOfAll(env, FLIPPED[kind][on ? "on" : "off"], by, { automation, reason });
  await findControl(env).switch(kind, on, { automation, by, reason });
  // A desk that can't be reached looks by itself a minute later.
  if (!on) await Promise.allSettled(allDesks(env).map((desk) => desk.pauseLifted()));
}
