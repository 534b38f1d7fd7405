// Applies run events, writes the run, audit entries, inventory changes and messages in one transaction, and writes one
// log line each time a run ends or starts to wait.
import { log } from "../../base/log.ts";
import { Problem } from "../../base/problem.ts";
import type { InventoryRow } from "../../ledger/inventory.ts";
import { isKnownCrowd } from "../../policy/budget.ts";
import { type AuditEntry, makeAuditEntry } from "../../runs/audit.ts";
import type { RunEvent, Step, StepResult } from "../../runs/events.ts";
import { currentEffect, inventoryChanges } from "../../runs/journal.ts";
import { makeRunMessage, type RunMessage, replyTo } from "../../runs/message.ts";
import { withMentioned } from "../../runs/names.ts";
import { next } from "../../runs/next.ts";
import { isFinished, plannedAt, type Run, type RunReply } from "../../runs/run.ts";
import type { DeskDeps } from "./deps.ts";
import { toFailure } from "./propose.ts";
import type { DeskStore, DueRun } from "./store.ts";

const MAX_ERROR_CHARS = 300;

interface StepOutputDraft {
  readonly audit: AuditEntry[];
  readonly inventory: InventoryRow[];
  readonly messages: RunMessage[];
  readonly details: Record<string, unknown>;
}

type LifecycleDeps = Pick<DeskDeps, "hasMessage" | "replies" | "site" | "now">;

export class Lifecycle {
  readonly #deps: LifecycleDeps;
  readonly #store: DeskStore;

  constructor(deps: LifecycleDeps, store: DeskStore) {
    this.#deps = deps;
    this.#store = store;
  }

  after(run: Run, runEvent: RunEvent): Run {
    const after = next(run, runEvent);
    return isFinished(after) && !isFinished(run) ? { ...after, reply: this.#replyTo(after) } : after;
  }

  /**
   * Applies run events and their consequences in one transaction. Returns the run, or `null` if the desk does not have
   * it.
   */
  applyEvents(runId: string, ...runEvents: readonly RunEvent[]): Run | null {
    return this.#store.transaction(() => {
      const before = this.#store.run(runId);
      if (!before) return null;
      const left: StepOutputDraft = { audit: [], inventory: [], messages: [], details: {} };
      const ends: RunEvent[] = [];
      let run = before;
      for (const runEvent of runEvents) {
        // An earlier run of the subject stopped waiting during the request to Control, so that run acts first.
        if (runEvent.type === "admitted" && !this.#store.agenda.isFirstInLine(runId)) continue;
        const after = this.after(run, runEvent);
        if (after === run) continue;
        this.#leave(left, run, runEvent, after);
        const end = endOfEarlier(runEvent, after);
        if (end) ends.push(end);
        run = after;
      }
      if (run === before) return run;
      this.#store.updateRun(run, left);
      for (const end of ends) for (const id of this.#store.replaceable(run)) this.applyEvents(id, end);
      return run;
    });
  }

  /**
   * Handles a step that could not be written: the outcome of its call is as uncertain as after a crash.
   * @param error The error with which the run fails. @default the run does not fail
   */
  recordLostWrite(runId: string, error?: unknown): void {
    const at = this.#deps.now();
    this.applyEvents(runId, { type: "restarted", at });
    if (error === undefined) return;
    const failure = toFailure(new Problem("step_not_kept", String(error).slice(0, MAX_ERROR_CHARS)));
    this.applyEvents(runId, { type: "failed", failure, at });
  }

  #leave(left: StepOutputDraft, before: Run, runEvent: RunEvent, after: Run): void {
    const entry = makeAuditEntry(before, runEvent, after);
    if (entry) left.audit.push(withMentioned(entry));
    if (entry?.type === "effect.unseen")
      log("effect_unseen", { level: "alert", run: after.id, ...entry.detail });
    const seen = "leaves" in runEvent ? (runEvent.leaves ?? []) : [];
    const by = { run: after.id };
    // A dry run stores its snapshots, and changes nothing else in the inventory.
    for (const change of seen)
      if (after.mode === "live" || change.kind === "snapshot")
        left.inventory.push({ by, ...change, at: runEvent.at });
    const answer = runEvent.type === "applied" ? runEvent.answer : undefined;
    const reported = runEvent.type === "completed" && { plannedAt: plannedAt(after) };
    for (const change of inventoryChanges(before, after, answer))
      left.inventory.push({ by, ...change, run: after.id, at: runEvent.at, ...reported });
    if (runEvent.facts && runEvent.facts.hash === after.facts?.hash) left.details["facts"] = runEvent.facts;
    const { n = -1 } = currentEffect(before) ?? {};
    if (answer !== undefined && after.journal[n]?.answer === undefined) left.details[n] = answer;
    // Notify once per held mass change, not for every run in it.
    const toldAlready = after.state === "held" && after.hold !== undefined && isKnownCrowd(after.hold);
    if (after.state !== before.state && !toldAlready) this.#addMessage(left, after, "state");
    if (runEvent.type === "reminded") this.#addMessage(left, after, "reminder");
    // Send a notice once: a plan that is made again after an approval has nothing new to report.
    if (!before.notice && after.notice && after.mode === "live") this.#addMessage(left, after, "notice");
  }

  #addMessage({ messages }: StepOutputDraft, run: Run, about: RunMessage["about"]): void {
    const due = this.#deps.hasMessage(run, about) ? this.#store.runWithEvent(run.id) : null;
    if (due) messages.push(makeRunMessage(about, run, due, this.#deps.replies));
  }

  #replyTo(ended: Run): RunReply | null {
    const { replies, site } = this.#deps;
    if (Object.keys(replies).length === 0) return null;
    const due = this.#store.runWithEvent(ended.id);
    return due && replyTo(due.event, ended, replies, site);
  }

  /** Marks as interrupted every run whose call was in flight when the previous instance ended. */
  recoverInterrupted(): void {
    for (const id of this.#store.ids(({ sending }) => sending))
      this.applyEvents(id, { type: "restarted", at: this.#deps.now() });
  }
}

/**
 * Returns the run event that ends the earlier waiting runs of the same automation and subject, or `null` if they
 * continue. A new event that withdraws them also ends them while the automation only makes dry runs.
 */
function endOfEarlier(runEvent: RunEvent, { id, mode, replay }: Run): RunEvent | null {
  const { type, at } = runEvent;
  const isLive = mode === "live";
  if (isLive && (type === "planned" || type === "scheduled")) return { type: "replaced", by: id, at };
  if (type !== "ignored" || !runEvent.cancelsEarlier || !(isLive || replay === null)) return null;
  return { type: "cancelled", by: "reeve", reason: runEvent.reason, at };
}

interface Work {
  steps: number;
  calls: number;
  workMs: number;
  slowest: string;
  slowestMs: number;
}

interface StepTaken {
  readonly wanted: Exclude<Step, { do: "wait" }>;
  readonly outcome: StepResult;
  readonly durationMs: number;
}

/**
 * The steps of runs since their last log line. They are kept in memory only, so a line omits steps from before a
 * restart.
 */
export class RunLines {
  readonly #since = new Map<string, Work>();

  add(run: Run, { wanted, durationMs }: StepTaken): void {
    const work = this.#since.get(run.id) ?? { steps: 0, calls: 0, workMs: 0, slowest: "", slowestMs: -1 };
    this.#since.set(run.id, work);
    work.steps++;
    work.workMs += durationMs;
    if (wanted.do === "send") work.calls++;
    if (durationMs <= work.slowestMs) return;
    work.slowest = wanted.do === "send" ? wanted.call.operation : wanted.do;
    work.slowestMs = durationMs;
  }

  /** Drops the steps of a run that were logged, or that did not change the run. */
  forget({ id }: Run): void {
    this.#since.delete(id);
  }

  /** Writes the log line of a run that has ended, or waits for a person, a time or its next attempt. */
  rests(run: Run, { source, event: { type } }: DueRun, { outcome }: StepTaken, now: number): void {
    const { id, eventId: event, automation, mode, state, reads, hold } = run;
    const problem = "failure" in outcome ? outcome.failure.code : (run.problem?.code ?? null);
    log("run", {
      run: id,
      event,
      source,
      type,
      automation,
      mode,
      state,
      outcome: outcome.type,
      problem,
      ...("failure" in outcome && outcome.failure.place && { place: outcome.failure.place }),
      ...(state === "held" && { budget: hold?.budget ?? null }),
      approvalReasons: run.approvalReasons.length,
      effects: run.journal.length,
      reads: reads ? reads.made.length + (reads.more ?? 0) : 0,
      ...this.#since.get(id),
      ageMs: now - run.createdAt,
    });
    this.forget(run);
  }
}
