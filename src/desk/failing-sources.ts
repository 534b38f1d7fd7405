// Notifies operators of senders that are silent for longer than usual, and of senders whose last deliveries all failed
// verification or could not be read.
import { DAY_MS, formatDuration, HOUR_MS } from "../base/days.ts";
import { log } from "../base/log.ts";
import { readSite, readVariable } from "../env.ts";
import type { Settings } from "../kit/settings.ts";
import { readRejectedSources, readSourceActivity } from "../ledger/events.ts";
import { readRhythms } from "../ledger/history.ts";
import { titleSource } from "../systems/reply/replies.ts";
import { type Check, REMEDIES } from "../systems/system.ts";
import type { RefusedInWeek, SilentSource } from "./control/notes.ts";
import { findControl } from "./directory.ts";
import { notifyOnceIn, type Watch } from "./watches.ts";

/**
 * Minimum failed deliveries in a row for which a source is reported. Fewer prove nothing, because anyone on the
 * internet can send a delivery that fails.
 */
const MIN_FAILED = 3;
/** How far back the cron checks for failures, in milliseconds. */
const RECENT_MS = 10 * 60_000;

/** A source whose last deliveries could not be verified (`refused`), or could not be read (`rejected`). */
interface FailingSource extends Pick<Activity, "acceptedAt"> {
  readonly source: string;
  readonly refused: number;
  readonly rejected: number;
  /** The check that the last refused delivery failed; `null` if none was refused. */
  readonly check: Check | null;
}

interface Activity {
  readonly source: string;
  /**
   * The time of the last accepted delivery, in Unix milliseconds, or of the oldest of the five newest deliveries if all
   * five were rejected; `null` if there are fewer deliveries and none was accepted.
   */
  readonly acceptedAt: number | null;
  readonly rejected: number;
}

/** Lists the sources whose last deliveries, at least {@link MIN_FAILED}, all failed. */
export function findFailingSources(
  activity: readonly Activity[],
  refusals: readonly RefusedInWeek[],
): FailingSource[] {
  return activity.flatMap(({ source, acceptedAt, rejected }): FailingSource[] => {
    const later = refusals.filter((one) => one.source === source && one.lastAt > (acceptedAt ?? 0));
    const since = Math.floor((acceptedAt ?? 0) / HOUR_MS);
    const refused = later
      .flatMap(({ hours }) => Object.entries(hours))
      .reduce((sum, [hour, more]) => sum + (Number(hour) >= since ? more : 0), 0);
    return refused + rejected >= MIN_FAILED
      ? [{ source, acceptedAt, refused, rejected, check: later[0]?.check ?? null }]
      : [];
  });
}

export function formatFailingSource({ source, refused, rejected, check }: FailingSource): string {
  const [to, last] = [titleSource(source), `The last ${refused + rejected} deliveries`];
  if (check === null) return `${last} from ${to} were rejected: Reeve can't read them.`;
  const why = `refused (${check.replaceAll("_", " ")}): ${REMEDIES[check]}.`;
  if (rejected === 0) return `${last} to ${to}'s address were ${why}`;
  return `${last} to ${to}'s address failed. Reeve can't read ${rejected} of them; ${refused} ${refused === 1 ? "was" : "were"} ${why}`;
}

/** Notifies operators of sources whose last deliveries all failed, at most once a day for each source. */
export async function watchSources(watch: Watch): Promise<void> {
  const { env, now } = watch;
  const refusals = await findControl(env).refusals();
  const recent = refusals.filter(({ lastAt }) => lastAt > now - RECENT_MS).map(({ source }) => source);
  const sources = new Set([...recent, ...(await readRejectedSources(env.LEDGER, now - RECENT_MS))]);
  if (sources.size === 0) return;
  for (const failing of findFailingSources(await readSourceActivity(env.LEDGER, [...sources]), refusals)) {
    const { source, refused, rejected } = failing;
    const summary = formatFailingSource(failing);
    const notice = { title: "Deliveries fail", summary, page: `/sources/${source}` };
    if (await notifyOnceIn(DAY_MS, `refusals:${source}`, notice, watch))
      log("deliveries_fail", { level: "alert", source, refused, rejected });
  }
}

/**
 * Lists all sources with recorded or counted deliveries, each with its longest earlier silence if the current silence
 * is too long. The schedule and the console are left out.
 * @param now Unix milliseconds
 */
async function readSilences(db: D1Database, { silence: rule }: Pick<Settings, "silence">, now: number) {
  const rhythms = await readRhythms(db, {
    silentSince: now - rule.leastHours * HOUR_MS,
    learnMs: rule.learnDays * DAY_MS,
  });
  return rhythms
    .filter(({ source }) => source !== "schedule" && source !== "console")
    .map(({ source, last, rhythm }) => {
      const isKnown =
        rhythm && rhythm.events >= rule.leastEvents && last - rhythm.first >= rule.leastDays * DAY_MS;
      const isSilent =
        isKnown && !rule.ignore.includes(source) && now - last > rule.factor * rhythm.longestGap;
      return { source, last, longestGap: isSilent ? rhythm.longestGap : null };
    });
}

export const formatSilence = ({ source, since }: SilentSource): string =>
  `At the last hourly check, ${titleSource(source)} had been silent for longer than usual: since ${new Date(since).toISOString()}.`;

/** Notifies operators once if a source has been silent for longer than usual, and once when it is active again. */
export async function watchSilences(
  { env, now, notify }: Watch,
  settings: Pick<Settings, "silence">,
): Promise<void> {
  const control = findControl(env);
  const { silent } = await control.health(readVariable(env, "DESKS"));
  for (const { source, last, longestGap } of await readSilences(env.LEDGER, settings, now)) {
    const reported = silent.find((one) => one.source === source)?.since ?? null;
    if (longestGap === null ? reported === null : reported === last) continue;
    const site = readSite(env);
    const send = (kind: "silent" | "active", title: string, summary: string) =>
      notify({ key: `${kind}:${source}:${last}`, title, summary, link: site && `${site}/sources/${source}` });
    if (longestGap !== null) {
      const usual = `Its longest silence in ${settings.silence.learnDays} days was ${formatDuration(longestGap)}.`;
      await send("silent", "A source is silent", `${formatSilence({ source, since: last })} ${usual}`);
      log("source_silent", { level: "alert", source });
    } else if (reported !== null && last > reported) {
      const summary = `${titleSource(source)} was silent for ${formatDuration(last - reported)}.`;
      await send("active", "A source is active again", summary);
    }
    await control.setNoticeMark(`silent:${source}`, longestGap === null ? null : last);
  }
}
