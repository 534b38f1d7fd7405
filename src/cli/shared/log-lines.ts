// Formats Reeve's log lines for people, for `npm start`.
import * as z from "zod";
import { oneLine, printable, tryParseJson } from "../../base/text.ts";
import { paint } from "./command-line.ts";

const Line = z.looseObject({
  message: z.string(),
  level: z.string().optional(),
  event: z.string().nullish(),
  run: z.string().nullish(),
});

/**
 * The properties to show for frequent log lines, by the line's message. For other lines, all properties are shown with
 * their names.
 */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  delivery: ["source", "type", "job", "duplicate", "malformed", "retiring"],
  run: ["source", "type", "automation", "mode", "state", "problem", "place"],
};

/**
 * Formats a log line for people. Other text stays unchanged, except for control characters.
 * @param origin Origin of the page links. @default ids instead of links
 * @param at When the line was written, in Unix milliseconds
 */
export function readableLine(text: string, origin?: string, at = Date.now()): string {
  const { data: line } = Line.safeParse(tryParseJson(text));
  if (!line) return text.trimEnd().split("\n").map(printable).join("\n");
  const { message, level, event, run, ...rest } = line;
  // Show that the delivery is signed with the retiring secret: this secret must stay set until no such delivery
  // arrives.
  const members: Readonly<Record<string, unknown>> = {
    ...rest,
    retiring: rest["secret"] === "retiring" ? "secret: retiring" : null,
  };
  const shown = SHOWN[message];
  const details = shown
    ? shown.flatMap((name) => (members[name] === true ? name : members[name] || []))
    : Object.entries(members).flatMap(([name, value]) => (value === null ? [] : `${name}=${value}`));
  const [kind, id] = run ? ["runs", run] : ["events", event];
  return [
    paint("quiet", clock(at)),
    level === "alert" && paint("bad", "ALERT"),
    oneLine([message.replaceAll("_", " "), ...details].join(" ")),
    id && paint("quiet", oneLine(origin ? `${origin}/${kind}/${id}` : id)),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Formats the time of day in this machine's time zone. @param at Unix milliseconds */
export const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8);
