// Sends messages to people in Slack: to requesters, approvers and operators, and to people whom a notice, a follow-up
// or the settings name.
import { Problem } from "../../base/problem.ts";
import { findSlackUser } from "../../policy/people.ts";
import { listApprovers } from "../../policy/stages.ts";
import { isDecided } from "../../runs/explain.ts";
import type { RunMessage } from "../../runs/message.ts";
import { listOpen } from "../../runs/run.ts";
import { type ChannelContext, readDocOptions } from "../channel.ts";
import { type ActName, type Doc, makeDoc, type OutboxMessage, type Reader } from "../doc.ts";
import { hasBotToken, ResponseUrlGone, respond, slackApi } from "./api.ts";
import { type SlackMessage, toSlack } from "./blocks.ts";
import { type Button, cardKey, parseSlackAddress, type SlackAddress } from "./store.ts";

/** Lifetime of buttons without a deadline, such as those for follow-ups, in milliseconds. */
const MAX_RESPONSE_URL_MS = 30 * 24 * 60 * 60_000;

const READER = {
  requester: "requester",
  approvers: "approver",
  asked: "approver",
  second: "escalation",
  operators: "operator",
  person: "operator",
} as const satisfies Readonly<Record<SlackAddress["kind"], Reader>>;

/** Sends a message to an address. @param to See {@link parseSlackAddress} */
export async function send(to: string, message: OutboxMessage, around: ChannelContext): Promise<void> {
  const address = parseSlackAddress(to);
  const { kind, id } = address;
  const { store, env, config } = around;
  const reader = READER[kind];
  const about = "run" in message ? message.run.id : message.discusses?.run;
  const posted = reader === "approver" && about !== undefined ? store.card(cardKey(about, to)) : null;
  // A reminder without a card becomes the card.
  const isCard =
    "run" in message &&
    reader === "approver" &&
    (message.about === "state" || (message.about === "reminder" && !posted));
  const { approvalsChannel: shared } = config.slack;
  const options = await readDocOptions(message, reader, around);
  const doc = makeDoc(isCard ? { ...message, about: "state" } : message, reader, {
    ...options,
    email: kind === "person" ? id : undefined,
    ...(posted
      ? { where: ["Approve or deny it at the top of this thread."] }
      : shared && { where: ["Approvers decide in ", { channel: shared }, " or on the run's page."] }),
  });
  if (!doc) return;
  const mention = (email: string) => findSlackUser(config.people, email);
  const render = (shown: Doc, place: ButtonPlace): SlackMessage =>
    toSlack(shown, {
      mention,
      press(act) {
        const button = "run" in message ? makeButton(act, message, { ...place, address }) : null;
        const key = crypto.randomUUID();
        const until = "run" in message && reader !== "operator" ? message.run.dueAt : null;
        if (button) store.addButton(key, button, until ?? Date.now() + MAX_RESPONSE_URL_MS);
        return button && key;
      },
    });
  if (kind === "requester") {
    const subject = "run" in message ? message.run.subject : (message.discusses?.subject ?? "");
    const conversation = store.conversation(subject);
    return conversation ? sendTo(subject, render(doc, conversation), around) : undefined;
  }
  const { run } = { run: null, ...message };
  const isAsked =
    run?.state === "awaiting_approval" && (kind !== "asked" || listApprovers(run, "now").includes(id));
  const warnings = [...(run?.warnings ?? []), ...(options.facts ?? [])];
  if (isCard && run && posted) {
    if (run.state !== "awaiting_approval" && !isDecided(run)) return;
    const shown = isAsked ? doc : { ...doc, acts: [] };
    return slackApi(env).update(posted, render(shown, { channel: posted.channel, warnings }));
  }
  if (isCard && !isAsked) return;
  // A comment belongs in the thread of the run's card. If the approvers' channel has no card, send it no comment.
  if (kind === "approvers" && !("run" in message) && message.discusses && !posted) return;
  const channel = posted?.channel ?? (await findChannel(address, around));
  if (!channel) return;
  const asides = kind === "operators" && "run" in message ? await listUnknown(message, around) : [];
  const content = render({ ...doc, asides: [...(doc.asides ?? []), ...asides] }, { channel, warnings });
  const place = { channel, ...(posted && { thread: posted.ts }) };
  const card = await slackApi(env).postMessage(place, content);
  if (isCard && run) store.addCard(cardKey(run.id, to), card, Date.now());
}

/** Where a button appears: in a response to `user`, or in a message in `channel` that shows the `warnings`. */
interface ButtonPlace {
  readonly user?: string;
  readonly channel?: string;
  readonly warnings?: readonly string[];
}

function makeButton(
  act: ActName,
  { run, sentences }: RunMessage,
  { user = "", channel = "", warnings = [], address }: ButtonPlace & { readonly address: SlackAddress },
): Button {
  const { id, subject, plan } = run;
  const ref = { id, subject, hash: plan?.hash ?? "" };
  switch (act) {
    case "confirm":
    case "withdraw":
      return { kind: act, run: ref, user };
    case "approve":
    case "deny": {
      const byName = listApprovers(run, "all").length > 0;
      return { kind: act, run: ref, summaries: sentences, warnings, channel, byName };
    }
    case "follow_up_done":
    case "follow_up_not_done": {
      const open = listOpen(run).filter(
        ({ assignees }) => address.kind !== "person" || assignees.includes(address.id),
      );
      const [steps, summaries] = [open.map(({ step }) => step), open.map(({ task }) => task)];
      return { kind: act, run: ref, steps, summaries };
    }
    default:
      return act satisfies never;
  }
}

/**
 * Returns the channel or user of an address, or `null` if the settings name no channel.
 * @throws Problem `sender_refused` if Slack has no user with the email
 */
async function findChannel({ kind, id }: SlackAddress, around: ChannelContext): Promise<string | null> {
  const { approvalsChannel = null, noticesChannel = null } = around.config.slack;
  if (kind === "approvers") return approvalsChannel;
  if (kind === "operators") return noticesChannel;
  if (kind === "second") return id;
  const user = await findSlackId(id, around);
  if (user === null)
    throw new Problem("sender_refused", "slack: no user has the email of the person to notify");
  return user;
}

/**
 * Sends a message to the author of a command, click or form: at the address that Slack sent with it while that address
 * accepts responses, and later as a message from the bot, if there is a bot token.
 * @param subject The subject of the author's event
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

/** Returns a line with the emails of the notice's people who have no Slack account, if there are any. */
async function listUnknown({ about, run }: RunMessage, around: ChannelContext): Promise<string[][]> {
  const unknown: string[] = [];
  for (const email of about === "notice" ? (run.notice?.people ?? []) : [])
    if ((await findSlackId(email, around)) === null) unknown.push(email);
  return unknown.length > 0 ? [[`No Slack account was found for ${unknown.join(", ")}.`]] : [];
}
