// Makes of a recorded delivery one that happens now: its times are moved, and its ids are new.
import { closest } from "../../base/closest.ts";
import { addDays, DAY_MS } from "../../base/days.ts";
import type { Sender } from "../../sandbox/vendors/signing.ts";
import { UsageError } from "../shared/command-line.ts";
import type { Fixture } from "./deliver.ts";

/** When recordings were made; everything in them is before or after it. */
const RECORDED_AT = Date.parse("2026-06-15T08:00:02Z");
/** Numbers this near to it are times of a recording. Milliseconds. */
const NEAR_MS = 400 * DAY_MS;

const DAY = String.raw`(?<![\d-])\d{4}-\d{2}-\d{2}`;
const ZONE = String.raw`Z|[+-]\d{2}:?\d{2}`;
/** A day, also as midnight in UTC, which is how some senders write one. */
const DAYS = new RegExp(String.raw`(${DAY})(?=T00:00:00(?:\.0+)?(?:Z|\+00:?00)|(?![\d-]|[T ]\d{2}:))`, "g");
const TIMES = new RegExp(String.raw`(${DAY})([T ])(\d{2}:\d{2}:\d{2})(\.\d+)?(${ZONE})?`, "g");
const UNIX = /(?<![\d.\w-])1[78]\d{8}(\d{3})?(?![\d.\w-])/g;
const MIDNIGHT = /^00:00:00$/;

/** How a recording is to differ from what was recorded. */
export interface Changes {
  /** When it is sent, Unix milliseconds. */
  readonly now: number;
  /** The day that it takes effect, `YYYY-MM-DD`. @default today */
  readonly on?: string | undefined;
  /** Values of members, by path: `worker.email`, `items.0.name`; of a form, by field. */
  readonly set?: readonly (readonly [path: string, value: string])[];
}

/**
 * A recording as its sender would send it now: times are as long before or after now as they were when it was recorded,
 * the day that it takes effect (the last day in it) is today or `on`, and what it is known by is new.
 * @throws UsageError where it has no such day, or no such member
 */
export function afresh(
  { body, headers }: Fixture,
  { numbered = [] }: Pick<Sender, "numbered">,
  { now, on, set = [] }: Changes,
): Fixture {
  const [last] = days(readable(body)).toSorted().reverse();
  if (on !== undefined && last === undefined)
    throw new UsageError(`--on ${on}: this delivery does not say on which day it takes effect`);
  const today = new Date(now).toISOString().slice(0, 10);
  const moved = (text: string) =>
    moveDays(moveTimes(text, now - RECORDED_AT), last === undefined ? 0 : daysBetween(last, on ?? today));
  const numbers = numbered.map((path) => path.split("."));
  return {
    body: edited(body, moved, (members) => {
      for (const path of numbers) replaceAt(members, path, (value) => anotherNumber(value, now));
      for (const [path, value] of set) {
        const found = replaceAt(members, path.split("."), (before) => alike(before, value));
        if (!found) throw new UsageError(noMember(members, path));
      }
    }),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        numbered.includes(name) ? String(anotherNumber(value, now)) : moved(value),
      ]),
    ),
  };
}

type Edit = (members: Record<string, unknown>) => void;

/** A body with its texts changed, and then its members: those of JSON, of a form, or of JSON in a form's field. */
function edited(body: string, text: (text: string) => string, edit: Edit): string {
  const json = jsonIn(text(body));
  if (json) {
    edit(json);
    return JSON.stringify(json, null, 2);
  }
  if (!isForm(body)) {
    edit({});
    return text(body);
  }
  const fields = Array.from(new URLSearchParams(body), ([name, value]) => [name, text(value)] as const);
  const members: Record<string, unknown> = Object.fromEntries(
    fields.map(([name, value]) => [name, jsonIn(value) ?? value]),
  );
  edit(members);
  return new URLSearchParams(
    fields.map(([name, value]) => {
      const changed = members[name];
      return [name, typeof changed === "object" ? JSON.stringify(changed) : String(changed ?? value)];
    }),
  ).toString();
}

/** A body's text as its reader has it, without what a form escapes. */
const readable = (body: string): string =>
  isForm(body) ? Array.from(new URLSearchParams(body).values()).join("\n") : body;

const isForm = (body: string): boolean => /^[\w.%[\]-]+=/.test(body);

function jsonIn(text: string): Record<string, unknown> | null {
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const days = (text: string): string[] => text.match(DAYS) ?? [];

const moveDays = (text: string, by: number): string => text.replace(DAYS, (day) => addDays(day, by));

function moveTimes(text: string, by: number): string {
  return text
    .replace(TIMES, (whole, day: string, between: string, time: string, part = "", zone = "") => {
      if (MIDNIGHT.test(time) && !Number(part.slice(1)) && /^(Z|\+00:?00)$/.test(zone)) return whole;
      const at = Date.parse(`${day}T${time}${part.slice(0, 4)}Z`);
      if (Number.isNaN(at)) return whole;
      // As its own clock shows it, as finely as before.
      const shown = new Date(at + by).toISOString();
      const fine = part && `.${shown.slice(20, 23)}`.padEnd(part.length, "0").slice(0, part.length);
      return `${shown.slice(0, 10)}${between}${shown.slice(11, 19)}${fine}${zone}`;
    })
    .replace(UNIX, (number) => {
      const unit = number.length === 10 ? 1000 : 1;
      const near = Math.abs(Number(number) * unit - RECORDED_AT) < NEAR_MS;
      return near ? String(Number(number) + Math.round(by / unit)) : number;
    });
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Replaces the value at a path, `*` for each of a list. @returns whether there is one */
function replaceAt(
  members: unknown,
  [name, ...more]: readonly string[],
  by: (value: unknown) => unknown,
): boolean {
  if (name === undefined || typeof members !== "object" || members === null) return false;
  const names = name === "*" && Array.isArray(members) ? Object.keys(members) : [name];
  const found = names.map((one) => {
    if (!Object.hasOwn(members, one)) return false;
    if (more.length > 0) return replaceAt(Reflect.get(members, one), more, by);
    Reflect.set(members, one, by(Reflect.get(members, one)));
    return true;
  });
  return found.includes(true);
}

/** Another number in the look of this one. */
function anotherNumber(value: unknown, now: number): unknown {
  if (typeof value === "number") return now;
  const text = String(value);
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) return crypto.randomUUID();
  return /^\d+$/.test(text) ? String(now) : `${text}-${now.toString(36)}`;
}

/** A value as it was typed, of the same kind as the one before. */
function alike(before: unknown, typed: string): unknown {
  if (typeof before === "number" && typed !== "" && !Number.isNaN(Number(typed))) return Number(typed);
  if (typeof before === "boolean" && /^(true|false)$/.test(typed)) return typed === "true";
  return typed === "null" ? null : typed;
}

function noMember(members: unknown, path: string): string {
  const known = pathsIn(members);
  const near = closest(known, path);
  const others = near.length > 0 ? `near it: ${near.join(", ")}` : `it has ${known.join(", ") || "none"}`;
  return `--set ${path}: the body has no such member; ${others}`;
}

const pathsIn = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => pathsIn(member, path ? `${path}.${name}` : name))
    : [path];
