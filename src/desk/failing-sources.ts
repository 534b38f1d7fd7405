// Finds senders whose last deliveries all failed verification or could not be read, and notifies operators.
import { DAY_MS, HOUR_MS } from "../base/days.ts";
import { log } from "../base/log.ts";
import type { Env } from "../env.ts";
import { readRejectedSources, readSourceActivity } from "../ledger/events.ts";
import { titleSource } from "../systems/reply/replies.ts";
import { type Check, REMEDIES } from "../systems/system.ts";
import type { RefusedInWeek } from "./control/notes.ts";
import { findControl } from "./directory.ts";
import { type NotifyOperators, notifyOnceIn } from "./watches.ts";

/** Minimum failed deliveries in a row. Fewer prove nothing, because anyone on the internet can send one. */
const MIN_FAILED = 3;
/** How far back the cron checks for failures. */
const RECENT_MS = 10 * 60_000;

/** A source whose last deliveries could not be verified (`refused`), or could not be read (`rejected`). */
type FailingSource = { readonly source: string; readonly n: number } & (
  | { readonly how: "refused"; readonly check: Check }
  | { readonly how: "rejected" }
);

interface Activity {
  readonly source: string;
  readonly lastAt: number | null;
  readonly rejected: number;
}

/** Lists the sources whose last deliveries all failed. */
export function findFailingSources(
  activity: readonly Activity[],
  refusals: readonly RefusedInWeek[],
): FailingSource[] {
  return activity.flatMap(({ source, lastAt, rejected }): FailingSource[] => {
    const later = refusals.filter((one) => one.source === source && one.lastAt > (lastAt ?? 0));
    const since = Math.floor((lastAt ?? 0) / HOUR_MS);
    const n = later
      .flatMap(({ hours }) => Object.entries(hours))
      .reduce((sum, [hour, more]) => sum + (Number(hour) >= since ? more : 0), 0);
    if (later[0] && n >= MIN_FAILED) return [{ source, how: "refused", n, check: later[0].check }];
    return rejected >= MIN_FAILED ? [{ source, how: "rejected", n: rejected }] : [];
  });
}

export const formatFailingSource = ({ source, n, ...failing }: FailingSource): string =>
  failing.how === "refused"
    ? `The last ${n} deliveries to ${titleSource(source)}'s address were refused (${failing.check.replaceAll("_", " ")}): ${REMEDIES[failing.check]}.`
    : `The last ${n} deliveries from ${titleSource(source)} were rejected: Reeve can't read them.`;

/** Notifies operators of sources whose last deliveries all failed, at most once a day for each source. */
export async function watchSources(env: Env, now: number, notify: NotifyOperators): Promise<void> {
  const refusals = await findControl(env).refusals();
  const recent = refusals.filter(({ lastAt }) => lastAt > now - RECENT_MS).map(({ source }) => source);
  const sources = new Set([...recent, ...(await readRejectedSources(env.LEDGER, now - RECENT_MS))]);
  if (sources.size === 0) return;
  for (const failing of findFailingSources(await readSourceActivity(env.LEDGER, [...sources]), refusals)) {
    const page = `/sources/${failing.source}`;
    const notice = { title: "Deliveries fail", summary: formatFailingSource(failing), page };
    const { source, how, n } = failing;
    if (await notifyOnceIn(DAY_MS, `refusals:${source}`, notice, { env, now, notify }))
      log("deliveries_fail", { level: "alert", source, how, n });
  }
}
