import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../desk/run.ts";
import { RUN_STATES } from "../ledger/states.ts";

/** An event on record, with what became of it. */
export interface RecordedEvent {
  readonly id: string;
  readonly state: string;
  readonly runs: readonly { readonly id: string; readonly automation: string; readonly state: string }[];
}

/** States in which a run is over, or waits for a day or a person. */
const SETTLED: ReadonlySet<string> = new Set(
  RUN_STATES.filter((state) => state !== "planning" && state !== "acting"),
);
const POLL_MS = 50;

/**
 * Waits until an event is on record with every run of it settled.
 * @throws Error past the deadline, with what was on record then.
 */
export async function settled(reeve: URL, eventId: string, deadlineMs = 120_000): Promise<RecordedEvent> {
  const until = Date.now() + deadlineMs;
  for (;;) {
    const response = await fetch(new URL(`/api/events/${eventId}`, reeve));
    const event = response.ok ? ((await response.json()) as RecordedEvent) : null;
    if (event?.runs.every(({ state }) => SETTLED.has(state))) return event;
    if (Date.now() > until) throw new Error(`event ${eventId} is not settled: ${JSON.stringify(event)}`);
    await sleep(POLL_MS);
  }
}

/** A run on record. */
export async function recordedRun(reeve: URL, id: string): Promise<Run> {
  const response = await fetch(new URL(`/api/runs/${id}`, reeve));
  if (!response.ok) throw new Error(`run ${id}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Run;
}
