// Finds background facts about a waiting plan for its approvers: the automation's findings, the owners of the plan's
// targets, other waiting plans with a target of the plan, and recent runs about the affected people.
import { describeEntry, formatUntil, lastDayIn, type Ownership } from "../actions/inventory.ts";
import { DAY_MS, formatDay, toIsoDay } from "../base/days.ts";
import { formatPerson } from "../base/text.ts";
import { formatTitle } from "../runs/headline.ts";
import type { Run } from "../runs/run.ts";
import { RUN_STATE, UNLISTED_RUN_STATES } from "../runs/states.ts";
import { HEADLINE_PARTS, JOINED_HEADLINE, parseHeadline } from "./headlines.ts";
import { leastId, listInSql } from "./page.ts";
import { matchPhrase } from "./words.ts";

/** A fact about a waiting plan, and the id of the run that it comes from, or `null` if it comes from no run. */
export interface Known {
  readonly text: string;
  readonly run: string | null;
  /** The owners of the plan's only app or connector, according to the inventory, before and after the plan. */
  readonly owners?: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** True if the fact is another recent run about a person whom the plan affects. */
  readonly isEarlier?: true;
}

/**
 * `MAX_COMPARED` limits the waiting plans to compare. `MAX_FOUND` limits the rows to read: ownerships of the targets,
 * and runs that name the affected people.
 */
const [MAX_COMPARED, MAX_FOUND] = [1_000, 50];
/**
 * `MOST_SHOWN` limits the other runs to show and the people to search for. `MAX_OWNERS` limits the other owners and the
 * findings to show.
 */
const [MOST_SHOWN, MAX_OWNERS] = [3, 5];
/** Maximum count of other waiting plans that share a target with the plan. */
const MAX_SAME = 10;
const LATELY_MS = 30 * DAY_MS;

// The keys of an object's ownerships have the same prefix. Only ownerships that the plan changes need the headline of
// their author's event.
const OWNERS = `
  SELECT entry.data, entry.changed_at AS at, entry.by_run AS run, entry.by_person AS person,
    instr(?1, json_quote(entry.key)) > 0 AS isOwn,
    CASE WHEN instr(?1, json_quote(entry.key)) > 0 AND entry.by_run <> ?3 THEN (
      SELECT ${HEADLINE_PARTS} FROM runs AS author JOIN events ON events.id = author.event_id
      WHERE author.id = entry.by_run) END AS json
  FROM json_each(?2) AS place CROSS JOIN inventory AS entry
    ON entry.kind = 'ownership' AND entry.key > place.value AND entry.key < place.value || '~'
  WHERE entry.data IS NOT NULL
  LIMIT ${MAX_FOUND}`;

const WAITING = `
  SELECT same.id AS run, ${JOINED_HEADLINE} AS json, run->>'$.plan.hash' = ?3 AS isOwn
  FROM (SELECT id FROM (
          SELECT id, targets FROM runs WHERE state = 'awaiting_approval' AND danger IS NOT NULL LIMIT ${MAX_COMPARED})
        WHERE id <> ?1 AND EXISTS (
          SELECT 1 FROM json_each(targets) AS one WHERE one.value IN (SELECT value FROM json_each(?2)))
        LIMIT ${MAX_SAME}) AS same
  CROSS JOIN runs ON runs.id = same.id LEFT JOIN events ON events.id = runs.event_id`;

// Use the text search to find the runs that name a person, because an index would cost another row write per run.
const LATELY = `
  SELECT runs.id AS run, runs.state, runs.updated_at AS at, ${JOINED_HEADLINE} AS json
  FROM (SELECT id FROM search WHERE search MATCH ?2 AND id <> ?1 ORDER BY rowid DESC LIMIT ${MAX_FOUND}) AS found
  CROSS JOIN runs ON runs.id = found.id LEFT JOIN events ON events.id = runs.event_id
  WHERE runs.id >= ?3 AND runs.state NOT IN ${listInSql(UNLISTED_RUN_STATES)}
    AND EXISTS (SELECT 1 FROM json_tree(json_array(
        run->'$.parties.affected', run->'$.plan.actions', run->'$.learned.worker.email')) AS part
      WHERE part.atom IN (SELECT value FROM json_each(?4)))
  LIMIT ${MOST_SHOWN + MAX_SAME}`;

type FoundRow = Pick<Run, "state"> &
  Record<"run" | "json" | "person", string | null> & { data: string; isOwn: number; at: number };

/**
 * Formats the number of other waiting plans that share a target with a plan; `isOwn` is 1 for those with the plan's
 * hash.
 */
const countSame = (same: readonly FoundRow[], n = same.length): string => {
  const what = same.every(({ isOwn }) => isOwn === 1) ? "identical request" : "request for the same target";
  return n === 1 ? `Another ${what} is` : `${n < MAX_SAME ? n : `At least ${n}`} other ${what}s are`;
};

/** Lists facts about the targets and people of a waiting plan, in one request to the database. */
export async function knownAbout(
  db: D1Database,
  waiting: Pick<Run, "id" | "createdAt" | "plan" | "parties" | "notice">,
  timeZone: string,
): Promise<readonly Known[]> {
  // `notice` has the automation's findings about each target, such as the last call of a tool.
  const { id, createdAt, plan, parties, notice } = waiting;
  const actions = plan?.actions ?? [];
  const changes = actions.flatMap(({ leaves = [] }) => leaves).filter(({ kind }) => kind === "ownership");
  const owned = changes.map(({ key }) => key);
  const places = owned.map((key) => `${key.split("/", key.startsWith("app/") ? 2 : 3).join("/")}/`);
  const people = [...actions.flatMap(({ beneficiaries }) => beneficiaries), ...(parties?.affected ?? [])];
  const sought = Array.from(new Set(people)).slice(0, MOST_SHOWN);
  const targets = actions.map(({ action, target }) => `${action} ${target}`);
  const since = leastId("run", createdAt - LATELY_MS);
  const words = sought.map(matchPhrase).join(" OR ") || '""';
  const query = (sql: string, ...values: readonly (string | readonly string[])[]) =>
    db.prepare(sql).bind(...values.map((one) => (typeof one === "string" ? one : JSON.stringify(one))));
  const [owners = [], same = [], lately = []] = (
    await db.batch<FoundRow>([
      query(OWNERS, owned, Array.from(new Set(places)), id),
      query(WAITING, id, targets, plan?.hash ?? ""),
      query(LATELY, id, words, since, sought),
    ])
  ).map(({ results }) => results);
  const day = (at: number) => formatDay(toIsoDay(at, timeZone));
  const named = ({ run, json }: FoundRow) =>
    formatTitle(parseHeadline(json), run === null ? "Reeve" : "a run");
  const found = (notice?.lines ?? []).flatMap(({ name, detail }) => (detail ? `${name}: ${detail}.` : []));
  const readOwner = ({ data }: FoundRow): Ownership => JSON.parse(data);
  const nameOwner = ({ user: { id: user, name }, roleSlug }: Ownership) =>
    `${parties?.named?.[user] ?? formatPerson(name, user)} as ${roleSlug}`;
  const list = (rows: readonly Ownership[]) => Array.from(new Set(rows.map(nameOwner))).slice(0, MAX_FOUND);
  const stay = owners.filter(({ isOwn }) => isOwn === 0).map(readOwner);
  const put = changes.flatMap(({ data }) => (data === null ? [] : (data as Ownership)));
  const besides = list(stay);
  const more = besides.length > MAX_OWNERS ? " and others" : "";
  const [waits] = same;
  return [
    ...found.slice(-MAX_OWNERS).map((text) => ({ text, run: null })),
    ...(besides.length > 0
      ? [
          {
            text: `Other owners that Reeve knows of: ${besides.slice(0, MAX_OWNERS).join(", ")}${more}.`,
            run: null,
            ...(new Set(places).size === 1 && {
              owners: { before: list(owners.map(readOwner)), after: list([...stay, ...put]) },
            }),
          },
        ]
      : []),
    ...owners
      .filter(({ isOwn, run }) => isOwn === 1 && run !== id)
      .map((row) => {
        const owns = readOwner(row);
        const since = `${day(row.at)} by ${row.person ?? named(row)}`;
        return {
          text: `Recorded in the inventory on ${since}: ${describeEntry({ data: owns, key: "" })}${formatUntil(lastDayIn(owns))}.`,
          run: row.run,
        };
      }),
    ...(waits ? [{ text: `${countSame(same)} already waiting: ${named(waits)}.`, run: waits.run }] : []),
    ...lately
      .filter(({ run }) => !same.some((one) => one.run === run))
      .slice(0, MOST_SHOWN)
      .map((row) => ({
        text: `Another run about the same person, ${day(row.at)}: ${named(row)} (${RUN_STATE[row.state].words}).`,
        run: row.run,
        isEarlier: true as const,
      })),
  ];
}
