// Reads recorded events and runs from a running Reeve, and converts the runs to results.
import * as z from "zod";
import type { Automation } from "../../kit/automation.ts";
import { EventRecord, EventSummary } from "../../ledger/shapes.ts";
import { askReeve } from "../shared/reeve-api.ts";
import { ComparedRun, type EventResult, type Side } from "./outcome.ts";

const PAGE = 100;

const EventPage = z.object({ items: z.array(EventSummary), next: z.string().nullable() });

export type ReeveRecord = ReturnType<typeof reeveRecord>;

/** Returns a reader for the record of the Reeve at a URL. The reader sends only GET requests. */
export function reeveRecord(reeve: URL) {
  async function get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const answer = schema.safeParse(await askReeve(reeve, path));
    if (answer.success) return answer.data;
    throw new Error(`GET /api/${path}: this is not a response of Reeve; ${z.prettifyError(answer.error)}`);
  }

  return {
    /**
     * Lists recorded events of a period page by page, newest first. Times are Unix milliseconds; `until` is excluded.
     */
    async *events(since: number, until: number) {
      let cursor: string | null = "";
      while (cursor !== null) {
        const query = new URLSearchParams({ since: `${since}`, until: `${until}`, limit: `${PAGE}` });
        if (cursor) query.set("cursor", cursor);
        const page: z.output<typeof EventPage> = await get(`events?${query}`, EventPage);
        yield page.items;
        cursor = page.next;
      }
    },
    event: (id: string) => get(`events/${id}`, EventRecord),
    run: (id: string) => get(`runs/${id}`, ComparedRun),
  };
}

/** Returns the newest run of an event for an automation, except replays as a dry run, or `null` if there is none. */
export async function findRun(
  record: ReeveRecord,
  { name }: Pick<Automation, "name">,
  { runs }: EventSummary,
): Promise<ComparedRun | null> {
  for (const { id } of runs.filter(({ automation }) => automation === name).reverse()) {
    const run = await record.run(id);
    if (run.mode !== "dry_run" || !run.replay) return run;
  }
  return null;
}

/** Returns the result of the recorded run, or an ignored result if there was no run. */
export const recordedResult: Side = async (_, { run }) =>
  run ? toEventResult(run) : { is: "ignored", reason: "not run" };

/** Returns the result of a run: how it ended, or its present state. */
export function toEventResult({ state, plan, ignored, problem, approvalReasons }: ComparedRun): EventResult {
  // Planning again after an approval can find that nothing is left to do.
  if (ignored !== null) return { is: "ignored", reason: ignored };
  if (plan) {
    const summaries = plan.actions.map(({ summary }) => summary);
    return { is: "planned", hash: plan.hash, summaries, approvalReasons, mode: null, state };
  }
  if (state !== "failed" || !problem) return { is: "undecided", state };
  return { is: "failed", code: problem.code, message: problem.message };
}
