import * as z from "zod";

/** A JSON object, of whatever members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON object, of whatever members, kept as it is. */
export const Members = z.custom<JsonObject>(isObject, "expected an object");

/** An id that a sender writes as text or as a number. */
export const Id = z.union([z.string().min(1), z.int()]).transform(String);

/** What is at a path of members. Reads own members only, so no name reaches a prototype. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}

/** The text at a path of members, where there is one that is not empty; a number as text. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === "number") return String(found);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** The members that are there: an optional member is left out, not set to `undefined`. */
export function present<Shape extends object>(members: Shape): Present<Shape> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  ) as Present<Shape>;
}

/** A shape whose members that may be undefined may be absent instead. */
export type Present<Shape> = {
  [Name in keyof Shape as undefined extends Shape[Name] ? never : Name]: Shape[Name];
} & {
  [Name in keyof Shape as undefined extends Shape[Name] ? Name : never]?: Exclude<Shape[Name], undefined>;
};
