// The lines that `npm run backtest` prints: how many events differ, then which, by automation and kind.
import { counted } from "../../automations/kit/notice.ts";
import { printable } from "../../base/text.ts";
import { titleWords } from "../../systems/headline.ts";
import { type Compared, DIFFERENCES, type EventResult } from "./outcome.ts";
import { READS_RECORD } from "./plan.ts";

/** Events of a kind that are named, where not all are asked for. */
const FIRST = 3;
/** Digits of a hash that are shown: enough to tell the plans of an event apart. */
const HASH_DIGITS = 12;

/** @param all Prints every event that differs, with what was and what is now */
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
  const untold = each.filter(({ now }) => now.is === "ignored" && now.reason === READS_RECORD);
  if (untold.length > 0) {
    const names = new Set(untold.map(({ automation }) => automation));
    lines.push("", `Not compared, as they go through the inventory: ${[...names].sort().join(", ")}`);
  }
  if (differ > 0 && !all)
    lines.push("", "With --all: every one of them, with what it was and what it is now");
  return lines.map(printable);
}

function eventLines({ event, before, now }: Compared, all: boolean): string[] {
  const at = new Date(event.receivedAt).toISOString().slice(0, 16).replace("T", " ");
  const head = `    ${at}  ${titleWords(event.headline, event.subject)}  ${event.id}`;
  return all ? [head, ...outcomeLines("was", before), ...outcomeLines("now", now)] : [head];
}

const THEN = { live: "to act", dry_run: "dry run" } as const;

const outcomeLines = (label: string, outcome: EventResult): string[] =>
  wordsFor(outcome).map((words, n) => `        ${(n === 0 ? label : "").padEnd(4)}${words}`);

function wordsFor(outcome: EventResult): string[] {
  switch (outcome.is) {
    case "planned": {
      const { hash, summaries, asks, mode, state } = outcome;
      const then = state ?? (mode && THEN[mode]);
      return [
        `planned${then ? `, ${then}` : ""} (${hash.slice(0, HASH_DIGITS)})`,
        ...summaries.map((summary) => `- ${summary}`),
        ...asks.map((ask) => `needs an approval: ${ask}`),
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
