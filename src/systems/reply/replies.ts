// Replies to tickets: which systems accept replies, and their settings. Also creates tickets, and returns the titles of
// sources.

import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import type { SenderEnv } from "../api/api.ts";
import { senderClient } from "../api/client.ts";
import { findApi, systems } from "../index.ts";
import type { Replier, TicketDraft } from "../system.ts";

const titles = new Map([
  ["schedule", "the schedule"],
  ["console", "the console"],
  ["mcp", "an agent"],
  ...Array.from(systems.values()).flatMap(({ name, title, sources, entrance }) =>
    [{ name, title }, ...sources, entrance ?? []]
      .flat()
      .map((one) => [one.name, one.title ?? title] as const),
  ),
]);

/** Formats an agent's name for a sentence. @param name The name that the agent gave itself: untrusted */
export const formatAgent = (name: string): string => `the agent “${name}”`;

/** Returns the title that pages and messages use for a source or system, or `source` itself if it has no title. */
export const titleSource = (source: string): string => titles.get(source) ?? source;

export const REPLIED_SYSTEMS = Array.from(systems.values()).flatMap(({ name, replies }) =>
  replies ? [name] : [],
);

/**
 * Returns the functions that reply to tickets in a system.
 * @throws Problem `configuration_invalid` if the system accepts no replies
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
  /**
   * The states that a ticket is moved to, by outcome, as the system names them.
   * @default only tasks of Microsoft Entra are moved
   */
  move: z
    .strictObject({
      /** The state for a request that was carried out. @default `Completed` for Microsoft Entra, no move for others */
      done: z.string().min(1).optional(),
      /** The state for a request that was not carried out. @default `Failed` for Microsoft Entra, no move for others */
      notDone: z.string().min(1).optional(),
    })
    .default({}),
});

/**
 * The systems to which Reeve sends replies, with their settings. Reeve sends no replies to a system that is not listed.
 */
export const Replies = z.partialRecord(z.enum(REPLIED_SYSTEMS), ReplySettings);
export type Replies = z.output<typeof Replies>;

/**
 * Finds or creates the ticket that has the draft's reference, and returns the subject of the ticket's events,
 * `<system>:<id>`. Searches first, so that the call can be repeated after a crash or a lost response.
 * @throws Problem if Reeve can't create tickets in the system, or if the system rejects the request or is unavailable
 */
export async function createTicket(system: string, draft: TicketDraft, env: SenderEnv): Promise<string> {
  const maker = systems.get(system)?.tickets;
  if (!maker) throw new Problem("configuration_invalid", `Reeve can't create tickets in "${system}"`);
  const client = senderClient(findApi(system), env);
  const known = maker.readId(await client.call({ method: "GET", ...maker.find(draft) }));
  const id =
    known ?? maker.readId(await client.call({ method: "POST", reads: true, ...maker.create(draft) }));
  if (id === undefined) throw new Problem("sender_unavailable", `${system} returned no id for the ticket`);
  return `${system}:${id}`;
}
