import * as z from "zod";
import { CHANNEL_SYSTEMS } from "./index.ts";

/** How a system is answered. */
const ReplySettings = z.strictObject({
  /** Whether the requester sees it, where the system tells that apart: as a reply, or as an internal note. */
  visible: z.boolean().default(true),
  /** The state a ticket is moved to, as the system names it, where what it asks for was done, and where it was not. */
  move: z
    .strictObject({ done: z.string().min(1).optional(), notDone: z.string().min(1).optional() })
    .default({}),
});
export type ReplySettings = z.output<typeof ReplySettings>;

/** The systems that are told what became of their requests. One that is not listed is told nothing. */
export const Replies = z.partialRecord(z.enum(CHANNEL_SYSTEMS), ReplySettings);
export type Replies = z.output<typeof Replies>;
