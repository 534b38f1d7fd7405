// A run as a picture: a row for each step, with its words, and its bar on one axis from receipt to end.
import type { FC } from "hono/jsx";
import { withUnseenNamed } from "../../base/text.ts";
import { isOver } from "../../desk/run/journal.ts";
import type { Run } from "../../desk/run/run.ts";
import { useTimeZone } from "./frame.ts";
import {
  listRows,
  listSegments,
  listTicks,
  type Placed,
  placeSegments,
  type TimelineEntry,
} from "./run-timeline.ts";
import { exactly, Sentence, span, Text, Time } from "./text.tsx";

/** The least distance of two moments on the axis, percent: on a phone it has room for a day and a time. */
const TICKS_APART = 34;

/** The steps of a run on a time axis. Its rows say in words what their bars show. */
export const RunPicture: FC<{
  readonly run: Run;
  /** Oldest first. */
  readonly trail: readonly TimelineEntry[];
  /** True if no entry is missing. */
  readonly isWhole: boolean;
}> = ({ run, trail, isWhole }) => {
  const now = Date.now();
  const timeZone = useTimeZone();
  const isEnded = isOver(run);
  const segments = placeSegments(listSegments(run, trail, isWhole, now));
  const ticks = listTicks(segments, TICKS_APART);
  const last = segments.at(-1)?.to ?? now;
  const time = formatAxis(run.createdAt, last, timeZone);
  const isShort = last - run.createdAt < 60_000;
  const name = (at: number) => (isShort && at > run.createdAt ? `+${span(at - run.createdAt)}` : time(at));
  return (
    <section class="card picture" aria-labelledby="picture">
      <header>
        <h2 id="picture">
          {isEnded ? "It took" : "So far"} {span(last - run.createdAt)}
        </h2>
        <p class="dim">
          from {exactly(run.createdAt, timeZone)}, <Time at={run.createdAt} />
        </p>
      </header>
      <ol>
        {listRows(segments).map(({ title, words, segments: own }) => (
          <li>
            <p>
              <strong>
                <Text of={title} most={80} />
              </strong>
              <span class="under">
                <Sentence of={words} />
              </span>
            </p>
            <svg width="100%" aria-hidden="true">
              {ticks.slice(1, -1).map(({ x }) => (
                <line x1={`${x}%`} x2={`${x}%`} y2="100%" />
              ))}
              <line class={isEnded ? "end" : "now"} x1="100%" x2="100%" y2="100%" />
              <svg y="50%" overflow="visible" aria-hidden="true">
                {own.map((segment) => (
                  <Bar of={segment} />
                ))}
              </svg>
            </svg>
          </li>
        ))}
      </ol>
      <svg class="axis" width="100%" height="16" aria-hidden="true">
        {ticks.map(({ x, at }, n) => (
          <text
            x={`${x}%`}
            y="12"
            text-anchor={n === 0 ? "start" : n === ticks.length - 1 ? "end" : "middle"}
          >
            {x === 100 && !isEnded ? "now" : name(at)}
          </text>
        ))}
      </svg>
    </section>
  );
};

/** The least width of a bar that has room for its time, percent. */
const WORDS_WIDTH = 8;

/** Half the height of a bar, pixels: what waits is thin. */
const HALF = { work: 4, call: 7, wait: 2 } as const;

const Bar: FC<{ readonly of: Placed }> = ({ of: { is, tone, x, width, from, to, isCut, words } }) => (
  <>
    <rect class={`${is} ${tone}`} x={`${x}%`} width={`${width}%`} y={-HALF[is]} height={2 * HALF[is]} rx="2">
      <title>{withUnseenNamed(words)}</title>
    </rect>
    {isCut && width > WORDS_WIDTH && (
      <svg x={`${x + width / 2}%`} overflow="visible" aria-hidden="true">
        <path class="cut" d="M-5 6L-1 -6M1 6L5 -6" />
        <text y="-9" text-anchor="middle">
          {span(to - from)}
        </text>
      </svg>
    )}
  </>
);

/** Formats moments between two, all Unix milliseconds: as times, with their days if there are several. */
export function formatAxis(from: number, to: number, timeZone: string): (at: number) => string {
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short" });
  const { format } = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    ...(day.format(from) === day.format(to) ? { second: "2-digit" } : { day: "numeric", month: "short" }),
  });
  return format;
}
