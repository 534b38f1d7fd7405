// Stores the snapshots of automations in the inventory: the state that they saw on their last run.
import type * as z from "zod";
import { type InventoryChange, putEntry } from "../actions/inventory.ts";
import type { History } from "./automation.ts";

/**
 * Returns the snapshot of an automation's last run, or `null` if there is none or its shape does not match.
 *
 * @example
 * export const readCount = async ({ history }: Context): Promise<number> =>
 *   (await lastSnapshot(history, "kiosk-report", z.object({ kiosks: z.int() })))?.kiosks ?? 0;
 */
export async function lastSnapshot<Seen>(
  history: Pick<History, "entry">,
  key: string,
  shape: z.ZodType<Seen>,
): Promise<Seen | null> {
  const entry = await history.entry("snapshot", key);
  return shape.safeParse(entry?.data.value).data ?? null;
}

/**
 * Saves a value for the next run.
 *
 * @param key A name that no other automation uses
 * @param value A JSON value: a ledger row can have at most 2 MB
 * @example
 * export const proposal: Proposal = { ignore: "3 kiosks", leaves: [putSnapshot("kiosk-report", { kiosks: 3 })] };
 */
export const putSnapshot = (key: string, value: unknown): InventoryChange =>
  putEntry("snapshot", { value }, key);
