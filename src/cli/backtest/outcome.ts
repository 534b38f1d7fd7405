// Defines the result of an event for an automation, recorded or planned again. Compares two results, and describes
// their differences in lines of text.
import type * as z from "zod";
import { printable } from "../../base/text.ts";
import type { Automation } from "../../kit/automation.ts";
import { counted } from "../../kit/proposal.ts";
import { isSchedule } from "../../kit/schedule.ts";
import type { EventRecord, EventSummary } from "../../ledger/shapes.ts";
import { formatTitle } from "../../runs/headline.ts";
import { ProposalFacts, Run } from "../../runs/run.ts";

/**
 * The reason for not comparing an automation that needs several steps, for example to check the inventory: a back-test
 * plans only one step.
 */
export const READS_RECORD = "reads the inventory";

/**
 * The state of a result if the event can't be planned again: no run is recorded, or some of its reads are missing or
 * erased.
 */
export const NOT_KEPT = "its recorded reads are missing";

export type EventResult =
  | {
      readonly is: "planned";
      readonly hash: string;
      /** The sentences of the plan's actions. */
      readonly summaries: readonly string[];
      /** The reasons why the plan needs an approval; empty if it needs none. */
      readonly approvalReasons: readonly string[];
      /** The automation's mode in the settings, or `null` if modes are not compared. */
      readonly mode: "live" | "dry_run" | null;
      /** The state of the plan's run, or `null` for a plan made again. */
      readonly state: string | null;
    }
  | { readonly is: "ignored"; readonly reason: string }
  | { readonly is: "failed"; readonly code: string; readonly message: string }
  /**
   * The recorded run has no plan, and was neither ignored nor failed; or the event can't be planned again: see
   * {@link NOT_KEPT}.
   */
  | { readonly is: "undecided"; readonly state: string };

/** The properties of a run that a comparison needs. */
export const ComparedRun = Run.unwrap()
  .pick({
    ...{ state: true, mode: true, replay: true, plan: true },
    ...{ ignored: true, problem: true, approvalReasons: true },
  })
  .extend({ facts: ProposalFacts.optional() });
export type ComparedRun = Readonly<z.output<typeof ComparedRun>>;

/** A recorded event with its run for an automation; `run` is `null` if there is none except dry-run replays. */
export interface RecordedEvent {
  readonly event: EventRecord;
  readonly run: ComparedRun | null;
}

/** One side of a comparison: returns the result of an event for an automation. */
export type Side = (automation: Automation, recorded: RecordedEvent) => Promise<EventResult>;

/** Kinds of difference, the most serious first. */
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
  /** The kind of difference, or `null` if the results do not differ or can't be compared. */
  readonly difference: Difference | null;
}

const PLANNED = { live: "now acting", dry_run: "now a dry run" } as const;

/**
 * Returns the difference between two results, or `null` if there is none. Ignores differences in the reason for
 * ignoring an event or in the message of a failure, because nothing depends on the wording. Does not compare a new
 * result that is `undecided`.
 */
export function compare(before: EventResult, now: EventResult): Difference | null {
  switch (now.is) {
    case "planned":
      if (before.is !== "planned" || before.mode !== now.mode)
        return now.mode === null ? "now planned" : PLANNED[now.mode];
      if (before.hash !== now.hash) return "other plan";
      return before.approvalReasons.join("\n") === now.approvalReasons.join("\n") ? null : "other approval";
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

/** Maximum events listed per automation and kind of difference, unless all are requested. */
const FIRST = 3;
/** Number of hash digits shown: enough to distinguish an event's plans. */
const HASH_DIGITS = 12;

/**
 * Returns the lines that `npm run reeve -- backtest` prints.
 * @param all True to print both results of every event whose results differ
 */
export function summaryLines(events: readonly (readonly Compared[])[], all: boolean): string[] {
  const each = events.flat();
  const differing = Map.groupBy(
    each.filter(({ difference }) => difference !== null),
    ({ automation }) => automation,
  );
  const differ = events.filter((event) => event.some(({ difference }) => difference !== null)).length;
  const automations = new Set(each.map(({ automation }) => automation));
  const lines = [
    `${counted(events.length, "event")}, ${counted(automations.size, "automation")}: ${events.length - differ} the same, ${differ} ${differ === 1 ? "differs" : "differ"}`,
  ];
  for (const [automation, of] of [...differing].sort(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push("", automation);
    for (const kind of DIFFERENCES) {
      const alike = of.filter(({ difference }) => difference === kind);
      if (alike.length === 0) continue;
      const shown = all ? alike : alike.slice(0, FIRST);
      lines.push(`  ${kind}: ${alike.length}`, ...shown.flatMap((one) => eventLines(one, all)));
      if (alike.length > shown.length) lines.push(`    and ${alike.length - shown.length} more`);
    }
  }
  const uncompared = each.filter(({ now }) => now.is === "ignored" && now.reason === READS_RECORD);
  if (uncompared.length > 0) {
    const names = new Set(uncompared.map(({ automation }) => automation));
    lines.push("", `Not compared (automations that read the inventory): ${[...names].sort().join(", ")}`);
  }
  const unkept = each.filter(({ now }) => now.is === "undecided" && now.state === NOT_KEPT).length;
  if (unkept > 0)
    lines.push("", `Results not compared, because their recorded reads are missing or erased: ${unkept}`);
  if (differ > 0 && !all) lines.push("", "--all prints every differing event, with both results");
  return lines.map(printable);
}

/** Maximum number of listed reasons for ignoring events. */
const MAX_REASONS = 10;

/**
 * Returns the additional lines that `npm run reeve -- backtest` prints for a named automation: its reasons for ignoring
 * the events that it also ignored before, the most frequent first, or advice if there is no event.
 */
export function ignoredLines({ name, on }: Automation, events: readonly (readonly Compared[])[]): string[] {
  if (events.length === 0)
    return isSchedule(on)
      ? [
          `A scheduled automation runs only while it is enabled: npm run reeve -- backtest ${name} --now shows its current plan.`,
        ]
      : [
          `No event of ${[on].flat().join(" or ")} is recorded in this period: send one with npm run send, or choose an earlier --since.`,
        ];
  const reasons = events
    .flat()
    .flatMap(({ difference, now }) => (difference === null && now.is === "ignored" ? now.reason : []));
  const counts = [...Map.groupBy(reasons, (reason) => reason)].sort(([, a], [, b]) => b.length - a.length);
  const shown = counts.slice(0, MAX_REASONS).map(([reason, { length }]) => `  ${length}  ${reason}`);
  return (reasons.length > 0 ? ["", `Ignored, as before: ${reasons.length}`, ...shown] : []).map(printable);
}

function eventLines({ event, before, now }: Compared, all: boolean): string[] {
  const at = new Date(event.receivedAt).toISOString().slice(0, 16).replace("T", " ");
  const head = `    ${at}  ${formatTitle(event.headline, event.subject)}  ${event.id}`;
  return all ? [head, ...outcomeLines("was", before), ...outcomeLines("now", now)] : [head];
}

const THEN = { live: "to act", dry_run: "dry run" } as const;

const outcomeLines = (label: string, outcome: EventResult): string[] =>
  wordsFor(outcome).map((words, n) => `        ${(n === 0 ? label : "").padEnd(4)}${words}`);

function wordsFor(outcome: EventResult): string[] {
  switch (outcome.is) {
    case "planned": {
      const { hash, summaries, approvalReasons, mode, state } = outcome;
      const then = state ?? (mode && THEN[mode]);
      return [
        `planned${then ? `, ${then}` : ""} (${hash.slice(0, HASH_DIGITS)})`,
        ...summaries.map((summary) => `- ${summary}`),
        ...approvalReasons.map((ask) => `needs an approval: ${ask}`),
      ];
    }
    case "ignored":
      return [`ignored: ${outcome.reason}`];
    case "failed":
      return [`failed: ${outcome.code}: ${outcome.message}`];
    case "undecided":
      return [`without a plan, ${outcome.state}`];
    default:
      return outcome satisfies never;
  }
}
