// Writes one log line each time a run ends or starts to wait: its steps since the previous line, with their duration
// and result.
import { log } from "../../base/log.ts";
import type { Step, StepResult } from "../../runs/events.ts";
import type { Run } from "../../runs/run.ts";
import type { DueRun } from "./store.ts";

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

  /** Drops the line of a paused run that has not changed. */
  forget({ id }: Run): void {
    this.#since.delete(id);
  }

  /** Writes the line of a run that has ended, or waits for a person, a time or its next attempt. */
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
