// The channel in Teams: posts plans, their reminders and results, requests for confirmation, and notices as Adaptive
// Cards.
import { Problem } from "../../base/problem.ts";
import { isSet, readVariable, type Variables } from "../../env.ts";
import { BOT_VARIABLES } from "../../systems/teams.ts";
import { type Addressed, isNews, type MessageChannel, readDocOptions } from "../channel.ts";
import { findChannelReader, makeDoc } from "../doc.ts";
import { postJson, statusProblem } from "../post-json.ts";
import { type AdaptiveCard, CHANNEL, teamsCardKey, toActivity, toCard } from "./card.ts";

/**
 * The channel that sends messages through the bot, or through the workflow if the bot is not set up. The bot's code is
 * loaded on first use.
 */
export const teamsChannel: MessageChannel = {
  name: "teams",
  addresses(message, { env }) {
    if (!isBotSet(env)) return isSet(env, "TEAMS_WEBHOOK_URL") && isNews(message) ? [CHANNEL] : [];
    if (isToConfirm(message)) return ["requester"];
    return isNews(message) || isUpdate(message) ? [CHANNEL] : [];
  },
  joins: (to, message, store) =>
    to === CHANNEL && !(isUpdate(message) && store.card(teamsCardKey(message.run))),
  async send(to, message, around) {
    if (isBotSet(around.env)) return (await import("./bot.ts")).sendByBot(to, message, around);
    const reader = findChannelReader(message);
    const doc = makeDoc(message, reader, await readDocOptions(message, reader, around));
    if (doc) await postToTeams(toCard(doc), around.env);
  },
};

const isBotSet = (env: Variables): boolean => BOT_VARIABLES.every((name) => isSet(env, name));

/**
 * Returns true for a message about the state of a run whose plan needs an approval. Such a message can update the card
 * that the channel already has for the run.
 */
const isUpdate = (message: Addressed): boolean =>
  "run" in message && message.about === "state" && message.run.approvalReasons.length > 0;

/**
 * Returns true for an agent's request that waits for confirmation: only Teams and the console can ask the person whom
 * the agent named.
 */
const isToConfirm = (message: Addressed): boolean =>
  "run" in message && message.run.state === "awaiting_confirmation" && message.run.agent !== undefined;

/**
 * Posts a card to the channel of a Teams workflow ("When a Teams webhook request is received"). The workflow responds
 * with 202 when it accepts the card, and never reports whether the card was posted.
 * @throws Problem `sender_not_configured`, `sender_refused`, `sender_unavailable` (not accepted), or
 * `sender_outcome_unknown`
 */
export async function postToTeams(card: AdaptiveCard, env: Variables): Promise<void> {
  const address = readVariable(env, "TEAMS_WEBHOOK_URL");
  if (address === undefined) throw new Problem("sender_not_configured", "TEAMS_WEBHOOK_URL is no longer set");
  const { status } = await postJson("teams", address, toActivity(card));
  const advice = "check TEAMS_WEBHOOK_URL and the workflow's trigger";
  const problem = statusProblem(status, `teams: ${status}; ${advice}`);
  if (problem) throw problem;
}
