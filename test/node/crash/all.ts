import { SCENARIOS } from "./scenarios.ts";
import { lineOf, type Sweep, sweep } from "./sweep.ts";

/**
 * `npm run test:crash`: every point of every scenario, and of some a second point while they recover from the first.
 * Exits 1 where an invariant does not hold, and tells the story of each such life. An argument is a part of the
 * scenarios' names.
 */
const [part = ""] = process.argv.slice(2);

/** Each point of a recovery gets its turn after one in this many of the first deaths. */
const SECOND_EVERY = 6;
const chooseSecond: Sweep["chooseSecond"] = (points, nth) =>
  points.filter((_, n) => n % SECOND_EVERY === nth % SECOND_EVERY);

const { ticketToOwner, onceOnly, answerLost, tenantAway } = SCENARIOS;
const sweeps: Sweep[] = [
  { scenario: ticketToOwner, chooseSecond },
  { scenario: onceOnly, chooseSecond },
  { scenario: answerLost },
  { scenario: tenantAway },
].filter(({ scenario }) => scenario.name.includes(part));

const { lives, failed, kills, missed } = await sweep(sweeps, console.log);
for (const life of failed) console.log(`\n${lineOf(life)}\n${life.story.join("\n")}`);
const verdict =
  failed.length === 0 ? "all invariants held" : `${failed.length} of ${lives.length} lives FAILED`;
const aside = missed > 0 ? ` (${missed} lives did not come by their point)` : "";
console.log(`crash sweep: ${kills} kill points, ${sweeps.length} scenarios, ${verdict}${aside}`);
process.exitCode = failed.length === 0 && kills > 0 ? 0 : 1;
