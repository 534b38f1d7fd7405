// Wall clocks: what they show in a time zone at a moment, and when they show a time.
import { once } from "./once.ts";

/** What clocks show, written as if it were UTC; Unix milliseconds. */
type Shown = number;

const HOUR_MS = 60 * 60_000;
/** Clocks are not changed twice within this. */
const APART_MS = 36 * HOUR_MS;

const formats = once(() => new Map<string, Intl.DateTimeFormat>());

/** How far the clocks of a time zone (IANA) are ahead of UTC at a moment. Milliseconds; whole seconds. */
function aheadIn(timeZone: string, at: number): number {
  const known = formats().get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  if (!known) formats().set(timeZone, format);
  const second = Math.floor(at / 1000) * 1000;
  return Date.parse(`${format.format(second).replace(" ", "T")}Z`) - second;
}

/** What the clocks of a time zone show at a moment. */
export const shownIn = (timeZone: string, at: number): Shown => at + aheadIn(timeZone, at);

/**
 * When the clocks of a time zone show a time: once; twice, where they are set back over it; or never, where they are set
 * forward over it. Then `skippedAt` is the first moment after the gap.
 */
export function momentsOf(
  shown: Shown,
  timeZone: string,
): { readonly moments: readonly number[]; readonly skippedAt: number | null } {
  const [before, after] = [shown - APART_MS, shown + APART_MS].map((at) => aheadIn(timeZone, at));
  if (before === undefined || after === undefined || before === after)
    return { moments: [shown - (after ?? 0)], skippedAt: null };
  const moments = [shown - Math.max(before, after), shown - Math.min(before, after)].filter(
    (at) => shownIn(timeZone, at) === shown,
  );
  return {
    moments,
    skippedAt: moments.length > 0 ? null : changeBetween(shown - after, shown - before, timeZone),
  };
}

/** When clocks that show a time too early at the first moment are first ahead, up to the last. */
function changeBetween(first: number, last: number, timeZone: string): number {
  const ahead = aheadIn(timeZone, last);
  let [still, changed] = [first, last];
  while (changed - still > 1000) {
    const middle = Math.floor((still + changed) / 2000) * 1000;
    if (aheadIn(timeZone, middle) === ahead) changed = middle;
    else still = middle;
  }
  return changed;
}
