// Reads what `wrangler tail --format json` prints: an object for each invocation of the Worker, with its log lines.
import * as z from "zod";
import { escapedJson } from "../../base/text.ts";

const Invocation = z.object({
  outcome: z.string().nullish(),
  eventTimestamp: z.number().nullish(),
  logs: z.array(z.object({ message: z.unknown(), timestamp: z.number() })).default([]),
  exceptions: z
    .array(z.object({ name: z.string().nullish(), message: z.unknown(), timestamp: z.number() }))
    .default([]),
});

/** A log line, and when it was written, Unix milliseconds. */
export interface LoggedLine {
  readonly text: string;
  readonly at: number;
}

/** Outcomes of which there is no more to say: it went well, its exceptions are there, or who asked went away. */
const UNREMARKABLE: ReadonlySet<string> = new Set([
  "ok",
  "exception",
  "canceled",
  "responseStreamDisconnected",
]);

/**
 * Takes in what is printed, piece by piece, and gives the log lines of each invocation that is whole, and what is no
 * invocation as it is. What the platform says of one, that it threw or was stopped, is a log line too.
 */
export function invocationLines(): (printed: string) => LoggedLine[] {
  let pending = "";
  let lines: string[] = [];
  return (printed) => {
    const whole = (pending + printed).split("\n");
    pending = whole.pop() ?? "";
    return whole.flatMap((line) => {
      if (lines.length === 0 && !line.startsWith("{"))
        return line.trim() ? [{ text: line, at: Date.now() }] : [];
      lines.push(line);
      if (!line.endsWith("}") || (lines.length > 1 && line !== "}")) return [];
      const text = lines.join("\n");
      lines = [];
      return linesOf(text);
    });
  };
}

function linesOf(text: string): LoggedLine[] {
  const read = Invocation.safeParse(JSON.parse(text));
  if (!read.success) return [{ text, at: Date.now() }];
  const { outcome, eventTimestamp, logs, exceptions } = read.data;
  const alert = (message: string, members: object) => escapedJson({ message, level: "alert", ...members });
  const lines = [
    ...logs.map(({ message, timestamp: at }) => ({ text: [message].flat().map(textOf).join(" "), at })),
    ...exceptions.map(({ name, message, timestamp: at }) => ({
      text: alert("exception", { error: `${name ?? "Error"}: ${textOf(message)}` }),
      at,
    })),
  ];
  if (outcome && !UNREMARKABLE.has(outcome))
    lines.push({ text: alert("invocation_stopped", { outcome }), at: eventTimestamp ?? Date.now() });
  return lines.sort((a, b) => a.at - b.at);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
