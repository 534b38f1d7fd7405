import { DurableObject } from "cloudflare:workers";
import { log } from "../../../base/log.ts";
import { Problem } from "../../../base/problem.ts";
import { deskFor } from "../../../desk/directory.ts";
import type { OperatorsNotice } from "../../../desk/operate/credential-watch.ts";
import type { Run } from "../../../desk/run/run.ts";
import type { RunMessage } from "../../../desk/run-message.ts";
import type { Env } from "../../../env.ts";
import { isForTeams } from "../has-message.ts";
import type { SlackConfig } from "../settings.ts";
import type { perform } from "./decision.ts";
import { type Button, type DueJob, type Job, MessengerStore } from "./store.ts";

type Perform = typeof perform;

/** Jobs at work at once: a Worker has six connections open at a time. */
const MAX_AT_WORK = 6;
/** Waits between attempts of a job whose failure may pass. Past the last, it is given up. */
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 2 * 60_000, 10 * 60_000] as const;
const LONGEST_WAIT_MS = Math.max(...RETRY_DELAYS_MS);

/**
 * Messages to and from Slack, and to Teams. A job is on disk before Slack gets its answer; an alarm does
 * what is due, again after a kill, so that what was asked is answered at least once.
 */
export class Messenger extends DurableObject<Env> {
  readonly #store = new MessengerStore(this.ctx.storage.sql);
  readonly #atWork = new Map<string, Promise<void>>();
  #wake: () => void = () => {};
  #awake = false;
  readonly #config: SlackConfig;
  readonly #performing: () => Promise<Perform>;

  /** @param performing Loads what performs jobs, with all that Slack needs: an isolate mostly starts for a delivery */
  constructor(ctx: DurableObjectState, env: Env, config: SlackConfig, performing: () => Promise<Perform>) {
    super(ctx, env);
    this.#config = config;
    this.#performing = performing;
  }

  /** Keeps what somebody does in Slack. @returns whether it is new: Slack may send it again */
  accept(key: string, job: Job): boolean {
    const fresh = this.#store.add(key, key, job, Date.now());
    if (fresh) this.#rouse();
    return fresh;
  }

  /** Keeps the messages of a desk, in the order of its runs. */
  sendMessages(messages: readonly RunMessage[]): void {
    const now = Date.now();
    for (const message of messages) {
      const { id, version } = message.run;
      const key = message.about === "notice" ? `${id}:notice` : `${id}:${version}`;
      this.#store.add(key, id, { kind: "run-message", ...message }, now);
      // Each by itself: to try one again tells no other twice.
      if (isForTeams(message, this.env))
        this.#store.add(`${key}:teams`, `${id}:teams`, { kind: "teams-card", ...message }, now);
      for (const to of isLastReminder(message) ? this.#config.slack.escalateTo : [])
        this.#store.add(`${key}:${to}`, `${id}:${to}`, { kind: "escalation", to, ...message }, now);
    }
    this.#rouse();
  }

  /** Keeps a notice to the operators' channel, once. */
  tellOperators(notice: OperatorsNotice): void {
    this.#store.add(notice.key, notice.key, { kind: "operators-notice", ...notice }, Date.now());
    this.#rouse();
  }

  /** What a button stands for; `null` where there is none of this id. */
  button(id: string): { readonly button: Button; readonly state: "open" | "expired" | "used" } | null {
    return this.#store.button(id, Date.now());
  }

  /** The cron's look each minute: sets the alarm again, should the platform have dropped it. */
  poke(): void {
    if (this.#store.nextDue() !== null) this.#rouse();
  }

  override async alarm(): Promise<void> {
    this.#awake = true;
    try {
      this.#store.forget(Date.now());
      for (;;) {
        for (const due of this.#store.due(
          Date.now(),
          LONGEST_WAIT_MS,
          [...this.#atWork.keys()],
          MAX_AT_WORK - this.#atWork.size,
        ))
          this.#start(due);
        if (this.#atWork.size === 0) break;
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        await Promise.race([woken, ...this.#atWork.values()]);
      }
    } finally {
      this.#awake = false;
      const next = this.#store.nextDue();
      if (next !== null) void this.ctx.storage.setAlarm(Math.max(next, Date.now()));
    }
  }

  #start(due: DueJob): void {
    const working = this.#perform(due).finally(() => this.#atWork.delete(due.key));
    this.#atWork.set(due.key, working);
  }

  async #perform({ key, attempts, job }: DueJob): Promise<void> {
    const started = Date.now();
    let problem: string | null = null;
    try {
      const perform = await this.#performing();
      await perform(job, key, { env: this.env, store: this.#store, config: this.#config });
      this.#store.done(key);
    } catch (error) {
      problem = error instanceof Problem ? error.code : "task_threw";
      const delay =
        error instanceof Problem && error.retry === "backoff" ? RETRY_DELAYS_MS[attempts] : undefined;
      if (delay !== undefined) this.#store.later(key, Date.now() + delay);
      else {
        log("messenger_job_given_up", { level: "alert", job: job.kind, key, error: String(error) });
        if ("run" in job)
          await this.#noteUndelivered(job.run, job.kind === "teams-card" ? "teams" : "slack", problem);
        this.#store.done(key);
      }
    }
    log("messenger_job", { job: job.kind, key, problem, durationMs: Date.now() - started });
  }

  /** The run says that somebody was not told of it. */
  async #noteUndelivered({ id, eventId, subject, state }: Run, to: string, code: string): Promise<void> {
    const detail = { to, state, code };
    const entry = { at: Date.now(), type: "answer.undelivered", runId: id, eventId, actor: "reeve", detail };
    await deskFor(this.env, subject)
      .note(entry)
      .catch((error: unknown) => log("desk_unreachable", { error: String(error) }));
  }

  #rouse(): void {
    if (this.#awake) this.#wake();
    else {
      this.#awake = true;
      void this.ctx.storage.setAlarm(Date.now());
    }
  }
}

const isLastReminder = ({ about, run }: RunMessage): boolean =>
  about === "reminder" && run.remindAt?.length === 0;

/** The one messenger. */
export const messengerOf = ({ MESSENGER }: Pick<Env, "MESSENGER">): DurableObjectStub<Messenger> =>
  MESSENGER.getByName("messenger") as DurableObjectStub<Messenger>;

/** Has the messenger look after itself, as the cron does each minute. */
export async function pokeMessenger(env: Env): Promise<void> {
  try {
    await messengerOf(env).poke();
  } catch (error) {
    log("messenger_unreachable", { error: String(error) });
  }
}
