// The outcome of an event for an automation, on record or planned again, and how two of them differ.
import type { Automation } from "../../automations/kit/automation.ts";
import type { EventRecord, EventSummary } from "../../ledger/shapes.ts";

export type EventResult =
  | {
      readonly is: "planned";
      readonly hash: string;
      /** Its actions, in sentences. */
      readonly summaries: readonly string[];
      /** The reasons why it needs an approval; empty if it needs none. */
      readonly asks: readonly string[];
      /** The mode of its automation in the settings; `null` if that is not compared. */
      readonly mode: "live" | "dry_run" | null;
      /** The state of its run; `null` where it was planned again. */
      readonly state: string | null;
    }
  | { readonly is: "ignored"; readonly reason: string }
  | { readonly is: "failed"; readonly code: string; readonly message: string }
  /** On record without a plan. */
  | { readonly is: "undecided"; readonly state: string };

/** One side of a comparison: the outcome of an event for an automation. */
export type Side = (
  automation: Automation,
  event: EventSummary,
  recorded: EventRecord,
) => Promise<EventResult>;

/** Kinds of difference between two outcomes, the weightiest first. */
export const DIFFERENCES = [
  "now acting",
  "now planned",
  "other plan",
  "other approval",
  "now a dry run",
  "now ignored",
  "now failing",
] as const;
export type Difference = (typeof DIFFERENCES)[number];

export interface Compared {
  readonly event: EventSummary;
  readonly automation: string;
  readonly before: EventResult;
  readonly now: EventResult;
  /** `null` where nothing differs. */
  readonly difference: Difference | null;
}

const PLANNED = { live: "now acting", dry_run: "now a dry run" } as const;

/**
 * The difference between two outcomes; `null` for none. The reason of an event that is ignored both times,
 * and the message of a failure, may change: nothing that is done depends on them.
 */
export function compare(before: EventResult, now: EventResult): Difference | null {
  switch (now.is) {
    case "planned":
      if (before.is !== "planned" || before.mode !== now.mode)
        return now.mode === null ? "now planned" : PLANNED[now.mode];
      if (before.hash !== now.hash) return "other plan";
      return before.asks.join("\n") === now.asks.join("\n") ? null : "other approval";
    case "ignored":
      return before.is === "ignored" ? null : "now ignored";
    case "failed":
      return before.is === "failed" && before.code === now.code ? null : "now failing";
    case "undecided":
      return null;
    default:
      return now satisfies never;
  }
}
