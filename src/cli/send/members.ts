// Sets members of a recorded body, as `npm run send -- --set` asks.
import { closest } from "../../base/closest.ts";
import { UsageError } from "../shared/command-line.ts";
import { jsonIn } from "../shared/text.ts";

/** A member by its path, `worker.email` or `items.0.name`, and its value as typed. */
export type Assignment = readonly [path: string, value: string];

/**
 * The body with new values, each of the kind that it had. A path leads through JSON, or through a form and JSON in a
 * field.
 * @throws UsageError for a member that the body lacks
 */
export function setMembers(body: string, assignments: readonly Assignment[]): string {
  if (assignments.length === 0) return body;
  const json = membersIn(body);
  if (json) {
    for (const one of assignments) set(json, one);
    return JSON.stringify(json, null, 2);
  }
  const form = new URLSearchParams(/^[\w.%[\]-]+=/.test(body) ? body : "");
  const members = Object.fromEntries(Array.from(form, ([name, value]) => [name, membersIn(value) ?? value]));
  for (const one of assignments) {
    set(members, one);
    const [field = ""] = one[0].split(".");
    const value = members[field];
    form.set(field, typeof value === "string" ? value : JSON.stringify(value));
  }
  return form.toString();
}

/** The members of a JSON object or list; `null` for other text. */
const membersIn = (text: string): Record<string, unknown> | null => {
  const value = jsonIn(text);
  return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
};

function set(members: Record<string, unknown>, [path, typed]: Assignment): void {
  if (replaceAt(members, path.split("."), typed)) return;
  const known = pathsIn(members);
  const near = closest(known, path);
  const others = near.length > 0 ? `near it: ${near.join(", ")}` : `it has ${known.join(", ") || "none"}`;
  throw new UsageError(`--set ${path}: the body has no such member; ${others}`);
}

/** @returns false for an unknown path */
function replaceAt(members: unknown, [name = "", ...more]: readonly string[], typed: string): boolean {
  if (typeof members !== "object" || members === null || !Object.hasOwn(members, name)) return false;
  const value: unknown = Reflect.get(members, name);
  return more.length > 0 ? replaceAt(value, more, typed) : Reflect.set(members, name, alike(value, typed));
}

/** A typed value, of the same kind as the one before. */
function alike(before: unknown, typed: string): unknown {
  if (typeof before === "number" && typed !== "" && !Number.isNaN(Number(typed))) return Number(typed);
  if (typeof before === "boolean" && /^(true|false)$/.test(typed)) return typed === "true";
  return typed === "null" ? null : typed;
}

const pathsIn = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => pathsIn(member, path ? `${path}.${name}` : name))
    : [path];
