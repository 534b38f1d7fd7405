// Makes Reeve's log lines readable, for `npm start` and `npm run tail`.
import * as z from "zod";
import { oneLine, printable } from "../../base/text.ts";
import { paint } from "./paint.ts";
import { jsonIn } from "./text.ts";

const Line = z.looseObject({
  message: z.string(),
  level: z.string().optional(),
  event: z.string().nullish(),
  run: z.string().nullish(),
});

/** The shown members of frequent lines, by message; other lines show all members with names. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  delivery: ["source", "type", "job", "duplicate", "malformed", "retiring"],
  run: ["automation", "mode", "state", "problem"],
};

/**
 * A log line for people; other text stays.
 * @param origin Address of the pages.
 * @default an id in place of a link
 * @param at The time of writing, Unix milliseconds
 */
export function readableLine(text: string, origin?: string, at = Date.now()): string {
  const { data: line } = Line.safeParse(jsonIn(text));
  if (!line) return text.trimEnd().split("\n").map(printable).join("\n");
  const { message, level, event, run, ...rest } = line;
  // A rotation of secrets waits for the last delivery with the retiring one.
  const members: Readonly<Record<string, unknown>> = {
    ...rest,
    retiring: rest["secret"] === "retiring" ? "secret: retiring" : null,
  };
  const shown = SHOWN[message];
  const said = shown
    ? shown.flatMap((name) => (members[name] === true ? name : members[name] || []))
    : Object.entries(members).flatMap(([name, value]) => (value === null ? [] : `${name}=${value}`));
  const [kind, id] = run ? ["runs", run] : ["events", event];
  return [
    paint("quiet", clock(at)),
    level === "alert" && paint("bad", "ALERT"),
    oneLine([message.replaceAll("_", " "), ...said].join(" ")),
    id && paint("quiet", oneLine(origin ? `${origin}/${kind}/${id}` : id)),
  ]
    .filter(Boolean)
    .join(" ");
}

/** A time of today, on this machine's clock. @param at Unix milliseconds */
export const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8);
