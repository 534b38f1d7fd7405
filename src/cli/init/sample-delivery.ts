// Reads a delivery that somebody has of a sender of their own: whose it looks like, and what it says.
import { readFileSync } from "node:fs";
import { addDays } from "../../base/days.ts";
import type { SenderEvent, TicketEvent, WorkerEvent } from "../../systems/event.ts";
import { hookPath, systems } from "../../systems/index.ts";
import { present } from "../../systems/reading/json.ts";
import type { Delivery, Source } from "../../systems/system.ts";

/** A delivery as it was sent, without what signs it. */
export interface SampleDelivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a delivery says if it came in at a source. */
export interface Reading<Event extends SenderEvent = SenderEvent> extends SampleDelivery {
  readonly system: string;
  readonly source: Source;
  readonly event: Event;
}

/** Sources of one body each, whose senders tell with a header what it is; the header may not have been kept. */
const KIND_HEADERS: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  github: [{ "x-github-event": "issues" }, { "x-github-event": "issue_comment" }],
};
/** Sources that take what anybody makes up: nothing tells that a delivery is theirs. */
const ANYBODY: ReadonlySet<string> = new Set(["cloudevents", "standard-webhooks"]);

/**
 * The delivery in a file: the body alone, or JSON with `headers` and `body`.
 * @throws Error where the file can't be read, or holds neither JSON nor a form
 */
export function readSample(path: string): SampleDelivery {
  const text = contentOf(path);
  const json = jsonIn(text);
  if (typeof json === "object" && json !== null && "body" in json && "headers" in json) {
    const { body, headers } = json;
    const named = typeof headers === "object" && headers !== null ? Object.entries(headers) : [];
    return {
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: Object.fromEntries(
        named.flatMap(([name, value]) =>
          // The secret that signed the sample is not known here: it is signed again.
          /^(content-type|x-github-event|x-gitlab-event)$/i.test(name)
            ? [[name.toLowerCase(), String(value)]]
            : [],
        ),
      ),
    };
  }
  if (json === undefined && !/^[\w.+%-]+=/.test(text))
    throw new Error(
      `${path} holds neither JSON nor a form. Save the body of a delivery as its sender shows it in its log of deliveries, as it is`,
    );
  const type = json === undefined ? "application/x-www-form-urlencoded" : "application/json";
  return { body: text, headers: { "content-type": type } };
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new Error(`${path} can't be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Everything that a delivery may be: by each source that can read it, tickets first. @param now Unix milliseconds */
export function readingsOf(sample: SampleDelivery, now: number): Reading[] {
  const readings = Array.from(systems.values()).flatMap(({ name: system, sources: ways }) =>
    ways.flatMap((source) => {
      if (ANYBODY.has(source.name) || source.name.startsWith("actions")) return [];
      const kinds = (KIND_HEADERS[source.name] ?? []).filter((kind) =>
        Object.keys(kind).every((name) => sample.headers[name] === undefined),
      );
      for (const kind of kinds.length > 0 ? kinds : [{}]) {
        const headers = { ...sample.headers, ...kind };
        const event = eventIn(source, { ...sample, headers }, now);
        if (event) return [{ body: sample.body, headers, system, source, event }];
      }
      return [];
    }),
  );
  return readings.toSorted((a, b) => Number(isTicket(b)) - Number(isTicket(a)));
}

/** A delivery that a first automation can be tried out with. */
export type AboutReading = Reading<TicketEvent> | Reading<WorkerEvent>;

/** Whether a delivery is about a ticket. */
export const isTicket = (reading: Reading): reading is Reading<TicketEvent> => "ticket" in reading.event;

/** Whether a delivery is about somebody who works there. */
export const isWorker = (reading: Reading): reading is Reading<WorkerEvent> => "worker" in reading.event;

function eventIn(source: Source, { body, headers }: SampleDelivery, now: number): SenderEvent | null {
  const delivery: Delivery = {
    method: "POST",
    url: new URL(hookPath(source), "http://localhost"),
    headers: new Headers(headers),
    body: new TextEncoder().encode(body),
  };
  const read = source.parse(delivery, now);
  const [said] = read.ok ? read.value : [];
  return said && !("ignored" in said.event) ? said.event : null;
}

/** What a ticket's fields are, by the sender's ids of them, as text. Those of forms first, which Jira numbers. */
export function fieldTexts({ ticket }: TicketEvent): ReadonlyMap<string, string> {
  const fields = Object.entries(ticket.fields).map(([id, value]) => [id, [value].flat().join(", ")] as const);
  const rank = ([id]: readonly [string, string]) => (id.startsWith("customfield_") ? 0 : 1);
  return new Map(fields.toSorted((a, b) => rank(a) - rank(b)));
}

/** What a ticket is, in a line. */
export const ticketFacts = ({ ticket, type }: TicketEvent) =>
  present({
    type,
    key: ticket.key,
    title: ticket.title,
    project: ticket.project,
    form: ticket.requestType,
    status: ticket.status?.to,
  });

/**
 * A delivery as if the day that it takes effect on had come.
 * @returns it, and that day; `null` where the day has come, or the delivery does not say it
 */
export function asIfItsDayHadCome(
  reading: AboutReading,
  now: number,
): readonly [reading: AboutReading, day: string | null] {
  const day = isWorker(reading) ? reading.event.effectiveOn : undefined;
  // Yesterday is past in every time zone.
  const past = addDays(new Date(now).toISOString().slice(0, 10), -1);
  if (day === undefined || day <= past || !reading.body.includes(day)) return [reading, null];
  return [{ ...reading, body: reading.body.replaceAll(day, past) }, day];
}
