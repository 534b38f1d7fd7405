import { targetOf } from "../replies/channel.ts";
import { channelOf } from "../replies/index.ts";
import type { Environment } from "../senders/api.ts";
import { apiOf } from "../senders/apis.ts";
import { type Fetch, senderClient } from "../senders/client.ts";
import type { Event } from "../sources/event.ts";
import type { RunReply } from "./run.ts";

/** Sends the step of a reply that it is at. @throws Problem why it could not, or may not have been, sent */
export async function sendReply(
  event: Event,
  { to, step, message, visible, move }: RunReply,
  env: Environment,
  fetched?: Fetch,
): Promise<void> {
  const target = targetOf(event);
  if (!target) return;
  const channel = channelOf(to);
  const client = senderClient(apiOf(to), env, fetched);
  if (step === "comment") await channel.comment?.(client, target, message, visible);
  else if (move !== null) await channel.move(client, target, move);
}
