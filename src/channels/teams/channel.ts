// The channel in Teams: gets plans that wait for an approval, and reminders of them.
import { isSet } from "../../env.ts";
import { type MessageChannel, shownPlan, timeLeft } from "../channel.ts";
import { planCard } from "./card.ts";
import { postToTeams } from "./webhook.ts";

export const teamsChannel: MessageChannel = {
  name: "teams",
  addresses: (message, { env }) =>
    "run" in message &&
    message.about !== "notice" &&
    message.run.state === "awaiting_approval" &&
    isSet(env, "TEAMS_WEBHOOK_URL")
      ? ["channel"]
      : [],
  async send(_, message, around) {
    const time = "run" in message && timeLeft(message.run);
    if (!time) return;
    const left = message.about === "reminder" ? time.left : null;
    const card = planCard({ ...shownPlan(message, around), ...time, left });
    await postToTeams(card, around.env);
  },
};
