// Tasks for people, where the API has no call: to undo an action, and to fix a violated standing check.
import * as z from "zod";
import { formatDay } from "../base/days.ts";
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
  followUp: () => ({ askedOf: [] }),
  leaves: ({ forgets }) => forgets.map(({ kind, key }) => removeEntry(kind, key)),
  undo: { byHand: "To have it done again, somebody asks for it anew." },
  notAskedFor: "People ask for it in the console, at what was applied.",
});

/** Asks a person to mend what breaks a standing promise. Reeve looks again the next night. */
export const mendByHand = defineAction({
  name: "promise.mend-by-hand",
  input: z.object({
    promise: z.string(),
    broken: Named,
    /** What the person has to do, as an order: "give build-bot a manager who is enabled". */
    task: z.string(),
    /** The first day on which it was seen, `YYYY-MM-DD`. */
    since: z.iso.date(),
    /** Emails of the people to ask. @default any operator */
    askedOf: z.array(z.email()).optional(),
  }),
  summary: ({ task, since }) => `By hand, as the API can't: ${task}. Seen since ${formatDay(since)}.`,
  unverified: () => [],
  target: ({ promise, broken }) => `${promise} ${broken.id}`,
  followUp: ({ askedOf = [] }) => ({ askedOf }),
  beneficiaries: () => [],
  undo: { byHand: "Whoever mended it knows what it was before." },
  notAskedFor:
    "The automations that watch over standing promises plan it, and leaver for a connector that nobody inherits.",
});
