// Control, the one Durable Object that counts budgets and holds pauses, dry runs and notes of senders.
import { DurableObject } from "cloudflare:workers";
import { log } from "../../base/log.ts";
import type { Budget } from "../../policy/budget.ts";
import { type Claim, ControlClaims } from "./claims.ts";
import { ControlNotes, type KeptHandshake, type Refusals, type SeenCredential } from "./notes.ts";
import {
  type Admission,
  type AdmissionRequest,
  type BudgetUse,
  ControlStore,
  type DryRunSwitch,
  type Pause,
  type Switched,
} from "./store.ts";

/** A request to switch an automation off or on, or with `null` everything. */
export interface Switch {
  readonly automation: string | null;
  /** A person, as the console or the command knows them. */
  readonly by: string;
  readonly reason: string;
}

export interface ControlState {
  readonly pauses: readonly Pause[];
  readonly dryRuns: readonly DryRunSwitch[];
  readonly handshakes: readonly KeptHandshake[];
  readonly budgets: readonly BudgetUse[];
  readonly refusals: readonly Refusals[];
  readonly credentials: readonly SeenCredential[];
}

/**
 * There is one, named "control" (`controlOf` in `directory.ts`). Each method is one transaction. Whoever can't reach it
 * must not act: not to know if everything is paused is no leave to go on.
 */
export class Control extends DurableObject<unknown> {
  readonly #store: ControlStore;
  readonly #claims = new ControlClaims(this.ctx.storage.sql);
  readonly #notes = new ControlNotes(this.ctx.storage.sql);

  constructor(ctx: DurableObjectState, env: unknown, budgets: readonly Budget[]) {
    super(ctx, env);
    this.#store = new ControlStore(ctx.storage.sql, budgets);
  }

  /** Asked before every effect. See {@link ControlStore.admit}. */
  admit(request: AdmissionRequest): Admission {
    return this.#transaction(() => this.#store.admit(request, Date.now()));
  }

  /** See {@link ControlClaims.claim}. */
  claim(claim: Claim, insteadOf: string | null): Claim | null {
    return this.#transaction(() => this.#claims.claim(claim, insteadOf, Date.now()));
  }

  /** Stops an automation, or everything, before its next effect. See {@link ControlStore.pause}. */
  pause({ automation, by, reason }: Switch): Switched<Pause> {
    const switched = this.#transaction(() => this.#store.pause({ automation, by, reason }, Date.now()));
    if (switched.changed) log("paused", { level: "alert", automation, by, reason });
    return switched;
  }

  resume({ automation, by, reason }: Switch): Switched<Pause | null> {
    const switched = this.#transaction(() => this.#store.resume(automation));
    if (switched.changed) log("resumed", { level: "alert", automation, by, reason });
    return switched;
  }

  switchDryRun({ automation, by, reason }: Switch & { readonly automation: string }, on: boolean): boolean {
    const changed = this.#transaction(() =>
      on ? this.#store.setDryRun({ automation, by, reason }, Date.now()) : this.#store.endDryRun(automation),
    );
    if (changed) log(on ? "dry_run_set" : "dry_run_lifted", { level: "alert", automation, by, reason });
    return changed;
  }

  countRefusals(refusals: readonly Refusals[]): void {
    this.#transaction(() => this.#notes.countRefusals(refusals, Date.now()));
  }

  state(): ControlState {
    return this.#transaction(() => ({
      pauses: this.#store.pauses(),
      dryRuns: this.#store.dryRuns(),
      refusals: this.#notes.refusals(Date.now()),
      budgets: this.#store.budgets(Date.now()),
      handshakes: this.#notes.handshakes(Date.now()),
      credentials: this.#notes.credentials(),
    }));
  }

  formKey(): Uint8Array<ArrayBuffer> {
    return this.#transaction(() => this.#notes.formKey());
  }

  keepHandshake(source: string, value: string): void {
    this.#transaction(() => this.#notes.keepHandshake({ source, value, at: Date.now() }));
  }

  /** See {@link ControlNotes.keepDesks}. */
  keepDesks(now: number): number {
    return this.#transaction(() => this.#notes.keepDesks(now));
  }

  seeCredential(clientId: string, now: number): SeenCredential {
    return this.#transaction(() => this.#notes.seeCredential(clientId, now));
  }

  noteTold(clientId: string, told: string): void {
    this.#transaction(() => this.#notes.noteTold(clientId, told));
  }

  scheduledUntil(): number | null {
    return this.#notes.scheduledUntil();
  }

  setScheduledUntil(at: number): void {
    this.#transaction(() => this.#notes.setScheduledUntil(at));
  }

  #transaction<Value>(step: () => Value): Value {
    return this.ctx.storage.transactionSync(step);
  }
}
