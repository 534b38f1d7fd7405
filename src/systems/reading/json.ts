// Reads JSON bodies once, limits their nesting and number of values, and validates them with a schema. Errors name the
// invalid property.
import * as z from "zod";
import { ok, type Result, refused } from "../../base/result.ts";
import { decodeUtf8, tryParseJson } from "../../base/text.ts";
import type { Person } from "../event.ts";
import type { Delivery, JsonBody, Malformed, Meaning, ParsedDelivery, Source } from "../system.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A JSON object with any properties.
 *
 * @example
 * export const Webhook = z.object({ case: z.object({ no: Id, answers: Members.default({}) }) });
 */
export const Members = z.custom<JsonObject>(isObject, "expected an object");

/**
 * An id, which senders write as text or as a number. Invalid UTF-16 in it is replaced, as SQLite would replace it.
 *
 * @example
 * export const Webhook = z.object({ request: z.object({ id: Id, title: z.string() }) });
 */
export const Id = z.union([z.string().min(1), z.int()]).transform((id) => String(id).toWellFormed());

export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}

/**
 * Returns the text, or the number as text, at a path of properties, or `undefined` if the text is empty or the value is
 * of another type.
 *
 * @example
 * export const status = textAt({ case: { status: { is: "Approved" } } }, "case", "status", "is");
 */
export const textAt = (value: unknown, ...path: readonly string[]): string | undefined =>
  readText(valueAt(value, ...path));

/**
 * Reads a person from an object, given the names of its properties. Returns `undefined` if the value is not an
 * object.
 *
 * @example
 * export const requester = personIn({ uid: "u7", full: "Gita Lund", mail: "gita.lund@example.com" }, "uid", "full",
 * "mail");
 */
export const personIn = (value: unknown, id: string, name: string, email?: string): Person | undefined =>
  isObject(value)
    ? compact({ id: textAt(value, id), name: textAt(value, name), email: email && textAt(value, email) })
    : undefined;

/** Returns text that is not empty, or a number as text. Returns `undefined` for any other value. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns an object without its `undefined` and `null` properties, so that optional properties are absent. */
export function compact<Shape extends object>(members: Shape): Present<Shape> {
  const there: Record<string, unknown> = {};
  for (const name in members) {
    const value: unknown = members[name];
    if (value !== undefined && value !== null) there[name] = value;
  }
  return there as Present<Shape>;
}

type Present<Shape> = {
  [Name in keyof Shape as undefined extends Shape[Name] ? never : Name]: Shape[Name];
} & {
  [Name in keyof Shape as undefined extends Shape[Name] ? Name : never]?: Exclude<Shape[Name], undefined>;
};

/**
 * Maximum nesting depth, which no sender's body reaches. It prevents denial of service: a hostile body must not exhaust
 * the stack.
 */
const MAX_DEPTH = 64;
/**
 * Maximum number of values, which no sender's body reaches. A schema creates an issue for each value that does not
 * match.
 */
const MAX_VALUES = 50_000;

/** One event in a body: see {@link ParsedDelivery}. */
export interface ReadEvent {
  readonly id: string | null;
  /** The event, or the error for which the whole body is rejected. The error begins with the property's name. */
  readonly event: Meaning | Malformed;
  /** The part of the body that describes the event. @default the whole body */
  readonly payload?: unknown;
}

/** Reads the events of a body that matches the schema. */
export type ReadBody<Schema extends z.ZodType> = (
  body: z.output<Schema>,
  delivery: Delivery,
  now: number,
) => ReadEvent | readonly ReadEvent[];

type Reader = (
  body: JsonBody,
  delivery: Delivery,
  now: number,
) => Result<readonly ParsedDelivery[], Malformed>;

/** Makes the `parse` function of a source with a JSON body, which is parsed only once. */
export const parseBody =
  (read: Reader): Source["parse"] =>
  (delivery, now, parsed = parseText(delivery.body)) =>
    parsed.ok ? read(parsed.value, delivery, now) : parsed;

export const ofShape =
  <Schema extends z.ZodType>(schema: Schema, read: ReadBody<Schema>): Reader =>
  ({ json, text }, delivery, now) => {
    const shaped = readShape(json, schema);
    return shaped.ok ? toParsedDeliveries(read(shaped.value, delivery, now), text) : shaped;
  };

/**
 * Makes a reader of JSON that has one of two shapes.
 * @param name The top-level property that only the shape for `having` contains
 */
export const byMember =
  (name: string, having: Reader, others: Reader): Reader =>
  (body, delivery, now) => {
    const members = readShape(body.json, Members);
    return members.ok ? (Object.hasOwn(members.value, name) ? having : others)(body, delivery, now) : members;
  };

/**
 * Makes the `parse` function of a source whose body is JSON that matches a schema. Any other body is recorded as
 * rejected, with the name of the invalid property if the body is JSON.
 *
 * @example
 * export const parse = parseJson(z.object({ id: Id, kind: z.string() }), ({ id, kind }) => ({
 *   id,
 *   event: { ignored: `Reeve has no use for ${kind}` },
 * }));
 */
export const parseJson = <Schema extends z.ZodType>(
  schema: Schema,
  read: ReadBody<Schema>,
): Source["parse"] => parseBody(ofShape(schema, read));

/** Makes the `parse` function of a source whose deliveries each contain one event as JSON, and its id in a header. */
export const parseHook = <Schema extends z.ZodType>(
  header: string,
  schema: Schema,
  read: (body: z.output<Schema>) => ReadEvent["event"],
): Source["parse"] =>
  parseJson(schema, (body, { headers }) => ({ id: headers.get(header), event: read(body) }));

/**
 * Converts the events of a body to parsed deliveries with JSON payloads. An empty id is treated as missing.
 * @param whole The body's JSON text
 */
function toParsedDeliveries(
  statements: ReadEvent | readonly ReadEvent[],
  whole: string,
): Result<readonly ParsedDelivery[], Malformed> {
  const parsed: ParsedDelivery[] = [];
  for (const [n, { id, event, payload }] of [statements].flat().entries()) {
    if ("detail" in event)
      return refused({ detail: Array.isArray(statements) ? `${n}.${event.detail}` : event.detail });
    parsed.push({ id: id || null, event, payload: payload === undefined ? whole : JSON.stringify(payload) });
  }
  return ok(parsed);
}

/** Reads bytes as JSON of the given shape. An error names the invalid property. */
export function readJson<Schema extends z.ZodType>(
  body: Uint8Array,
  schema: Schema,
): Result<z.output<Schema>, Malformed> {
  const parsed = parseText(body);
  return parsed.ok ? readShape(parsed.value.json, schema) : parsed;
}

export function parseText(body: Uint8Array): Result<JsonBody, Malformed> {
  const text = decodeUtf8(body);
  const json = text === null ? undefined : tryParseJson(text);
  if (text === null || json === undefined) return refused({ detail: "the body is not JSON in UTF-8" });
  const excess = findExcess(json);
  return excess === null ? ok({ json, text }) : refused({ detail: excess });
}

/** Validates a value against the given schema. An error names the invalid property. */
export function readShape<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
): Result<z.output<Schema>, Malformed> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return refused({ detail: `${issue?.path.join(".") || "the body"}: ${issue?.message ?? "unexpected"}` });
}

/**
 * Returns the error for a value that exceeds a limit, or `null` if the value exceeds no limit. Call this before
 * recursive code reads the value.
 */
export function findExcess(whole: unknown): string | null {
  let left = MAX_VALUES;
  const walk = (value: unknown, depth: number): string | null => {
    if (typeof value !== "object" || value === null) return null;
    if (depth === MAX_DEPTH) return `the body is nested deeper than ${MAX_DEPTH} levels`;
    for (const inside of Array.isArray(value) ? value : Object.values(value)) {
      const excess = left-- === 0 ? `the body has more than ${MAX_VALUES} values` : walk(inside, depth + 1);
      if (excess !== null) return excess;
    }
    return null;
  };
  return walk(whole, 0);
}
