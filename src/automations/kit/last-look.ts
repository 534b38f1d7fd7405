/** What an automation saw at its last look, kept in the inventory. */

import type * as z from "zod";
import { type Memory, remember } from "../../actions/inventory.ts";
import type { History } from "./automation.ts";

/** What an automation saw at its last look; `null` at its first, and where what is kept is not of this shape. */
export async function lastLook<Seen>(
  history: Pick<History, "watch">,
  key: string,
  shape: z.ZodType<Seen>,
): Promise<Seen | null> {
  const watch = await history.watch("look", key);
  return shape.safeParse(watch?.data.seen).data ?? null;
}

/** What is there for the next look. @param seen JSON; a row of the ledger holds 2 MB */
export const rememberLook = (key: string, seen: unknown): Memory => remember("look", { seen }, key);
