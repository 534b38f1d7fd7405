// The chart of the last 24 hours on the overview.
import type { FC } from "hono/jsx";
import { chart, type Hour, SERIES } from "./chart.ts";
import { count } from "./visible.ts";

const HOUR = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", hour: "2-digit", minute: "2-digit" });

/** The last 24 hours: drawn, and as a table for who can't see it or wants the figures. */
export const DayChart: FC<{ readonly hours: readonly Hour[] }> = ({ hours }) => {
  const { width, height, bars, lines, labels } = chart(hours);
  const sum = (series: (typeof SERIES)[number]) => hours.reduce((total, hour) => total + hour[series], 0);
  const totals = SERIES.map((series) => `${count(sum(series))} ${series}`).join(", ");
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`The last 24 hours: ${totals}`}>
        {lines.map(({ y, value }) => (
          <g class="grid">
            <line x1="36" x2={width} y1={y} y2={y} />
            <text x="30" y={y + 4} text-anchor="end">
              {count(value)}
            </text>
          </g>
        ))}
        {bars.map(({ series, ...place }) => (
          <rect class={series} {...place} rx="1" />
        ))}
        {labels.map(({ x, at }) => (
          <text class="label" x={x} y={height - 4} text-anchor="middle">
            {HOUR.format(at)}
          </text>
        ))}
      </svg>
      <figcaption>
        <ul class="legend">
          {SERIES.map((series) => (
            <li>
              <svg class="key" viewBox="0 0 10 10" aria-hidden="true">
                <rect class={series} width="10" height="10" rx="2" />
              </svg>
              {series} <strong>{count(sum(series))}</strong>
            </li>
          ))}
          <li class="dim">hours in UTC</li>
        </ul>
      </figcaption>
      <details>
        <summary>As a table</summary>
        <section class="wide" tabindex={0} aria-label="The last 24 hours by hour">
          <table>
            <thead>
              <tr>
                <th scope="col">Hour (UTC)</th>
                {SERIES.map((series) => (
                  <th scope="col" class="n">
                    {series}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.map((hour) => (
                <tr>
                  <th scope="row">{HOUR.format(hour.at)}</th>
                  {SERIES.map((series) => (
                    <td class="n">{count(hour[series])}</td>
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
