// Tells operators of a source that is quiet for longer than it ever was.
import * as z from "zod";
import { clockIn, HOUR_MS } from "../base/days.ts";
import { automation } from "./kit/automation.ts";
import { counted } from "./kit/notice.ts";
import { listenedSources } from "./kit/quiet-sources.ts";
import { schedule } from "./kit/schedule.ts";
import { lastSnapshot, putSnapshot } from "./kit/snapshot.ts";
import { findZone, readSettings } from "./settings.ts";

const LOOK = "silent-source";

/** The silences that people were told of: the source, and when it was last heard of. */
const Counts = z.record(z.string(), z.int());

/** Each hour: tells once of a source that is quiet beyond its own rhythm, and once when it speaks again. */
export const silentSource = automation({
  name: "silent-source",
  does: "Reports a sender that has been quiet for longer than usual.",
  on: schedule("20 * * * *"),
  async propose(_, { history, settings, now }) {
    const rule = readSettings(settings, "silent-source");
    const clock = clockIn(findZone(settings, "silent-source"));
    const known = new Map(Object.entries((await lastSnapshot(history, LOOK, Counts)) ?? {}));
    const heard = await listenedSources(history, rule, now);
    const silent = heard.flatMap(({ quietBeyond, ...one }) =>
      quietBeyond === null ? [] : [{ ...one, longestGap: quietBeyond }],
    );
    const quiet = new Set(silent.map(({ source }) => source));
    const news = silent.filter(({ source, last }) => (known.get(source) ?? 0) < last);
    const back = heard.filter(({ source, last }) => (known.get(source) ?? last) < last && !quiet.has(source));
    const over = new Set(back.map(({ source }) => source));
    const still = [...known].filter(([source]) => !rule.ignore.includes(source) && !over.has(source));
    const told = {
      ...Object.fromEntries(still),
      ...Object.fromEntries(news.map((one) => [one.source, one.last])),
    };
    const summary = `${counted(news.length, "source")} gone quiet, ${back.length} heard of again, ${Object.keys(told).length} quiet in all.`;
    return {
      ignore: summary,
      leaves: [putSnapshot(LOOK, told)],
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
              detail: `active again: ${clock(last)}, quiet before since ${clock(known.get(source) ?? last)}`,
            })),
          ],
        },
      }),
    };
  },
});

const hours = (ms: number): string =>
  ms < HOUR_MS ? "under an hour" : counted(Math.round(ms / HOUR_MS), "hour");
