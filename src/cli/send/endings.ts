// The outcome of each recording in the local stack, as `npm run send -- --list` prints it and a test holds it.
import { readFileSync } from "node:fs";
import * as z from "zod";
import type { EventRecord } from "../../ledger/shapes.ts";
import { RUN_STATE } from "../../ledger/states.ts";
import { root } from "../shared/bundle.ts";
import { recordedRun, settled } from "../shared/reeve-api.ts";

const Ends = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * The outcome of every recording in a local stack with nothing else under way, by sender and name: in the words of
 * {@link describeEnding}; of Slack, the first line of its last answer.
 */
export const endings = (): z.output<typeof Ends> =>
  Ends.parse(JSON.parse(readFileSync(root("test/fixtures/ends.json"), "utf8")));

/** The outcome of a delivery's events: `automation state` of the runs that are not ignored; `ignored` if none acts. */
export async function describeEnding(reeve: URL, eventIds: readonly string[]): Promise<string> {
  const each: string[] = [];
  for (const id of eventIds) {
    const { runs } = await settled(reeve, id);
    const acting = await Promise.all(
      runs.filter(({ state }) => state !== "ignored").map((run) => describeRun(reeve, run)),
    );
    each.push(acting.sort().join(", ") || "ignored");
  }
  return [...new Set(each)].join("; ");
}

async function describeRun(
  reeve: URL,
  { id, automation, state }: EventRecord["runs"][number],
): Promise<string> {
  const { problem } = await recordedRun(reeve, id);
  return `${automation} ${RUN_STATE[state].words}${problem ? ` (${problem.code})` : ""}`;
}
