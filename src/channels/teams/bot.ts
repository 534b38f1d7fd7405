// Sends cards with buttons as Reeve's bot in Teams: in the channel and in chats. Source:
// learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/send-proactive-messages
import { Problem } from "../../base/problem.ts";
import { readVariable, type Variables } from "../../env.ts";
import { finderFor, warnOfNamesakes } from "../../operate/offers.ts";
import { entryOf } from "../../policy/people.ts";
import { isDecided } from "../../runs/explain.ts";
import type { RunMessage } from "../../runs/message.ts";
import { listOpen } from "../../runs/run.ts";
import { path, senderClient } from "../../systems/api/client.ts";
import { findApi } from "../../systems/index.ts";
import { textAt } from "../../systems/reading/json.ts";
import { type BoundChannel, type ChannelContext, isNews, readDocOptions } from "../channel.ts";
import { findChannelReader, makeDoc, type OutboxMessage, type Reader } from "../doc.ts";
import type { Posted } from "../slack/api.ts";
import { type AdaptiveCard, CHANNEL, type Press, teamsCardKey, toActivity, toCard } from "./card.ts";

/** Sends a message as the bot: to the channel, or to a requester. A plan's card is updated in its place. */
export async function sendByBot(to: string, message: OutboxMessage, around: ChannelContext): Promise<void> {
  const { store, env, config } = around;
  const { run, about } = { run: null, about: null, ...message };
  const posted = run && to === CHANNEL ? store.card(teamsCardKey(run)) : null;
  const reader = to === CHANNEL ? findChannelReader(message) : "requester";
  const bot = botApi(env);
  const where = posted && { where: ["Approve or deny it at the top of this thread."] };
  const makeCard = async (by: Reader, shown: OutboxMessage) => {
    const doc = makeDoc(shown, by, { ...(await readCardOptions(shown, by, around)), ...where });
    return doc && toCard(doc, "run" in shown ? makePress(shown) : null);
  };
  if (posted && run && about === "state") {
    const isShown = run.state === "awaiting_approval" || isDecided(run);
    const card = isShown ? await makeCard("approver", message) : null;
    if (card) await bot.update(posted, card);
    if (reader === "approver") return;
  }
  // A reminder without a card becomes the card.
  const isCard = "run" in message && reader === "approver" && about !== "notice" && !posted;
  const card = await makeCard(reader, isCard ? { ...message, about: "state" } : message);
  if (!card || (isCard && !isNews(message))) return;
  if (to !== CHANNEL) {
    // Without an object id, the requester confirms in the console.
    const asked = "run" in message && entryOf(config.people, "email", message.requestedBy)?.teams;
    return asked ? bot.postToPerson(asked, card) : undefined;
  }
  if (posted) return bot.reply(posted, card);
  const place = await bot.postToChannel(card);
  if (isCard) store.addCard(teamsCardKey(message.run), place, Date.now());
}

/**
 * Reads the options of a card with buttons. A click on a button decides immediately, without a form, so the card itself
 * warns of similar names.
 */
export async function readCardOptions(message: OutboxMessage, reader: Reader, around: BoundChannel) {
  const { facts, ...options } = await readDocOptions(message, reader, around);
  if (!facts || !("run" in message)) return options;
  return { ...options, facts: [...(await warnOfNamesakes(finderFor(around.env), message.run)), ...facts] };
}

/** Returns the data of the buttons on a message's card. */
export function makePress({ run }: Pick<RunMessage, "run">): Press {
  const steps = listOpen(run).map(({ step }) => step);
  return { run: run.id, hash: run.plan?.hash ?? "", ...(steps.length > 0 && { steps }) };
}

/** Returns functions that make the bot's requests. @throws Problem `sender_not_configured` if a variable is not set */
function botApi(env: Variables) {
  const client = senderClient(findApi("teams"), env);
  const post = (at: string, body: unknown) => client.call({ method: "POST", path: at, body });
  const tenant = { id: readVariable(env, "TEAMS_TENANT_ID") };
  const create = (body: object) =>
    post("/v3/conversations", {
      bot: { id: `28:${readVariable(env, "TEAMS_BOT_ID")}` },
      tenantId: tenant.id,
      ...body,
    });
  const reply = async ({ channel }: Pick<Posted, "channel">, card: AdaptiveCard): Promise<void> =>
    void (await post(path`/v3/conversations/${channel}/activities`, toActivity(card)));
  return {
    reply,
    /** Begins a thread in the channel. */
    async postToChannel(card: AdaptiveCard): Promise<Posted> {
      const channelData = { channel: { id: readVariable(env, "TEAMS_CHANNEL_ID") }, tenant };
      const answer = await create({ isGroup: true, channelData, activity: toActivity(card) });
      return { channel: readNeeded(answer, "id"), ts: readNeeded(answer, "activityId") };
    },
    /** Sends a card to the chat with a person, by their object id. The bot must be installed for the person. */
    async postToPerson(id: string, card: AdaptiveCard): Promise<void> {
      const chat = await create({ isGroup: false, members: [{ id }], channelData: { tenant } });
      await reply({ channel: readNeeded(chat, "id") }, card);
    },
    async update({ channel, ts }: Posted, card: AdaptiveCard): Promise<void> {
      // Repeating the same content changes nothing.
      const at = path`/v3/conversations/${channel}/activities/${ts}`;
      await client.call({ method: "PUT", path: at, body: { ...toActivity(card), id: ts }, reads: true });
    },
  };
}

function readNeeded(answer: unknown, name: string): string {
  const value = textAt(answer, name);
  if (value === undefined) throw new Problem("sender_outcome_unknown", `teams: the response has no ${name}`);
  return value;
}
