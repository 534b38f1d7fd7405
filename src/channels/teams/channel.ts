// The channel in Teams: gets plans that wait for an approval, and reminders of them.
import { isSet } from "../../env.ts";
import { type MessageChannel, planContent, timeLeft } from "../channel.ts";
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
    const { asks, cautions } = message.run;
    const left = message.about === "reminder" ? time.left : null;
    const card = planCard({ ...planContent(message, around), ...time, left, asks, cautions });
    await postToTeams(card, around.env);
  },
};
