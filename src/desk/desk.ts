import { DurableObject } from "cloudflare:workers";
import { v7 as uuid } from "uuid";
import { automations } from "../automations/index.ts";
import { MAX_SUBREQUESTS } from "../base/platform.ts";
import { policy, replies, settings, slack } from "../config.ts";
import { enrich } from "../enrich/index.ts";
import { createGovernance, type GovernanceEnv } from "../governance/client/index.ts";
import { record } from "../ledger/record.ts";
import { isToldInSlack } from "../slack/announces.ts";
import { type TalkBinding, talkOf } from "../slack/talk/talk-parts.ts";
import type { AuditEntry } from "./audit.ts";
import { checkNames, checkRetention } from "./config-check.ts";
import { DeskCore, type DeskHealth } from "./core.ts";
import type { RecordedRun, Replay } from "./decider.ts";
import type { Decided, DecidedOne, Decision, DecisionRefusal, Replayed } from "./decisions.ts";
import { type ControlEnv, controlOf } from "./directory.ts";
import type { Accepted, Incoming } from "./intake.ts";
import { pastOf } from "./past.ts";
import { sendReply } from "./send-reply.ts";
import { Subrequests } from "./subrequests.ts";

/** Bindings of a desk. */
export interface DeskEnv extends GovernanceEnv, ControlEnv, TalkBinding {
  readonly LEDGER: D1Database;
  /** Where people reach Reeve, for links in replies: `https://reeve.example.com`. @default replies have no link */
  readonly REEVE_URL?: string;
}

checkNames(settings, policy, automations);
checkRetention(settings, policy);

/** One alarm works this long at most before it hands over to the next: the platform ends it after 15 minutes. */
const MAX_ALARM_MS = 5 * 60_000;
/** Calls of whatever kind that one alarm begins a step with at most: half of what the platform allows, for the last steps. */
const MAX_ALARM_CALLS = MAX_SUBREQUESTS / 2;

/** Where the events of a subject come in and their runs are worked on, each step on disk: a `DeskCore` with an alarm. */
export class Desk extends DurableObject<DeskEnv> {
  readonly #core: DeskCore;
  /** Whether an alarm is set or at work: then what came in is seen to. */
  #awake = false;
  readonly #calls = new Subrequests();

  constructor(ctx: DurableObjectState, env: DeskEnv) {
    super(ctx, env);
    const counted = this.#calls.through(env);
    const { fetch: fetched } = this.#calls;
    this.#core = new DeskCore({
      name: ctx.id.toString(),
      database: ctx.storage.sql,
      transaction: (work) => ctx.storage.transactionSync(work),
      governance: createGovernance(counted, { fetch: fetched }),
      automations,
      settings,
      policy,
      past: pastOf(counted.LEDGER),
      now: () => Date.now(),
      newId: (prefix) => `${prefix}_${uuid()}`,
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      enrich: (event) => enrich(event, { ...env }, fetched),
      announces: (run, about) => isToldInSlack(slack, run, about),
      announce: async (announcements) => talkOf(counted).announce(announcements),
      replies,
      reply: (event, reply) => sendReply(event, reply, { ...env }, fetched),
      ...(env.REEVE_URL && { site: env.REEVE_URL }),
      admit: async (request) => controlOf(counted).admit(request),
      record: (...rows) => record(counted.LEDGER, ...rows),
      wake: () => (this.#awake ? this.#core.loop.wake() : this.#arm(Date.now())),
    });
  }

  /** Keeps a verified delivery. Once this has answered, the event is on disk and an alarm is set to work on it. */
  accept(incoming: Incoming): Promise<Accepted> {
    return this.#core.accept(incoming);
  }

  /** See {@link Decider.decide}. */
  decide(runId: string, decision: Decision, recorded?: RecordedRun): Promise<Decided> {
    return this.#core.decider.decide(runId, decision, recorded);
  }

  /** See {@link Decider.foresee}. */
  foresee(
    runId: string,
    decisions: readonly Decision[],
    recorded?: RecordedRun,
  ): Promise<(DecisionRefusal | null)[] | null> {
    return this.#core.decider.foresee(runId, decisions, recorded);
  }

  /** See {@link Decider.decideHeld}. */
  decideHeld(decision: Decision, automation: string | null): Promise<DecidedOne[]> {
    return this.#core.decider.decideHeld(decision, automation);
  }

  /** See {@link Decider.replay}. */
  replay(replay: Replay): Replayed {
    return this.#core.decider.replay(replay);
  }

  /** See {@link DeskCore.note}. */
  note(entry: AuditEntry): void {
    this.#core.note(entry);
  }

  /** See {@link DeskCore.pauseLifted}. */
  pauseLifted(): void {
    this.#core.pauseLifted();
  }

  /** See {@link DeskCore.run}; as JSON text, since a stub's types do not carry `unknown`. */
  run(id: string): string | null {
    const run = this.#core.run(id);
    return run && JSON.stringify(run);
  }

  /** See {@link DeskCore.health}. */
  health(): DeskHealth {
    return this.#core.health();
  }

  /** The cron's look each minute: sets the alarm anew, which the platform drops after six failures in a row. */
  poke(): void {
    this.#core.look();
    this.#arm(Date.now());
  }

  override async alarm(): Promise<void> {
    this.#awake = true;
    try {
      const most = this.#calls.count + MAX_ALARM_CALLS;
      await this.#core.loop.work(Date.now() + MAX_ALARM_MS, () => this.#calls.count < most);
    } finally {
      this.#awake = false;
      const lookAt = this.#core.loop.nextLook();
      if (lookAt !== null) this.#arm(lookAt);
    }
  }

  #arm(at: number): void {
    this.#awake = at <= Date.now();
    void this.ctx.storage.setAlarm(at);
  }
}
