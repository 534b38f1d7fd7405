// Turns the log lines of a Reeve into lines that people read, for `npm start` and `npm run tail`.
import * as z from "zod";
import { oneLine, printable } from "../../base/text.ts";
import type { Run } from "../../desk/run/run.ts";
import type { EventRecord } from "../../ledger/shapes.ts";
import { RUN_STATE, RUN_STATES } from "../../ledger/states.ts";
import { recordedEvent, recordedRun } from "./reeve-api.ts";

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Line = z.looseObject({ message: z.string() }).catchall(Value);
const DeliveryLine = z.object({
  source: z.string(),
  event: z.string().nullish(),
  events: z.int().optional(),
  type: z.string().nullish(),
  job: z.string().optional(),
  duplicate: z.boolean().optional(),
  malformed: z.boolean().optional(),
});
const JobLine = z.object({ job: z.string(), problem: z.string().nullish(), durationMs: z.number() });
const RunLine = z.object({
  run: z.string(),
  event: z.string(),
  automation: z.string(),
  mode: z.string().optional(),
  state: z.enum(RUN_STATES),
  problem: z.string().nullish(),
});

/** What the record says of an event: where it came from, and what people call it. */
export interface NamedEvent {
  readonly source: string;
  readonly name: string;
  /** Why it led to no run; `null` where it did. */
  readonly ignored: string | null;
}

/** An event that is on record, by what people call it. */
export function eventNamed({ source, type, state, headline, detail, passed, runs }: EventRecord): NamedEvent {
  const { key, title } = headline;
  const ignored = detail ?? passed[0]?.reason ?? `nobody listens to ${type}`;
  return {
    source,
    name: key === null || key === title ? `"${title}"` : `${key} "${title}"`,
    ignored: state === "ignored" && runs.length === 0 ? ignored : null,
  };
}

/** Why a run failed, or had nothing to do; `null` where neither is so. */
export const whyOf = ({ problem, ignored }: Run): string | null => problem?.message ?? ignored ?? null;

/** Where a Reeve's pages and record are, as far as that is known. */
export interface Seen {
  /** Address of the pages. @default lines name ids instead of links */
  readonly origin?: string;
  /** What the record says of an event. @default lines say what is logged, which holds no names */
  event?(id: string): Promise<NamedEvent | null>;
  /** Why a run failed, or had nothing to do. */
  why?(runId: string): Promise<string | null>;
}

/** How long a line waits for its event to be on record. */
const ON_RECORD_MS = 3_000;

/** What a Reeve that lets one in has on record. @param headers Sent with each request, to be let in */
export const seenAt = (reeve: URL, headers: Readonly<Record<string, string>> = {}): Seen => ({
  origin: reeve.origin,
  event: (id) => recordedEvent(reeve, id, ON_RECORD_MS, undefined, headers).then(eventNamed, () => null),
  why: (id) => recordedRun(reeve, id, headers).then(whyOf, () => null),
});

/** Events that lines of their runs still name. */
const REMEMBERED = 1_000;

/** Prints log lines as people read them, one after the other. @returns a function of a log line and when it was written */
export function printingLines(seen: Seen): (line: string, at?: number) => void {
  const readable = logLines(seen);
  let last = Promise.resolve();
  return (line, at = Date.now()) => {
    last = last.then(async () => console.log(await readable(line, at))).catch(console.error);
  };
}

/**
 * What makes readable lines of log lines. The same event is looked up once.
 * @returns a function of a log line and when it was written, Unix milliseconds; what is no log line comes back as it is
 */
export function logLines(seen: Seen = {}): (text: string, at?: number) => Promise<string> {
  const known = new Map<string, NamedEvent>();
  /** Where events came from that the record does not name. */
  const sources = new Map<string, string>();

  async function named(id: string): Promise<NamedEvent | null> {
    const event = known.get(id) ?? (await seen.event?.(id)) ?? null;
    if (event) remember(known, id, event);
    return event;
  }
  const link = (kind: "events" | "runs", id: string): string =>
    seen.origin ? `${seen.origin}/${kind}/${id}` : id;

  async function delivery(line: z.output<typeof DeliveryLine>): Promise<string> {
    const { source, event: id, events = 1, type, job, duplicate, malformed } = line;
    if (job !== undefined) return `${source} ${job} ${duplicate ? "already received" : "received"}`;
    if (id) remember(sources, id, source);
    const event = id ? await named(id) : null;
    const result = malformed
      ? "can't be read"
      : duplicate
        ? "already received"
        : (event?.ignored ?? null) !== null
          ? `no run: ${event?.ignored}`
          : "received";
    return [
      source,
      event?.name,
      type && !event ? type : null,
      events > 1 ? `and ${events - 1} more` : null,
      result,
      id ? link("events", id) : null,
    ]
      .filter(Boolean)
      .join(" ");
  }

  async function run(line: z.output<typeof RunLine>): Promise<string> {
    const { run: id, event: eventId, automation, mode, state, problem } = line;
    const event = await named(eventId);
    const why = problem || state === "ignored" ? ((await seen.why?.(id)) ?? problem) : null;
    return [
      event?.source ?? sources.get(eventId) ?? null,
      event?.name ?? null,
      "→",
      automation,
      mode === "dry_run" && state !== "dry_run" ? "(dry run)" : null,
      RUN_STATE[state].words + (why ? `: ${why}` : ""),
      link("runs", id),
    ]
      .filter(Boolean)
      .join(" ");
  }

  return async (text, at = Date.now()) => {
    const line = parsed(text);
    if (!line) return text.trimEnd().split("\n").map(printable).join("\n");
    const { message, ...members } = line;
    const [a, b, c] = [
      DeliveryLine.safeParse(members),
      RunLine.safeParse(members),
      JobLine.safeParse(members),
    ];
    const said =
      message === "delivery" && a.success
        ? await delivery(a.data)
        : message === "run" && b.success
          ? await run(b.data)
          : message === "messenger_job" && c.success
            ? jobWords(c.data)
            : other(message, members);
    return `${clock(at)} ${oneLine(said)}`;
  };
}

function parsed(text: string): z.output<typeof Line> | null {
  try {
    return Line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** What Reeve did in Slack; what a command asked for has its event's line. */
const jobWords = ({ job, problem, durationMs }: z.output<typeof JobLine>): string =>
  `slack ${job} ${problem ? `failed: ${problem}` : `done in ${durationMs} ms`}`;

/** A line of which there is no more to say than it says itself; docs/operations.md explains each. */
function other(message: string, { level, ...members }: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(members).flatMap(([name, value]) =>
    value === null ? [] : `${name}=${String(value)}`,
  );
  return [level === "alert" ? "ALERT" : null, message.replaceAll("_", " "), ...said]
    .filter(Boolean)
    .join(" ");
}

/** A time of this day, by this machine's clock. @param at Unix milliseconds */
export const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8);

function remember<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.set(id, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest);
}
