// The outbox, a Durable Object: stores messages, and people's actions in Slack, until they are handled, with one retry
// rule for all channels.
import { DurableObject } from "cloudflare:workers";
import { HOUR_MS } from "../base/days.ts";
import { log, logged } from "../base/log.ts";
import { MAX_ALARM_MS } from "../base/platform.ts";
import { Problem } from "../base/problem.ts";
import { retryDelay } from "../base/waits.ts";
import { deskFor, throwUnreachable } from "../desk/directory.ts";
import type { Env } from "../env.ts";
import { OUTBOX_ABOUT } from "../ledger/people/about.ts";
import { rowsAbout, type Sought } from "../ledger/people/eraser.ts";
import { findReply, listReplySteps, type RunMessage } from "../runs/message.ts";
import { newRun } from "../runs/run.ts";
import { AlikeMessages, describeAlike } from "./alike.ts";
import type { Addressed, ChannelConfig, ChannelContext, MessageChannel } from "./channel.ts";
import type { OutboxMessage } from "./doc.ts";
import { type DueItem, type OutboxItem, OutboxStore } from "./outbox-store.ts";
import { slackChannel } from "./slack/channel.ts";
import type { SlackJob } from "./slack/requests.ts";
import type { SlackConfig } from "./slack/settings.ts";
import { type Button, SlackStore } from "./slack/store.ts";
import { teamsChannel } from "./teams/channel.ts";
import { sendReply, ticketChannel } from "./tickets.ts";
import { webhookChannel } from "./webhook.ts";

const CHANNELS: Readonly<Record<MessageChannel["name"], MessageChannel>> = {
  slack: slackChannel,
  teams: teamsChannel,
  ticket: ticketChannel,
  webhook: webhookChannel,
};

/** Maximum items in progress: a Worker has six connections. */
const MAX_AT_WORK = 6;

/**
 * Stores messages, and people's actions in Slack. Each item is on disk before the call that stores it returns. An alarm
 * handles due items, even after a crash. A temporary failure is retried, unless a repeat might be a second message. An
 * item that is given up is logged and, if it is about a run, noted in the run's timeline.
 */
export class Outbox extends DurableObject<Env> {
  readonly #store = new OutboxStore(this.ctx.storage.sql);
  readonly #around: ChannelContext;
  #alike = new AlikeMessages();
  #forgotAt = 0;
  readonly #atWork = new Map<string, Promise<void>>();
  /** Addresses and kinds of Slack jobs that failed, each with its channel and its error code. */
  #alerted = new Set<string>();
  #wake: () => void = () => {};
  #awake = false;

  constructor(ctx: DurableObjectState, env: Env, config: SlackConfig) {
    super(ctx, env);
    this.#around = { env, config, store: new SlackStore(ctx.storage.sql) };
  }

  /** Stores a person's action in Slack. @returns true if the action is new: Slack might send it again */
  keepJob(job: SlackJob): boolean {
    const fresh = this.#store.add(job.key, job.key, { channel: "slack", job }, Date.now());
    if (fresh) this.#rouse();
    return fresh;
  }

  /**
   * Stores messages in order, one item for each address, or joins them with similar messages. If a message can't be
   * stored, the outbox gives it up instead of throwing an error.
   * @param again Distinguishes a message from an equal one that was sent before
   */
  async keep(messages: readonly OutboxMessage[], again = ""): Promise<void> {
    for (const message of messages) {
      const all = "run" in message ? message.run.id : message.key;
      const name = "run" in message ? `${all}:${message.run.version}:${message.about}${again}` : all;
      for (const { channel, to } of allAddresses(message, this.#around)) {
        const item = { channel, to, message };
        const key = `${name}:${channel}:${to}`;
        try {
          const now = Date.now();
          const group =
            "run" in message && CHANNELS[channel].joins?.(to, message, this.#around.store)
              ? this.#alike.count(message, `${channel}:${to}`, now, (one) => this.#canJoin(one))
              : null;
          const afterMs = CHANNELS[channel].afterMs?.(message);
          // A delayed message must not delay others, so it gets a lane of its own.
          const lane = afterMs ? key : `${all}:${channel}:${to}`;
          if (group) this.#store.join(key, group.key, item, now, group.dueAt - now);
          else this.#store.add(key, lane, item, now, afterMs);
        } catch (error) {
          await this.#giveUp(key, item, error);
        }
      }
    }
    this.#rouse();
  }

  admitComment(person: string, run: string): boolean {
    return this.#store.admitComment(person, run, Date.now());
  }

  async remind(message: RunMessage): Promise<"sent" | "too_soon" | "unreachable"> {
    const now = Date.now();
    if (allAddresses(message, this.#around).length === 0) return "unreachable";
    if (!this.#store.admitReminder(message.run, now)) return "too_soon";
    await this.keep([message], `:${now}`);
    return "sent";
  }

  #canJoin(group: string): boolean {
    return this.#store.isWaiting(group) && !this.#atWork.has(group);
  }

  /** Deletes old rows, at most once an hour because this reads every row. */
  #forget(now: number): void {
    if (Math.abs(now - this.#forgotAt) < HOUR_MS) return;
    this.#forgotAt = now;
    this.#store.forget(now);
    this.#around.store.forget(now);
  }

  /** Returns the rows about a person as JSON, and erases the person if `erases` is true: see {@link rowsAbout}. */
  about(sought: Sought, erases: boolean): string {
    // `#alerted` and `#alike` contain people's addresses.
    if (erases) [this.#alerted, this.#alike] = [new Set(), new AlikeMessages()];
    return JSON.stringify(rowsAbout(this.ctx.storage.sql, sought, "Outbox", OUTBOX_ABOUT, erases));
  }

  button(id: string): { readonly button: Button; readonly state: "open" | "expired" | "used" } | null {
    return this.#around.store.button(id, Date.now());
  }

  /** Sets the alarm again in case the platform has lost it. The cron calls this method once a minute. */
  poke(): void {
    if (this.#store.nextDue() === null) return;
    this.#rouse();
    void this.ctx.storage.setAlarm(Date.now() + 1);
  }

  override async alarm(): Promise<void> {
    this.#awake = true;
    try {
      this.#forget(Date.now());
      const until = Date.now() + MAX_ALARM_MS;
      // Items in progress continue after the alarm. The next alarm does not start them again.
      while (Date.now() < until) {
        const atWork = [...this.#atWork.keys()];
        for (const due of this.#store.due(Date.now(), atWork, MAX_AT_WORK - atWork.length))
          this.#atWork.set(
            due.key,
            this.#perform(due).finally(() => this.#atWork.delete(due.key)),
          );
        if (this.#atWork.size === 0) break;
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        await Promise.race([woken, ...this.#atWork.values()]);
      }
    } finally {
      this.#awake = false;
      const next = this.#store.nextDue();
      if (next !== null) void this.ctx.storage.setAlarm(Math.max(next, Date.now() + 1));
    }
  }

  async #perform({ key, item, begun, ...due }: DueItem): Promise<void> {
    const started = Date.now();
    const reply = replyIn(item);
    const steps = reply ? listReplySteps(reply) : [null];
    let { stage, failures } = due;
    let moved = reply?.move;
    let problem: string | null = null;
    try {
      for (const step of steps.slice(stage)) {
        if (begun) throw new Problem(whenInterrupted(item), "sending the message was interrupted");
        if ("message" in item && CHANNELS[item.channel].once) this.#store.begin(key, stage);
        if (reply && step !== null) moved = await sendReply(reply, step, this.env);
        else await this.#send(key, item);
        [stage, failures] = [stage + 1, 0];
      }
      if (reply) await this.#note("reply.sent", item, { moved });
      this.#store.done(key);
    } catch (error) {
      problem = errorCode(error);
      const delay = error instanceof Problem ? retryDelay(error, failures) : null;
      if (delay !== null) this.#store.later(key, Date.now() + delay, stage, failures + 1);
      else {
        await this.#giveUp(key, item, error, steps[stage]);
        this.#store.done(key);
      }
    }
    log("outbox_item", { ...describeItem(item), key, problem, durationMs: Date.now() - started });
  }

  async #send(key: string, item: OutboxItem): Promise<void> {
    if ("job" in item) return (await import("./slack/jobs.ts")).perform(item.job, this.#around);
    const { channel, to, message, alike } = item;
    const isJoined = "run" in message && alike && alike.n > 1;
    const sent = isJoined ? await describeAlike(key, message, alike, this.#around) : message;
    if (sent) await CHANNELS[channel].send(to, sent, this.#around);
  }

  /**
   * Gives up an item, and reports the failed delivery in the log and the run's timeline.
   * @param step The failed request of a reply
   */
  async #giveUp(key: string, item: OutboxItem, error: unknown, step?: unknown): Promise<void> {
    const address = `${item.channel} ${"job" in item ? item.job.kind : item.to} ${errorCode(error)}`;
    // A person without a Slack account causes one alert, not one for each message.
    const isKnown = this.#alerted.has(address);
    this.#alerted.add(address);
    log("outbox_item_given_up", {
      ...(!isKnown && { level: "alert" }),
      ...describeItem(item),
      key,
      error: String(error),
    });
    const code = errorCode(error);
    const reply = code === "sender_outcome_unknown" ? "reply.unknown" : "reply.failed";
    const end = typeof step === "string" ? { code, moved: step } : { code };
    await this.#note(replyIn(item) ? reply : "answer.undelivered", item, end).catch(
      logged("desk_unreachable"),
    );
  }

  /** Records the result of a message in the timeline of its run. @throws Problem if the run's desk can't be reached */
  async #note(type: string, item: OutboxItem, end: object): Promise<void> {
    if (!("message" in item && "run" in item.message)) return;
    const { id: runId, eventId, subject, state } = item.message.run;
    const { version } = replyIn(item) ?? {};
    const detail = { to: version === undefined ? item.channel : item.to, state, version, ...end };
    await deskFor(this.env, subject)
      .note({ at: Date.now(), type, runId, eventId, actor: "reeve", detail })
      .catch(throwUnreachable);
  }

  #rouse(): void {
    if (this.#awake) this.#wake();
    else void this.ctx.storage.setAlarm(Date.now());
    this.#awake = true;
  }
}

/**
 * Returns the problem code of an interrupted request. Creating a ticket is retried, because Reeve searches for the
 * ticket first. The retry's delay is for systems in which a search finds new tickets only later.
 */
const whenInterrupted = (item: OutboxItem) =>
  "message" in item && "run" in item.message && item.message.about === "notice"
    ? "sender_unavailable"
    : "sender_outcome_unknown";

const replyIn = (item: OutboxItem) =>
  "message" in item && item.channel === "ticket" && "run" in item.message ? findReply(item.message) : null;

const errorCode = (error: unknown): string => (error instanceof Problem ? error.code : "task_threw");

const describeItem = (item: OutboxItem) => ("job" in item ? { job: item.job.kind } : { to: item.channel });

export const allAddresses = (message: Addressed, by: ChannelConfig) =>
  Object.values(CHANNELS).flatMap((channel) =>
    channel.addresses(message, by).map((to) => ({ channel: channel.name, to })),
  );

/** Returns true if a channel reaches all approvers, so that a reminder has a recipient. */
export const reachesApprovers = (by: ChannelConfig): boolean => {
  const run = newRun({ id: "", eventId: "", automation: "", subject: "", mode: "live" }, 0);
  return allAddresses({ about: "reminder", run: { ...run, state: "awaiting_approval" } }, by).length > 0;
};

export const outboxIn = ({ OUTBOX }: Pick<Env, "OUTBOX">): DurableObjectStub<Outbox> =>
  OUTBOX.getByName("outbox") as DurableObjectStub<Outbox>;

export async function wakeOutbox(env: Env): Promise<void> {
  try {
    await outboxIn(env).poke();
  } catch (error) {
    log("outbox_unreachable", { error: String(error) });
  }
}
