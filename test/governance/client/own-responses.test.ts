// Tests that the responses of own operations can be read with any kind of schema.
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { Empty } from "../../../src/governance/contract/kit.ts";
import {
  checkResponses,
  defineOperation,
  type Effect,
  type Operation,
} from "../../../src/governance/contract/operation.ts";
import { governanceTo, scripted } from "./fixtures.ts";

const ownThing = defineOperation({
  id: "ownThing",
  method: "POST",
  path: "/api/v1/things",
  effect: "once",
  summary: "Make a thing.",
  source: "the tests",
  response: Empty,
});

/** Calls the operation with changes in its declaration. The service responds with this body. */
function call(change: Partial<Operation>, body: string): Promise<unknown> {
  const { transport } = scripted(new Response(body));
  const operation: Operation = { ...ownThing, ...change };
  return governanceTo({ ...transport, maxResponseBytes: 1_000 }).call(operation, {});
}

const [text, count] = [z.string(), z.int()];
const having = <Schema extends z.ZodType>(a: Schema) => z.object({ a });
const List = z.object({
  get a() {
    return z.array(List).optional();
  },
});
interface Chain {
  readonly a?: Chain | undefined;
}
const Chain: z.ZodType<Chain> = z.object({ a: z.lazy(() => Chain.optional()) });
const Shape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("circle"), radius: count.optional() }),
  z.object({ kind: z.literal("line"), ends: z.array(count).min(2) }),
]);

/** Kinds of schemas, each with a response of a newer or less strict service, and the value that Reeve reads. */
const KINDS: readonly [string, z.ZodType, sent: unknown, read?: unknown][] = [
  ["nullish", having(text.nullish()), { a: null }, {}],
  ["nullable", having(text.nullable()), { a: null }],
  ["optional", having(text.exactOptional()), { a: null }, {}],
  ["non-optional", having(z.nonoptional(text.optional())), { a: "x" }],
  ["with a default", having(z.array(count).default([])), { a: null }, { a: [] }],
  ["with a default that is read", having(text.prefault("x")), {}, { a: "x" }],
  ["with a value for errors", having(z.enum(["x"]).catch("x")), { a: "new" }, { a: "x" }],
  ["read-only", having(count.optional()).readonly(), { a: "1", b: 2 }, { a: 1, b: 2 }],
  ["branded", having(z.uuid().brand("Id")), { a: "" }],
  ["a literal", having(z.literal("v1")), { a: "v2" }],
  ["one of several literals", z.array(z.literal([1, null])), ["3", null], [3, null]],
  ["an enumeration", having(z.enum(["x"])), { a: "new" }],
  ["an enumeration of numbers", having(z.enum({ A: 1, B: 2 })), { a: 3 }],
  ["a template", z.templateLiteral(["usr_", count]), "other"],
  ["a changed text", having(text.trim().toLowerCase().min(9)), { a: " X " }, { a: "x" }],
  ["a union of scalars", z.array(z.union([z.number(), text])), [1, "1", ""]],
  ["a union of objects", z.union([having(text), z.object({ b: count })]), { b: "1" }, { b: 1 }],
  ["a discriminated union", Shape, { kind: "circle", radius: null, new: 1 }, { kind: "circle", new: 1 }],
  ["a discriminated union whose limits are exceeded", Shape, { kind: "line", ends: [1] }],
  ["a discriminated union with a new member", Shape, { kind: "dot", size: 1 }],
  ["an exclusive union", z.xor([having(text), z.object({ b: text })]), { b: "" }],
  ["an intersection", having(count).and(z.object({ b: text })), { a: "1", b: "x" }, { a: 1, b: "x" }],
  ["a record", z.record(z.uuid(), count.max(3)), { a: "12" }, { a: 12 }],
  ["a record of listed keys", z.record(z.enum(["a", "b"]), text), { a: "x", b: "y", c: "z" }],
  ["a record of some listed keys", z.partialRecord(z.enum(["a", "b"]), text), { a: "x", c: "z" }],
  ["a tuple", z.tuple([text, count.optional()]), ["a", "1", "new"], ["a", 1, "new"]],
  ["a tuple with a rest", z.tuple([text], count), ["a", "1", "2"], ["a", 1, 2]],
  ["a strict object", z.strictObject({ a: text }), { a: "x", b: 1 }],
  ["an object with a rest", having(text).catchall(count), { a: "x", b: "1" }, { a: "x", b: 1 }],
  ["refined", having(count).refine(({ a }) => a > 5), { a: 1 }],
  ["transformed", having(text.transform((all) => all.length)), { a: "four" }, { a: 4 }],
  ["preprocessed", having(z.preprocess((value) => value ?? "none", text)), { a: null }, { a: "none" }],
  ["a pipe", having(text.pipe(z.coerce.number())), { a: "1" }, { a: 1 }],
  ["a codec", z.codec(text, count, { decode: Number, encode: String }), "7", 7],
  ["a text for a truth value", having(z.stringbool()), { a: "yes" }, { a: true }],
  ["recursive", List, { a: [{ a: null, new: 1 }] }, { a: [{ new: 1 }] }],
  ["lazy", Chain, { a: { a: null } }, { a: {} }],
  ["any JSON", z.json(), { a: [1, null, "1"] }],
  ["custom", having(z.custom<string>((value) => typeof value === "string")), { a: "x" }],
];

describe("the response of an own operation", () => {
  it.for(KINDS)("can have a schema of this kind: %s", async ([, response, sent, read = sent]) => {
    for (const effect of ["read", "repeatable", "once"] as const satisfies Effect[])
      expect(await call({ effect, response }, JSON.stringify(sent))).toEqual(read);
  });

  const never = text.transform((all) => JSON.parse(all));
  it.for<[string, z.ZodType, unknown, string]>([
    ["lacks a key of a record", z.record(z.enum(["a", "b"]), text), { a: "x" }, "response.b is missing"],
    ["fits no member of a union", having(text.or(count)), { a: {} }, "response.a is not as documented"],
    ["makes its schema throw", never, "c4n4ry", "schema of the response threw SyntaxError"],
    ["has an asynchronous schema", text.transform(async () => 1), "c4n4ry", "schema of the response threw"],
  ])("is rejected for a read if it %s", async ([, response, sent, why]) => {
    const read = call({ effect: "read", response }, JSON.stringify(sent));
    await expect(read).rejects.toMatchObject({
      code: "governance_bad_response",
      message: expect.stringContaining(why),
    });
    await expect(read).rejects.not.toThrow("c4n4ry");
  });
});

describe("a change that was made", () => {
  const misread = () => {
    throw new TypeError("a property is undefined");
  };
  it.for<[string, Partial<Operation>, body: string, read?: unknown]>([
    ["lacks a required property", { response: having(having(text)) }, '{"a":{}}'],
    ["has a type other than its schema's", { response: z.object({}) }, "[1]"],
    ["makes its schema throw", { response: z.looseObject({}).transform(misread) }, '{"a":1}'],
    ["has an asynchronous schema", { response: z.looseObject({}).transform(async () => 1) }, '{"a":1}'],
    ["makes the check of its object throw", { stray: misread }, '{"a":1}'],
    ["is a text", {}, "created", {}],
    ["is cut off", {}, '{"a":', {}],
    ["is too large", {}, JSON.stringify({ a: "x".repeat(1_000) }), {}],
  ])("succeeds even if the response %s", async ([, change, body, read = JSON.parse(body)]) => {
    for (const effect of ["repeatable", "once"] as const)
      expect(await call({ effect, ...change }, body)).toEqual(read);
  });
});

describe("a value that JSON can't contain", () => {
  const dated = z.codec(text, z.date(), { decode: (at) => new Date(at), encode: String });
  it.for<[string, z.ZodType]>([
    ["response.a.items.a (z.date)", having(z.array(having(z.date())))],
    ["response.a (z.date)", having(z.coerce.date())],
    ["response.a (z.date)", having(dated)],
    ["response.a (z.set)", having(z.set(text).optional())],
    ["response.anyOf.1 (z.map)", text.or(z.map(text, text))],
    ["response (z.bigint)", z.bigint()],
    ["response (z.void)", z.void()],
  ])("prevents the start with an error that names the place and a remedy: %s", ([at, response]) => {
    const why = `src/own/operations, ownThing: ${at} contains a value that JSON can't contain: declare`;
    const problem = { code: "configuration_invalid", message: expect.stringContaining(why) };
    expect(() => checkResponses([{ ...ownThing, response }])).toThrow(expect.objectContaining(problem));
  });

  it("is not reported for the supported kinds of schemas", () => {
    expect(() => checkResponses(KINDS.map(([, response]) => ({ ...ownThing, response })))).not.toThrow();
  });

  it("is a type error", () => {
    const { auth: _, query: __, body: ___, echoes: ____, ...declaration } = ownThing;
    // @ts-expect-error z.date() accepts no value of JSON.
    defineOperation({ ...declaration, response: z.object({ at: z.date() }) });
    // @ts-expect-error Reeve stores what is read, and JSON has no Map.
    defineOperation({ ...declaration, response: z.unknown().transform(() => new Map()) });
  });
});
