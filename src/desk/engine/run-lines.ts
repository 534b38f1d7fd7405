// One wide log line for a run each time that it comes to rest: its steps since it last did, their time and result.
import { log } from "../../base/log.ts";
import type { Step, StepResult } from "../run/events.ts";
import type { Run } from "../run/run.ts";

/** The work on a run since it last rested. Milliseconds. */
interface Work {
  steps: number;
  /** Effects that were sent. */
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

/** In memory only: a line says nothing of the steps before a restart. */
export class RunLines {
  readonly #since = new Map<string, Work>();

  /** @param run As it is after the step */
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

  /** Drops the line of a run that is as it was: it is still paused. */
  forget({ id }: Run): void {
    this.#since.delete(id);
  }

  /** Writes the line of a run that is over, or waits for a person, a time or its next attempt. */
  rests(run: Run, { outcome }: StepTaken, now: number): void {
    const { id, eventId: event, automation, mode, state, reads, hold } = run;
    const problem = "failure" in outcome ? outcome.failure.code : (run.problem?.code ?? null);
    log("run", {
      run: id,
      event,
      automation,
      mode,
      state,
      outcome: outcome.type,
      problem,
      ...(state === "held" && { budget: hold?.budget ?? null }),
      asks: run.asks.length,
      effects: run.journal.length,
      reads: reads ? reads.made.length + reads.more : 0,
      ...this.#since.get(id),
      ageMs: now - run.createdAt,
    });
    this.forget(run);
  }
}
