// Finds sources that have fallen silent, for the notice and the overview.
import { DAY_MS, HOUR_MS } from "../../base/days.ts";
import type { readSettings } from "../settings.ts";
import type { History } from "./automation.ts";

type SilentSource = ReturnType<typeof readSettings<"silent-source">>;

export type ListenedSource = Awaited<ReturnType<typeof listenedSources>>[number];

/** All sources that ever delivered and are not ignored, with the quiet ones marked. @param now Unix milliseconds */
export async function listenedSources(
  history: Pick<History, "readRhythms">,
  rule: SilentSource,
  now: number,
) {
  const heard = await history.readRhythms({
    silentSince: now - rule.leastHours * HOUR_MS,
    learnMs: rule.learnDays * DAY_MS,
  });
  return heard
    .filter(({ source }) => source !== "schedule" && source !== "console" && !rule.ignore.includes(source))
    .map(({ source, last, rhythm }) => {
      const isKnown =
        rhythm && rhythm.events >= rule.leastEvents && last - rhythm.first >= rule.leastDays * DAY_MS;
      const isQuiet = isKnown && now - last > rule.factor * rhythm.longestGap;
      /** The longest silence of a source before this one, if this one is too long; `null` if not. */
      return { source, last, quietBeyond: isQuiet ? rhythm.longestGap : null };
    });
}
