// What comes of each recording in the local stack, as `npm run send -- --list` says it and a test holds it.
import { readFileSync } from "node:fs";
import * as z from "zod";
import type { EventRecord } from "../../ledger/shapes.ts";
import { RUN_STATE } from "../../ledger/states.ts";
import { root } from "../shared/bundle.ts";
import { recordedRun, settled } from "../shared/reeve-api.ts";

const Ends = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * What comes of every recording that is sent to a local stack where nothing else is under way, by sender and name: as
 * {@link endingOf} says it; of Slack, how its last answer begins.
 */
export const endings = (): z.output<typeof Ends> =>
  Ends.parse(JSON.parse(readFileSync(root("test/fixtures/ends.json"), "utf8")));

/** What came of a delivery's events: `automation state` of the runs that are not ignored; `ignored` where none acts. */
export async function endingOf(reeve: URL, eventIds: readonly string[]): Promise<string> {
  const each: string[] = [];
  for (const id of eventIds) {
    const { runs } = await settled(reeve, id);
    const acting = await Promise.all(
      runs.filter(({ state }) => state !== "ignored").map((run) => endingOfRun(reeve, run)),
    );
    each.push(acting.sort().join(", ") || "ignored");
  }
  return [...new Set(each)].join("; ");
}

async function endingOfRun(
  reeve: URL,
  { id, automation, state }: EventRecord["runs"][number],
): Promise<string> {
  const { problem } = await recordedRun(reeve, id);
  return `${automation} ${RUN_STATE[state].words}${problem ? ` (${problem.code})` : ""}`;
}
