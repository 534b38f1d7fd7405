import { DurableObject } from "cloudflare:workers";
import { v7 as uuid } from "uuid";
import { automations } from "../automations/index.ts";
import { log } from "../base/log.ts";
import { settings } from "../config.ts";
import { createGovernance, type GovernanceEnv } from "../governance/client/index.ts";
import { record } from "../ledger/record.ts";
import type { Event } from "../sources/event.ts";
import { type Accepted, type Incoming, Intake } from "./intake.ts";
import { newRun, next } from "./run.ts";
import { DELIVERY_MEMORY_MS, DeskStore, type DueRun } from "./store.ts";
import { advance, type Surroundings } from "./work.ts";

/** Bindings of a desk. */
export interface DeskEnv extends GovernanceEnv {
  readonly LEDGER: D1Database;
}

/** Runs worked on at once: a Worker has six connections open at a time, and each run uses one. */
const MAX_RUNS_IN_FLIGHT = 6;
/** Events and runs sent to the ledger in one batch: a few hundred kilobytes of typical payloads. */
const LEDGER_BATCH = 100;
/** Events made into runs in one transaction. */
const TAKE_UP_BATCH = 100;
/** One alarm works this long at most before it hands over to the next: the platform ends it after 15 minutes. */
const MAX_ALARM_MS = 5 * 60_000;
/** Wait before the ledger is tried again after it could not be reached. */
const LEDGER_RETRY_MS = 5_000;

/** Where the events of a subject come in and their runs are worked on: one at a time, each step on disk. */
export class Desk extends DurableObject<DeskEnv> {
  readonly #store: DeskStore;
  readonly #intake: Intake;
  readonly #around: Surroundings;
  readonly #inFlight = new Map<string, Promise<void>>();
  #recording: Promise<void> | null = null;
  #ledgerRetryAt = 0;
  /** Whether an alarm is set that has not fired. */
  #armed = false;
  #wake: () => void = () => {};

  constructor(ctx: DurableObjectState, env: DeskEnv) {
    super(ctx, env);
    const now = () => Date.now();
    this.#store = new DeskStore(ctx.storage.sql);
    this.#intake = new Intake(ctx.storage, this.#store, now, () => {
      this.#arm();
      this.#wake();
    });
    this.#around = {
      governance: createGovernance(env),
      automations,
      settings,
      now,
      persist: (run) => this.#store.updateRun(run),
    };
    this.#takeUpAfterRestart();
  }

  /** Keeps a verified delivery. Once this has answered, the event is on disk and an alarm is set to work on it. */
  accept(incoming: Incoming): Promise<Accepted> {
    return this.#intake.accept(incoming);
  }

  /** The cron's look each minute: sets the alarm anew, which the platform drops after six failures in a row. */
  async poke(): Promise<void> {
    this.#store.forgetDeliveries(Date.now() - DELIVERY_MEMORY_MS);
    await this.ctx.storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    this.#armed = false;
    const until = Date.now() + MAX_ALARM_MS;
    try {
      while (Date.now() < until && this.#startWhatIsDue()) await this.#somethingSettled();
    } finally {
      await Promise.allSettled(this.#inFlight.values());
      const dueAt = this.#nextLook();
      if (dueAt !== null) await this.ctx.storage.setAlarm(dueAt);
    }
  }

  /** Starts what can be started. False when nothing is under way: what is left waits for its time. */
  #startWhatIsDue(): boolean {
    this.#takeUp();
    const capacity = MAX_RUNS_IN_FLIGHT - this.#inFlight.size;
    if (capacity > 0) {
      const due = this.#store.dueRuns(Date.now(), MAX_RUNS_IN_FLIGHT);
      for (const one of due.filter(({ run }) => !this.#inFlight.has(run.id)).slice(0, capacity))
        this.#start(one);
    }
    this.#startRecording();
    return this.#inFlight.size > 0 || this.#recording !== null;
  }

  #start({ run, event }: DueRun): void {
    const working = advance(run, JSON.parse(event) as Event, this.#around)
      .catch((error: unknown) => log("desk_fault", { run: run.id, error: String(error) }))
      .finally(() => this.#inFlight.delete(run.id));
    this.#inFlight.set(run.id, working);
  }

  /** Makes the runs of new events: one for each enabled automation that listens to the event's type. */
  #takeUp(): void {
    const events = this.#store.newEvents(TAKE_UP_BATCH);
    if (events.length === 0) return;
    const enabled = settings.enabled.flatMap((name) => automations.get(name) ?? []);
    const now = Date.now();
    this.ctx.storage.transactionSync(() => {
      for (const { id, type, subject } of events) {
        const listening = enabled.filter(({ on }) => on === type);
        for (const { name } of listening) {
          this.#store.insertRun(newRun({ id: `run_${uuid()}`, eventId: id, automation: name, subject }, now));
        }
        this.#store.settleEvent(id, listening.length > 0 ? "taken" : "ignored");
      }
    });
  }

  /** Tells every run that was under way when the last instance ended that it was interrupted. */
  #takeUpAfterRestart(): void {
    this.ctx.storage.transactionSync(() => {
      for (const run of this.#store.unfinishedRuns()) {
        const interrupted = next(run, { type: "restarted", at: Date.now() });
        if (interrupted !== run) this.#store.updateRun(interrupted);
      }
    });
  }

  #startRecording(): void {
    if (this.#recording || Date.now() < this.#ledgerRetryAt) return;
    const { events, runs } = this.#store.outbox(LEDGER_BATCH);
    if (events.length === 0 && runs.length === 0) return;
    this.#recording = record(this.env.LEDGER, events, runs)
      .then(() => this.ctx.storage.transactionSync(() => this.#store.recorded(events, runs)))
      .catch((error: unknown) => {
        this.#ledgerRetryAt = Date.now() + LEDGER_RETRY_MS;
        log("ledger_unreachable", { error: String(error) });
      })
      .finally(() => {
        this.#recording = null;
      });
  }

  /** Resolves when a run or the ledger is done with a step, or a delivery has come in. */
  #somethingSettled(): Promise<unknown> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return Promise.race([woken, ...this.#inFlight.values(), ...(this.#recording ? [this.#recording] : [])]);
  }

  /** When the desk has something to do again, if it has. */
  #nextLook(): number | null {
    const now = Date.now();
    const { events, runs } = this.#store.outbox(1);
    const unrecorded = events.length + runs.length > 0 ? Math.max(this.#ledgerRetryAt, now) : null;
    const notTakenUp = this.#store.newEvents(1).length > 0 ? now : null;
    const times = [this.#store.nextDue(), unrecorded, notTakenUp].filter((time) => time !== null);
    return times.length > 0 ? Math.min(...times) : null;
  }

  #arm(): void {
    if (this.#armed) return;
    this.#armed = true;
    void this.ctx.storage.setAlarm(Date.now());
  }
}
