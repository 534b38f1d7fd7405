import { openArena, type Worked } from "./arena.ts";
import { firstEffect } from "./first-effect.ts";
import { CONNECTIONS } from "./load.ts";
import { median } from "./statistics.ts";
import { amount, type Figure } from "./table.ts";

const WARM_UP = 1_500;
const ROUNDS = 5;
/** Deliveries of a round that go out one after another on each connection. */
const STEADY = 800;

/** Deliveries that make a connector owner each, to the end of their runs: Reeve beside the peer, for one tenant. */
export async function runs(): Promise<Figure[]> {
  const first = await firstEffect();
  const slow = await slowService();
  await using arena = await openArena();
  const round = async (count: number) => ({
    reeve: await arena.work("reeve", count, CONNECTIONS),
    peer: await arena.work("peer", count, CONNECTIONS),
  });
  await round(WARM_UP);
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await round(STEADY));

  const of = (who: "reeve" | "peer", what: keyof Worked) => median(rounds.map((seen) => seen[who][what]));
  return [
    {
      name: "runs : Express",
      reeve: STEADY / of("reeve", "seconds"),
      control: STEADY / of("peer", "seconds"),
      unit: "/s",
      target: { of: "ratio", at: "least", bound: 0.9 },
    },
    {
      name: "runs, CPU of one",
      reeve: of("reeve", "microseconds"),
      control: of("peer", "microseconds"),
      unit: "µs",
      target: { of: "ratio", at: "most", bound: 1.6 },
    },
    ...first,
    slow,
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
