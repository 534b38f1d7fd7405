// Reads the record of a running Reeve, and the outcomes in it.
import * as z from "zod";
import type { Automation } from "../../automations/kit/automation.ts";
import { EventRecord, EventSummary } from "../../ledger/shapes.ts";
import { askReeve } from "../shared/reeve-api.ts";
import { ComparedRun, type EventResult, type Side } from "./outcome.ts";

const PAGE = 100;

const EventPage = z.object({ items: z.array(EventSummary), next: z.string().nullable() });

export type ReeveRecord = ReturnType<typeof reeveRecord>;

/** The record of the Reeve at an address, read with GET alone. */
export function reeveRecord(reeve: URL) {
  async function get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const answer = schema.safeParse(await askReeve(reeve, path));
    if (answer.success) return answer.data;
    throw new Error(`GET /api/${path}: not what Reeve answers; ${z.prettifyError(answer.error)}`);
  }

  return {
    /** Recorded events of a period, newest first, page by page. Unix milliseconds; `until` is excluded. */
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

/** The newest run of an event for an automation that was no dry run by hand; `null` for none. */
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

/** The recorded outcome. */
export const recordedResult: Side = async (_, { run }) =>
  run ? toEventResult(run) : { is: "ignored", reason: "not run" };

/** The outcome of a run: its end, or its progress. */
export function toEventResult({ state, plan, ignored, problem, asks }: ComparedRun): EventResult {
  // A second look after an approval may have found nothing left to do.
  if (ignored !== null) return { is: "ignored", reason: ignored };
  if (plan) {
    const summaries = plan.actions.map(({ summary }) => summary);
    return { is: "planned", hash: plan.hash, summaries, asks, mode: null, state };
  }
  return state === "failed" && problem ? { is: "failed", ...problem } : { is: "undecided", state };
}
