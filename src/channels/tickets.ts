// The channels back to the ticket that a run came from: the reply at its end, and notes while it waits.
import { writeWait } from "../desk/run/reply.ts";
import type { RunReply } from "../desk/run/run.ts";
import { readSite, type Variables } from "../env.ts";
import { RUN_STATE } from "../ledger/states.ts";
import { type Fetch, senderClient } from "../systems/api/client.ts";
import type { Event } from "../systems/event.ts";
import { findApi } from "../systems/index.ts";
import { findReplier, type Replies } from "../systems/reply/replies.ts";
import { findTarget } from "../systems/system.ts";
import type { Channel, MessageChannel } from "./channel.ts";

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

/** Notes to a ticket each time that its run begins to wait: for whom, and until when. They move nothing. */
export const ticketNotes: MessageChannel = {
  name: "ticket",
  addresses(message, { config: { replies } }) {
    if (!("run" in message) || message.about !== "state") return [];
    const { subject, state } = message.run;
    const [system = ""] = subject.split(":", 1);
    const isTold =
      RUN_STATE[state].waitsFor !== null && system in replies && findReplier(system).comment !== undefined;
    return isTold ? [system] : [];
  },
  async send(to, message, { env, config: { replies, settings } }) {
    const { visible = true } = replies[to as keyof Replies] ?? {};
    const { comment, canReach } = findReplier(to);
    if (!("run" in message) || !message.target || !comment || canReach?.(message.target) === false) return;
    const words = writeWait(message.run, settings.timeZone, readSite(env));
    if (words) await comment(senderClient(findApi(to), env), message.target, words, visible);
  },
};
