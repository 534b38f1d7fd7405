import { DurableObject } from "cloudflare:workers";
import { log } from "../base/log.ts";
import { policy } from "../config.ts";
import {
  type Admission,
  type AdmissionRequest,
  type BudgetUse,
  ControlStore,
  type KeptHandshake,
  type Pause,
  type Switched,
} from "./control-store.ts";

/** A request to switch an automation off or on, or with `null` everything: who wants it, and why. */
export interface Switch {
  readonly automation: string | null;
  /** A person, as the console or the command knows them. */
  readonly by: string;
  readonly reason: string;
}

/** What Control knows: who paused what and why, how much of each budget is used, what senders want back. */
export interface ControlState {
  readonly pauses: readonly Pause[];
  readonly handshakes: readonly KeptHandshake[];
  readonly budgets: readonly BudgetUse[];
}

/**
 * What must be counted or switched in one place: budgets, pauses, how far the schedules are. There is one, named
 * "control" (`controlOf` in `directory.ts`). Each method is one transaction. Whoever can't reach it must not act: not
 * to know whether everything is paused is no leave to go on.
 */
export class Control extends DurableObject {
  readonly #store = new ControlStore(this.ctx.storage.sql, policy.budgets);

  /** Whether a plan may act now: asked before every effect. See {@link ControlStore.admit}. */
  admit(request: AdmissionRequest): Admission {
    return this.#transaction(() => this.#store.admit(request, Date.now()));
  }

  /** Stops an automation, or everything, before its next effect. Pausing what is paused changes nothing. */
  pause({ automation, by, reason }: Switch): Switched<Pause> {
    const switched = this.#transaction(() => this.#store.pause({ automation, by, reason }, Date.now()));
    if (switched.changed) log("paused", { level: "alert", automation, by, reason });
    return switched;
  }

  /** Lifts a pause: the answer has the one that was lifted. Where there is none, nothing changes. */
  resume({ automation, by, reason }: Switch): Switched<Pause | null> {
    const switched = this.#transaction(() => this.#store.resume(automation));
    if (switched.changed) log("resumed", { level: "alert", automation, by, reason });
    return switched;
  }

  state(): ControlState {
    return this.#transaction(() => ({
      pauses: this.#store.pauses(),
      budgets: this.#store.budgets(Date.now()),
      handshakes: this.#store.handshakes(Date.now()),
    }));
  }

  /** Keeps what a sender wants back, for an hour. */
  keepHandshake(source: string, value: string): void {
    this.#transaction(() => this.#store.keepHandshake({ source, value, at: Date.now() }));
  }

  /** How far the schedules have been seen to, Unix milliseconds; `null` before the first time. */
  scheduledUntil(): number | null {
    return this.#store.scheduledUntil();
  }

  /** Notes how far the schedules have been seen to. It never goes back. */
  setScheduledUntil(at: number): void {
    this.#transaction(() => this.#store.setScheduledUntil(at));
  }

  #transaction<Value>(step: () => Value): Value {
    return this.ctx.storage.transactionSync(step);
  }
}
