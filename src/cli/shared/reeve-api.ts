// Reads events and runs from the API of a running Reeve, for `npm run backtest`, `npm run send` and the tests.
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { Run } from "../../desk/run/run.ts";
import { EventRecord, EventSummary } from "../../ledger/shapes.ts";
import { isUnderWay, RUN_STATES } from "../../ledger/states.ts";
import { ComparedRun } from "../backtest/worker/compare.ts";

/** States in which a run is over, or waits for a day or a person. */
const SETTLED: ReadonlySet<string> = new Set(RUN_STATES.filter((state) => !isUnderWay(state)));
const POLL_MS = 50;
/** Between two looks at what takes longer. */
const MAX_POLL_MS = 150;

/**
 * Waits until an event is on record with every run of it settled.
 * @throws Error past the deadline, with what was on record then.
 */
export const settled = (reeve: URL, eventId: string, deadlineMs = 120_000): Promise<EventRecord> =>
  recordedEvent(reeve, eventId, deadlineMs, ({ runs }) => runs.every(({ state }) => SETTLED.has(state)));

/** Waits until an event is on record. @param ready What is to be true of it too @throws as {@link settled} does */
export async function recordedEvent(
  reeve: URL,
  eventId: string,
  deadlineMs: number,
  ready: (event: EventRecord) => boolean = () => true,
): Promise<EventRecord> {
  const until = Date.now() + deadlineMs;
  for (let pause = POLL_MS; ; pause = Math.min(1.5 * pause, MAX_POLL_MS)) {
    const response = await fetch(new URL(`/api/events/${eventId}`, reeve), { redirect: "manual" });
    const event = response.ok ? ((await response.json()) as EventRecord) : null;
    if (event && ready(event)) return event;
    if (Date.now() > until)
      throw new Error(
        event === null
          ? `event ${eventId} is not on record`
          : `event ${eventId} is not settled: ${event.runs.map(({ id, automation, state }) => `${automation} ${state} (${id})`).join(", ")}`,
      );
    await sleep(pause);
  }
}

/** A run on record. */
export async function recordedRun(reeve: URL, id: string): Promise<Run> {
  const response = await fetch(new URL(`/api/runs/${id}`, reeve), { redirect: "manual" });
  if (!response.ok) throw new Error(`run ${id}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Run;
}

const TIMEOUT_MS = 30_000;
const PAGE = 100;

const EventPage = z.object({ items: z.array(EventSummary), next: z.string().nullable() });

/** What a Reeve has on record, read through its JSON API. */
export interface ReeveRecord {
  /** Recorded events of a time, newest first, a page at a time. Unix milliseconds; `until` is not included. */
  events(since: number, until: number): AsyncGenerator<readonly EventSummary[], void, undefined>;
  event(id: string): Promise<EventRecord>;
  run(id: string): Promise<ComparedRun>;
}

/**
 * The record of the Reeve at an address. Every request is a GET.
 * @param headers Sent with each request: those that let a service in through Cloudflare Access.
 */
export function reeveRecord(reeve: URL, headers: Readonly<Record<string, string>> = {}): ReeveRecord {
  async function get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const response = await fetch(new URL(path, reeve), {
      headers: { accept: "application/json", ...headers },
      // Access sends whom it does not know to a page to sign in.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new Error(`there is no Reeve at ${reeve.origin} (npm start runs the local one)`, { cause });
    });
    if ([301, 302, 303, 307, 308, 401, 403].includes(response.status))
      throw new Error(
        `${reeve.origin} does not let the back-test in (${response.status}): set CF_ACCESS_CLIENT_ID and ` +
          "CF_ACCESS_CLIENT_SECRET to a service token that the Access policy admits",
      );
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    const answer = schema.safeParse(await response.json());
    if (answer.success) return answer.data;
    throw new Error(`GET ${path}: not what Reeve answers; ${z.prettifyError(answer.error)}`);
  }

  return {
    async *events(since, until) {
      let cursor: string | null = "";
      while (cursor !== null) {
        const query = new URLSearchParams({ since: `${since}`, until: `${until}`, limit: `${PAGE}` });
        if (cursor) query.set("cursor", cursor);
        const page: z.output<typeof EventPage> = await get(`/api/events?${query}`, EventPage);
        yield page.items;
        cursor = page.next;
      }
    },
    event: (id) => get(`/api/events/${id}`, EventRecord),
    run: (id) => get(`/api/runs/${id}`, ComparedRun),
  };
}

/** The headers of a Cloudflare Access service token, from the environment. */
export function accessHeaders(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { CF_ACCESS_CLIENT_ID: id, CF_ACCESS_CLIENT_SECRET: secret } = env;
  if (!id && !secret) return {};
  if (!id || !secret)
    throw new Error("CF_ACCESS_CLIENT_ID and CF_ACCESS_CLIENT_SECRET go together; one of them is not set");
  return { "CF-Access-Client-Id": id, "CF-Access-Client-Secret": secret };
}
