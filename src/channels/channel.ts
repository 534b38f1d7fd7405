// Defines the interface of a channel, which sends messages to people or systems. Also defines the messages in the
// outbox, and their wording for channels that have no format of their own.

import { formatAction } from "../actions/action.ts";
import { formatDuration } from "../base/days.ts";
import { type Env, readSite, type Variables } from "../env.ts";
import { knownAbout } from "../ledger/known.ts";
import { formatHold } from "../policy/budget.ts";
import { describeWait, listApprovers } from "../policy/stages.ts";
import type { OperatorsNotice, RunMessage } from "../runs/message.ts";
import { formatFollowUps, writeEnd } from "../runs/reply.ts";
import { listAssignees, type Run, runPage } from "../runs/run.ts";
import { isAlerting, isNotified, RUN_STATE } from "../runs/states.ts";
import { formatAgent } from "../systems/reply/replies.ts";
import type { SlackConfig } from "./slack/settings.ts";
import type { SlackStore } from "./slack/store.ts";

/** A message in the outbox: a message about a run, or a notice to operators. */
export type OutboxMessage = RunMessage | OperatorsNotice;

/** The parts of a message that determine its addresses. */
export type Addressed = Pick<RunMessage, "about" | "run"> | OperatorsNotice;

export interface ChannelConfig {
  readonly config: SlackConfig;
  readonly env: Variables;
}

export interface ChannelContext extends ChannelConfig {
  readonly env: Env;
  readonly store: SlackStore;
}

/** A channel to people. Each address of a message is stored, sent and retried separately. */
export interface MessageChannel {
  /** The channel's name in the run's timeline after a failure. */
  readonly name: "slack" | "teams" | "ticket" | "webhook";
  /** How long a message waits before it is sent, in milliseconds. @default 0 */
  afterMs?(message: OutboxMessage): number;
  /** True if a request that a crash interrupts is not sent again. @default false */
  readonly once?: true;
  addresses(message: Addressed, by: ChannelConfig): readonly string[];
  /** True if this message and similar ones to the address may be joined. @default false */
  joins?(to: string, message: RunMessage, store: SlackStore): boolean;
  /** Sends a message. @throws Problem if the message was not sent, or might not have been sent: see `retryDelay` */
  send(to: string, message: OutboxMessage, around: ChannelContext): Promise<void>;
}

export const linkTo = ({ id, sameAs = id }: Run, { env }: ChannelConfig): string | null =>
  runPage(readSite(env), sameAs);

/** A plan that waits or waited for an approval. Its texts may be untrusted. */
export type ShownPlan = Readonly<Awaited<ReturnType<typeof shownPlan>>>;

export const shownPlan = async (
  { run, name, url, requestedBy, agent, sentences, hears }: RunMessage,
  by: ChannelContext,
) => ({
  approvalReasons: run.approvalReasons,
  /**
   * The approvals so far and the approvers that the plan waits for, in sentences; `null` if any approver can decide.
   */
  waitsFor: describeWait(run.stages, run.approvals),
  /** Facts about the requester and the plan's targets that an approver should know. */
  warnings: [...run.warnings, ...(await known(run, by))] as readonly string[],
  title: name,
  url,
  requestedBy,
  /**
   * The words before the requester: `Requested by`, or a phrase that names the agent that made the request for the
   * requester.
   */
  asked: agent === undefined ? "Requested by" : `Asked by ${formatAgent(agent)} for`,
  automation: run.automation,
  summaries: sentences,
  /** A sentence about whether the requester is notified of the run's end; `null` if nobody requested the run. */
  hears,
  link: linkTo(run, by),
});

/**
 * Returns recorded facts about a plan that waits for approval. Returns an empty list while the ledger is unavailable,
 * because a card can't wait for the ledger.
 */
async function known(run: Run, { env, config }: ChannelContext): Promise<readonly string[]> {
  if (run.state !== "awaiting_approval") return [];
  const facts = await knownAbout(env.LEDGER, run, config.settings.timeZone).catch(() => []);
  return facts.map(({ text }) => text);
}

/** Formats the time that is left to decide about a plan. Returns `null` if no time is left. */
export function timeLeft({ dueAt }: Run): { readonly expiresAt: number; readonly left: string } | null {
  const left = (dueAt ?? 0) - Date.now();
  return dueAt === null || left <= 0 ? null : { expiresAt: dueAt, left: formatDuration(left) };
}

export const STILL_OPEN = "A follow-up is still open";

export interface Notification {
  readonly type: string;
  readonly title: string;
  readonly text: readonly string[];
  /** Emails of the assignees. Empty if everybody with the required role may act. */
  readonly to: readonly string[];
  readonly link: string | null;
  readonly ticket: string | null;
}

/** True if people other than the requester must receive the message. */
export const isNews = (message: Addressed): boolean =>
  !("run" in message) ||
  (message.about === "notice" && !message.run.notice?.ticket) ||
  message.about === "reminder" ||
  message.run.state === "awaiting_approval" ||
  isAlerting(message.run.state) ||
  (message.run.approvalReasons.length > 0 && isNotified(message.run.state));

export function formatNotification(message: OutboxMessage, by: ChannelConfig): Notification {
  if (!("run" in message)) {
    const { title, summary, discusses, link = null } = message;
    return { type: "notice", title, text: [summary], to: discusses?.asked ?? [], link, ticket: null };
  }
  const { run, about, name, url: ticket, sentences, agent, requestedBy } = message;
  const { state, approvalReasons, notice, hold, problem } = run;
  const pages = { link: linkTo(run, by), ticket };
  if (about === "notice" && notice) {
    const lines = notice.lines.map(({ name: of, detail }) => (detail ? `${of}: ${detail}` : of));
    const { title, summary, people: to = [] } = notice;
    return { type: about, title, text: [summary, ...lines], to, ...pages };
  }
  const type = about === "reminder" ? about : state;
  if (state === "awaiting_approval") {
    const asked = agent === undefined ? [] : [`Asked by ${formatAgent(agent)} for ${requestedBy}.`];
    const text = [...sentences, ...asked, `Needs an approval: ${approvalReasons.join("; ")}.`];
    const waits = describeWait(run.stages, run.approvals);
    const title = `${about === "reminder" ? "Still waiting for approval" : "Approval needed"}: ${name}`;
    return { type, title, text: waits ? [...text, waits] : text, to: listApprovers(run, "now"), ...pages };
  }
  const why = hold ? formatHold(hold) : problem?.message;
  const end = writeEnd(run, readSite(by.env))?.sentences ?? run.plan?.actions.map(formatAction) ?? [];
  const isOpen = state === "awaiting_follow_up";
  const { alert, outcome, words } = RUN_STATE[state];
  return {
    type,
    title: `${about === "reminder" ? STILL_OPEN : (alert ?? outcome ?? words)}: ${name}`,
    text: [...(why && alert ? [why] : []), ...end, ...(isOpen ? [formatFollowUps(run)] : [])],
    to: isOpen ? listAssignees(run) : [],
    ...pages,
  };
}
