import { availableParallelism } from "node:os";
import { type Lane, openLane } from "./lane.ts";
import { type Life, live } from "./life.ts";
import type { Scenario } from "./scenarios.ts";

/** A scenario to sweep, and its crash points. */
export interface Sweep {
  readonly scenario: Scenario;
  /** Selects the points of an undisturbed life at which to crash, each in a separate life. @default all */
  readonly choose?: (points: readonly string[]) => readonly string[];
  /**
   * Selects points of the recovery for a second crash, each in a separate life. @default none
   * @param nth Index of the first crash's point among the selected ones
   */
  readonly chooseSecond?: (points: readonly string[], nth: number) => readonly string[];
}

/** The result of a sweep. */
export interface Swept {
  readonly lives: readonly Life[];
  readonly failed: readonly Life[];
  /** Number of crashes that happened. */
  readonly kills: number;
  /** Lives that did not reach their crash point, even when repeated. */
  readonly missed: readonly Life[];
}

/** Runs one life, and returns the further lives that its points require. */
type Job = (lane: Lane) => Promise<readonly Job[]>;

/** Number of concurrent lives: one more than processors, up to eight, because each waits for a third of its time. */
const LANES = Math.min(8, availableParallelism() + 1);
/** Maximum attempts for a life that does not reach its crash point. */
const MAX_TRIES = 3;

/**
 * Points that a life with a crash might not reach although its baseline did, with the reason. Every other point must be
 * reached.
 */
const TIMED: readonly (readonly [points: RegExp, why: string])[] = [
  [
    /^(ledger batch|write (UPDATE marks|DELETE FROM (notes|details|runs|events))) #/,
    "the ledger got fewer batches than in the baseline",
  ],
  // KV might or might not have accepted the token before the first crash.
  [/^(call|answer) POST \/auth\/v1\/token #/, "the token was stored, and not in the baseline"],
  [/^(write setAlarm|end of alarm) #/, "one alarm did what took more alarms in the baseline"],
  [/^acknowledge 409 #/, "the person repeated the report less often than in the baseline"],
];

/** Runs each scenario's life without a crash, and then once for each point that it passed, with a crash there. */
export async function sweep(
  sweeps: readonly Sweep[],
  tell: (line: string) => void = () => {},
): Promise<Swept> {
  const lives: Life[] = [];

  async function lead(lane: Lane, scenario: Scenario, deaths: readonly string[]): Promise<readonly string[]> {
    for (let tries = 1; ; tries++) {
      const life = await live(lane, scenario, deaths);
      if (isMissed(life) && life.broken.length === 0 && tries < MAX_TRIES) continue;
      lives.push(life);
      tell(formatLife(life));
      return isMissed(life) ? [] : (life.points.at(-1) ?? []);
    }
  }
  const undisturbed =
    ({ scenario, choose = all, chooseSecond = none }: Sweep): Job =>
    async (lane) => {
      const points = await lead(lane, scenario, []);
      return choose(points).map((first, nth) => async (itsLane) => {
        const recovery = await lead(itsLane, scenario, [first]);
        return chooseSecond(recovery, nth).map((second) => async (lastLane) => {
          await lead(lastLane, scenario, [first, second]);
          return [];
        });
      });
    };

  await using lanes = new AsyncDisposableStack();
  const open = async () => lanes.use(await openLane());
  await workOff(await Promise.all(Array.from({ length: LANES }, open)), sweeps.map(undisturbed));
  return {
    lives,
    failed: lives.filter(isFailed),
    kills: lives.reduce((sum, { points }) => sum + points.length - 1, 0),
    missed: lives.filter(isMissed),
  };
}

/** Runs jobs and the jobs that they return, one at a time in each lane. */
async function workOff(lanes: readonly Lane[], jobs: Job[]): Promise<void> {
  const busy = new Map<Lane, Promise<void>>();
  while (jobs.length > 0 || busy.size > 0) {
    const lane = lanes.find((one) => !busy.has(one));
    const job = lane && jobs.shift();
    if (!lane || !job) {
      await Promise.race(busy.values());
      continue;
    }
    const work = async () => {
      jobs.push(...(await job(lane)));
      busy.delete(lane);
    };
    busy.set(lane, work());
  }
}

const isMissed = ({ deaths, points }: Life): boolean => points.length - 1 < deaths.length;

/** Returns the reason why a life did not reach its point, if that is allowed. */
function whyMissed({ deaths, scenario }: Life): string | undefined {
  if (scenario.cancelled) return "the cancel came earlier than in the baseline";
  const timed = (point = "") => TIMED.find(([points]) => points.test(point))?.[1];
  const elsewhere = "where the ledger had come to its first point, the run had come to another one";
  return timed(deaths.at(-1)) ?? (deaths.slice(0, -1).some((point) => timed(point)) ? elsewhere : undefined);
}

/** Lists the violations in a life. */
const listFaults = (life: Life): readonly string[] =>
  isMissed(life) && !whyMissed(life)
    ? [...life.broken, "it did not come by its point, which does not depend on the time"]
    : life.broken;

export const isFailed = (life: Life): boolean => listFaults(life).length > 0;

/** Formats a life in one line, with its violations. */
export function formatLife(life: Life): string {
  const faults = listFaults(life);
  const [how, what] = isMissed(life) ? ["missed", ` (${whyMissed(life)})`] : ["ok    ", ""];
  return [
    `${faults.length > 0 ? "FAILED" : how} ${life.scenario.name}:`,
    life.deaths.length > 0 ? `killed at ${life.deaths.join(", then at ")}` : "not killed",
    ...(faults.length > 0 ? faults.map((fault) => `\n         ${fault}`) : [what]),
  ].join(" ");
}

/** Selects a number of points, evenly spread, including the first and the last. */
export function spread(points: readonly string[], count: number): string[] {
  const place = (n: number) => Math.floor((n * (count - 1)) / (points.length - 1));
  return points.filter((_, n) => place(n) !== place(n - 1));
}

const all = (points: readonly string[]) => points;
const none = () => [];
