// Finds the people in the local stack's HR systems: those of the sample tenant, by number.
import { addDays } from "../../base/days.ts";
import { people } from "../tenant/seed/people.ts";
import { samples } from "../tenant/seed/samples.ts";

const PEOPLE = 200;

export type SampleWorker = NonNullable<ReturnType<typeof workerAt>>;

/**
 * People to whom recordings refer by fixed numbers, with their managers. None of them is the default person of the
 * console.
 */
const { ada, nora, hugo, gita } = samples.users;
const NAMED = new Map([
  [118, { ...ada, managerId: nora.id, leaves: false }],
  [121, { ...hugo, managerId: gita.id, leaves: true }],
]);

/**
 * Returns the worker with an email address, or with an id, whose last three digits are the worker's number. 118 is Ada
 * Marsh, a current employee, and 121 is Hugo Pike, who left yesterday. Any other number is a position in the tenant's
 * list of people, and that person starts today. The people in recordings thus have the status that the recordings
 * report.
 * @returns `null` for an unknown number; `hiredOn` is the first day and `leftOn` the last, `YYYY-MM-DD`, or `null` for
 * a current employee; `managerId` is the system's own id, like `id`, or `null`
 */
export function workerAt(id: string) {
  const [, family = "", digits = "0"] = /^(.*?)(\d{1,3})$/.exec(id) ?? [];
  const number = Number(digits);
  const everybody = Array.from(people(PEOPLE));
  const known = NAMED.get(number);
  const isWanted = (one: string, handle: string) => one === known?.id || id === `${handle}@example.com`;
  const person = everybody.find((one) => isWanted(one.id, one.handle)) ?? everybody[number - 1];
  if (!person) return null;
  const { displayName, handle, department, jobTitle, joinedDaysAgo } = person;
  const { managerId } = known ?? person;
  const [firstName = "", ...others] = displayName.split(" ");
  const manager = everybody.findIndex((one) => one.id === managerId) + 1;
  const today = new Date().toISOString().slice(0, 10);
  return {
    id,
    firstName,
    lastName: others.join(" "),
    name: displayName,
    email: `${handle}@example.com`,
    department,
    jobTitle,
    hiredOn: known ? addDays(today, -joinedDaysAgo) : today,
    leftOn: known?.leaves ? addDays(today, -1) : null,
    managerId: manager === 0 ? null : `${family}${String(manager).padStart(3, "0")}`,
  };
}
