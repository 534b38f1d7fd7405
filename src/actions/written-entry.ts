// Inventory entries as people write them: with a person's id or email, whereas the stored entry always has the id.
import * as z from "zod";
import { Identifier } from "../base/named.ts";
import { inventoryKinds, ownershipBy } from "./inventory.ts";

/** Maximum length of an entry as JSON, in characters. Ids and names take a few hundred. */
const MAX_ENTRY_CHARS = 10_000;

const Owner = z
  .strictObject({
    id: Identifier.optional(),
    email: z.email().optional(),
    name: z.string().min(1).optional(),
  })
  .refine(({ id, email }) => id ?? email, "needs an id or an email");

const { snapshot: _, ...kinds } = inventoryKinds;

/** An entry as people write it. Its key is derived from the data. Only automations write snapshots. */
export const WrittenEntry = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("tool"), data: kinds.tool }),
    z.strictObject({ kind: z.literal("retired_tool"), data: kinds.retired_tool }),
    z.strictObject({ kind: z.literal("ownership"), data: ownershipBy(Owner) }),
    z.strictObject({ kind: z.literal("session_policy"), data: kinds.session_policy }),
    z.strictObject({ kind: z.literal("campaign"), data: kinds.campaign }),
  ])
  .refine(
    (entry) => JSON.stringify(entry).length <= MAX_ENTRY_CHARS,
    `is longer than ${MAX_ENTRY_CHARS} characters`,
  );
export type WrittenEntry = z.output<typeof WrittenEntry>;
