// Turns the log lines of a Reeve into lines that people read, for `npm start` and `npm run tail`.
import * as z from "zod";
import { oneLine, printable } from "../../base/text.ts";
import { jsonIn } from "./text.ts";

const Line = z.looseObject({
  message: z.string(),
  level: z.string().optional(),
  event: z.string().nullish(),
  run: z.string().nullish(),
});

/** Members of frequent lines that are shown, by message; of any other line all are, each with its name. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  delivery: ["source", "type", "job", "duplicate", "malformed"],
  run: ["automation", "mode", "state", "problem"],
};

/**
 * A log line as people read it; text that is no log line stays as it is.
 * @param origin Address of the pages. @default the line ends with an id instead of a link
 * @param at When it was written, Unix milliseconds
 */
export function readableLine(text: string, origin?: string, at = Date.now()): string {
  const { data: line } = Line.safeParse(jsonIn(text));
  if (!line) return text.trimEnd().split("\n").map(printable).join("\n");
  const { message, level, event, run, ...members } = line;
  const shown = SHOWN[message];
  const said = shown
    ? shown.flatMap((name) => (members[name] === true ? name : (members[name] ?? [])))
    : Object.entries(members).flatMap(([name, value]) => (value === null ? [] : `${name}=${value}`));
  const [kind, id] = run ? ["runs", run] : ["events", event];
  const words = [
    level === "alert" && "ALERT",
    message.replaceAll("_", " "),
    ...said,
    id && (origin ? `${origin}/${kind}/${id}` : id),
  ];
  return `${clock(at)} ${oneLine(words.filter(Boolean).join(" "))}`;
}

/** A time of this day, by this machine's clock. @param at Unix milliseconds */
export const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8);
