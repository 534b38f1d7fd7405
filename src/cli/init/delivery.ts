// Reads a delivery that the user saved from a sender, and finds the source and the event of the delivery.

import { readFileSync } from "node:fs";
import { addDays } from "../../base/days.ts";
import { tryParseJson } from "../../base/text.ts";
import type { SenderEvent, TicketEvent, WorkerEvent } from "../../systems/event.ts";
import { hookPath, systems } from "../../systems/index.ts";
import type { Source } from "../../systems/system.ts";
import type { Fixture } from "../send/deliver.ts";
import { errorMessage } from "../shared/command-line.ts";
import { askText, choose } from "./ask.ts";

/** A delivery, with a source that can read it, and the event that the source reads from it. */
export interface Reading<Event extends SenderEvent = SenderEvent> extends Fixture {
  readonly system: string;
  readonly source: Source;
  readonly event: Event;
}

/** A delivery about a ticket or a worker, to try out an automation with. */
export type AboutReading = Reading<TicketEvent> | Reading<WorkerEvent>;

export const isTicket = (reading: Reading): reading is Reading<TicketEvent> => "ticket" in reading.event;
export const isWorker = (reading: Reading): reading is Reading<WorkerEvent> => "worker" in reading.event;

/** Headers that identify the kind of a body, by source. They are tried on samples that were saved without headers. */
const KIND_HEADERS: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  github: [{ "x-github-event": "issues" }, { "x-github-event": "issue_comment" }],
};
/** Sources that accept any body: a match with one of them does not identify the sender. */
const ANYBODY: ReadonlySet<string> = new Set(["standard-webhooks"]);

/**
 * Asks for the file of a delivery, and for its source if several sources match.
 * @param given The file, which is then not asked for
 * @returns the delivery, or `null` if the user has none
 * @throws Error if `given` has no delivery that can be tried
 */
export async function askDelivery(given: string | undefined): Promise<AboutReading | null> {
  const fault = (file: string) => {
    try {
      aboutIn(file);
      return null;
    } catch (error) {
      return errorMessage(error);
    }
  };
  const message =
    "File with the body of a delivery from your ticketing or HR system, ideally about a leaver or a ticket that was just approved; leave empty if you have none";
  const path = given ?? (await askText({ message, optional: true, fault }));
  if (path === "") return null;
  const readings = aboutIn(path);
  const [first, ...others] = readings;
  if (first && others.length === 0) return first;
  return choose(
    "Several sources could receive this delivery. Which one does?",
    readings.map((value) => ({
      value,
      label: value.source.name,
      hint: `${value.system}: ${value.source.setUp}`,
    })),
  );
}

/**
 * Returns a file's readings about a ticket or, if there are none, those about a worker.
 * @throws Error if the file has no reading of either kind
 */
function aboutIn(path: string): readonly AboutReading[] {
  const all = listReadings(readSample(path), Date.now());
  const tickets = all.filter(isTicket);
  const found: readonly AboutReading[] = tickets.length > 0 ? tickets : all.filter(isWorker);
  if (found.length > 0) return found;
  throw new Error(
    `${path} does not resemble a delivery that Reeve can read: docs/set-up/senders describes the deliveries of each ticketing and HR system`,
  );
}

/**
 * Reads the delivery in a file: only the body, or JSON with `headers` and `body`.
 * @throws Error if the file contains neither JSON nor a form
 */
export function readSample(path: string): Fixture {
  const text = readFileSync(path, "utf8").trim();
  const json = tryParseJson(text);
  if (typeof json === "object" && json !== null && "body" in json && "headers" in json) {
    const { body, headers } = json;
    // Drop the signature headers: the sample is signed again, because the secret that signed it is unknown here.
    const kept = Object.entries(Object(headers)).filter(([name]) =>
      /^(content-type|x-github-event|x-gitlab-event)$/i.test(name),
    );
    return {
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), String(value)])),
    };
  }
  if (json === undefined && !/^[\w.+%-]+=/.test(text))
    throw new Error(
      `${path} contains neither JSON nor form data: save the body of a delivery from the sender's delivery log`,
    );
  const type = json === undefined ? "application/x-www-form-urlencoded" : "application/json";
  return { body: text, headers: { "content-type": type } };
}

/**
 * Returns a reading for each source that finds a usable event in the delivery, except sources that accept any body and
 * sources of requested actions.
 * @param now Unix milliseconds
 */
export const listReadings = (sample: Fixture, now: number): Reading[] =>
  Array.from(systems.values()).flatMap(({ name: system, sources }) =>
    sources.flatMap((source) => {
      if (ANYBODY.has(source.name) || source.name.startsWith("actions")) return [];
      for (const kind of KIND_HEADERS[source.name] ?? [{}]) {
        const headers = { ...kind, ...sample.headers };
        const event = eventIn(source, { ...sample, headers }, now);
        if (event) return [{ body: sample.body, headers, system, source, event }];
      }
      return [];
    }),
  );

function eventIn(source: Source, { body, headers }: Fixture, now: number): SenderEvent | null {
  const url = new URL(hookPath(source), "http://localhost");
  const delivery = {
    url,
    method: "POST",
    headers: new Headers(headers),
    body: new TextEncoder().encode(body),
  };
  const read = source.parse(delivery, now);
  const [first] = read.ok ? read.value : [];
  return first && !("ignored" in first.event) ? first.event : null;
}

/**
 * Moves a delivery's day into the past.
 * @returns the delivery, and the day that it had before. The day is `null` if the delivery stays unchanged: it has no
 * day, its day has ended in every time zone, or its body does not contain the day
 */
export function asIfItsDayHadCome(
  reading: AboutReading,
  now: number,
): readonly [reading: AboutReading, day: string | null] {
  const day = isWorker(reading) ? (reading.event.worker.lastDay ?? reading.event.effectiveOn) : undefined;
  // The day before yesterday has ended in every time zone.
  const past = addDays(new Date(now).toISOString().slice(0, 10), -2);
  if (day === undefined || day <= past || !reading.body.includes(day)) return [reading, null];
  return [{ ...reading, body: reading.body.replaceAll(day, past) }, day];
}
