import { type ExitCode, UsageError } from "../../src/cli/shared/command-line.ts";
import { openLane } from "./lane.ts";
import { live } from "./life.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";
import { formatLife, isFailed, type Sweep, sweep } from "./sweep.ts";

/** Spreads the second crashes: each point of a recovery is tested after one in this many of the first crashes. */
const SECOND_EVERY = 6;
const chooseSecond: NonNullable<Sweep["chooseSecond"]> = (points, nth) =>
  points.filter((_, n) => n % SECOND_EVERY === nth % SECOND_EVERY);

export default async function (part = "", deaths: readonly string[] = []): Promise<ExitCode> {
  const { ticketToOwner, onceOnly, withdrawn } = SCENARIOS;
  const twice: readonly Scenario[] = [ticketToOwner, onceOnly, withdrawn];
  const sweeps = Object.values<Scenario>(SCENARIOS)
    .filter(({ name }) => name.includes(part))
    .map((scenario): Sweep => (twice.includes(scenario) ? { scenario, chooseSecond } : { scenario }));

  if (sweeps.length === 0) throw new UsageError(`no scenario's name has "${part}" in it`);
  if (deaths.length > 0) {
    await using lane = await openLane();
    let failed: ExitCode = 0;
    for (const { scenario } of sweeps) {
      const life = await live(lane, scenario, deaths);
      console.log(`${formatLife(life)}\n${life.story.join("\n")}\n`);
      if (isFailed(life)) failed = 1;
    }
    return failed;
  }
  const { lives, failed, kills, missed } = await sweep(sweeps, console.log);
  for (const life of failed) console.log(`\n${formatLife(life)}\n${life.story.join("\n")}`);
  for (const life of missed) console.log(formatLife(life));
  console.log(
    `crash sweep: ${sweeps.length} scenarios, ${kills} kill points, ${lives.length} lives, ` +
      `${missed.length} did not come by their point, ${failed.length} failed`,
  );
  return failed.length === 0 && kills > 0 ? 0 : 1;
}
