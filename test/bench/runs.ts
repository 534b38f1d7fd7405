import { recordOthers } from "../support/other-events.ts";
import { type Arena, openArena, type Worked } from "./arena.ts";
import { median } from "./figures/statistics.ts";
import { amount, type Figure } from "./figures/table.ts";
import { firstEffect } from "./first-effect.ts";
import { CONNECTIONS } from "./load.ts";
import { stopped } from "./stopped.ts";

const WARM_UP = 1_500;
const ROUNDS = 5;
/** Deliveries per round that are sent one after another on each connection. */
const STEADY = 800;

/**
 * Compares Reeve with the floor on one tenant, for deliveries that each make a connector owner, until their runs end.
 */
export async function runs(): Promise<Figure[]> {
  const first = await firstEffect();
  const slow = await slowService();
  await using arena = await openArena();
  await arena.work("reeve", WARM_UP, CONNECTIONS);
  await arena.work("floor", WARM_UP, CONNECTIONS);
  const reeve: Worked[] = [];
  const floor: Worked[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    reeve.push(await arena.work("reeve", STEADY, CONNECTIONS));
    floor.push(await arena.work("floor", STEADY, CONNECTIONS));
  }
  const of = (worked: readonly Worked[], what: keyof Worked) => median(worked.map((seen) => seen[what]));
  return [
    {
      name: "runs : floor",
      reeve: STEADY / of(reeve, "seconds"),
      control: STEADY / of(floor, "seconds"),
      unit: "/s",
      target: { of: "ratio", at: "least", bound: 0.5 },
    },
    {
      name: "runs, CPU of one : floor",
      reeve: of(reeve, "microseconds"),
      control: of(floor, "microseconds"),
      unit: "µs",
      target: { of: "ratio", at: "most", bound: 2.8 },
    },
    {
      name: "runs, written to disk for one",
      reeve: of(reeve, "bytes") / 1_000,
      control: of(floor, "bytes") / 1_000,
      unit: "kB",
      target: { of: "figure", at: "most", bound: 130 },
    },
    {
      name: "runs, acknowledged while working, p99",
      reeve: of(reeve, "acknowledgedMs"),
      control: of(floor, "acknowledgedMs"),
      unit: "ms",
      target: { of: "figure", at: "most", bound: 150 },
    },
    ...(await burst(arena)),
    await lateEvents(arena),
    ...first,
    slow,
    await stopped(),
  ];
}

const BURST = 1_000;
const BURST_CONNECTIONS = 200;

/** Measures many concurrent deliveries, from the first delivery to the last owner. */
async function burst(arena: Arena): Promise<Figure[]> {
  const reeve = await arena.work("reeve", BURST, BURST_CONNECTIONS);
  const floor = await arena.work("floor", BURST, BURST_CONNECTIONS);
  const name = `runs, burst of ${BURST.toLocaleString("en-US")} over ${BURST_CONNECTIONS} connections`;
  return [{ name, reeve: reeve.seconds, control: floor.seconds, unit: "s" }];
}

const EVENTS_SINCE = 10_000;
const LATE_MS = 24 * 60 * 60_000;
/** Late events per round. */
const LATE = 400;

/** Compares the cost of events that are a day late, as after an outage, with that of new events. */
async function lateEvents(arena: Arena): Promise<Figure> {
  await recordOthers(arena.reeve.ledger, EVENTS_SINCE, Date.now());
  const late: number[] = [];
  const now: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    late.push((await arena.work("reeve", LATE, CONNECTIONS, LATE_MS)).microseconds);
    now.push((await arena.work("reeve", LATE, CONNECTIONS)).microseconds);
  }
  return {
    name: `runs, CPU of one a day late, ${EVENTS_SINCE.toLocaleString("en-US")} events since : of now`,
    reeve: median(late),
    control: median(now),
    unit: "µs",
    target: { of: "ratio", at: "most", bound: 1.1 },
  };
}

/** Response time of a distant or busy service, in milliseconds. */
const SLOW_ANSWER_MS = 50;
const SLOW_RUNS = 400;

/** Measures runs per second with a slow service, where the number of concurrent calls is decisive. */
async function slowService(): Promise<Figure> {
  await using arena = await openArena(SLOW_ANSWER_MS);
  for (const who of ["reeve", "floor"] as const) await arena.work(who, SLOW_RUNS, CONNECTIONS);
  const reeve = await arena.work("reeve", SLOW_RUNS, CONNECTIONS);
  const floor = await arena.work("floor", SLOW_RUNS, CONNECTIONS);
  return {
    name: `runs, answers after ${SLOW_ANSWER_MS} ms`,
    reeve: SLOW_RUNS / reeve.seconds,
    control: SLOW_RUNS / floor.seconds,
    unit: "/s",
    target: { of: "figure", at: "least", bound: 200 },
    note: `CPU of one ${amount(reeve.microseconds, "µs")}, the floor's ${amount(floor.microseconds, "µs")}`,
  };
}
