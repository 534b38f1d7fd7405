// The Durable Object that receives the events of its subjects and works on their runs.

import { DurableObject } from "cloudflare:workers";
import { v7 as uuid } from "uuid";
import { automations } from "../automations/index.ts";
import { log } from "../base/log.ts";
import { MAX_ALARM_MS, MAX_SUBREQUESTS } from "../base/platform.ts";
import { Problem } from "../base/problem.ts";
import { type Env, readSite, readVariable } from "../env.ts";
import { createGovernance } from "../governance/client/index.ts";
import { withLedgerErrors } from "../ledger/faults.ts";
import { historyIn } from "../ledger/history.ts";
import { DESK_ABOUT } from "../ledger/people/about.ts";
import { rowsAbout, type Sought } from "../ledger/people/eraser.ts";
import { findPseudonyms } from "../ledger/people/texts.ts";
import { type EventRow, record } from "../ledger/record.ts";
import { readRun } from "../ledger/runs.ts";
import type { AuditEntry } from "../runs/audit.ts";
import type { Decided, DecidedOne, Decision, Replayed } from "../runs/decisions.ts";
import type { Run } from "../runs/run.ts";
import type { NeedingState } from "../runs/states.ts";
import { complete } from "../systems/api/complete.ts";
import { onCallReader } from "../systems/on-call/rota.ts";
import {
  changedDesks,
  type DeskRpc,
  deskFor,
  deskName,
  findControl,
  nameDesk,
  type SentToDesk,
} from "./directory.ts";
import type { ApiHealth } from "./engine/api-watch.ts";
import { DeskCore, type DeskHealth, type TitledRun } from "./engine/core.ts";
import type { BatchedDecision, RecordedRun, Replay, SeenRun } from "./engine/decider.ts";
import type { DeskDeps } from "./engine/deps.ts";
import type { Accepted, Incoming } from "./engine/intake.ts";
import { Subrequests } from "./engine/limits.ts";

/** The dependencies that the composition root provides. */
export interface DeskSetup extends Pick<DeskDeps, "settings" | "policy" | "approvers" | "replies"> {
  /**
   * Makes the functions that a desk uses to send messages.
   * @param env The desk's bindings, with counted calls
   */
  readonly channels: (env: Env) => Pick<DeskDeps, "hasMessage" | "sendMessages">;
}

/**
 * Work that is due in more milliseconds than this is left to the cron, which wakes each desk every minute: setting an
 * alarm would write one row for every event.
 */
const LEFT_TO_CRON_MS = 60 * 60_000;
/**
 * Number of calls after which an alarm starts no further step: half of the platform's limit, so that the rest is left
 * for the last steps.
 */
const MAX_ALARM_CALLS = MAX_SUBREQUESTS / 2;

export class Desk extends DurableObject<Env> implements DeskRpc {
  readonly #core: DeskCore;
  readonly #name: string;
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
    this.#agreeOnDesks(findControl(counted));
    const { fetch: fetched } = this.#calls;
    const site = readSite(env);
    this.#core = new DeskCore({
      name: this.#name,
      database: ctx.storage.sql,
      transaction: (work) => ctx.storage.transactionSync(work),
      sync: () => ctx.storage.sync(),
      governance: createGovernance(counted, { fetch: fetched }),
      automations,
      settings,
      policy,
      maxCallsPerSecond: (policy.maxCallsPerSecond ?? Number.POSITIVE_INFINITY) / readVariable(env, "DESKS"),
      approvers,
      history: historyIn(withLedgerErrors(counted.LEDGER), (event) =>
        complete(event, counted, fetched, settings.fields),
      ),
      now: () => Date.now(),
      newId: (prefix) => `${prefix}_${uuid()}`,
      sleep: (milliseconds) => scheduler.wait(milliseconds),
      complete: (event) => complete(event, counted, fetched, settings.fields),
      readOnCall: onCallReader(policy.onCall, { env, timeZone: settings.timeZone, fetched }),
      ...channels(counted),
      replies,
      ...(site && { site }),
      code: env.VERSION?.id,
      admitAll: (requests) => findControl(counted).admitAll(requests),
      claim: (claim, seen) => findControl(counted).claim(claim, seen),
      runOf: (run) => this.#runElsewhere(run, counted),
      findPseudonyms: (handles) => findPseudonyms(counted.LEDGER, handles),
      record: (...rows) => record(counted.LEDGER, ...rows),
      wake: () => this.#wake(),
    });
  }

  /** Stores a verified delivery. When the promise resolves, the event and the alarm for its runs are on disk. */
  async accept(incoming: Incoming): Promise<Accepted> {
    this.#requireOwn(incoming.subject);
    return this.#core.accept(incoming);
  }

  acceptAll(sent: readonly SentToDesk[]): Promise<(Accepted | null)[]> {
    return Promise.all(
      sent.map(async ({ incoming, onlyIfItEnds }) => {
        this.#requireOwn(incoming.subject);
        return this.#core.accept(incoming, onlyIfItEnds);
      }),
    );
  }

  keep(rows: readonly EventRow[]): Promise<void> {
    return this.#core.keep(rows);
  }

  /**
   * Copies the number of desks from Control once, and checks that `DESKS` has not changed.
   * @throws Problem `configuration_invalid` if it has changed
   */
  #agreeOnDesks(control: ReturnType<typeof findControl>): void {
    const { kv } = this.ctx.storage;
    const known = kv.get<number>("desks");
    const requireSame = (kept: number) => {
      const changed = changedDesks(this.env, kept);
      if (changed === null) return;
      log("desks_changed", { level: "alert", desk: this.#name, error: changed });
      throw new Problem("configuration_invalid", changed);
    };
    if (known !== undefined) requireSame(known);
    else
      void this.ctx.blockConcurrencyWhile(async () => {
        const kept = await control.keepDesks(readVariable(this.env, "DESKS"));
        kv.put("desks", kept);
        requireSame(kept);
      });
  }

  /**
   * Rejects subjects of other desks: during a deployment, the Worker that calls this desk can have a different value of
   * `DESKS`.
   */
  #requireOwn(subject: string): void {
    if (nameDesk(readVariable(this.env, "DESKS"), subject) !== this.#name)
      throw new Error(`${subject} does not belong to ${this.#name}: DESKS was changed`);
  }

  decide(run: string, decision: Decision, recorded?: RecordedRun): Promise<Decided> {
    return this.#core.decider.decide(run, decision, recorded);
  }

  decideAll(decision: BatchedDecision, runs: readonly SeenRun[]): Promise<DecidedOne[]> {
    return this.#core.decider.decideAll(decision, runs);
  }

  async askOnCallNow(run: string): Promise<string> {
    return JSON.stringify((await this.#core.decider.askOnCallNow(run))?.stages ?? null);
  }

  async replay(replay: Replay): Promise<Replayed> {
    this.#requireOwn(replay.event.subject);
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

  runOfEvent(event: string): string | null {
    const named = this.#core.runOfEvent(event);
    return named && JSON.stringify(named);
  }

  waiting(state: NeedingState, limit: number): string {
    return JSON.stringify(this.#core.waiting(state, limit));
  }

  /**
   * Reads a run that this desk does not have, from the desk of the run's subject or else from the ledger. Returns
   * `null` if neither has the run.
   */
  async #runElsewhere({ id, subject }: Pick<Run, "id" | "subject">, env: Env): Promise<Run | null> {
    const desk = deskFor(env, subject);
    const text = desk.id.equals(this.ctx.id) ? null : await desk.run(id);
    if (text === null) return readRun(env.LEDGER, id);
    const { run }: TitledRun = JSON.parse(text);
    return run;
  }

  about(sought: Sought, erases: boolean): string {
    if (erases) this.#core.forgetPeople();
    const tables = erases ? { withdrawals: DESK_ABOUT.withdrawals } : DESK_ABOUT;
    return JSON.stringify(rowsAbout(this.ctx.storage.sql, sought, "desk", tables, erases));
  }

  health(): DeskHealth {
    return this.#core.health();
  }

  poke(): ApiHealth {
    this.#core.runMaintenance();
    void this.ctx.storage.setAlarm(Date.now());
    return this.#core.health().api;
  }

  override alarm(): Promise<void> {
    this.#working ??= this.#work();
    return this.#working;
  }

  /**
   * Starts work immediately, since an alarm takes milliseconds to fire. The alarm is set as well, to continue the work
   * after a crash.
   */
  #wake(): void {
    if (this.#working) {
      this.#core.loop.wake();
      return;
    }
    void this.ctx.storage.setAlarm(Date.now());
    // Ignore the error: the alarm fails for the same reason, and the platform retries the alarm.
    this.alarm().catch(() => {});
  }

  async #work(): Promise<void> {
    try {
      // Write deliveries to disk first, so that their senders receive the response.
      await this.ctx.storage.sync();
      const most = this.#calls.count + MAX_ALARM_CALLS;
      await this.#core.loop.work(Date.now() + MAX_ALARM_MS, () => this.#calls.count < most);
    } finally {
      this.#working = null;
      const checkAt = this.#core.loop.nextLook();
      const now = Date.now();
      if (checkAt !== null && checkAt < now + LEFT_TO_CRON_MS)
        void this.ctx.storage.setAlarm(Math.max(checkAt, now + 1));
    }
  }
}
