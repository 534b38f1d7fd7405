// Undoing by hand: a person is asked to undo what an action did, where the API has no call for it.
import * as z from "zod";
import { Named } from "../base/named.ts";
import { defineAction } from "./define.ts";
import { INVENTORY_KINDS, removeEntry } from "./inventory.ts";

/** Asks a person to undo what an action did. Reeve can't check it. */
export const undoByHand = defineAction({
  name: "undo.by-hand",
  input: z.object({
    /** The sentence of the action, and what the person has to know to undo it. */
    did: z.string(),
    how: z.string(),
    /** Of the action. */
    target: z.string(),
    unverified: z.array(Named).default([]),
    beneficiaries: z.array(z.string()).default([]),
    /** Entries that leave the inventory once it is reported done. */
    forgets: z.array(z.object({ kind: z.enum(INVENTORY_KINDS), key: z.string() })),
  }),
  summary: ({ did, how }) => `By hand, as the API can't: undo “${did}” ${how}`,
  unverified: ({ unverified }) => unverified,
  target: ({ target }) => `undoing of ${target}`,
  beneficiaries: ({ beneficiaries }) => beneficiaries,
  task: () => ({ askedOf: [] }),
  leaves: ({ forgets }) => forgets.map(({ kind, key }) => removeEntry(kind, key)),
  undo: { byHand: "To have it done again, somebody asks for it anew." },
  notAskedFor: "People ask for it in the console, at what was applied.",
});
