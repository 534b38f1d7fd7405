// Refuses a deployment whose `DESKS` would lose deliveries or runs.
import * as z from "zod";
import { deskCounts, deskNames } from "../../desk/desk-count.ts";
import type { DeskCounts } from "../../env.ts";
import { RARE } from "../../ledger/states.ts";
import { DELIVERY_MEMORY_MS } from "../../policy/delivery-memory.ts";
import { OPEN_STATES_SQL, queryLedger } from "./runs.ts";
import type { Wrangler } from "./wrangler.ts";

const Noted = z.array(z.object({ desks: z.string(), since: z.number() }));
const Open = z.array(z.object({ subject: z.string(), desk: z.string().nullable() }));

/**
 * Whether nothing is lost by a `DESKS`: each number of desks has to stay in it for as long as deliveries are remembered
 * at its desks, or runs of theirs are not over. The Worker notes each minute, in the ledger, which were in force.
 * @returns what was found, as a sentence
 * @throws Error naming the number that is missing
 */
export async function requireDesks(wrangler: Wrangler, DESKS: unknown, now: number): Promise<string> {
  const wanted = countsOf(DESKS);
  const said = `desks: ${wanted[0]}`;
  const noted = Noted.parse(
    await queryLedger(wrangler, "SELECT desks, since FROM desk_counts ORDER BY since"),
  );
  const deployed = noted.at(-1);
  const left = deployed ? countsOf(deployed.desks).filter((count) => !wanted.includes(count)) : [];
  if (!deployed || left.length === 0) return said;

  const all = [
    ...countsOf(deployed.desks)
      .toReversed()
      .filter((count) => !wanted.includes(count)),
    ...wanted.toReversed(),
  ];
  const stop = (why: string) =>
    new Error(
      `${why}\n\nSet DESKS = "${all.join(",")}" in wrangler.toml for now, and leave the number out later.`,
    );
  for (const count of left) {
    const ended = endOf(count, noted);
    if (ended === null)
      throw stop(
        `DESKS leaves out ${count}, which is in use: its desks hold the deliveries of the last 30 days and the runs that wait.`,
      );
    if (now - ended < DELIVERY_MEMORY_MS)
      throw stop(
        `DESKS leaves out ${count}, which was in use until ${day(ended)}: its desks keep the ids of deliveries for 30 days after that.`,
      );
  }
  const open = Open.parse(
    await queryLedger(
      wrangler,
      `SELECT subject, (SELECT desk FROM audit WHERE run_id = runs.id ORDER BY at DESC, seq DESC LIMIT 1) AS desk
       FROM runs WHERE state IN (${OPEN_STATES_SQL}) AND ${RARE}`,
    ),
  );
  // A run that has left no audit entry yet may be at any of its subject's desks.
  const behind = open.filter(({ subject, desk }) => {
    const reached = deskNames(wanted, subject);
    const at = desk === null ? deskNames(countsOf(deployed.desks), subject) : [desk];
    return at.some((name) => !reached.includes(name));
  });
  if (behind.length > 0)
    throw stop(
      `DESKS leaves out ${left.join(" and ")}, and ${behind.length} runs at those desks are not over.`,
    );
  return said;
}

const countsOf = (DESKS: unknown): DeskCounts =>
  deskCounts(DESKS === undefined ? {} : { DESKS: String(DESKS) });

/** When a number of desks was in force last, Unix milliseconds; `null` where it still is. */
function endOf(count: number, noted: z.infer<typeof Noted>): number | null {
  const last = noted.findLastIndex(({ desks }) => countsOf(desks)[0] === count);
  return last < 0 ? 0 : (noted[last + 1]?.since ?? null);
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
