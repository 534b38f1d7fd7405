// The channel to people in Slack. The code that sends messages is loaded when the first message is sent.
import { isForRequester } from "../../base/problem.ts";
import { listApprovers } from "../../policy/stages.ts";
import type { RunMessage } from "../../runs/message.ts";
import { listAssignees } from "../../runs/run.ts";
import { canExpire, isAlerting, isNotified } from "../../runs/states.ts";
import type { Addressed, ChannelConfig, MessageChannel } from "../channel.ts";
import { hasBotToken } from "./api.ts";
import {
  cardKey,
  formatSlackAddress,
  parseSlackAddress,
  type SlackAddress,
  type SlackStore,
} from "./store.ts";

export const slackChannel: MessageChannel = {
  name: "slack",
  addresses,
  joins,
  send: async (to, message, around) => (await import("./send.ts")).send(to, message, around),
};

/**
 * Returns true if a message may be joined. Messages to requesters and messages about requests made in Slack are never
 * joined. Of the messages to approvers about the state of a run, only those that would post a new card are joined.
 */
function joins(to: string, { about, run }: RunMessage, store: SlackStore): boolean {
  const { kind } = parseSlackAddress(to);
  if (kind === "requester" || run.subject.startsWith("slack:")) return false;
  if (about !== "state" || kind === "operators" || kind === "person") return true;
  return run.state === "awaiting_approval" && !store.card(cardKey(run.id, to));
}

function addresses(message: Addressed, { config: { slack }, env }: ChannelConfig): string[] {
  const bot = hasBotToken(env);
  const requester = (isTheirs: boolean) => (isTheirs ? [formatSlackAddress("requester")] : []);
  const operators = bot && slack.noticesChannel ? [formatSlackAddress("operators")] : [];
  const approvers = bot && slack.approvalsChannel ? [formatSlackAddress("approvers")] : [];
  const byName = (kind: SlackAddress["kind"], ids: readonly string[]) =>
    bot ? ids.map((id) => formatSlackAddress(kind, id)) : [];
  if (!("run" in message)) {
    const { asked, subject } = message.discusses ?? {};
    return asked ? [...requester(subject !== undefined), ...approvers, ...byName("asked", asked)] : operators;
  }
  const { about, run } = message;
  switch (about) {
    case "notice":
      if (run.notice?.ticket) return [];
      return [...byName("person", run.notice?.people ?? []), ...operators];
    case "reminder": {
      if (run.state === "awaiting_follow_up") return [...byName("person", listAssignees(run)), ...operators];
      const isLast = run.remindAt?.length === 0;
      return [
        ...approvers,
        ...byName("asked", listApprovers(run, "now")),
        ...byName("second", isLast ? slack.escalateTo : []),
      ];
    }
    case "state": {
      const own = run.subject.startsWith("slack:");
      // A problem that the requester can correct concerns only the requester.
      const alerting = isAlerting(run.state) && !(own && run.problem && isForRequester(run.problem));
      const asked = run.approvalReasons.length > 0;
      return [
        ...requester(own && (canExpire(run.state) || isNotified(run.state))),
        ...(asked ? [...approvers, ...byName("asked", listApprovers(run, "so far"))] : []),
        ...(alerting
          ? [...byName("person", run.state === "awaiting_follow_up" ? listAssignees(run) : []), ...operators]
          : []),
      ];
    }
    default:
      return about satisfies never;
  }
}
