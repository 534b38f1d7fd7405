// Defines the interface of a channel, which sends messages to people or systems.
import type { ProblemCode } from "../base/problem.ts";
import type { Result } from "../base/result.ts";
import { type Env, readSite, type Variables } from "../env.ts";
import { knownAbout } from "../ledger/known.ts";
import type { OperatorsNotice, RunMessage } from "../runs/message.ts";
import { isAlerting, isNotified } from "../runs/states.ts";
import type { Delivery, Malformed } from "../systems/system.ts";
import type { DocOptions, OutboxMessage, Reader } from "./doc.ts";
import type { SlackConfig } from "./slack/settings.ts";
import type { SlackStore } from "./slack/store.ts";

/** The parts of a message that determine its addresses. */
export type Addressed = Pick<RunMessage, "about" | "run"> | OperatorsNotice;

export interface ChannelConfig {
  readonly config: SlackConfig;
  readonly env: Variables;
}

/** The configuration of a channel, with the Worker's bindings. */
export interface BoundChannel extends ChannelConfig {
  readonly env: Env;
}

export interface ChannelContext extends BoundChannel {
  readonly store: SlackStore;
}

/** The context in which a channel answers a request. */
export interface Receiving extends BoundChannel {
  readonly ctx: Pick<ExecutionContext, "waitUntil">;
}
/** Answers a verified request to a channel. Such a request is not an event. */
export type ChannelAnswer = (delivery: Delivery, around: Receiving) => Promise<Result<Response, Malformed>>;

/** A channel to people or systems. A message is stored, sent and retried separately for each address. */
export interface MessageChannel {
  /** The channel's name, which a run's timeline shows after a failed delivery. */
  readonly name: "slack" | "teams" | "ticket" | "webhook";
  /** Returns how long a message waits before it is sent, in milliseconds. @default 0 */
  afterMs?(message: OutboxMessage): number;
  /** True if a request that a crash interrupted might not be safe to repeat. @default false */
  readonly once?: true;
  addresses(message: Addressed, by: ChannelConfig): readonly string[];
  /** Returns true if this message and similar ones to the address may be joined. @default false */
  joins?(to: string, message: RunMessage, store: SlackStore): boolean;
  /**
   * Sends a message.
   * @throws Problem if the message was not sent, or might not have been sent. The problem's code determines whether the
   * outbox retries it
   */
  send(to: string, message: OutboxMessage, around: ChannelContext): Promise<void>;
}

/**
 * Reads the data that a message about a plan needs in addition to the run. While the ledger is unavailable, the facts
 * are omitted, because a message can't wait for the ledger.
 */
export async function readDocOptions(
  message: OutboxMessage,
  reader: Reader,
  { env, config }: BoundChannel,
): Promise<Pick<DocOptions, "site" | "facts">> {
  const site = readSite(env);
  const isAsked = reader === "approver" || reader === "escalation";
  const { run, about } = { run: null, about: null, ...message };
  if (!isAsked || about === "notice" || run?.state !== "awaiting_approval") return { site };
  const facts = await knownAbout(env.LEDGER, run, config.settings.timeZone).catch(() => []);
  return { site, facts: facts.map(({ text }) => text) };
}

/** Returns true if people other than the requester must receive the message. */
export const isNews = (message: Addressed): boolean =>
  !("run" in message) ||
  (message.about === "notice" && !message.run.notice?.ticket) ||
  message.about === "reminder" ||
  message.run.state === "awaiting_approval" ||
  isAlerting(message.run.state) ||
  (message.run.approvalReasons.length > 0 && isNotified(message.run.state));

/** Problems whose messages are intended for the person who made a decision in a channel. */
export const FOR_DECIDERS: ReadonlySet<ProblemCode> = new Set([
  "access_denied",
  "decision_conflict",
  "decision_forbidden",
  "not_found",
  "role_missing",
]);
