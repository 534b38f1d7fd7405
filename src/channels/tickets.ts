// The channels back to the ticket that a run came from: the reply at its end, and notes while it waits.
import { Problem } from "../base/problem.ts";
import { deskFor } from "../desk/directory.ts";
import type { TitledRun } from "../desk/engine/core.ts";
import { readSite, type Variables } from "../env.ts";
import { writeWait } from "../runs/reply.ts";
import { parseSystem, type Run, type RunReply } from "../runs/run.ts";
import { RUN_STATE } from "../runs/states.ts";
import { senderClient } from "../systems/api/client.ts";
import type { Fetch } from "../systems/api/send.ts";
import type { Event } from "../systems/event.ts";
import { findApi } from "../systems/index.ts";
import { findReplier, type Replies } from "../systems/reply/replies.ts";
import { findTarget } from "../systems/system.ts";
import type { MessageChannel } from "./channel.ts";

/**
 * Makes the next step of a reply. It waits in its run's row, which needs no row more and marks it as sent once.
 * @returns the status after a move, `null` if that is as asked
 */
export async function sendReply(
  event: Event,
  { to, step, message, visible, move }: RunReply,
  env: Variables,
  fetched?: Fetch,
): Promise<string | null> {
  const target = findTarget(event);
  if (!target) return null;
  const replier = findReplier(to);
  const client = senderClient(findApi(to), env, fetched);
  if (step === "comment") await replier.comment?.(client, target, message, visible);
  else if (move !== null) return replier.move(client, target, move);
  return null;
}

/** Notes to a ticket when its run begins to wait: for whom, until when. The desk says if that still holds. */
export const ticketNotes: MessageChannel = {
  name: "ticket",
  afterMs: 60_000,
  once: true,
  addresses(message, { config: { replies } }) {
    if (!("run" in message) || message.about !== "state") return [];
    const { waitsFor } = RUN_STATE[message.run.state];
    const system = parseSystem(message.run);
    return waitsFor !== null && system in replies && findReplier(system).comment ? [system] : [];
  },
  joins: () => false,
  async send(to, message, { env, config: { replies, settings } }) {
    if (!("run" in message)) return;
    const { id, subject } = message.run;
    const text = await deskFor(env, subject)
      .run(id)
      .catch((error: unknown) => {
        throw new Problem("sender_unavailable", `its desk: ${String(error)}`, { cause: error });
      });
    const now: TitledRun | null = text === null ? null : JSON.parse(text);
    const words = (run: Run) => writeWait(run, settings.timeZone, readSite(env));
    const note = words(message.run);
    if (!now?.ticket || !note || JSON.stringify(words(now.run)) !== JSON.stringify(note)) return;
    const { visible = true } = replies[to as keyof Replies] ?? {};
    await findReplier(to).comment?.(senderClient(findApi(to), env), now.ticket, note, visible);
  },
};
