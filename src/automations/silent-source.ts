import * as z from "zod";
import { automation, type SourceRhythm } from "./automation.ts";
import { counted } from "./counted.ts";
import { clockIn, DAY_MS } from "./days.ts";
import { lastLook, rememberLook } from "./last-look.ts";
import { schedule } from "./schedule.ts";
import type { Settings } from "./settings.ts";

const HOUR_MS = 60 * 60_000;
const LOOK = "silent-source";

/** The silences that people were told of: the source, and when it was last heard of. */
const Told = z.record(z.string(), z.int());

/**
 * Each hour: a source that has gone quiet beyond its own rhythm is told once, and once more when it speaks again. What
 * broke is often at the sender, where nobody sees it.
 */
export const silentSource = automation({
  name: "silent-source",
  on: schedule("20 * * * *", { timeZone: "Europe/Berlin" }),
  async decide(_, { record, settings: { silentSource: rule, timeZone }, now }) {
    const clock = clockIn(timeZone);
    const known = new Map(Object.entries((await lastLook(record, LOOK, Told)) ?? {}));
    const watched = (source: string) => source !== "schedule" && !rule.ignore.includes(source);
    const heard = (await record.rhythms(now - rule.learnDays * DAY_MS)).filter(({ source }) =>
      watched(source),
    );
    const silent = heard.filter((source) => isSilent(source, rule, now));
    const news = silent.filter(({ source, last }) => (known.get(source) ?? 0) < last);
    const back = heard.filter(
      (one) => (known.get(one.source) ?? one.last) < one.last && !silent.includes(one),
    );
    const over = new Set(back.map(({ source }) => source));
    const still = [...known].filter(([source]) => watched(source) && !over.has(source));
    const told = {
      ...Object.fromEntries(still),
      ...Object.fromEntries(news.map((one) => [one.source, one.last])),
    };
    const summary = `${counted(news.length, "source")} gone quiet, ${back.length} heard of again, ${Object.keys(told).length} quiet in all.`;
    return {
      ignore: summary,
      memories: [rememberLook(LOOK, told)],
      ...(news.length + back.length > 0 && {
        notice: {
          title: "Silent sources",
          summary,
          lines: [
            ...news.map(({ source, last, longestGap }) => ({
              name: source,
              detail: `nothing since ${clock(last)}; its longest silence in ${counted(rule.learnDays, "day")} was ${hours(longestGap)}`,
            })),
            ...back.map(({ source, last }) => ({
              name: source,
              detail: `speaks again: ${clock(last)}, quiet before since ${clock(known.get(source) ?? last)}`,
            })),
          ],
        },
      }),
    };
  },
});

/** Whether a source has been quiet for longer than its rhythm, as far as that is known, explains. */
function isSilent(
  { events, first, last, longestGap }: SourceRhythm,
  { leastEvents, leastDays, factor, leastHours }: Settings["silentSource"],
  now: number,
): boolean {
  const isKnown = events >= leastEvents && last - first >= leastDays * DAY_MS;
  return isKnown && now - last > Math.max(factor * longestGap, leastHours * HOUR_MS);
}

const hours = (ms: number): string =>
  ms < HOUR_MS ? "under an hour" : counted(Math.round(ms / HOUR_MS), "hour");
