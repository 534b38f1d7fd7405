import { openArena, type Worked } from "./arena.ts";
import { disk } from "./disk.ts";
import { firstEffect } from "./first-effect.ts";
import { ledgerLag } from "./ledger-lag.ts";
import { CONNECTIONS } from "./load.ts";
import { median } from "./statistics.ts";
import { amount, type Figure } from "./table.ts";
import { residentMiB } from "./workerd.ts";

const WARM_UP = 1_500;
const ROUNDS = 5;
/** Deliveries of a round that go out one after another on each connection. */
const STEADY = 800;
const BURST = 1_000;
/** Connections of a burst: nobody waits for long before they send. */
const BURST_CONNECTIONS = 200;
/** Runs after which memory is looked at, from the end of the warm-up. `BENCH_RUNS=100000` makes it more. */
const RUNS = Number(process.env["BENCH_RUNS"] ?? 10_000);
/** Runs made at a time, to come to that number. */
const FILL = 2_000;

/** Deliveries that make a connector owner each, to the end of their runs: Reeve beside the peer, for one tenant. */
export async function runs(): Promise<Figure[]> {
  const first = await firstEffect();
  const slow = await slowService();
  await using arena = await openArena();
  const round = async (count: number, connections: number) => ({
    reeve: await arena.work("reeve", count, connections),
    peer: await arena.work("peer", count, connections),
  });
  await round(WARM_UP, CONNECTIONS);
  const before = { reeve: residentMiB(arena.reeve.pid), peer: residentMiB(arena.peer.pid) };
  const steady: Awaited<ReturnType<typeof round>>[] = [];
  const bursts: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    steady.push(await round(STEADY, CONNECTIONS));
    bursts.push(await round(BURST, BURST_CONNECTIONS));
  }
  const lag = await ledgerLag(arena, BURST);
  const written = await disk(arena);
  for (let left = WARM_UP + RUNS - arena.sent(); left > 0; left -= FILL)
    await arena.work("reeve", Math.min(left, FILL), CONNECTIONS);

  const of = (rounds: typeof steady, who: "reeve" | "peer", what: keyof Worked) =>
    median(rounds.map((seen) => seen[who][what]));
  return [
    {
      name: "runs : Express",
      reeve: STEADY / of(steady, "reeve", "seconds"),
      control: STEADY / of(steady, "peer", "seconds"),
      unit: "/s",
      target: { of: "ratio", at: "least", bound: 0.8 },
    },
    {
      name: "runs, CPU of one",
      reeve: of(steady, "reeve", "microseconds"),
      control: of(steady, "peer", "microseconds"),
      unit: "µs",
      target: { of: "ratio", at: "most", bound: 1.8 },
    },
    ...first,
    slow,
    {
      name: "runs, a burst of 1,000",
      reeve: of(bursts, "reeve", "seconds"),
      control: of(bursts, "peer", "seconds"),
      unit: "s",
    },
    lag,
    ...written,
    {
      name: `runs, memory after ${RUNS.toLocaleString("en-US")}`,
      reeve: residentMiB(arena.reeve.pid),
      control: before.reeve,
      unit: "MiB",
      target: { of: "ratio", at: "most", bound: 1.3 },
      note: `control: after the first ${WARM_UP.toLocaleString("en-US")}; the peer ${amount(before.peer, "MiB")}`,
    },
  ];
}

/** What a service takes to answer that is far away, or has much to do. */
const SLOW_ANSWER_MS = 50;
const SLOW_RUNS = 400;
/** Desks that share the work: each has six calls under way. */
const DESKS = 8;

/** Runs a second of several desks where each call takes its time: how many are under way at once is what counts. */
async function slowService(): Promise<Figure> {
  await using arena = await openArena(SLOW_ANSWER_MS, DESKS);
  await arena.work("reeve", SLOW_RUNS, CONNECTIONS);
  await arena.work("peer", SLOW_RUNS / 4, CONNECTIONS);
  const reeve = await arena.work("reeve", SLOW_RUNS, CONNECTIONS);
  const peer = await arena.work("peer", SLOW_RUNS, CONNECTIONS);
  return {
    name: `runs, answers after ${SLOW_ANSWER_MS} ms, ${DESKS} desks`,
    reeve: SLOW_RUNS / reeve.seconds,
    control: SLOW_RUNS / peer.seconds,
    unit: "/s",
    target: { of: "figure", at: "least", bound: 240 },
    note: `CPU of one ${amount(reeve.microseconds, "µs")}, the peer's ${amount(peer.microseconds, "µs")}`,
  };
}
