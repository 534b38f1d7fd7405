// `npm run reeve -- tail`: prints the log of a deployment in the format of `npm start`, until Ctrl-C. `wrangler tail
// --format json` prints an object for each invocation of the Worker, with its log lines.
import * as z from "zod";
import { escapedJson, tryParseJson } from "../../base/text.ts";
import { textAt } from "../../systems/reading/json.ts";
import { runWrangler } from "../deploy/wrangler.ts";
import { parseAddress } from "../shared/arguments.ts";
import { root } from "../shared/bundle.ts";
import { type ExitCode, onStop } from "../shared/command-line.ts";
import { readableLine } from "../shared/log-lines.ts";

export default async function ({ json }: { readonly json?: true }): Promise<ExitCode> {
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const { vars } = readConfig({ config: root("wrangler.toml"), env: process.env["REEVE_ENV"] || undefined });
  const named = process.env["REEVE_URL"] || textAt(vars, "REEVE_URL");
  const address = named === undefined ? undefined : parseAddress(named);
  const read = invocationLines();
  const stopped = new AbortController();
  onStop(() => stopped.abort());
  console.error("Connecting to the deployment; Ctrl-C stops.");
  await runWrangler(
    root(),
    process.env,
    ["tail", "--format", "json"],
    (printed) => {
      for (const { text, at } of read(printed))
        console.log(json ? text : readableLine(text, address?.origin, at));
    },
    stopped.signal,
  );
  return 0;
}

const Invocation = z.object({
  outcome: z.string().nullish(),
  eventTimestamp: z.number().nullish(),
  logs: z.array(z.object({ message: z.unknown(), timestamp: z.number() })).default([]),
  exceptions: z
    .array(z.object({ name: z.string().nullish(), message: z.unknown(), timestamp: z.number() }))
    .default([]),
});

/** A log line, and when it was written, in Unix milliseconds. */
type LoggedLine = Readonly<{ text: string; at: number }>;

/** Outcomes that need no line: success, an exception (which has its own line), or a client that disconnected. */
const UNREMARKABLE = new Set(["ok", "exception", "canceled", "responseStreamDisconnected"]);

/** Matches a complete invocation, which wrangler prints on several lines, or a line of any other output. */
const WHOLE = /^(?:\{\n(?:.*\n)*?\}|(?!\{\n).*)\n/;

/**
 * Returns a function that receives the output piece by piece, and returns the log lines of each complete invocation,
 * and any other line unchanged. Exceptions, and invocations that the platform stopped, become log lines too.
 */
export function invocationLines(): (printed: string) => LoggedLine[] {
  let pending = "";
  return (printed) => {
    pending += printed;
    const lines: LoggedLine[] = [];
    for (let whole = WHOLE.exec(pending); whole; whole = WHOLE.exec(pending)) {
      pending = pending.slice(whole[0].length);
      lines.push(...splitLines(whole[0].trim()));
    }
    return lines;
  };
}

function splitLines(text: string): LoggedLine[] {
  if (text === "") return [];
  const read = Invocation.safeParse(tryParseJson(text));
  if (!read.success) return [{ text, at: Date.now() }];
  const { outcome, eventTimestamp, logs, exceptions } = read.data;
  const alert = (message: string, members: object) => escapedJson({ message, level: "alert", ...members });
  const lines = [
    ...logs.map(({ message, timestamp: at }) => ({ text: [message].flat().map(formatValue).join(" "), at })),
    ...exceptions.map(({ name, message, timestamp: at }) => ({
      text: alert("exception", { error: `${name ?? "Error"}: ${formatValue(message)}` }),
      at,
    })),
  ];
  if (outcome && !UNREMARKABLE.has(outcome))
    lines.push({ text: alert("invocation_stopped", { outcome }), at: eventTimestamp ?? Date.now() });
  return lines.sort((a, b) => a.at - b.at);
}

const formatValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
