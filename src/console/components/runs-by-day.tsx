// The runs of the last days on the overview: a bar for each day, and figures that lead to the runs.
import type { FC } from "hono/jsx";
import type { DayCount } from "../../ledger/overview.ts";
import { RUN_GROUP, RUN_GROUPS, type RunGroup } from "../../ledger/states.ts";
import { useTimeZone } from "./frame.ts";
import { Table } from "./tables.tsx";
import { count } from "./text.tsx";

/** Units of a bar: the longest bar, and the least part, so that one failure shows beside thousands. */
const [LONGEST, LEAST] = [100, 2];

/** The parts of a day's bar, from left to right. @param most The runs of the busiest day */
export function barParts(runs: DayCount["runs"], most: number) {
  let x = 0;
  return RUN_GROUPS.flatMap((group) => {
    if (runs[group] === 0) return [];
    const part = { group, x, width: Math.max(LEAST, (runs[group] / most) * LONGEST) };
    x += part.width;
    return [part];
  });
}

const sum = (runs: DayCount["runs"]): number => RUN_GROUPS.reduce((total, group) => total + runs[group], 0);

/** Runs by the day they began. */
export const RunsByDay: FC<{ readonly of: readonly DayCount[] }> = ({ of: days }) => {
  const timeZone = useTimeZone();
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short" });
  const most = Math.max(...days.map(({ runs }) => sum(runs)));
  if (most === 0) {
    const events = `/events?since=${days[0]?.at}`;
    return (
      <p class="empty">
        No run began in the last {days.length} days. <a href={events}>See what came in</a>
      </p>
    );
  }
  const figures = (group: RunGroup) => ({
    class: "n",
    cell: ({ at, until, runs }: DayCount) =>
      runs[group] === 0 ? (
        <span class="dim">0</span>
      ) : (
        <a href={`/runs?since=${at}&until=${until}&state=${group}`}>
          {count(runs[group])}
          <span class="unseen">
            {" "}
            {RUN_GROUP[group].words} on {format.format(at)}
          </span>
        </a>
      ),
  });
  const shown = RUN_GROUPS.filter((group) => days.some(({ runs }) => runs[group] > 0));
  const [yesterday, today] = days.slice(-2);
  return (
    <>
      {yesterday && today && (
        <ul class="counts">
          {shown.map((group) => (
            <li>
              <a href={`/runs?since=${today.at}&state=${group}`}>
                <strong>{count(today.runs[group])}</strong> {RUN_GROUP[group].words} today
                <span class="under">{count(yesterday.runs[group])} yesterday</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Table
        of={days.toReversed()}
        class="cards list days"
        columns={{
          Day: { names: true, cell: ({ at }) => format.format(at) },
          Runs: {
            class: "bar",
            cell: ({ runs }) => (
              <>
                {count(sum(runs))}
                <svg
                  viewBox={`0 0 ${LONGEST + LEAST * RUN_GROUPS.length} 10`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  {barParts(runs, most).map(({ group, ...place }) => (
                    <rect class={RUN_GROUP[group].tone} y="0" height="10" {...place} />
                  ))}
                </svg>
              </>
            ),
          },
          ...Object.fromEntries(shown.map((group) => [RUN_GROUP[group].words, figures(group)])),
        }}
      />
    </>
  );
};
