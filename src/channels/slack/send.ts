// Sends messages about runs to people in Slack: to requesters, approvers and operators, and to people named by a notice
// or follow-up.

import { formatAction } from "../../actions/action.ts";
import { Problem } from "../../base/problem.ts";
import { readSite } from "../../env.ts";
import { formatHold } from "../../policy/budget.ts";
import { findSlackUser } from "../../policy/people.ts";
import { describeWait, listApprovers } from "../../policy/stages.ts";
import type { RunMessage } from "../../runs/message.ts";
import { unseen, writeEnd } from "../../runs/reply.ts";
import { hasBegun, isFinished, listAssignees, listOpen, type Run } from "../../runs/run.ts";
import { isAlerting, isNotified, RUN_STATE } from "../../runs/states.ts";
import { type ChannelContext, linkTo, type OutboxMessage, shownPlan, timeLeft } from "../channel.ts";
import { hasBotToken, slackApi } from "./api.ts";
import type { SlackMessage } from "./blocks.ts";
import { somebody } from "./members.ts";
import {
  approvalCard,
  endMessage,
  escalationMessage,
  formatVerdict,
  noticeMessage,
  planMessage,
  type Reminder,
  type RunNews,
  reminderMessage,
  summaryMessage,
  waitingMessage,
} from "./messages.ts";
import { ResponseUrlGone, respond } from "./response-url.ts";
import { type Button, cardKey, type RunRef } from "./store.ts";

/** Lifetime of the buttons of a plan that waits without a limit, in milliseconds. */
const MAX_RESPONSE_URL_MS = 30 * 24 * 60 * 60_000;

/**
 * An address in Slack. `asked`: an email that a stage names; `second`: the id of a channel or user for the last
 * reminder.
 */
export type SlackAddress =
  | "requester"
  | "approvers"
  | "operators"
  | `${"person" | "asked" | "second"}:${string}`;

export async function send(to: SlackAddress, message: OutboxMessage, around: ChannelContext): Promise<void> {
  const { approvalsChannel = null, noticesChannel } = around.config.slack;
  const post = async (channel: string | null | undefined, content: SlackMessage | null, thread?: string) => {
    const place = channel && { channel, ...(thread && { thread }) };
    if (place && content) await slackApi(around.env).postMessage(place, content);
  };
  const id = to.slice(to.indexOf(":") + 1);
  const findUser = async () => {
    const user = await findSlackId(id, around);
    if (user === null)
      throw new Problem("sender_refused", "slack: no user has the email of the person to notify");
    return user;
  };
  if (!("run" in message)) {
    const { discusses, link = null } = message;
    const content = summaryMessage({ ...message, link, lines: [], standing: null });
    if (discusses) {
      if (to === "requester") return sendTo(discusses.subject ?? "", content, around);
      // Post in the thread of the plan's card. A person without a card gets a separate message.
      const card = around.store.card(cardKey(discusses.run, to));
      const own = to.startsWith("asked:") ? await findSlackId(id, around) : null;
      return post(card?.channel ?? own, content, card?.ts);
    }
    if (to === "approvers") return post(approvalsChannel, content);
    if (to === "operators") return post(noticesChannel, content);
    return post(to.startsWith("second:") ? id : await findUser(), content);
  }
  if (to === "requester") return notifyRequester(message, around);
  if (to === "approvers")
    return approvalsChannel ? notifyApprovers(message, { channel: approvalsChannel }, around) : undefined;
  if (to === "operators") {
    const unknown = await unknownPeople(message, around);
    return post(noticesChannel, makeNotice(message, { unknown }, around));
  }
  if (to.startsWith("second:")) {
    const reminder = await makeReminder(message, around);
    return post(id, reminder && escalationMessage(reminder, approvalsChannel));
  }
  const user = await findUser();
  if (to.startsWith("asked:")) return notifyApprovers(message, { channel: user, email: id }, around);
  return post(user, makeNotice(message, { email: id }, around));
}

/**
 * Sends a message to the author of a command: at the command's address while that address accepts responses, and later
 * as a message from the bot, if there is a bot token.
 * @param subject The subject of the command's event
 * @throws Problem `sender_refused` if no message can reach the author
 */
export async function sendTo(
  subject: string,
  message: SlackMessage,
  { env, store }: ChannelContext,
): Promise<void> {
  const conversation = store.conversation(subject);
  if (!conversation) return;
  const { user, responseUrl, until, left } = conversation;
  if (left > 0 && until > Date.now()) {
    // Count the response before it is sent: Slack also counts a response that is lost.
    store.leave(subject, conversation, left - 1);
    try {
      return await respond(responseUrl, message, env);
    } catch (error) {
      if (!(error instanceof ResponseUrlGone)) throw error;
      store.leave(subject, conversation, 0);
    }
  }
  if (!hasBotToken(env))
    throw new Problem(
      "sender_refused",
      "Slack accepts no more responses to this command, and there is no bot token",
    );
  await slackApi(env).postMessage({ channel: user }, message);
}

const findSlackId = async (
  email: string,
  { config: { people }, env }: ChannelContext,
): Promise<string | null> => findSlackUser(people, email) ?? (await slackApi(env).userByEmail(email));

/** Lists the emails in a notice that belong to no Slack user, so that operators can be informed. */
async function unknownPeople({ about, run }: RunMessage, around: ChannelContext): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (const email of about === "notice" ? (run.notice?.people ?? []) : [])
    if ((await findSlackId(email, around)) === null) unknown.push(email);
  return unknown;
}

async function notifyRequester({ run, sentences }: RunMessage, around: ChannelContext): Promise<void> {
  const { subject } = run;
  const conversation = around.store.conversation(subject);
  if (!conversation) return;
  const add = adder(around, run.dueAt);
  const waitsFor = describeWait(run.stages, run.approvals);
  const about = { run: toRunRef(run), user: conversation.user };
  if (run.state === "awaiting_confirmation" && run.plan) {
    const ids = { confirm: add({ kind: "confirm", ...about }), cancel: add({ kind: "withdraw", ...about }) };
    return sendTo(
      subject,
      planMessage({ summaries: sentences, approvalReasons: run.approvalReasons, waitsFor }, ids),
      around,
    );
  }
  const withdraw = isFinished(run) || hasBegun(run) ? undefined : add({ kind: "withdraw", ...about });
  if (run.state === "awaiting_approval")
    return sendTo(
      subject,
      waitingMessage({ approvalReasons: run.approvalReasons, waitsFor }, withdraw),
      around,
    );
  const outcome = describeResult(run, around);
  if (outcome) await sendTo(subject, endMessage(outcome, linkTo(run, around), withdraw), around);
}

/**
 * Keeps a card up to date, and posts reminders in its thread. @param to A channel, or an assignee's direct messages and
 * email
 */
async function notifyApprovers(
  message: RunMessage,
  { channel, email }: { readonly channel: string; readonly email?: string },
  around: ChannelContext,
): Promise<void> {
  const { store, env } = around;
  const { run, about } = message;
  const key = cardKey(run.id, email === undefined ? "approvers" : `asked:${email}`);
  const posted = store.card(key);
  if (posted && about === "reminder") {
    const reminder = await makeReminder(message, around);
    const to = { channel: posted.channel, thread: posted.ts };
    return void (reminder && (await slackApi(env).postMessage(to, reminderMessage(reminder))));
  }
  const waiting = run.state === "awaiting_approval";
  // True if the assignee's stage is waiting, or the card is for all approvers.
  const isTheirs = email === undefined || listApprovers(run, "now").includes(email);
  const verdict = waiting
    ? null
    : formatVerdict(run, describeResult(run, around), (email) => somebody(email, around));
  if (!(waiting && isTheirs) && !(posted && (waiting || verdict))) return;
  const add = adder(around, run.dueAt);
  const content = await cardContent(message, around);
  const { summaries, warnings } = content;
  const byName = listApprovers(run, "all").length > 0;
  const plan = { run: toRunRef(run), summaries, warnings, channel, byName };
  const ids =
    waiting && isTheirs
      ? { approve: add({ kind: "approve", ...plan }), deny: add({ kind: "deny", ...plan }) }
      : null;
  const card = approvalCard({ ...content, expiresAt: run.dueAt, verdict }, ids);
  if (posted) return slackApi(env).update(posted, card);
  store.addCard(key, await slackApi(env).postMessage({ channel }, card), Date.now());
}

/** Makes a reminder, or returns `null` if the plan has expired, because a delayed reminder would be useless. */
async function makeReminder(message: RunMessage, around: ChannelContext): Promise<Reminder | null> {
  const time = timeLeft(message.run);
  return time && { ...(await cardContent(message, around)), ...time };
}

const cardContent = async (message: RunMessage, around: ChannelContext) => ({
  ...(await shownPlan(message, around)),
  requestedBy: somebody(message.requestedBy, around),
});

/** Returns a run's own notice, or the notice that the run stopped, or `null` if there is neither. */
function makeNotice(
  { run, about, name, url }: RunMessage,
  { email, unknown = [] }: { readonly email?: string; readonly unknown?: readonly string[] },
  around: ChannelContext,
): SlackMessage | null {
  const link = linkTo(run, around);
  if (about === "notice") {
    if (!run.notice) return null;
    const { lines, ...notice } = run.notice;
    return summaryMessage({
      ...notice,
      lines: lines.filter(({ concerns }) => !email || concerns === undefined || concerns === email),
      standing: describeStanding(run),
      link,
      ...(unknown.length > 0 && { remark: `Nobody in Slack has the email ${unknown.join(", ")}.` }),
    });
  }
  if (!isAlerting(run.state)) return null;
  const { hold, problem } = run;
  const open =
    run.state === "awaiting_follow_up"
      ? listOpen(run).filter(({ assignees }) => email === undefined || assignees.includes(email))
      : [];
  const summaries =
    open.length > 0 ? open.map(({ task }) => task) : (run.plan?.actions.map(formatAction) ?? []);
  const add = adder(around, null);
  const report = { run: toRunRef(run), summaries, steps: open.map(({ step }) => step) };
  return noticeMessage({
    kind: run.state,
    isReminder: about === "reminder",
    automation: run.automation,
    subject: name,
    url,
    because: hold ? formatHold(hold) : (problem?.message ?? ""),
    summaries,
    assignees: open.length > 0 ? listAssignees(run).map((one) => somebody(one, around)) : [],
    link,
    ...(open.length > 0 && {
      reports: {
        done: add({ kind: "follow_up_done", ...report }),
        notDone: add({ kind: "follow_up_not_done", ...report }),
        label: [...new Set(open.map(({ done }) => done))].join(" / "),
      },
    }),
  });
}

/** Describes the state of the plan that a notice reports, or returns `null` if there is no plan. */
function describeStanding({ state, plan, approvalReasons }: Run): string | null {
  const n = plan?.actions.length ?? 0;
  const standing: Readonly<Partial<Record<Run["state"], string>>> = {
    awaiting_approval: `for approval: ${approvalReasons.join("; ")}`,
    awaiting_follow_up: "for a person to follow up",
    acting: "in progress",
  };
  return standing[state] ? `${n} ${n === 1 ? "change" : "changes"} ${standing[state]}.` : null;
}

/**
 * Returns the result of a run or the reason why it stopped, or `null` if the run continues or if another run reports
 * the end of this one.
 */
function describeResult(run: Run, { env }: ChannelContext): RunNews | null {
  const { state, ignored } = run;
  if (!isNotified(state)) return null;
  const sentences = writeEnd(run, readSite(env))?.sentences;
  if (sentences) return { state, sentences, accepted: state === "done" && unseen(run) > 0 };
  if (state === "ignored") return { state, sentences: [ignored ?? []].flat() };
  return RUN_STATE[state].over && state !== "dry_run" ? null : { state, sentences: [] };
}

const toRunRef = ({ id, subject, plan }: Run): RunRef => ({ id, subject, hash: plan?.hash ?? "" });

/** Returns a function that makes buttons that expire at a given time. */
const adder =
  ({ store }: ChannelContext, until: number | null) =>
  (button: Button): string => {
    const id = crypto.randomUUID();
    store.addButton(id, button, until ?? Date.now() + MAX_RESPONSE_URL_MS);
    return id;
  };
