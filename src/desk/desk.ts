// The Durable Object where a subject's events come in and its runs are worked on.
import { DurableObject } from "cloudflare:workers";
import { v7 as uuid } from "uuid";
import { automations } from "../automations/index.ts";
import { MAX_SUBREQUESTS } from "../base/platform.ts";
import { type Env, siteOf } from "../env.ts";
import { createGovernance } from "../governance/client/index.ts";
import { askable } from "../ledger/faults.ts";
import { readRun } from "../ledger/history.ts";
import { type EventRow, record } from "../ledger/record.ts";
import type { NeedingState } from "../ledger/states.ts";
import type { Fetch } from "../systems/api/client.ts";
import { complete } from "../systems/api/complete.ts";
import { deskCounts, deskNames } from "./desk-count.ts";
import { controlOf, type DeskRpc, deskFor, deskName, desksOf } from "./directory.ts";
import { atMostAtOnce } from "./engine/connections.ts";
import { DeskCore, type DeskHealth, type TitledRun } from "./engine/core.ts";
import { type DeskDeps, historyIn } from "./engine/deps.ts";
import type { Accepted, Incoming } from "./engine/intake.ts";
import type { Held, Sought } from "./engine/store.ts";
import { Subrequests } from "./engine/subrequests.ts";
import type { RecordedRun, Replay } from "./operate/decider.ts";
import type { Decided, DecidedOne, Decision, Replayed } from "./operate/decisions.ts";
import type { AuditEntry } from "./run/audit.ts";
import type { Run } from "./run/run.ts";

/** The ways in which a desk reaches people and systems. */
type DeskChannels = Pick<DeskDeps, "hasMessage" | "sendMessages" | "reply">;

/** What a desk works by, and who tells people for it: the composition root gives it. */
export interface DeskSetup extends Pick<DeskDeps, "settings" | "policy" | "approvers" | "replies"> {
  /** @param env The desk's bindings, whose calls are counted */
  readonly channels: (env: Env, fetched: Fetch) => DeskChannels;
}

/** One alarm works this long at most before it hands over to the next: the platform ends it after 15 minutes. */
const MAX_ALARM_MS = 5 * 60_000;
/** Calls of whatever kind that one alarm begins a step with at most: half of what the platform allows, for the last steps. */
const MAX_ALARM_CALLS = MAX_SUBREQUESTS / 2;

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Where the events of a subject come in and their runs are worked on, each step on disk: a `DeskCore` with an alarm. */
export class Desk extends DurableObject<Env> implements DeskRpc {
  readonly #core: DeskCore;
  readonly #name: string;
  /** What is being worked on, until nothing is left to do now. */
  #working: Promise<void> | null = null;
  readonly #calls = new Subrequests();

  constructor(
    ctx: DurableObjectState,
    env: Env,
    { settings, policy, approvers, replies, channels }: DeskSetup,
  ) {
    super(ctx, env);
    this.#name = deskName(env, ctx.id);
    const counted = this.#calls.through(env);
    const fetched = atMostAtOnce(policy.maxCallsInFlight, this.#calls.fetch);
    const site = siteOf(env);
    this.#core = new DeskCore({
      name: this.#name,
      database: ctx.storage.sql,
      transaction: (work) => ctx.storage.transactionSync(work),
      sync: () => ctx.storage.sync(),
      governance: createGovernance(counted, { fetch: fetched }),
      automations,
      settings,
      policy,
      approvers,
      history: historyIn(askable(counted.LEDGER)),
      now: () => Date.now(),
      newId: (prefix) => `${prefix}_${uuid()}`,
      sleep,
      complete: (event) => complete(event, env, fetched),
      ...channels(counted, fetched),
      replies,
      ...(site && { site }),
      admit: (request) => controlOf(counted).admit(request),
      claim: (claim, insteadOf) => controlOf(counted).claim(claim, insteadOf),
      runOf: (run) => this.#runElsewhere(run, counted),
      record: (...rows) => record(counted.LEDGER, ...rows),
      wake: () => this.#wake(),
    });
  }

  /** Keeps a verified delivery. Once this has answered, the event is on disk, and so is the alarm for its runs. */
  async accept(incoming: Incoming, here = false): Promise<Accepted> {
    const other = here ? null : await this.#otherDesk(incoming);
    return other ? other.accept(incoming, true) : this.#core.accept(incoming);
  }

  keep(rows: readonly EventRow[]): Promise<void> {
    return this.#core.keep(rows);
  }

  holds(sought: Sought): Held {
    return this.#core.holds(sought);
  }

  /**
   * The other desk of a subject that something has to go to; `null` where that is this one. What one of them knows goes
   * there, and else where the subject has runs that are not over; else to the one that the subject has now. Asks nobody
   * where `DESKS` was not changed, or gives the subject the same desk as before.
   */
  async #otherDesk(sought: Sought): Promise<DurableObjectStub<DeskRpc> | null> {
    const names = deskNames(deskCounts(this.env), sought.subject);
    if (names.every((name) => name === this.#name) || this.#core.holds(sought).known) return null;
    const isThis = (desk: DurableObjectStub<DeskRpc>) => desk.id.equals(this.ctx.id);
    const others = desksOf(this.env, sought.subject).filter((desk) => !isThis(desk));
    const asked = await Promise.all(others.map(async (desk) => ({ desk, has: await desk.holds(sought) })));
    const known = asked.find(({ has }) => has.known);
    if (known) return known.desk;
    const own = this.#core.holds(sought);
    if (own.known || own.busy) return null;
    const to = asked.find(({ has }) => has.busy)?.desk ?? deskFor(this.env, sought.subject);
    return isThis(to) ? null : to;
  }

  async decide(
    run: Pick<Run, "id" | "subject">,
    decision: Decision,
    recorded: RecordedRun | undefined = undefined,
    here = false,
  ): Promise<Decided> {
    const other = here ? null : await this.#otherDesk({ subject: run.subject, run: run.id });
    if (other) return other.decide(run, decision, recorded, true);
    return this.#core.decider.decide(run.id, decision, recorded);
  }

  decideHeld(decision: Decision, automation: string | null): Promise<DecidedOne[]> {
    return this.#core.decider.decideHeld(decision, automation);
  }

  async replay(replay: Replay, here = false): Promise<Replayed> {
    const other = here ? null : await this.#otherDesk({ subject: replay.event.subject });
    if (other) return other.replay(replay, true);
    return this.#core.decider.replay(replay);
  }

  note(entry: AuditEntry): void {
    this.#core.note(entry);
  }

  pauseLifted(): void {
    this.#core.pauseLifted();
  }

  run(id: string): string | null {
    const named = this.#core.titledRun(id);
    return named && JSON.stringify(named);
  }

  waiting(state: NeedingState, limit: number): string {
    return JSON.stringify(this.#core.waiting(state, limit));
  }

  /** A run that this desk has not got, as another of the desks that its subject has and had, or the ledger, has it. */
  async #runElsewhere({ id, subject }: Pick<Run, "id" | "subject">, env: Env): Promise<Run | null> {
    for (const desk of desksOf(env, subject)) {
      const text = desk.id.equals(this.ctx.id) ? null : await desk.run(id);
      if (text !== null) return (JSON.parse(text) as TitledRun).run;
    }
    return (await readRun(env.LEDGER, id)) as Run | null;
  }

  health(): DeskHealth {
    return this.#core.health();
  }

  /** The cron's look each minute: sets the alarm again, which the platform drops after six failures in a row. */
  poke(): void {
    this.#core.look();
    this.#arm(Date.now());
  }

  override alarm(): Promise<void> {
    return this.#work();
  }

  /**
   * Begins at once with what has come in: an alarm takes some milliseconds to fire. It is set all the same, and joins: after
   * a kill, and for as long as there is work, it is what keeps the desk at it.
   */
  #wake(): void {
    if (this.#working) {
      this.#core.loop.wake();
      return;
    }
    this.#arm(Date.now());
    // Whatever it fails of, the alarm fails of, and is fired again.
    this.#work().catch(() => {});
  }

  #work(): Promise<void> {
    this.#working ??= this.#workOnce();
    return this.#working;
  }

  async #workOnce(): Promise<void> {
    try {
      // What has come in is on disk first, and whoever has brought it has their answer.
      await this.ctx.storage.sync();
      const most = this.#calls.count + MAX_ALARM_CALLS;
      await this.#core.loop.work(Date.now() + MAX_ALARM_MS, () => this.#calls.count < most);
    } finally {
      this.#working = null;
      const lookAt = this.#core.loop.nextLook();
      if (lookAt !== null) this.#arm(lookAt);
    }
  }

  #arm(at: number): void {
    void this.ctx.storage.setAlarm(at);
  }
}
