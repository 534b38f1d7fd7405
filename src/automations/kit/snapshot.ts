// Keeps in the inventory what an automation saw at its last look.
import type * as z from "zod";
import { type InventoryChange, putEntry } from "../../actions/inventory.ts";
import type { History } from "./automation.ts";

/** The snapshot of an automation's last look; `null` at the first, and for one of another shape. */
export async function lastSnapshot<Seen>(
  history: Pick<History, "entry">,
  key: string,
  shape: z.ZodType<Seen>,
): Promise<Seen | null> {
  const entry = await history.entry("snapshot", key);
  return shape.safeParse(entry?.data.value).data ?? null;
}

/** Keeps a value for the next look. @param value JSON; a row of the ledger holds 2 MB */
export const putSnapshot = (key: string, value: unknown): InventoryChange =>
  putEntry("snapshot", { value }, key);
