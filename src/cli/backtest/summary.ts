// What `npm run backtest` prints of changed settings: how many events differ, then which, by automation and kind.
import { counted } from "../../automations/kit/notice.ts";
import { printable } from "../../base/text.ts";
import type { EventSummary } from "../../ledger/shapes.ts";
import { titleWords } from "../../systems/headline.ts";
import { changeLines, minuteOf } from "./lines.ts";
import { DIFFERENCES, type Difference, type SettingsTested } from "./settings.ts";
import { type Comparison, READS_RECORD } from "./worker/compare.ts";

/** Events of a kind that are named, where not all are asked for. */
const FIRST = 3;

interface Differing {
  readonly event: EventSummary;
  readonly comparison: Comparison;
}

/** Counts events as they come, and keeps those that differ. */
export class SettingsSummary {
  #events = 0;
  #same = 0;
  /** How many each automation has. */
  readonly #heard = new Map<string, number>();
  readonly #differing = new Map<string, Map<Difference, Differing[]>>();
  /** Automations of which the record, which is not here, would have been read. */
  readonly #untold = new Set<string>();

  add({ event, outcomes }: SettingsTested): void {
    this.#events++;
    if (outcomes.every(({ kind }) => kind === null)) this.#same++;
    for (const { automation, kind, comparison } of outcomes) {
      this.#heard.set(automation, (this.#heard.get(automation) ?? 0) + 1);
      if (comparison.now.now === "ignored" && comparison.now.reason === READS_RECORD)
        this.#untold.add(automation);
      if (kind === null) continue;
      const kinds = this.#differing.get(automation) ?? new Map<Difference, Differing[]>();
      this.#differing.set(automation, kinds.set(kind, [...(kinds.get(kind) ?? []), { event, comparison }]));
    }
  }

  /** @param all Whether every event that differs is printed, with what was and what is now */
  lines(all: boolean): string[] {
    const differ = this.#events - this.#same;
    const lines = [
      `${counted(this.#events, "event")}, ${counted(this.#heard.size, "automation")}: ${this.#same} the same, ${differ} ${differ === 1 ? "differs" : "differ"}`,
    ];
    for (const [automation, kinds] of [...this.#differing].sort(([a], [b]) => (a < b ? -1 : 1))) {
      lines.push("", automation);
      for (const kind of DIFFERENCES) lines.push(...kindLines(kind, kinds.get(kind) ?? [], all));
    }
    if (this.#untold.size > 0)
      lines.push(
        "",
        `Not compared, as they go through the inventory: ${[...this.#untold].sort().join(", ")}`,
      );
    if (differ > 0 && !all)
      lines.push("", "With --all: every one of them, with what it was and what it is now");
    return lines;
  }
}

function kindLines(kind: Difference, events: readonly Differing[], all: boolean): string[] {
  if (events.length === 0) return [];
  const shown = all ? events : events.slice(0, FIRST);
  const more = events.length - shown.length;
  return [
    `  ${kind}: ${events.length}`,
    ...shown.flatMap(({ event, comparison }) => [
      printable(
        `    ${minuteOf(event.receivedAt)}  ${titleWords(event.headline, event.subject)}  ${event.id}`,
      ),
      ...(all ? changeLines(comparison).map((line) => `    ${line}`) : []),
    ]),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}
