// Finds what the record knows about the targets of a plan: who owns them already, and who waits for the same.
import type { PlannedAction } from "../actions/action.ts";
import { type Ownership, ownedBy } from "../actions/inventory.ts";
import { dayWords, formatDay } from "../base/days.ts";
import { titleWords } from "../runs/headline.ts";
import { HEADLINE_PARTS, JOINED_HEADLINE, parseHeadline } from "./headlines.ts";

export type Known = Awaited<ReturnType<typeof knownAbout>>[number];

const OWNED = `
  SELECT entry.data, entry.changed_at AS at, entry.by_run AS run, entry.by_person AS person,
    (SELECT ${HEADLINE_PARTS} FROM runs AS author JOIN events ON events.id = author.event_id
     WHERE author.id = entry.by_run) AS told
  FROM json_each(?2) AS owned CROSS JOIN inventory AS entry ON entry.kind = 'ownership' AND entry.key = owned.value
  WHERE entry.by_run IS NOT ?1`;

/** Maximum number of waiting plans that are compared. */
const MAX_COMPARED = 1_000;
const MOST_SHOWN = 3;

const WAITING = `
  SELECT same.id AS run, ${JOINED_HEADLINE} AS told
  FROM (SELECT id FROM (
          SELECT id, targets FROM runs WHERE state = 'awaiting_approval' AND danger IS NOT NULL LIMIT ${MAX_COMPARED})
        WHERE id <> ?1 AND EXISTS (
          SELECT 1 FROM json_each(targets) AS one WHERE one.value IN (SELECT value FROM json_each(?2)))
        LIMIT ${MOST_SHOWN}) AS same
  CROSS JOIN runs ON runs.id = same.id LEFT JOIN events ON events.id = runs.event_id`;

/** Tells who owns the targets of a waiting plan by the inventory, and which other runs wait with the same action. */
export async function knownAbout(
  db: D1Database,
  id: string,
  actions: readonly PlannedAction[],
  timeZone: string,
) {
  const keys = actions
    .flatMap(({ leaves = [] }) => leaves)
    .flatMap(({ kind, key }) => (kind === "ownership" ? key : []));
  const own = actions.map(({ action, target }) => `${action} ${target}`);
  const [owned, waiting] = await db.batch<{
    readonly run: string | null;
    readonly told: string | null;
    readonly data: string;
    readonly at: number;
    readonly person: string | null;
  }>([db.prepare(OWNED).bind(id, JSON.stringify(keys)), db.prepare(WAITING).bind(id, JSON.stringify(own))]);
  return [
    ...(owned?.results ?? []).map(({ data, at, run, person, told }) => {
      const ownership: Ownership = JSON.parse(data);
      const by = person ?? titleWords(parseHeadline(told), "Reeve");
      return {
        text: `${ownership.user.name} has owned the ${ownedBy(ownership)} since ${dayWords(formatDay(at, timeZone))}, by ${by}.`,
        run,
      };
    }),
    ...(waiting?.results ?? []).map(({ run, told }) => ({
      text: `The same waits already: ${titleWords(parseHeadline(told), "a run")}.`,
      run,
    })),
  ];
}
