// What comes of each recording in the local stack, as `npm run send -- --list` says it and a test holds it.
import { readFileSync } from "node:fs";
import * as z from "zod";
import type { EventRecord } from "../../ledger/shapes.ts";
import { RUN_STATE } from "../../ledger/states.ts";
import { recordedRun, settled } from "../backtest/record.ts";
import { root } from "../bundle.ts";
import { eventNamed } from "../log-lines.ts";

const Ends = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * What comes of every recording that is sent to a local stack where nothing else is under way, by sender and name: as
 * {@link endingOf} says it; of Slack, how its last answer begins.
 */
export const endings = (): z.output<typeof Ends> =>
  Ends.parse(JSON.parse(readFileSync(root("test/fixtures/ends.json"), "utf8")));

/** What came of a delivery's events: the runs that are not ignored, with their states, or why there are none. */
export async function endingOf(reeve: URL, eventIds: readonly string[]): Promise<string> {
  const each: string[] = [];
  for (const id of eventIds) each.push(await endOfEvent(reeve, await settled(reeve, id)));
  return [...new Set(each)].join("; ");
}

async function endOfEvent(reeve: URL, event: EventRecord): Promise<string> {
  const acting: string[] = [];
  const ignored: string[] = [];
  for (const { id, automation, state } of event.runs) {
    const run = await recordedRun(reeve, id);
    if (state === "ignored") ignored.push(`${automation}: ${run.ignored}`);
    else acting.push(`${automation} ${RUN_STATE[state].words}${run.problem ? ` (${run.problem.code})` : ""}`);
  }
  if (acting.length > 0) return acting.sort().join(", ");
  return `ignored (${ignored.sort().join(", ") || eventNamed(event).ignored})`;
}
