// The chart of a period on the overview: the runs that began in each hour or day, by how they stand now.
import { type FC, useContext } from "hono/jsx";
import type { SlotCount } from "../../ledger/period.ts";
import { RUN_GROUP, RUN_GROUPS, type RunGroup } from "../../ledger/states.ts";
import { PageClock } from "./text.tsx";
import { count } from "./visible.ts";

/** The chart's own units: the width of an hour or a day, and the height of all of it. */
const [SLOT, HEIGHT] = [10, 100];
/** As low as a part gets: a single failure is seen beside thousands, and can be clicked. */
const LEAST = 3;

/** Labels below the bars: the first of each so many. A week has seven. */
const LABELS: Readonly<Record<number, number>> = { 24: 6, 30: 6 };

/** A part of the bar of an hour or a day. */
export interface Bar {
  readonly slot: SlotCount;
  readonly group: RunGroup;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Hours or days as bars, what went well at the bottom; and the figure that the top stands for. */
export function bars(slots: readonly SlotCount[]): { readonly top: number; readonly bars: readonly Bar[] } {
  const top = niceCeiling(Math.max(1, ...slots.map(sum)));
  return {
    top,
    bars: slots.flatMap((slot, n) => {
      let y = HEIGHT;
      return RUN_GROUPS.flatMap((group) => {
        if (slot.runs[group] === 0) return [];
        const height = Math.min(y, Math.max(LEAST, (slot.runs[group] / top) * HEIGHT));
        y -= height;
        return [{ slot, group, x: n * SLOT + 1, y: round(y), width: SLOT - 2, height: round(height) }];
      });
    }),
  };
}

const sum = ({ runs }: SlotCount): number => RUN_GROUPS.reduce((total, group) => total + runs[group], 0);

/** The next of 2, 4, 10, 20, 40, 100 … : half of it is whole. */
function niceCeiling(value: number): number {
  for (let step = 1; ; step *= 10) {
    const found = [2, 4, 10].find((nice) => value <= nice * step);
    if (found) return found * step;
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** The list of the runs that began in a time, or since then, in one of the groups or in all. */
const listOf = (since: number, until: number | null, group?: RunGroup): string =>
  `/runs?since=${since}${until === null ? "" : `&until=${until}`}${group ? `&state=${group}` : ""}`;

/**
 * A period: drawn, and as a table for who can't see it or wants the figures. Each part leads to its runs.
 * @param of How long it is: "24 hours"
 */
export const RunsChart: FC<{
  readonly slots: readonly SlotCount[];
  readonly of: string;
  /** What a bar stands for. */
  readonly by: "hour" | "day";
}> = ({ slots, of, by }) => {
  const timeZone = useContext(PageClock);
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    ...(by === "hour" ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" }),
  });
  const { top, bars: drawn } = bars(slots);
  const inAll = (group: RunGroup) => slots.reduce((total, { runs }) => total + runs[group], 0);
  const shown = RUN_GROUPS.filter((group) => inAll(group) > 0);
  const first = slots[0]?.at ?? 0;
  const every = LABELS[slots.length] ?? 1;
  if (shown.length === 0)
    return (
      <p class="empty">
        No run began in the last {of}. <a href={`/events?since=${first}`}>See what came in</a>
      </p>
    );
  return (
    <figure class="chart" aria-label={`Runs that began in the last ${of}`}>
      <div class="plot">
        <div class="scale" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span>{count(value)}</span>
          ))}
        </div>
        {/* For the pointer; the table below has the same links for everybody. */}
        <svg viewBox={`0 0 ${slots.length * SLOT} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line x1="0" x2={slots.length * SLOT} y1={y} y2={y} />
          ))}
          {slots.map((slot, n) => (
            <a href={listOf(slot.at, slot.until)} tabindex={-1}>
              <title>{`${format.format(slot.at)}: ${count(sum(slot))} in all`}</title>
              <rect class="slot" x={n * SLOT} y="0" width={SLOT} height={HEIGHT} />
            </a>
          ))}
          {drawn.map(({ slot: { at, until, runs }, group, ...place }) => (
            <a href={listOf(at, until, group)} tabindex={-1}>
              <title>{`${format.format(at)}: ${count(runs[group])} ${RUN_GROUP[group].words}`}</title>
              <rect class={RUN_GROUP[group].tone} {...place} />
            </a>
          ))}
        </svg>
        <div class={`labels of-${Math.ceil(slots.length / every)}`} aria-hidden="true">
          {slots
            .filter((_, n) => n % every === 0)
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
                {RUN_GROUP[group].words} <strong>{count(inAll(group))}</strong>
              </a>
            </li>
          ))}
        </ul>
      </figcaption>
      <details>
        <summary>As a table</summary>
        <section class="wide" tabindex={0} aria-label={`Runs by the ${by} in which they began`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{by === "hour" ? "From" : "Day"}</th>
                {shown.map((group) => (
                  <th scope="col" class="n">
                    {RUN_GROUP[group].words}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {slots.map(({ at, until, runs }) => (
                <tr>
                  <th scope="row">{format.format(at)}</th>
                  {shown.map((group) => (
                    <td class="n">
                      {runs[group] === 0 ? (
                        "0"
                      ) : (
                        <a href={listOf(at, until, group)}>
                          {count(runs[group])}
                          <span class="unseen">
                            {" "}
                            {RUN_GROUP[group].words}, {by === "hour" ? "from" : "on"} {format.format(at)}
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
