// Compares what a recorded run did with what would be planned now.
import * as z from "zod";
import type { Replanned } from "./questions.ts";

/** Why nothing is planned for an automation that goes through the inventory: a back-test has no ledger. */
export const READS_RECORD = "reads what is on record";

/** A run on record, as far as a comparison needs it. */
export const ComparedRun = z.object({
  id: z.string(),
  state: z.string(),
  mode: z.string(),
  replay: z.unknown(),
  plan: z.object({ hash: z.string(), actions: z.array(z.object({ summary: z.string() })) }).nullable(),
  ignored: z.string().nullable(),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  asks: z.array(z.string()),
});
export type ComparedRun = Readonly<z.output<typeof ComparedRun>>;

/** What was done about an event: the end of its run, or how far it is. */
export type Done =
  | {
      readonly was: "planned";
      readonly state: string;
      readonly hash: string;
      readonly summaries: readonly string[];
      readonly asks: readonly string[];
    }
  | { readonly was: "ignored"; readonly reason: string }
  | { readonly was: "failed"; readonly code: string; readonly message: string }
  /** It has no plan yet, or never got one. */
  | { readonly was: "undecided"; readonly state: string }
  | { readonly was: "not run" };

/** How the code at hand differs from what was done. */
export const VERDICTS = ["same", "different", "now ignored", "now failing", "newly planned"] as const;
export type BacktestVerdict = (typeof VERDICTS)[number];

/** One event, then and now. */
export interface Comparison {
  readonly verdict: BacktestVerdict;
  /** Whether the plan would ask for another approval than the one on record asked for. */
  readonly asksDiffer: boolean;
  readonly done: Done;
  readonly now: Replanned;
}

/** What a run says was done. @param run `null` where the automation was not run for the event */
export function doneBy(run: ComparedRun | null): Done {
  if (!run) return { was: "not run" };
  const { state, plan, ignored, problem, asks } = run;
  // A second look after an approval may have found nothing to do any more: that came last.
  if (ignored !== null) return { was: "ignored", reason: ignored };
  if (plan) {
    const summaries = plan.actions.map(({ summary }) => summary);
    return { was: "planned", state, hash: plan.hash, summaries, asks };
  }
  return state === "failed" && problem ? { was: "failed", ...problem } : { was: "undecided", state };
}

/**
 * Compares what was done with what would be. The reason of an event that is ignored then and now, and the message of a
 * failure, may change: nothing that is done depends on them.
 */
export function compare(done: Done, now: Replanned): Comparison {
  return { verdict: verdictOf(done, now), asksDiffer: asksDiffer(done, now), done, now };
}

function verdictOf(done: Done, now: Replanned): BacktestVerdict {
  switch (now.now) {
    case "planned":
      if (done.was !== "planned") return "newly planned";
      return done.hash === now.hash ? "same" : "different";
    case "ignored":
      return done.was === "ignored" || done.was === "not run" ? "same" : "now ignored";
    case "failing":
      if (done.was !== "failed") return "now failing";
      return done.code === now.code ? "same" : "different";
    default:
      return now satisfies never;
  }
}

function asksDiffer(done: Done, now: Replanned): boolean {
  if (now.now !== "planned") return false;
  const asked = done.was === "planned" ? done.asks : [];
  return asked.length !== now.asks.length || asked.some((ask, i) => ask !== now.asks[i]);
}
