import { DurableObject } from "cloudflare:workers";
import { automations, listeners } from "../automations/index.ts";
import { settings } from "../config.ts";
import { createGovernance, type GovernanceEnv } from "../governance/client/index.ts";
import { record } from "../ledger/record.ts";
import type { Event } from "../sources/event.ts";
import { AlarmLoop } from "./alarm-loop.ts";
import { type Accepted, type Incoming, Intake } from "./intake.ts";
import { next } from "./run.ts";
import { DELIVERY_MEMORY_MS, DeskStore } from "./store.ts";
import { advance, type Surroundings } from "./work.ts";

/** Bindings of a desk. */
export interface DeskEnv extends GovernanceEnv {
  readonly LEDGER: D1Database;
}

/** One alarm works this long at most before it hands over to the next: the platform ends it after 15 minutes. */
const MAX_ALARM_MS = 5 * 60_000;

/** Where the events of a subject come in and their runs are worked on: one at a time, each step on disk. */
export class Desk extends DurableObject<DeskEnv> {
  readonly #store: DeskStore;
  readonly #intake: Intake;
  readonly #loop: AlarmLoop;
  /** Whether an alarm is set or at work: then what came in is seen to. */
  #awake = false;

  constructor(ctx: DurableObjectState, env: DeskEnv) {
    super(ctx, env);
    const now = () => Date.now();
    const store = new DeskStore(ctx.storage.sql);
    const around: Surroundings = {
      governance: createGovernance(env),
      automations,
      settings,
      now,
      persist: (run) => store.updateRun(run),
    };
    this.#store = store;
    this.#loop = new AlarmLoop({
      store,
      now,
      advance: ({ run, event }) => advance(run, JSON.parse(event) as Event, around),
      async record(outbox) {
        await record(env.LEDGER, outbox.events, outbox.runs);
        ctx.storage.transactionSync(() => store.recorded(outbox));
      },
    });
    this.#intake = new Intake({
      storage: ctx.storage,
      store,
      now,
      listeners: (event) => listeners(settings.enabled, event),
      committed: () => (this.#awake ? this.#loop.wake() : this.#arm(Date.now())),
    });
    this.#takeUpAfterRestart();
  }

  /** Keeps a verified delivery. Once this has answered, the event is on disk and an alarm is set to work on it. */
  accept(incoming: Incoming): Promise<Accepted> {
    return this.#intake.accept(incoming);
  }

  /** The cron's look each minute: sets the alarm anew, which the platform drops after six failures in a row. */
  poke(): void {
    this.#store.forgetDeliveries(Date.now() - DELIVERY_MEMORY_MS);
    this.#arm(Date.now());
  }

  override async alarm(): Promise<void> {
    this.#awake = true;
    try {
      await this.#loop.work(Date.now() + MAX_ALARM_MS);
    } finally {
      this.#awake = false;
      const lookAt = this.#loop.nextLook();
      if (lookAt !== null) this.#arm(lookAt);
    }
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

  #arm(at: number): void {
    this.#awake = at <= Date.now();
    void this.ctx.storage.setAlarm(at);
  }
}
