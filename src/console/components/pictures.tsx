// Small pictures that pages share. Screen readers skip the drawings, because the page also shows their data in words.
import type { FC } from "hono/jsx";
import { type HourOfSource, lastHours } from "../../ledger/events.ts";
import type { Known } from "../../ledger/known.ts";
import type { MassChange } from "../../ledger/mass-changes.ts";
import { useTimeZone } from "./frame.ts";
import { Facts, listAt } from "./lists.tsx";
import { count, Text } from "./text.tsx";

/** Draws a bar on an axis, from one percentage of the axis to another. Every bar has at least the minimum length. */
export const Bar: FC<{ readonly tone: string; readonly from?: number; readonly to: number }> = (props) => {
  const { tone, from = 0, to } = props;
  const end = Math.min(100, Math.max(MIN_BAR, to));
  return (
    <svg class="axis" aria-hidden="true">
      <line class="track" x2="100%" />
      <line class={tone} x1={`${Math.max(0, Math.min(from, end - MIN_BAR))}%`} x2={`${end}%`} />
    </svg>
  );
};

/** Minimum length of a bar, in percent of the axis. */
const MIN_BAR = 0.7;

/** Height of a strip, and the width of an hour in it, in pixels. */
const [HEIGHT, WIDTH] = [28, 6];

/** Shows a source's deliveries of the last 24 hours as a bar per hour, with failed deliveries in red. */
export const SourceStrip: FC<{ readonly of: readonly HourOfSource[] }> = ({ of: all }) => {
  const hours = lastHours(Date.now());
  const rows = all.filter(({ hour }) => hours.includes(hour));
  const time = new Intl.DateTimeFormat("en-GB", { timeZone: useTimeZone(), timeStyle: "short" });
  const sum = (of: "n" | "failed", at?: number) =>
    rows.reduce((total, row) => total + (at === undefined || row.hour === at ? row[of] : 0), 0);
  const maximum = Math.max(...hours.map((at) => sum("n", at)));
  // The square root makes an hour with few deliveries visible next to an hour with many.
  const high = (n: number) => (n > 0 ? Math.max(3, Math.round(HEIGHT * Math.sqrt(n / maximum))) : 0);
  const draw = (of: "n" | "failed") =>
    hours.map((at, n) => `M${(n + 0.5) * WIDTH} ${HEIGHT}v-${high(sum(of, at))}`).join("");
  const last = hours.findLast((at) => sum("failed", at) > 0);
  return (
    <>
      <svg class="strip" width={hours.length * WIDTH} height={HEIGHT} aria-hidden="true">
        <path class="go" d={draw("n")} />
        <path class="bad" d={draw("failed")} />
      </svg>
      <span class="under">
        <a href={listAt("/events", { source: all[0]?.source ?? "", since: "24h" })}>
          {count(sum("n"))} in 24 hours
        </a>
        {last !== undefined && (
          <strong class="final">
            {" "}
            {count(sum("failed"))} failed, last after {time.format(last)}
          </strong>
        )}
      </span>
    </>
  );
};

/** Compares the runs of a mass change with those of a usual day. */
export const MassBars: FC<{ readonly of: MassChange }> = ({ of: { automation, runs, usual } }) => {
  const row = (n: number, tone: string) => [
    <strong>{count(n)}</strong>,
    <Bar tone={tone} to={(100 * n) / Math.max(runs, usual.perDay)} />,
  ];
  const last = `${automation} in the last hour`;
  return (
    <Facts of={{ [last]: row(runs, "bad"), "On a usual day": row(Math.round(usual.perDay), "quiet") }} />
  );
};

/**
 * Shows a list of names before and after a plan, side by side. A name that is added or removed has a sign, so that the
 * colour is not needed.
 * @param label A noun for the names: `Known owners`
 */
export const BeforeAfter: FC<NonNullable<Known["owners"]> & { readonly label: string }> = (props) => {
  const { label, before, after } = props;
  const list = (of: readonly string[], other: readonly string[], kind: string, sign: string) =>
    of.length === 0
      ? "nobody"
      : of.map((name) => {
          const isKept = other.includes(name);
          const shown = isKept ? name : `${sign} ${name}`;
          return <Text as="span" class={isKept ? "line" : `line ${kind}`} of={shown} />;
        });
  const [now, then] = [list(before, after, "removed", "−"), list(after, before, "added", "+")];
  return <Facts class="facts flow" of={{ [`${label} now`]: now, Then: then }} />;
};
