// The channel in Teams: posts waiting plans, their reminders and results, and notices.
import { Problem } from "../../base/problem.ts";
import { isSet, readVariable, type Variables } from "../../env.ts";
import { formatNotification, isNews, type MessageChannel, shownPlan, timeLeft } from "../channel.ts";
import { postJson, statusProblem } from "../post-json.ts";
import { type AdaptiveCard, noticeCard, planCard } from "./card.ts";

export const teamsChannel: MessageChannel = {
  name: "teams",
  addresses: (message, { env }) => (isSet(env, "TEAMS_WEBHOOK_URL") && isNews(message) ? ["channel"] : []),
  joins: () => true,
  async send(_, message, around) {
    if (!("run" in message) || message.about === "notice" || message.run.state !== "awaiting_approval")
      return postToTeams(noticeCard(formatNotification(message, around)), around.env);
    const time = timeLeft(message.run);
    if (!time) return;
    const left = message.about === "reminder" ? time.left : null;
    const card = planCard({ ...(await shownPlan(message, around)), ...time, left });
    await postToTeams(card, around.env);
  },
};

/**
 * Posts a card to the channel of a Teams workflow ("When a Teams webhook request is received"). The workflow responds
 * with 202 when it accepts the card, and never reports the result.
 * @throws Problem `sender_not_configured`, `sender_refused`, `sender_unavailable` (not accepted), or
 * `sender_outcome_unknown`
 */
export async function postToTeams(card: AdaptiveCard, env: Variables): Promise<void> {
  const address = readVariable(env, "TEAMS_WEBHOOK_URL");
  if (address === undefined) throw new Problem("sender_not_configured", "TEAMS_WEBHOOK_URL is no longer set");
  const { status } = await postJson("teams", address, {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card }],
  });
  const problem = statusProblem(
    status,
    `teams: ${status}; check TEAMS_WEBHOOK_URL and the workflow's trigger`,
  );
  if (problem) throw problem;
}
