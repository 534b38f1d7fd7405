import type { InventoryChange } from "../../../src/actions/inventory.ts";
import type { Governance } from "../../../src/governance/client/index.ts";
import type { Automation, Context, History } from "../../../src/kit/automation.ts";
import type { Proposal } from "../../../src/kit/proposal.ts";
import type { Settings } from "../../../src/kit/settings.ts";
import { undoSubject } from "../../../src/ledger/changes.ts";
import { historyIn } from "../../../src/ledger/history.ts";
import { writeInventory } from "../../../src/ledger/inventory.ts";
import { record } from "../../../src/ledger/record.ts";
import type { ScheduleEvent, SenderEvent } from "../../../src/systems/event.ts";
import { eventRow, LEDGER, migrateLedger, runRow } from "../../ledger/ledger.ts";
import { makeContext } from "./context.ts";

/**
 * Returns the history of the real ledger with this inventory.
 * @param runs Number of runs that confirmed each entry
 * @param at Time of the changes, in Unix milliseconds
 */
export async function makeHistory(changes: readonly InventoryChange[], runs = 1, at = 1): Promise<History> {
  await migrateLedger();
  await LEDGER.exec("DELETE FROM inventory");
  for (let n = 1; n <= runs; n++) await write(changes, `run_${n}`, at);
  return historyIn(LEDGER);
}

async function write(changes: readonly InventoryChange[], run: string, at = 1): Promise<void> {
  const rows = changes.map((change) => ({ ...change, by: { run }, run, at }));
  if (rows.length > 0) await LEDGER.batch(writeInventory(LEDGER, rows));
}

/** Builds the event of a schedule that is due. */
export const tick = (automation: Automation, dueAt: string): ScheduleEvent => ({
  type: "schedule.due",
  subject: `schedule:${automation.name}`,
  occurredAt: dueAt,
  schedule: { automation: automation.name, dueAt, missed: 0 },
});

/**
 * Returns the final proposal of an automation, after any number of steps. Writes the inventory changes of all steps
 * into the ledger.
 */
export async function proposed(
  automation: Automation,
  event: SenderEvent | ScheduleEvent,
  context: Context,
): Promise<Exclude<Proposal, { goOn: unknown }> & { readonly steps: number }> {
  let progress: unknown = null;
  for (let steps = 1; ; steps++) {
    const proposal = await automation.propose(event, { ...context, progress });
    if ("leaves" in proposal) await write(proposal.leaves ?? [], "run_test");
    if (!("goOn" in proposal)) return { ...proposal, steps };
    progress = proposal.goOn.state;
  }
}

/** The circumstances of a run of a scheduled automation. */
interface Day extends Partial<Context> {
  /** The inventory. @default empty */
  readonly inventory?: readonly InventoryChange[];
  /** Settings of the automation. @default the sample settings */
  readonly own?: NonNullable<Settings["automations"][string]>;
  /** Targets of rejected actions. @default those in the ledger */
  readonly rejected?: readonly string[];
}

/** Returns the proposal of a scheduled automation that runs at `now`, in Unix milliseconds. */
export async function look(
  automation: Automation,
  governance: Governance,
  now: number,
  { inventory = [], own, rejected, ...change }: Day = {},
) {
  const history = change.history ?? (await makeHistory(inventory));
  const usual = makeContext(governance, { now, since: now, ...change });
  return proposed(automation, tick(automation, new Date(now).toISOString()), {
    ...usual,
    ...(own && { settings: { ...usual.settings, automations: { [automation.name]: own } } }),
    history: rejected ? { ...history, rejected: async () => new Set(rejected) } : history,
  });
}

let turnedDown = 0;
/**
 * Records the end of this plan of an automation, by default that a person denied it. With `undone`, a person had its first
 * action undone.
 * @param at Unix milliseconds
 */
export async function turnDown(
  { name }: Automation,
  proposal: Exclude<Proposal, { goOn: unknown }>,
  at: number,
  end: "rejected" | "failed" | "undone" = "rejected",
): Promise<void> {
  if (!("actions" in proposal)) throw new Error(`there is nothing to turn down: ${JSON.stringify(proposal)}`);
  const n = ++turnedDown;
  const { actions } = proposal;
  const state = end === "undone" ? "done" : end;
  const plan = { hash: "00", actions };
  const run = runRow(n, { automation: name, state, updatedAt: at, journal: [], plan });
  const undo = { automation: "requested-action", subject: undoSubject(run.id, [0]), updatedAt: at };
  const undone = end === "undone" ? [runRow(++turnedDown, undo)] : [];
  await record(LEDGER, [eventRow(n)], [run, ...undone]);
}
