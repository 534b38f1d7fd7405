// Tasks for people when the API has no call for the work, or when the call failed: undoing an action, ending an
// inventory entry, fixing a violation of a standing check, and other work that an automation can't do.
import * as z from "zod";
import { formatDay } from "../base/days.ts";
import { Named } from "../base/named.ts";
import { defineAction } from "./define.ts";
import { INVENTORY_KINDS, removeEntry } from "./inventory.ts";

/** Asks a person to undo an action, or to end an inventory entry. Reeve can't verify the result. */
export const undoByHand = defineAction({
  name: "undo.by-hand",
  input: z.object({
    /** The summary of the action to undo, or the description of the inventory entry to end. */
    did: z.string(),
    /** The instructions for undoing the action, in words that can follow its summary. */
    how: z.string(),
    /** The target of the action to undo, or of the action that failed to end the entry. */
    target: z.string(),
    unverified: z.array(Named).default([]),
    beneficiaries: z.array(z.string()).default([]),
    /** Inventory entries to remove once the task is reported as done. */
    forgets: z.array(z.object({ kind: z.enum(INVENTORY_KINDS), key: z.string() })),
  }),
  summary: ({ did, how }) => `Manual task without an API call: undo “${did}” ${how}`,
  unverified: ({ unverified }) => unverified,
  target: ({ target }) => `undoing of ${target}`,
  beneficiaries: ({ beneficiaries }) => beneficiaries,
  followUp: () => ({ assignees: [] }),
  leaves: ({ forgets }) => forgets.map(({ kind, key }) => removeEntry(kind, key)),
  undo: { byHand: "To repeat the change, request it again." },
  notAskedFor: "The button next to an applied action in the console plans this action.",
});

/**
 * Asks a person to fix a violation of a standing check, which Reeve runs again the next night. Automations also use
 * this action for work that a setting prevents, such as an access review for which `reviewOwners` names no owner.
 *
 * @example
 * export const task = mendByHand({
 *   promise: "kiosks-have-owners",
 *   broken: connector,
 *   task: "find an owner for the kiosks' connector",
 *   since: "2027-01-31",
 * });
 */
export const mendByHand = defineAction({
  name: "promise.mend-by-hand",
  input: z.object({
    /** The name of the standing check, or of the setting that prevents the work. */
    promise: z.string(),
    /** The object that violates the check or needs the work, such as a connector or a person. */
    broken: Named,
    /** The instruction, in the imperative: "give build-bot an enabled manager". */
    task: z.string(),
    /** The day since which the task is known to be necessary, `YYYY-MM-DD`. */
    since: z.iso.date(),
    /** Emails of the people to whom the task is assigned. @default any operator */
    assignees: z.array(z.email()).optional(),
  }),
  summary: ({ task, since }) => `Manual task without an API call, open since ${formatDay(since)}: ${task}.`,
  unverified: () => [],
  target: ({ promise, broken }) => `${promise} ${broken.id}`,
  followUp: ({ assignees = [] }) => ({ assignees }),
  beneficiaries: () => [],
  undo: { byHand: "Only the person who fixed the violation knows the previous state." },
  notAskedFor: "Standing checks plan this action, and so does leaver for a connector without a successor.",
});
