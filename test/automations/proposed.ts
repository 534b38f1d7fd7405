import type { InventoryChange } from "../../src/actions/inventory.ts";
import type { Automation, Context, History } from "../../src/automations/kit/automation.ts";
import type { Proposal } from "../../src/automations/kit/proposal.ts";
import { historyIn } from "../../src/desk/engine/deps.ts";
import { writeInventory } from "../../src/ledger/inventory.ts";
import { record } from "../../src/ledger/record.ts";
import type { ScheduleEvent, SenderEvent } from "../../src/systems/event.ts";
import { eventRow, LEDGER, migrateLedger, runRow } from "../ledger/ledger.ts";

/**
 * The real ledger, with this inventory.
 * @param runs How many runs did what each entry says
 * @param at When, Unix milliseconds
 */
export async function historyOf(changes: readonly InventoryChange[], runs = 1, at = 1): Promise<History> {
  await migrateLedger();
  await LEDGER.exec("DELETE FROM inventory");
  for (let n = 1; n <= runs; n++) await write(changes, `run_${n}`, at);
  return historyIn(LEDGER);
}

async function write(changes: readonly InventoryChange[], run: string, at = 1): Promise<void> {
  const rows = changes.map((change) => ({ ...change, by: { run }, run, at }));
  if (rows.length > 0) await LEDGER.batch(writeInventory(LEDGER, rows));
}

/** The minute a schedule is due, as an event. */
export const tick = (automation: Automation, dueAt: string): ScheduleEvent => ({
  type: "schedule.due",
  subject: `schedule:${automation.name}`,
  occurredAt: dueAt,
  schedule: { automation: automation.name, dueAt, missed: 0 },
});

/** What an automation comes to, however many steps it takes; what they leave in the inventory is in the ledger then. */
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

let turnedDown = 0;
/** Puts on record that somebody turned this plan of an automation down. @param at Unix milliseconds */
export async function turnDown(
  { name }: Automation,
  proposal: Exclude<Proposal, { goOn: unknown }>,
  at: number,
): Promise<void> {
  if (!("actions" in proposal)) throw new Error(`there is nothing to turn down: ${JSON.stringify(proposal)}`);
  const n = ++turnedDown;
  const { actions } = proposal;
  const run = runRow(n, {
    automation: name,
    state: "rejected",
    updatedAt: at,
    journal: [],
    plan: { hash: "00", actions },
  });
  await record(LEDGER, [eventRow(n)], [run]);
}
