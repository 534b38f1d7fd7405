// The part of the overview that is about a period: its runs, the calls that were made, and what came of approvals.
import type { FC } from "hono/jsx";
import { addDays, dayOf, HOUR_MS, startOfDay } from "../../base/days.ts";
import { type OperationId, operations } from "../../governance/contract/index.ts";
import type { ApprovalCount, OperationCount, PeriodFigures, Slot } from "../../ledger/period.ts";
import { RunsChart } from "../components/runs-chart.tsx";
import { span, Time } from "../components/text.tsx";
import { count } from "../components/visible.ts";

/** The periods there are, by their days. */
const PERIODS = { 1: "24 hours", 7: "7 days", 30: "30 days" } as const;
export type PeriodDays = keyof typeof PERIODS;

/** The hours of a day, or the days of more, up to now: days are those of a time zone, the last one under way. */
export function slotsOf(days: PeriodDays, timeZone: string, now: number): readonly Slot[] {
  if (days === 1) {
    const last = Math.floor(now / HOUR_MS);
    return Array.from({ length: 24 }, (_, n) => {
      const at = (last - 23 + n) * HOUR_MS;
      return { at, until: at + HOUR_MS };
    });
  }
  const today = dayOf(now, timeZone);
  const starts = Array.from({ length: days + 1 }, (_, n) =>
    startOfDay(addDays(today, n + 1 - days), timeZone),
  );
  return starts.slice(1).map((until, n) => ({ at: starts[n] ?? until, until }));
}

interface PeriodProps {
  readonly days: PeriodDays;
  readonly figures: PeriodFigures;
  /** How many runs wait for an approval now. */
  readonly waiting: number;
}

/** What happened in a period, and the choice of another. */
export const Period: FC<PeriodProps> = ({ days, figures, waiting }) => (
  <section aria-labelledby="period">
    <h2 id="period">Runs that began in the last {PERIODS[days]}</h2>
    <nav class="views" aria-label="Period">
      {Object.entries(PERIODS).map(([value, words]) => (
        <a
          href={value === "1" ? "/" : `/?days=${value}`}
          {...(value === String(days) ? { "aria-current": "true" as const } : {})}
        >
          {words}
        </a>
      ))}
    </nav>
    <RunsChart slots={figures.slots} of={PERIODS[days]} by={days === 1 ? "hour" : "day"} />
    {days > 1 && (
      <p class="dim">
        Counted <Time at={figures.countedAt} />; at most every ten minutes.
      </p>
    )}
    <div class="columns">
      <Calls effects={figures.effects} of={PERIODS[days]} />
      <Approvals {...figures.approvals} waiting={waiting} of={PERIODS[days]} />
    </div>
  </section>
);

const Calls: FC<{ readonly effects: readonly OperationCount[]; readonly of: string }> = ({ effects, of }) => (
  <section aria-labelledby="calls">
    <h3 id="calls">Calls that change something, {of}</h3>
    {effects.length === 0 ? (
      <p class="empty">None was made.</p>
    ) : (
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col" class="n">
              carried out
            </th>
            <th scope="col" class="n">
              refused
            </th>
            <th scope="col" class="n">
              unknown
            </th>
          </tr>
        </thead>
        <tbody>
          {effects.map(({ operation, applied, refused, unknown }) => (
            <tr>
              <th scope="row">
                {operations[operation as OperationId]?.summary ?? operation}
                <span class="under">{operation}</span>
              </th>
              <td class="n" data-label="carried out">
                {count(applied)}
              </td>
              <td class="n" data-label="refused">
                {count(refused)}
              </td>
              <td class="n" data-label="unknown">
                {count(unknown)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);

const Approvals: FC<ApprovalCount & { readonly waiting: number; readonly of: string }> = (props) => {
  const { approved, rejected, expired, waiting, medianMs, of } = props;
  const asked = approved + rejected + expired + waiting;
  return (
    <section aria-labelledby="approvals">
      <h3 id="approvals">Approvals, {of}</h3>
      {asked === 0 ? (
        <p class="empty">None was asked for.</p>
      ) : (
        <dl class="facts">
          <Fact name="Asked for">{count(asked)}</Fact>
          <Fact name="Approved">{count(approved)}</Fact>
          <Fact name="Rejected">{count(rejected)}</Fact>
          <Fact name="Expired">{count(expired)}</Fact>
          <Fact name="Still waiting">{waiting === 0 ? "0" : <a href="/approvals">{count(waiting)}</a>}</Fact>
          <Fact name="Median time to a decision">{medianMs === null ? "–" : span(medianMs)}</Fact>
        </dl>
      )}
    </section>
  );
};

const Fact: FC<{ readonly name: string; readonly children?: unknown }> = ({ name, children }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
