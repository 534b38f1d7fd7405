// The channel back to the ticket that a run came from.
import type { RunReply } from "../desk/run/run.ts";
import type { Variables } from "../env.ts";
import { type Fetch, senderClient } from "../systems/api/client.ts";
import type { Event } from "../systems/event.ts";
import { findApi } from "../systems/index.ts";
import { findReplier } from "../systems/reply/replies.ts";
import { findTarget } from "../systems/system.ts";
import type { Channel } from "./channel.ts";

/** A reply, and the event that it answers. */
interface TicketReply {
  readonly event: Event;
  readonly reply: RunReply;
}

/**
 * Makes the next step of a reply. A reply waits in its run's row, not in the outbox: that needs no row more, and the desk
 * can mark it as sent at most once.
 */
export const tickets: Channel<TicketReply, { readonly env: Variables; readonly fetched?: Fetch }> = {
  async send(to, { event, reply: { step, message, visible, move } }, { env, fetched }) {
    const target = findTarget(event);
    if (!target) return;
    const replier = findReplier(to);
    const client = senderClient(findApi(to), env, fetched);
    if (step === "comment") await replier.comment?.(client, target, message, visible);
    else if (move !== null) await replier.move(client, target, move);
  },
};
