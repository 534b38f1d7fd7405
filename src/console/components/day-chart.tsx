// The chart of the last 24 hours on the overview: the runs that began in each hour, by how they stand now.
import { type FC, useContext } from "hono/jsx";
import type { HourCount } from "../../ledger/overview.ts";
import { RUN_GROUP, RUN_GROUPS, type RunGroup } from "../../ledger/states.ts";
import { PageClock } from "./text.tsx";
import { count } from "./visible.ts";

const HOUR_MS = 3_600_000;

/** The chart's own units: an hour's width, and the height of all of it. */
const [SLOT, HEIGHT] = [10, 100];
/** As low as a part gets: a single failure is seen beside thousands, and can be clicked. */
const LEAST = 3;
const LABEL_EVERY = 6;

/** A part of an hour's bar. */
export interface Bar {
  readonly hour: HourCount;
  readonly group: RunGroup;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Hours as bars, what went well at the bottom; and the figure that the top stands for. */
export function bars(hours: readonly HourCount[]): { readonly top: number; readonly bars: readonly Bar[] } {
  const top = niceCeiling(Math.max(1, ...hours.map(sum)));
  return {
    top,
    bars: hours.flatMap((hour, n) => {
      let y = HEIGHT;
      return RUN_GROUPS.flatMap((group) => {
        if (hour.runs[group] === 0) return [];
        const height = Math.min(y, Math.max(LEAST, (hour.runs[group] / top) * HEIGHT));
        y -= height;
        return [{ hour, group, x: n * SLOT + 1, y: round(y), width: SLOT - 2, height: round(height) }];
      });
    }),
  };
}

const sum = ({ runs }: HourCount): number => RUN_GROUPS.reduce((total, group) => total + runs[group], 0);

/** The next of 2, 4, 10, 20, 40, 100 … : half of it is whole. */
function niceCeiling(value: number): number {
  for (let step = 1; ; step *= 10) {
    const found = [2, 4, 10].find((nice) => value <= nice * step);
    if (found) return found * step;
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** The list of the runs that began in an hour, or since then, in one of the groups or in all. */
const listOf = (since: number, until: number | null, group?: RunGroup): string =>
  `/runs?since=${since}${until === null ? "" : `&until=${until}`}${group ? `&state=${group}` : ""}`;

/** The last 24 hours: drawn, and as a table for who can't see it or wants the figures. Each part leads to its runs. */
export const DayChart: FC<{ readonly hours: readonly HourCount[] }> = ({ hours }) => {
  const timeZone = useContext(PageClock);
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  const { top, bars: drawn } = bars(hours);
  const of = (group: RunGroup) => hours.reduce((total, hour) => total + hour.runs[group], 0);
  const shown = RUN_GROUPS.filter((group) => of(group) > 0);
  const first = hours[0]?.at ?? 0;
  if (shown.length === 0)
    return (
      <p class="empty">
        No run began in the last 24 hours. <a href="/events?since=24h">See what came in</a>
      </p>
    );
  return (
    <figure class="chart" aria-label="Runs that began in the last 24 hours">
      <div class="plot">
        <div class="scale" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span>{count(value)}</span>
          ))}
        </div>
        {/* For the pointer; the table below has the same links for everybody. */}
        <svg viewBox={`0 0 ${hours.length * SLOT} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line x1="0" x2={hours.length * SLOT} y1={y} y2={y} />
          ))}
          {hours.map((hour, n) => (
            <a href={listOf(hour.at, hour.at + HOUR_MS)} tabindex={-1}>
              <title>{`${format.format(hour.at)}: ${count(sum(hour))} in all`}</title>
              <rect class="hour" x={n * SLOT} y="0" width={SLOT} height={HEIGHT} />
            </a>
          ))}
          {drawn.map(({ hour: { at, runs }, group, ...place }) => (
            <a href={listOf(at, at + HOUR_MS, group)} tabindex={-1}>
              <title>{`${format.format(at)}: ${count(runs[group])} ${RUN_GROUP[group].words}`}</title>
              <rect class={RUN_GROUP[group].tone} {...place} />
            </a>
          ))}
        </svg>
        <div class="hours" aria-hidden="true">
          {hours
            .filter((_, n) => n % LABEL_EVERY === 0)
            .map(({ at }) => (
              <span>{format.format(at)}</span>
            ))}
        </div>
      </div>
      <figcaption>
        <ul class="legend">
          {shown.map((group) => (
            <li>
              <svg class="key" viewBox="0 0 10 10" aria-hidden="true">
                <rect class={RUN_GROUP[group].tone} width="10" height="10" rx="2" />
              </svg>
              <a href={listOf(first, null, group)}>
                {RUN_GROUP[group].words} <strong>{count(of(group))}</strong>
              </a>
            </li>
          ))}
        </ul>
      </figcaption>
      <details>
        <summary>As a table</summary>
        <section class="wide" tabindex={0} aria-label="Runs by the hour in which they began">
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                {shown.map((group) => (
                  <th scope="col" class="n">
                    {RUN_GROUP[group].words}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.map(({ at, runs }) => (
                <tr>
                  <th scope="row">{format.format(at)}</th>
                  {shown.map((group) => (
                    <td class="n">
                      {runs[group] === 0 ? (
                        "0"
                      ) : (
                        <a href={listOf(at, at + HOUR_MS, group)}>
                          {count(runs[group])}
                          <span class="unseen">
                            {" "}
                            {RUN_GROUP[group].words}, from {format.format(at)}
                          </span>
                        </a>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
};
