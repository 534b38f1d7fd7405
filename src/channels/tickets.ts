// The channel to tickets: notes on a run's ticket while the run is waiting, the reply at its end, and tickets for
// notices.

import { formatClockTime } from "../base/days.ts";
import { deskFor, throwUnreachable } from "../desk/directory.ts";
import type { TitledRun } from "../desk/engine/core.ts";
import { type Env, readSite, type Variables } from "../env.ts";
import { explainWait, toTicket } from "../runs/explain.ts";
import { findReply, type RunMessage } from "../runs/message.ts";
import { parseSystem, type Run, type RunReply, runPage } from "../runs/run.ts";
import { RUN_STATE } from "../runs/states.ts";
import { senderClient } from "../systems/api/client.ts";
import { findApi } from "../systems/index.ts";
import { referTo } from "../systems/reading/ticket.ts";
import { createTicket, findReplier, type Replies } from "../systems/reply/replies.ts";
import type { Message } from "../systems/system.ts";
import type { MessageChannel } from "./channel.ts";
import { listParagraphs, makeDoc } from "./doc.ts";

/**
 * Sends one step of a reply: a comment, or a move.
 * @returns the ticket's status after a move, or `null` after a comment
 */
export async function sendReply(
  { target, visible }: Pick<RunReply, "target" | "visible">,
  step: Message | string,
  env: Variables,
): Promise<string | null> {
  const replier = findReplier(target.system);
  const client = senderClient(findApi(target.system), env);
  if (typeof step === "string") return (await replier.move(client, target, step)) ?? step;
  await replier.comment?.(client, target, step, visible);
  return null;
}

/** The channel to tickets. It sends a note only if the run's current state at the desk results in the same note. */
export const ticketChannel: MessageChannel = {
  name: "ticket",
  afterMs: (message) => ("run" in message && (message.about === "notice" || findReply(message)) ? 0 : 60_000),
  once: true,
  addresses(message, { config: { replies } }) {
    if (!("run" in message)) return [];
    if (message.about === "notice") return [message.run.notice?.ticket?.system ?? []].flat();
    if (message.about !== "state") return [];
    const reply = findReply(message);
    if (reply) return [reply.target.system];
    const { waitsFor } = RUN_STATE[message.run.state];
    const system = parseSystem(message.run);
    return waitsFor !== null && system in replies && findReplier(system).comment ? [system] : [];
  },
  async send(to, message, { env, config: { replies, settings } }) {
    if (!("run" in message)) return;
    if (message.about === "notice") return makeTicket(message, env);
    const { id, subject } = message.run;
    const text = await deskFor(env, subject).run(id).catch(throwUnreachable);
    const now: TitledRun | null = text === null ? null : JSON.parse(text);
    const write = (run: Run) => writeNote(run, settings.timeZone, readSite(env));
    const note = write(message.run);
    if (!now?.ticket || !note || JSON.stringify(write(now.run)) !== JSON.stringify(note)) return;
    const { visible = true } = replies[to as keyof Replies] ?? {};
    await sendReply({ target: now.ticket, visible }, note, env);
  },
};

/** Returns the note on a waiting run, or `null` if the run is not waiting. @param timeZone IANA name */
export function writeNote(run: Run, timeZone: string, site: string | undefined): Message | null {
  const { dueAt } = run;
  const until =
    dueAt === null ? "" : `${formatClockTime(dueAt, timeZone)} (${timeZone.replaceAll("_", " ")})`;
  const [lines, page] = [explainWait(run, until), runPage(site, run.id)];
  const isAsked = page !== null && run.state === "awaiting_approval";
  const remind = isAsked ? [["The requester can remind approvers on the run's page, once in 24 hours."]] : [];
  return lines && toTicket([...lines, ...remind], page);
}

/**
 * Creates the ticket of a run's notice unless it exists, and records the ticket in the run's timeline. The timeline's
 * entry links the ticket to the run.
 */
async function makeTicket(sent: RunMessage, env: Env): Promise<void> {
  const { id: runId, eventId, subject, notice } = sent.run;
  const doc = makeDoc(sent, "operator", { site: readSite(env) });
  if (!notice?.ticket || !doc) return;
  const { system, ...where } = notice.ticket;
  const message = { sentences: listParagraphs(doc), ...(doc.page && { link: doc.page }) };
  const [title, reference] = [notice.title, referTo(eventId)];
  const ticket = await createTicket(system, { ...where, title, message, reference }, env);
  const entry = {
    at: Date.now(),
    type: "ticket.created",
    runId,
    eventId,
    actor: "reeve",
    detail: { ticket },
  };
  await deskFor(env, subject).note(entry).catch(throwUnreachable);
}
