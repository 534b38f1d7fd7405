// Reads workers with a vendor's table, which maps our properties to places in the vendor's JSON.
import type { Person, WorkerFacts } from "../event.ts";
import type { WorkerRecord } from "../system.ts";
import { compact, isObject, type JsonObject, readText, valueAt } from "./json.ts";
import { cleanText, dayOrMoment, earlierDay, isoTime } from "./text.ts";

/**
 * The place of a string: property names joined by dots. `|` separates alternatives, of which the first with text is
 * used; a space joins strings: `preferred_name|first_name last_name`. In a list of places, the first with text is used.
 */
type Place = string | readonly string[];

type PersonTable = { readonly [Member in keyof Person]?: Place };

interface FactsTable {
  readonly email?: Place;
  readonly name?: Place;
  readonly department?: Place;
  readonly jobTitle?: Place;
  readonly manager?: PersonTable;
  readonly fields?: Readonly<Record<string, Place>>;
}

export interface WorkerTable extends FactsTable {
  /** The place of the status, and the status values that mean active (`yes`) and inactive (`no`). */
  readonly active: {
    readonly at: Place;
    readonly yes: readonly string[];
    readonly no: readonly string[];
    /**
     * True if a value of `no` can only mean that the employment ended. Many vendors also report employees who are on
     * leave, suspended or locked out as inactive. For those vendors, only a last day or an end of the employment
     * confirms a termination.
     */
    readonly confirms: boolean;
  };
  readonly hiredOn?: Place;
  /** The date of the termination. It is used as the last day worked unless `lastDay` is earlier. */
  readonly terminatedOn?: Place;
  /**
   * The last day worked, in systems that store it separately from the termination, because garden leave lies between
   * the two days.
   */
  readonly lastDay?: Place;
  /** The exact end of the employment, with its offset from UTC. */
  readonly leavesAt?: Place;
}

export function readRecord(table: WorkerTable, record: unknown): WorkerRecord {
  const status = textIn(record, table.active.at) ?? "";
  const hasStatus = (statuses: readonly string[]) => statuses.includes(status);
  const isInactive = hasStatus(table.active.no);
  const dayAt = (place?: Place) => dayOrMoment(textIn(record, place));
  return compact({
    active: hasStatus(table.active.yes) ? true : isInactive ? false : undefined,
    hasEnded: isInactive && table.active.confirms,
    hiredOn: dayAt(table.hiredOn),
    worker: {
      ...readFacts(table, record),
      ...compact({
        lastDay: earlierDay(dayAt(table.terminatedOn), dayAt(table.lastDay)),
        leavesAt: isoTime(textIn(record, table.leavesAt)),
      }),
    },
  });
}

export function readFacts(
  table: FactsTable,
  record: unknown,
): WorkerFacts & Required<Pick<WorkerFacts, "fields">> {
  const { email, name, department, jobTitle, manager = {}, fields = {} } = table;
  return {
    ...compact({
      email: textIn(record, email),
      name: textIn(record, name),
      department: textIn(record, department),
      jobTitle: textIn(record, jobTitle),
      manager: readPerson(manager, record),
    }),
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([field, place]) => {
        const text = textIn(record, place);
        return text === undefined ? [] : [[field, text]];
      }),
    ),
  };
}

export function readPerson({ id, name, email }: PersonTable, record: unknown): Person | undefined {
  const person = compact({
    id: textIn(record, id),
    name: textIn(record, name),
    email: textIn(record, email),
  });
  return Object.keys(person).length > 0 ? person : undefined;
}

const textIn = (record: unknown, place: Place = []): string | undefined =>
  [place]
    .flat()
    .map((parts) => parts.split(" ").flatMap((part) => firstText(record, part.split("|")) ?? []))
    .find((texts) => texts.length > 0)
    ?.map(cleanText)
    .join(" ");

const firstText = (record: unknown, paths: readonly string[]): string | undefined =>
  paths
    .map((path) => valueAt(record, ...path.split(".")))
    .map((value) => (typeof value === "boolean" ? String(value) : readText(value)))
    .find((text) => text !== undefined);

/**
 * Returns the record with the greatest keys, whatever the order of the list, or `undefined` if there is none.
 * @param keys Returns a record's keys, the most significant first
 */
export const lastBy = (keys: (record: JsonObject) => readonly unknown[], records: unknown) =>
  [records]
    .flat()
    .filter(isObject)
    .toSorted((a, b) => (keys(a).join() < keys(b).join() ? -1 : 1))
    .at(-1);

export type NamesTable = Readonly<Record<string, readonly string[]>>;

export const ourName = <Ours extends string>(
  table: Readonly<Record<Ours, readonly string[]>>,
  theirs: string,
): Ours | undefined => (Object.keys(table) as Ours[]).find((ours) => table[ours].includes(theirs));

/**
 * Lists the names of the changed facts without duplicates. Uses our name for a fact, or else the vendor's. Returns
 * `undefined` if the vendor names no facts.
 */
export const changedNames = (
  names: readonly string[],
  table: NamesTable,
  plain = (name: string) => name,
): readonly string[] | undefined =>
  names.length > 0 ? [...new Set(names.map((name) => ourName(table, plain(name)) ?? name))] : undefined;
