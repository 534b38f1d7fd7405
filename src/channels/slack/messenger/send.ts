import { log } from "../../../base/log.ts";
import { Problem } from "../../../base/problem.ts";
import type { OperatorsNotice } from "../../../desk/operate/credential-watch.ts";
import { type Run, runPage } from "../../../desk/run/run.ts";
import { siteOf } from "../../../env.ts";
import { slackUserOf } from "../../../policy/people.ts";
import { slackApi } from "../api.ts";
import { digestMessage, type SlackMessage } from "../blocks/blocks.ts";
import { hasBotToken } from "../has-message.ts";
import { ResponseUrlGone, respond } from "../response-url.ts";
import type { MessengerParts } from "./parts.ts";

/**
 * Says something to who gave a command: where Slack asked, for as long as it takes answers there, and after that as a
 * message of the bot, where there is one.
 * @param subject Of the event that the command became.
 * @throws Problem `sender_refused` where there is no way left to reach them
 */
export async function say(
  subject: string,
  message: SlackMessage,
  { env, store }: MessengerParts,
): Promise<void> {
  const conversation = store.conversation(subject);
  if (!conversation) return;
  const { user, responseUrl, until, left } = conversation;
  if (left > 0 && until > Date.now()) {
    // Counted before it is used: an answer that is lost counts with Slack, too.
    store.converse(subject, { ...conversation, left: left - 1 });
    try {
      return await respond(responseUrl, message, env);
    } catch (error) {
      if (!(error instanceof ResponseUrlGone)) throw error;
      store.converse(subject, { ...conversation, left: 0 });
    }
  }
  if (!hasBotToken(env))
    throw new Problem(
      "sender_refused",
      "Slack accepts no more answers to this command, and there is no bot token",
    );
  await slackApi(env).postMessage({ channel: user }, message);
}

/**
 * Tells a run's notice to whom it names, as direct messages, and to the operators' channel, which hears as well who could
 * not be told. Slack users are found by email: settings first, as in members.ts.
 */
export async function tellNotice(run: Run, parts: MessengerParts): Promise<void> {
  const { env, config } = parts;
  const { notice } = run;
  if (!notice) return;
  const digest = { ...notice, standing: standingOf(run), link: runPage(siteOf(env), run.id) };
  const linesFor = (email: string) =>
    notice.lines.filter(({ concerns }) => concerns === undefined || concerns === email);
  const unknown = await tellPeople(
    run.id,
    notice.people ?? [],
    (email) => digestMessage({ ...digest, lines: linesFor(email) }),
    parts,
  );
  const remark = unknown.length > 0 ? `Nobody in Slack has the email ${unknown.join(", ")}.` : null;
  const { noticesChannel: channel } = config.slack;
  if (channel)
    await slackApi(env).postMessage({ channel }, digestMessage({ ...digest, ...(remark && { remark }) }));
}

/** Tells operators something in their channel, where they have one. */
export async function tellOperators(
  { title, summary }: OperatorsNotice,
  { env, config: { slack } }: MessengerParts,
): Promise<void> {
  const { noticesChannel: channel } = slack;
  const message = digestMessage({ title, summary, lines: [], standing: null, link: null });
  if (channel) await slackApi(env).postMessage({ channel }, message);
}

/** Tells people something in direct messages. @returns the emails that nobody in Slack has */
export async function tellPeople(
  run: string,
  people: readonly string[],
  messageFor: (email: string) => SlackMessage,
  { env, config: { people: listed } }: MessengerParts,
): Promise<readonly string[]> {
  const api = slackApi(env);
  const unknown: string[] = [];
  for (const email of people) {
    const channel = slackUserOf(listed, email) ?? (await api.userByEmail(email));
    if (channel === null) unknown.push(email);
    else await api.postMessage({ channel }, messageFor(email));
  }
  if (unknown.length > 0) log("notice_undelivered", { level: "alert", run, people: unknown.length });
  return unknown;
}

/** What becomes of the plan that a notice came with. */
function standingOf({ state, plan, asks }: Run): string | null {
  const count = plan?.actions.length ?? 0;
  const changes = count === 1 ? "1 change" : `${count} changes`;
  switch (state) {
    case "awaiting_approval":
      return `${changes} need${count === 1 ? "s" : ""} approval: ${asks.join("; ")}.`;
    case "awaiting_task":
      return `${changes} ${count === 1 ? "is" : "are"} for a person to make.`;
    case "acting":
      return `${changes} ${count === 1 ? "is" : "are"} being made.`;
    default:
      return null;
  }
}
