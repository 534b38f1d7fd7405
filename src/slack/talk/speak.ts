import { Problem } from "../../base/problem.ts";
import { hasBotToken, slackApi } from "../api.ts";
import type { SlackMessage } from "../blocks/blocks.ts";
import { ResponseUrlGone, respond } from "../response-url.ts";
import type { TalkParts } from "./talk-parts.ts";

/**
 * Says something to who gave a command: where Slack asked, for as long as it takes answers there, and after that as a
 * message of the bot, where there is one.
 * @param subject Of the event that the command became.
 * @throws Problem `sender_refused` where there is no way left to reach them
 */
export async function say(subject: string, message: SlackMessage, { env, store }: TalkParts): Promise<void> {
  const conversation = store.conversation(subject);
  if (!conversation) return;
  const { user, responseUrl, until, left } = conversation;
  if (left > 0 && until > Date.now()) {
    // Counted before it is used: an answer that is lost counts with Slack, too.
    store.converse(subject, { ...conversation, left: left - 1 });
    try {
      return await respond(responseUrl, message, { ...env });
    } catch (error) {
      if (!(error instanceof ResponseUrlGone)) throw error;
      store.converse(subject, { ...conversation, left: 0 });
    }
  }
  if (!hasBotToken({ ...env }))
    throw new Problem(
      "sender_refused",
      "slack takes no more answers to this command, and there is no bot token",
    );
  await slackApi({ ...env }).postMessage({ channel: user }, message);
}
