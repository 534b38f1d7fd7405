// When a source is quiet: said once, for the notice and for the overview.
import { DAY_MS, HOUR_MS } from "../../base/days.ts";
import type { settingsOf } from "../settings.ts";
import type { History, SourceRhythm } from "./automation.ts";

type SilentSource = ReturnType<typeof settingsOf<"silent-source">>;

/** A source that has delivered. Times are Unix milliseconds. */
export interface ListenedSource {
  readonly source: string;
  readonly last: number;
  /** Its longest silence before this one, where it is quiet for longer than that explains; `null` where it is not. */
  readonly quietBeyond: number | null;
}

/** Every source that has delivered and is not to be ignored, and which of them are quiet. @param now Unix milliseconds */
export async function listenedSources(
  history: Pick<History, "readRhythms">,
  rule: SilentSource,
  now: number,
): Promise<ListenedSource[]> {
  const heard = await history.readRhythms({
    silentSince: now - rule.leastHours * HOUR_MS,
    learnMs: rule.learnDays * DAY_MS,
  });
  return heard
    .filter(({ source }) => source !== "schedule" && !rule.ignore.includes(source))
    .map(({ source, last, rhythm }) => ({
      source,
      last,
      quietBeyond:
        rhythm && isKnown(rhythm, last, rule) && now - last > rule.factor * rhythm.longestGap
          ? rhythm.longestGap
          : null,
    }));
}

const isKnown = (
  { events, first }: NonNullable<SourceRhythm["rhythm"]>,
  last: number,
  { leastEvents, leastDays }: SilentSource,
): boolean => events >= leastEvents && last - first >= leastDays * DAY_MS;
