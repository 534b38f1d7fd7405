// The channel to other services, for example for mail or paging. It sends messages for people other than the requester
// as signed Standard Webhooks.
import { Problem } from "../base/problem.ts";
import { isSet, readVariable } from "../env.ts";
import { signWebhook } from "../systems/schemes/standard-webhooks.ts";
import { type Addressed, isNews, type MessageChannel, readDocOptions } from "./channel.ts";
import {
  findChannelReader,
  formatHeading,
  listParagraphs,
  listRecipients,
  makeDoc,
  type OutboxMessage,
} from "./doc.ts";
import { postText, statusProblem } from "./post-json.ts";

/**
 * The channel that sends messages as JSON, signed according to Standard Webhooks. A retry has the same `webhook-id`.
 * Source: github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md
 */
export const webhookChannel: MessageChannel = {
  name: "webhook",
  // In addition to the message for all readers, each person whom a notice names gets a message without the lines that
  // concern only other people.
  addresses: (message, { env }) =>
    isSet(env, "NOTIFY_WEBHOOK_URL") && isNews(message) ? [ALL, ...listReaders(message)] : [],
  joins: (to) => to === ALL,
  async send(to, message, by) {
    const { env } = by;
    const address = readVariable(env, "NOTIFY_WEBHOOK_URL");
    const secrets = readVariable(env, "NOTIFY_WEBHOOK_SECRET");
    if (!address || !secrets)
      throw new Problem("sender_not_configured", "set both NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET");
    const reader = findChannelReader(message);
    const email = to === ALL ? undefined : to;
    const doc = makeDoc(message, reader, { ...(await readDocOptions(message, reader, by)), email });
    if (!doc) return;
    const { type, run, ticket } = describeSubject(message);
    const data = {
      title: formatHeading(doc),
      text: listParagraphs(doc),
      to: email === undefined ? listRecipients(message) : [email],
      link: doc.page ?? null,
      ticket,
      run,
    };
    const own = email === undefined ? "" : `_${listReaders(message).indexOf(email)}`;
    const id =
      "run" in message ? `${message.run.id}_${message.run.version}_${message.about}${own}` : message.key;
    const notice = { type: `reeve.${type}`, timestamp: new Date().toISOString(), data };
    const body = JSON.stringify(notice);
    const signature = await signWebhook(secrets, id.replace(/[^\w-]/g, "_"), body, Date.now());
    const headers = { "content-type": "application/json", ...signature };
    const problem = await postText("webhook", address, body, headers).then(
      ({ status }) => statusProblem(status, `webhook: ${status}; check NOTIFY_WEBHOOK_URL`),
      (error: unknown) => error,
    );
    // Retry: the receiver recognizes a repeat by its id.
    if (problem instanceof Problem && problem.code === "sender_outcome_unknown")
      throw new Problem("sender_unavailable", problem.message);
    if (problem) throw problem;
  },
};

/** The address of messages for all readers of the webhook. */
const ALL = "webhook";

/** Lists the people who get a notice in addition to the operators. */
const listReaders = (message: Addressed): readonly string[] =>
  "run" in message && message.about === "notice" ? (message.run.notice?.people ?? []) : [];

/** Returns the type of a message, its run, and the page of the run's ticket. */
function describeSubject(message: OutboxMessage) {
  if (!("run" in message)) return { type: "notice", run: null, ticket: null };
  const { about, url: ticket } = message;
  const { id, automation, state } = message.run;
  return { type: about === "state" ? state : about, run: { id, automation, state }, ticket };
}
