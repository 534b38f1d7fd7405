// The channel to people in Slack. The code that sends messages is loaded when the first message is sent.
import { isForRequester } from "../../base/problem.ts";
import { isSet, type Variables } from "../../env.ts";
import { listApprovers } from "../../policy/stages.ts";
import type { RunMessage } from "../../runs/message.ts";
import { listAssignees } from "../../runs/run.ts";
import { canExpire, isAlerting, isNotified } from "../../runs/states.ts";
import type { Addressed, ChannelConfig, MessageChannel } from "../channel.ts";
import { hasBotToken } from "./api.ts";
import type { SlackAddress } from "./send.ts";
import type { SlackSettings } from "./settings.ts";
import { cardKey, type SlackStore } from "./store.ts";

export const slackChannel: MessageChannel = {
  name: "slack",
  addresses,
  joins,
  send: async (to, message, around) => (await import("./send.ts")).send(to as SlackAddress, message, around),
};

export const reachesApprovers = ({ approvalsChannel }: SlackSettings, env: Variables): boolean =>
  (approvalsChannel !== undefined && hasBotToken(env)) ||
  isSet(env, "TEAMS_WEBHOOK_URL") ||
  isSet(env, "NOTIFY_WEBHOOK_URL");

/**
 * True if a message may be joined. Messages to requesters, messages about requests made in Slack, and updates of posted
 * cards are never joined.
 */
function joins(to: string, { about, run }: RunMessage, store: SlackStore): boolean {
  if (to === "requester" || run.subject.startsWith("slack:")) return false;
  if (about !== "state" || to === "operators" || to.startsWith("person:")) return true;
  return run.state === "awaiting_approval" && !store.card(cardKey(run.id, to));
}

function addresses(message: Addressed, { config: { slack }, env }: ChannelConfig): SlackAddress[] {
  const bot = hasBotToken(env);
  const operators = bot && slack.noticesChannel ? (["operators"] as const) : [];
  const approvers = bot && slack.approvalsChannel ? (["approvers"] as const) : [];
  const byName = (kind: "asked" | "person", emails: readonly string[]) =>
    bot ? emails.map((email): SlackAddress => `${kind}:${email}`) : [];
  if (!("run" in message)) {
    const { asked, subject } = message.discusses ?? {};
    const requester = subject === undefined ? [] : (["requester"] as const);
    return asked ? [...requester, ...approvers, ...byName("asked", asked)] : [...operators];
  }
  const { about, run } = message;
  switch (about) {
    case "notice":
      if (run.notice?.ticket) return [];
      return [...byName("person", run.notice?.people ?? []), ...operators];
    case "reminder": {
      if (run.state === "awaiting_follow_up") return [...byName("person", listAssignees(run)), ...operators];
      const isLast = bot && run.remindAt?.length === 0;
      return [
        ...approvers,
        ...byName("asked", listApprovers(run, "now")),
        ...(isLast ? slack.escalateTo : []).map((id): SlackAddress => `second:${id}`),
      ];
    }
    case "state": {
      const own = run.subject.startsWith("slack:");
      // An error in a command concerns only its author.
      const alerting = isAlerting(run.state) && !(own && run.problem && isForRequester(run.problem));
      return [
        ...(own && (canExpire(run.state) || isNotified(run.state)) ? (["requester"] as const) : []),
        ...(run.approvalReasons.length > 0
          ? [...approvers, ...byName("asked", listApprovers(run, "so far"))]
          : []),
        ...(alerting
          ? [...byName("person", run.state === "awaiting_follow_up" ? listAssignees(run) : []), ...operators]
          : []),
      ];
    }
    default:
      return about satisfies never;
  }
}
