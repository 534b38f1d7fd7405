// The look at an emergency: a second person says that it was right, or sees to it that it is undone.
import * as z from "zod";
import { defineAction } from "./define.ts";

/** Asks a second person to look at what was done in an emergency. Until then there is no other. */
export const lookAtEmergency = defineAction({
  name: "emergency.look",
  input: z.object({
    did: z.string(),
    target: z.string(),
    email: z.string(),
    reason: z.string(),
    /** Ids of those who gain or lose by it. */
    beneficiaries: z.array(z.string()),
  }),
  summary: ({ did, email, reason }) =>
    `Look at what ${email} did in an emergency (${reason}), and have it undone if it was not right: ${did}`,
  unverified: () => [],
  target: ({ target }) => `emergency, ${target}`,
  task: () => ({ askedOf: [], bySecondPerson: true }),
  beneficiaries: ({ beneficiaries }) => beneficiaries,
  undo: { byHand: "Nothing was changed by looking." },
  notAskedFor: "An emergency plans it.",
});
