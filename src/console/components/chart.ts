// The geometry of the chart of the last 24 hours.

/** What a chart shows for one hour. */
export interface Hour {
  /** When it begins, Unix milliseconds. */
  readonly at: number;
  readonly received: number;
  readonly done: number;
  readonly failed: number;
  readonly held: number;
}

export const SERIES = ["received", "done", "failed", "held"] as const;
type Series = (typeof SERIES)[number];

/** A rectangle of the chart, in its units. */
export interface Bar {
  readonly series: Series;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A chart, as what to draw. */
export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly Bar[];
  /** The lines behind it: where, and what they stand for. */
  readonly lines: readonly { readonly y: number; readonly value: number }[];
  /** Labels under it: where, and which hour. */
  readonly labels: readonly { readonly x: number; readonly at: number }[];
}

const [WIDTH, HEIGHT] = [720, 150];
const [LEFT, TOP, BOTTOM] = [36, 8, 20];
const LABEL_EVERY = 6;

/**
 * Hours as bars: for each hour, what was received in the back, and before it what ended, stacked. A count above 0 is
 * never lower than one unit, so that a single failure is seen beside thousands.
 */
export function chart(hours: readonly Hour[]): Chart {
  const top = niceCeiling(
    Math.max(1, ...hours.map(({ received, done, failed, held }) => Math.max(received, done + failed + held))),
  );
  const plot = HEIGHT - TOP - BOTTOM;
  const slot = (WIDTH - LEFT) / Math.max(1, hours.length);
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(1, (value / top) * plot));
  const floor = HEIGHT - BOTTOM;
  const bars = hours.flatMap((hour, n) => {
    const x = LEFT + n * slot;
    const back = { series: "received" as const, x: x + slot * 0.1, width: slot * 0.8 };
    const front = { x: x + slot * 0.3, width: slot * 0.4 };
    const drawn: Bar[] = [];
    if (hour.received > 0) {
      const height = heightOf(hour.received);
      drawn.push({ ...back, y: floor - height, height });
    }
    let y = floor;
    for (const series of ["done", "held", "failed"] as const) {
      const height = heightOf(hour[series]);
      if (height === 0) continue;
      y = Math.max(TOP, y - height);
      drawn.push({ series, ...front, y, height });
    }
    return drawn.map((bar) => ({
      ...bar,
      x: round(bar.x),
      y: round(bar.y),
      width: round(bar.width),
      height: round(bar.height),
    }));
  });
  return {
    width: WIDTH,
    height: HEIGHT,
    bars,
    lines: [0, top / 2, top].map((value) => ({ value, y: round(floor - (value / top) * plot) })),
    labels: hours.flatMap(({ at }, n) =>
      n % LABEL_EVERY === 0 ? [{ at, x: round(LEFT + (n + 0.5) * slot) }] : [],
    ),
  };
}

/** The next of 2, 4, 10, 20, 40, 100 … : half of it is whole. */
function niceCeiling(value: number): number {
  for (let step = 1; ; step *= 10) {
    const found = [2, 4, 10].find((nice) => value <= nice * step);
    if (found) return found * step;
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;
