// Control, the one Durable Object that counts the use of budgets, stores switches, claims and notes, and processes
// batches.
import { DurableObject } from "cloudflare:workers";
import { log } from "../../base/log.ts";
import { CONTROL_ABOUT } from "../../ledger/people/about.ts";
import { rowsAbout, type Sought } from "../../ledger/people/eraser.ts";
import type { Batch, BatchDraft } from "../../ledger/shapes.ts";
import type { Budget } from "../../policy/budget.ts";
import type { DecidedOne } from "../../runs/decisions.ts";
import type { Reason } from "../../runs/run.ts";
import { type Claim, ControlClaims, type KeptClaim } from "../claims.ts";
import { type BatchRun, ControlBatches, type Group, MOVES } from "./batches.ts";
import {
  ControlNotes,
  type KeptHandshake,
  type NotedCredential,
  type Refusals,
  type RefusedInWeek,
  type SilentSource,
} from "./notes.ts";
import {
  type Admission,
  type AdmissionRequest,
  type BudgetUse,
  ControlStore,
  type SetSwitch,
  type Switch,
  type SwitchKind,
} from "./store.ts";

export interface ControlState {
  readonly pauses: readonly SetSwitch[];
  /** The switch that turns all agents off; `null` while they are on. */
  readonly agentsOff: SetSwitch | null;
  readonly dryRuns: readonly (SetSwitch & { readonly automation: string })[];
  readonly handshakes: readonly KeptHandshake[];
  readonly budgets: readonly BudgetUse[];
  readonly refusals: readonly RefusedInWeek[];
  readonly credentials: readonly NotedCredential[];
}

export interface ControlHealth {
  /** The time up to which schedules have run, in Unix milliseconds, or `null` before the first run. */
  readonly scheduledUntil: number | null;
  /** The number of desks at the first start. */
  readonly desks: number;
  /** The sources that the cron found silent for longer than usual. */
  readonly silent: readonly SilentSource[];
}

/** How long a batch waits after an error, such as an unreachable desk, before it retries, in milliseconds. */
const FAULT_WAIT_MS = 5_000;
/** The delay after which an overdue alarm is considered lost, in milliseconds. */
const LATE_MS = 10_000;

const MESSAGES = {
  pause: { on: "paused", off: "resumed" },
  dry_run: { on: "dry_run_set", off: "dry_run_lifted" },
  agents: { on: "agents_turned_off", off: "agents_turned_on" },
} as const;

/**
 * Identifies a notice to operators that must not be repeated too soon: about an outage, an automation's mass change, a
 * source's rejected deliveries, or a silent source.
 */
export type NoticeMark = "outage" | `${"mass_change" | "refusals" | "silent"}:${string}`;

/**
 * The single instance is named "control". Changes that belong together are one transaction. A caller that can't reach
 * Control must not act.
 */
export class Control extends DurableObject<unknown> {
  readonly #store: ControlStore;
  readonly #decide: (group: Group) => Promise<readonly DecidedOne[]>;
  readonly #claims = new ControlClaims(this.ctx.storage.sql);
  readonly #batches = new ControlBatches(this.ctx.storage.sql);
  readonly #notes = new ControlNotes(this.ctx.storage.sql);

  constructor(
    ctx: DurableObjectState,
    env: unknown,
    budgets: readonly Budget[],
    decide: (group: Group) => Promise<readonly DecidedOne[]>,
  ) {
    super(ctx, env);
    this.#decide = decide;
    this.#store = new ControlStore(ctx.storage.sql, budgets);
  }

  /** Decides, in order, whether the next effect of each run may be carried out. */
  admitAll(requests: readonly AdmissionRequest[]): Admission[] {
    return this.#transaction(() => requests.map((request) => this.#store.admit(request, Date.now())));
  }

  claim(claim: Claim, seen: readonly KeptClaim[]): readonly KeptClaim[] | null {
    return this.#transaction(() => this.#claims.claim(claim, seen, Date.now()));
  }

  /** Returns the rows about a person as JSON, and erases the person if `erases` is true: see {@link rowsAbout}. */
  about(sought: Sought, erases: boolean): string {
    if (erases) this.#store.recount();
    return this.#transaction(() =>
      JSON.stringify(rowsAbout(this.ctx.storage.sql, sought, "Control", CONTROL_ABOUT, erases)),
    );
  }

  switch(kind: SwitchKind, on: boolean, { automation, by, reason }: Switch): void {
    const isChanged = this.#transaction(() =>
      on ? this.#store.set(kind, { automation, by, reason }, Date.now()) : this.#store.lift(kind, automation),
    );
    if (isChanged) log(MESSAGES[kind][on ? "on" : "off"], { level: "alert", automation, by, reason });
  }

  makeBatch(id: string, draft: BatchDraft, runs: readonly (BatchRun | string)[]): Batch {
    return this.#transaction(() => this.#batches.make(id, draft, runs, Date.now()));
  }

  batch(id: string): Batch | null {
    return this.#batches.read(id, Date.now());
  }

  batches(limit: number): Batch[] {
    return this.#batches.list(limit);
  }

  /**
   * Starts or stops a batch. Stopping it does not revert the decisions that were made. Returns the batch, unchanged if
   * its state does not allow the change, or `null` if there is no such batch.
   */
  moveBatch(id: string, how: keyof typeof MOVES, { by, reason }: Reason): Batch | null {
    const { from, to: state } = MOVES[how];
    return this.#changeBatch(id, from, { state, ...(how === "start" ? { by, reason } : { fault: null }) });
  }

  #changeBatch(id: string, from: readonly Batch["state"][], change: Partial<Batch>): Batch | null {
    return this.#transaction(() => {
      const batch = this.#batches.read(id, Date.now());
      if (!batch || !from.includes(batch.state)) return batch;
      if (change.state === "working") void this.ctx.storage.setAlarm(Date.now());
      return this.#batches.change(batch, change);
    });
  }

  /**
   * Sets the alarm again if a batch is waiting and the platform has lost or missed the alarm. The cron calls this
   * method once a minute.
   */
  async poke(): Promise<void> {
    if (!this.#batches.next()) return;
    const at = await this.ctx.storage.getAlarm();
    if (at === null || at < Date.now() - LATE_MS) await this.ctx.storage.setAlarm(Date.now() + 1);
  }

  /** Processes one group of a batch, then sets the alarm for the next group, or to retry the group after an error. */
  override async alarm(): Promise<void> {
    const group = this.#batches.next();
    if (!group) return;
    let wait = 0;
    try {
      const outcomes = await this.#decide(group);
      this.#transaction(() => this.#batches.recordOutcomes(group, outcomes, Date.now()));
    } catch (error) {
      wait = FAULT_WAIT_MS;
      const { batch } = group;
      log("batch_delayed", { batch, error: String(error) });
      this.#changeBatch(batch, ["working"], { fault: String(error) });
    }
    // An alarm handler that sets the alarm to the current time might not run again.
    await this.ctx.storage.setAlarm(Date.now() + Math.max(1, wait));
  }

  countRefusals(refusals: readonly Refusals[]): void {
    this.#transaction(() => this.#notes.countRefusals(refusals, Date.now()));
  }

  refusals(): RefusedInWeek[] {
    return this.#notes.refusals(Date.now());
  }

  state(): ControlState {
    return this.#transaction(() => ({
      pauses: this.#store.switches("pause"),
      agentsOff: this.agentsOff(),
      dryRuns: this.#store
        .switches("dry_run")
        .flatMap(({ automation, ...one }) => (automation === null ? [] : { ...one, automation })),
      refusals: this.refusals(),
      budgets: this.#store.budgets(Date.now()),
      handshakes: this.#notes.handshakes(Date.now()),
      credentials: this.#notes.credentials(),
    }));
  }

  agentsOff(): SetSwitch | null {
    return this.#store.switches("agents")[0] ?? null;
  }

  formKey(): Uint8Array<ArrayBuffer> {
    return this.#transaction(() => this.#notes.formKey());
  }

  keepHandshake(source: string, value: string): void {
    this.#transaction(() => this.#notes.keepHandshake({ source, value, at: Date.now() }));
  }

  keepDesks(now: number): number {
    return this.#transaction(() => this.#notes.keepDesks(now));
  }

  seeCredential(clientId: string, now: number): NotedCredential {
    return this.#transaction(() => this.#notes.seeCredential(clientId, now));
  }

  saveWarning(clientId: string, notice: string): void {
    this.#transaction(() => this.#notes.saveWarning(clientId, notice));
  }

  /** Returns the time that was stored for a notice to operators, in Unix milliseconds, or `null` if there is none. */
  noticeMark(notice: NoticeMark): number | null {
    return this.#notes.mark(notice);
  }

  setNoticeMark(notice: NoticeMark, at: number | null): void {
    this.#transaction(() => this.#notes.setMark(notice, at));
  }

  /**
   * Returns the default approval rules that are switched off according to the newest entry about them in the audit
   * trail.
   */
  switchedOff(): readonly string[] {
    return this.ctx.storage.kv.get<readonly string[]>("switchedOff") ?? [];
  }

  setSwitchedOff(rules: readonly string[]): void {
    this.ctx.storage.kv.put("switchedOff", rules);
  }

  scheduledUntil(): number | null {
    return this.#notes.mark("scheduled");
  }

  /** Returns the data for health checks in one call. @param desks The number of desks that is configured now */
  health(desks: number): ControlHealth {
    return this.#transaction(() => ({
      scheduledUntil: this.#notes.mark("scheduled"),
      desks: this.#notes.keepDesks(desks),
      silent: this.#notes.silentSources(),
    }));
  }

  setScheduledUntil(at: number): void {
    this.#transaction(() => this.#notes.setScheduledUntil(at));
  }

  #transaction<Value>(step: () => Value): Value {
    return this.ctx.storage.transactionSync(step);
  }
}
