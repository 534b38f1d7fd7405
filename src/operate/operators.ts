// Operators' controls other than decisions: switches, the inventory, manual runs of schedules, alarms, and test
// notices. All of them except test notices are audited.
import type * as z from "zod";
import { type InventoryChange, removeEntry } from "../actions/inventory.ts";
import { automations } from "../automations/index.ts";
import { Problem } from "../base/problem.ts";
import { splitToFit } from "../base/text.ts";
import { scheduleDelivery } from "../desk/cron.ts";
import { allDesks, deskFor, findControl, findOutbox, noteOfAll } from "../desk/directory.ts";
import type { Env } from "../env.ts";
import { createGovernance, readOnly } from "../governance/client/index.ts";
import { isSchedule } from "../kit/schedule.ts";
import { isEnabled } from "../kit/settings.ts";
import { changing, writeInventory } from "../ledger/inventory.ts";
import { auditType, pauseAct } from "../policy/acts.ts";
import { type CheckedConfig, checkDeployment, nameAlarm } from "./checks.ts";
import { requireAutomation } from "./config-check.ts";
import { entryChanges } from "./owners.ts";
import { type AskingSession, deciderName, requireRoleFor, type Session } from "./person.ts";
import { withLedgerFallback } from "./recorded.ts";
import {
  DryRunRequest,
  DueRequest,
  type EntriesRemoved,
  type EntriesWritten,
  MAX_ENTRIES,
  PauseRequest,
  type TakeRequest,
} from "./requests.ts";

/**
 * Runs a scheduled automation now.
 * @returns the id of its event, which is recorded a moment later
 * @throws RequestInvalid if there is no such automation
 * @throws Problem `decision_conflict` if it has no schedule, or is not enabled
 */
export async function haveDue(
  { env, person, config }: AskingSession,
  automation: string,
  reason: string,
): Promise<string> {
  requireRoleFor(person, "due");
  requireAutomation(automation);
  if (!isSchedule(automations.get(automation)?.on))
    throw new Problem("decision_conflict", `${automation} does not run on a schedule: send it an event`);
  if (!isEnabled(config.settings, automation))
    throw new Problem("decision_conflict", `${automation} is not enabled in src/config.ts`);
  const [at, actor] = [Date.now(), person.email];
  const delivery = scheduleDelivery(automation, at, { automations, ...config }, { by: actor });
  const desk = deskFor(env, delivery.subject);
  const { eventId } = await desk.accept(delivery);
  const detail = { automation, reason };
  await desk.note({ at, type: auditType("due"), runId: null, eventId, actor, detail });
  return eventId;
}

/** Maximum characters of JSON in one audit entry. A larger change is recorded in several entries. */
const MAX_ENTRY_CHARS = 100_000;

/**
 * Writes inventory entries, after recording each change in full in the audit chain. With `dryRun`, only counts the
 * changes.
 */
export async function writeEntries(
  { env, person }: Session,
  { entries: inputs, reason, dryRun }: z.output<typeof EntriesWritten>,
): Promise<{ written: number; unchanged: number }> {
  requireRoleFor(person, "inventory");
  const entries = await entryChanges(inputs, readOnly(createGovernance(env)));
  let written = 0;
  for (let n = 0; n < entries.length; n += MAX_ENTRIES)
    written += await editInventory(env, entries.slice(n, n + MAX_ENTRIES), person.email, reason, dryRun);
  return { written, unchanged: entries.length - written };
}

/** Removes entries from the inventory. @returns the number of entries named in the request */
export async function removeEntries(
  { env, person }: Session,
  { entries: named, reason }: z.output<typeof EntriesRemoved>,
): Promise<number> {
  requireRoleFor(person, "inventory");
  const changes = named.map(({ kind, key }) => removeEntry(kind, key));
  await editInventory(env, changes, person.email, reason);
  return changes.length;
}

/** Changes the inventory. @returns the number of entries that changed, or with `dryRun` would change */
async function editInventory(
  env: Env,
  edits: readonly InventoryChange[],
  by: string,
  reason: string,
  dryRun = false,
): Promise<number> {
  const at = Date.now();
  const wanted = edits.map((change) => ({ ...change, by: { person: by }, at }));
  const rows = await changing(env.LEDGER, wanted);
  if (dryRun) return rows.length;
  const changes = rows.map(({ kind, key, data }) => ({ kind, key, data }));
  const parts = splitToFit(changes, MAX_ENTRY_CHARS, (change) => JSON.stringify(change).length);
  const removed = changes.filter(({ data }) => data === null).length;
  for (const [n, entries] of parts.entries()) {
    const counts = { written: changes.length - removed, removed, part: n + 1, parts: parts.length };
    await noteOfAll(env, auditType("inventory"), by, { reason, ...counts, entries }, at);
  }
  if (rows.length > 0) await env.LEDGER.batch(writeInventory(env.LEDGER, rows));
  return rows.length;
}

/**
 * Pauses one automation or all, switches an automation to dry runs, turns all agents off, or reverses one of these. The
 * change is recorded first. An automation that `policy.dryRun` lists still makes only dry runs.
 */
export async function flip(
  { env, person }: Session,
  how: keyof typeof SWITCHES,
  { automation, reason }: PauseRequest,
): Promise<void> {
  const { kind, on } = SWITCHES[how];
  requireRoleFor(person, how === "pause" || how === "lift" ? pauseAct(how, automation) : how);
  // Reject a misspelt name: otherwise, the person would believe that the automation is switched. A switch of an
  // automation that no longer exists can still be lifted.
  if (on && automation !== null) requireAutomation(automation);
  const by = deciderName(person);
  await noteOfAll(env, auditType(how), by, { automation, reason });
  await findControl(env).switch(kind, on, { automation, by, reason });
  // A desk that this call does not reach checks within a minute whether the switch was lifted.
  if (!on) await Promise.allSettled(allDesks(env).map((desk) => desk.pauseLifted()));
}

/** The acts that turn a switch on or off: the switch's kind, its new value, and the path and schema of the request. */
export const SWITCHES = {
  pause: { kind: "pause", on: true, path: "/pauses", body: PauseRequest },
  lift: { kind: "pause", on: false, path: "/pauses/lifted", body: PauseRequest },
  dryRun: { kind: "dry_run", on: true, path: "/dry-runs", body: DryRunRequest },
  live: { kind: "dry_run", on: false, path: "/dry-runs/lifted", body: DryRunRequest },
  agentsOff: { kind: "agents", on: true, path: "/agents/off", body: DueRequest },
  agentsOn: { kind: "agents", on: false, path: "/agents/on", body: DueRequest },
} as const;

/**
 * Records that a person is working on an alarm, so that other operators see this. The record is only an audit entry, so
 * nobody has to remove it.
 * @throws Problem `not_found` if there is no such alarm now
 */
export async function takeAlarm(
  { env, person, config }: Session & { readonly config: CheckedConfig },
  { alarm }: z.output<typeof TakeRequest>,
) {
  requireRoleFor(person, "take");
  const { findings } = await checkDeployment(env, config, withLedgerFallback);
  if (!findings.some((one) => one.is === "problem" && nameAlarm(one) === alarm))
    throw new Problem("not_found", "there is no such alarm: it might have ended already");
  await noteOfAll(env, auditType("take"), person.email, { alarm });
}

/** Sends a test notice to operators on every channel that is set up. */
export async function tryNotices({ env, person }: Session): Promise<void> {
  requireRoleFor(person, "tryNotices");
  const summary = `${person.email} is testing the channels: nothing has happened, and no action is needed.`;
  await findOutbox(env).keep([
    { key: `test:${crypto.randomUUID()}`, title: "A test of Reeve's notices", summary },
  ]);
}
