// Finds sources that have been silent for unusually long, for the overview page and for notices to operators.
import * as z from "zod";
import {
  automation,
  clockIn,
  counted,
  DAY_MS,
  findZone,
  type History,
  HOUR_MS,
  lastSnapshot,
  putSnapshot,
  readSettings,
  type Settings,
  schedule,
} from "../kit/index.ts";

const LOOK = "silent-source";

/** The silences already reported: the time of each source's last event, by source. */
const Counts = z.record(z.string(), z.int());

/**
 * Reports a source once when it is silent for longer than its rhythm suggests, and once when it is active again. Runs
 * every hour.
 */
export const silentSource = automation({
  name: "silent-source",
  description: "Reports a sender that has been silent for longer than usual.",
  on: schedule("20 * * * *"),
  async propose(_, { history, settings, now }) {
    const rule = readSettings(settings, "silent-source");
    const clock = clockIn(findZone(settings, "silent-source"));
    const known = new Map(Object.entries((await lastSnapshot(history, LOOK, Counts)) ?? {}));
    const seen = await listenedSources(history, settings, now);
    const silent = seen.flatMap(({ quietBeyond, ...one }) =>
      quietBeyond === null ? [] : [{ ...one, longestGap: quietBeyond }],
    );
    const quiet = new Set(silent.map(({ source }) => source));
    const news = silent.filter(({ source, last }) => (known.get(source) ?? 0) < last);
    const back = seen.filter(({ source, last }) => (known.get(source) ?? last) < last && !quiet.has(source));
    const over = new Set(back.map(({ source }) => source));
    const still = [...known].filter(([source]) => !rule.ignore.includes(source) && !over.has(source));
    const reported = {
      ...Object.fromEntries(still),
      ...Object.fromEntries(news.map((one) => [one.source, one.last])),
    };
    const summary = `${counted(news.length, "source")} newly silent, ${back.length} active again, ${Object.keys(reported).length} silent in total.`;
    return {
      ignore: summary,
      leaves: [putSnapshot(LOOK, reported)],
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
              detail: `active again at ${clock(last)} (silent from ${clock(known.get(source) ?? last)})`,
            })),
          ],
        },
      }),
    };
  },
});

const hours = (ms: number): string =>
  ms < HOUR_MS ? "under an hour" : counted(Math.round(ms / HOUR_MS), "hour");

export type ListenedSource = Awaited<ReturnType<typeof listenedSources>>[number];

/**
 * Lists all sources that have ever sent a delivery and are not ignored, and marks the silent ones.
 * @param now Unix milliseconds
 */
export async function listenedSources(
  history: Pick<History, "readRhythms">,
  settings: Pick<Settings, "automations">,
  now: number,
) {
  const rule = readSettings(settings, "silent-source");
  const rhythms = await history.readRhythms({
    silentSince: now - rule.leastHours * HOUR_MS,
    learnMs: rule.learnDays * DAY_MS,
  });
  return rhythms
    .filter(({ source }) => source !== "schedule" && source !== "console" && !rule.ignore.includes(source))
    .map(({ source, last, rhythm }) => {
      const isKnown =
        rhythm && rhythm.events >= rule.leastEvents && last - rhythm.first >= rule.leastDays * DAY_MS;
      const isQuiet = isKnown && now - last > rule.factor * rhythm.longestGap;
      /** The source's longest earlier silence if the present one is too long, or `null` otherwise. */
      return { source, last, quietBeyond: isQuiet ? rhythm.longestGap : null };
    });
}
