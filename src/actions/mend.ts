// Mending by hand: a person is asked to make true again what no call of the API can.
import * as z from "zod";
import { dayWords } from "../base/days.ts";
import { Named } from "../base/named.ts";
import { defineAction } from "./define.ts";

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
  summary: ({ task, since }) => `By hand, as the API can't: ${task}. Seen since ${dayWords(since)}.`,
  unverified: () => [],
  target: ({ promise, broken }) => `${promise} ${broken.id}`,
  task: ({ askedOf = [] }) => ({ askedOf }),
  beneficiaries: () => [],
  undo: { byHand: "Whoever mended it knows what it was before." },
  notAskedFor: "The automations that watch over standing promises plan it.",
});
