// Defines `replies` of `src/config.ts`: the systems to which Reeve sends replies, and the settings of those replies.
import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import { systems } from "../index.ts";
import type { Replier } from "../system.ts";

export const REPLIED_SYSTEMS = Array.from(systems.values()).flatMap(({ name, replies }) =>
  replies ? [name] : [],
);

/**
 * Returns the functions that reply to a system. @throws Problem `configuration_invalid` if the system no longer accepts
 * replies
 */
export function findReplier(system: string): Replier {
  const replier = systems.get(system)?.replies;
  if (!replier) throw new Problem("configuration_invalid", `Reeve can't reply to "${system}"`);
  return replier;
}

/** The settings of a system's replies. */
const ReplySettings = z.strictObject({
  /** `false` makes the reply an internal note, if the system has internal notes. */
  visible: z.boolean().default(true),
  /** The state that a ticket is moved to, as the system names it. @default the ticket stays where it is */
  move: z
    .strictObject({
      /** The state for a request that was carried out. @default the ticket stays where it is */
      done: z.string().min(1).optional(),
      /** The state for a request that was not carried out. @default the ticket stays where it is */
      notDone: z.string().min(1).optional(),
    })
    .default({}),
});

/**
 * The systems to which Reeve sends replies, with their settings. Reeve sends no replies to a system that is not listed.
 */
export const Replies = z.partialRecord(z.enum(REPLIED_SYSTEMS), ReplySettings);
export type Replies = z.output<typeof Replies>;
