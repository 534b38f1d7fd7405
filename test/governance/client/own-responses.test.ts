// Tests that the responses of own operations are read, whatever kind of schema declares them.
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { governanceOver } from "../../../src/governance/client/index.ts";
import { Empty } from "../../../src/governance/contract/kit.ts";
import { defineOperation, type Effect, type Operation } from "../../../src/governance/contract/operation.ts";
import { scripted } from "./fixtures.ts";

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
  const tokens = { get: () => "a-token", renew: async () => "a-token" };
  const { transport } = scripted(new Response(body));
  const means = { ...transport, maxResponseBytes: 1_000 };
  const governance = governanceOver(() => ({ root: "https://acme.example.com", tokens }), means);
  const operation: Operation = { ...ownThing, ...change };
  return governance.call(operation, {});
}

const Category = z.object({
  name: z.string(),
  get parts() {
    return z.array(Category).optional();
  },
});
interface Lazy {
  readonly name: string;
  readonly part?: Lazy | undefined;
}
const LazyPart: z.ZodType<Lazy> = z.object({ name: z.string(), part: z.lazy(() => LazyPart.optional()) });
const Shape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("circle"), radius: z.int().optional() }),
  z.object({ kind: z.literal("line"), ends: z.array(z.int()).min(2) }),
]);

/** Kinds of schemas, each with what a newer or less strict service might send, and what is read. */
const KINDS: readonly [string, z.ZodType, sent: unknown, read?: unknown][] = [
  [
    "nullish",
    z.object({ a: z.string().nullish(), b: z.string().nullable() }),
    { a: null, b: null },
    { b: null },
  ],
  ["optional", z.object({ a: z.string().exactOptional() }), { a: null }, {}],
  ["non-optional", z.object({ a: z.nonoptional(z.string().optional()) }), { a: "x" }],
  ["with a default", z.object({ a: z.array(z.int()).default([]) }), { a: null }, { a: [] }],
  ["with a default that is read", z.object({ a: z.string().prefault("x") }), {}, { a: "x" }],
  ["with a value for errors", z.object({ a: z.enum(["x"]).catch("x") }), { a: "new" }, { a: "x" }],
  ["read-only", z.object({ a: z.int().optional() }).readonly(), { a: "1", b: 2 }, { a: 1, b: 2 }],
  ["branded", z.object({ a: z.uuid().brand("Id") }), { a: "" }],
  ["a literal", z.object({ a: z.literal("v1"), b: z.literal([1, null]) }), { a: "v2", b: 3 }],
  ["an enumeration", z.object({ a: z.enum({ A: 1, B: 2 }), b: z.enum(["x"]) }), { a: 3, b: "new" }],
  ["a template", z.templateLiteral(["usr_", z.int()]), "other"],
  ["a changed text", z.object({ a: z.string().trim().toLowerCase().min(9) }), { a: " X " }, { a: "x" }],
  ["a union of scalars", z.array(z.union([z.number(), z.string()])), [1, "1", ""]],
  [
    "a union of objects",
    z.union([z.object({ a: z.string() }), z.object({ b: z.int() })]),
    { b: "1" },
    { b: 1 },
  ],
  [
    "a discriminated union",
    z.array(Shape),
    [
      { kind: "line", ends: [1] },
      { kind: "circle", radius: null, new: 1 },
    ],
    [
      { kind: "line", ends: [1] },
      { kind: "circle", new: 1 },
    ],
  ],
  ["a discriminated union with a new member", Shape, { kind: "dot", size: 1 }],
  ["an exclusive union", z.xor([z.object({ a: z.string() }), z.object({ b: z.string() })]), { b: "" }],
  [
    "an intersection",
    z.intersection(z.object({ a: z.int(), n: z.string().optional() }), z.object({ b: z.string() })),
    { a: "1", b: "x", n: null, c: 2 },
    { a: 1, b: "x", c: 2 },
  ],
  ["a record", z.record(z.uuid(), z.int().max(3)), { a: "12" }, { a: 12 }],
  ["a record of listed keys", z.record(z.enum(["a", "b"]), z.string()), { a: "x", b: "y", c: "z" }],
  ["a record of some listed keys", z.partialRecord(z.enum(["a", "b"]), z.string()), { a: "x", c: "z" }],
  ["a tuple", z.tuple([z.string(), z.int().optional()]), ["a", "1", "new"], ["a", 1, "new"]],
  ["a tuple with a rest", z.tuple([z.string()], z.int()), ["a", "1", "2"], ["a", 1, 2]],
  ["a strict object", z.strictObject({ a: z.string() }), { a: "x", b: 1 }],
  [
    "an object with a rest",
    z.object({ a: z.string() }).catchall(z.int()),
    { a: "x", b: "1" },
    { a: "x", b: 1 },
  ],
  ["refined", z.object({ a: z.int() }).refine(({ a }) => a > 5), { a: 1 }],
  ["transformed", z.object({ a: z.string().transform((text) => text.length) }), { a: "four" }, { a: 4 }],
  [
    "preprocessed",
    z.object({ a: z.preprocess((value) => value ?? "none", z.string()) }),
    { a: null },
    { a: "none" },
  ],
  ["a pipe", z.object({ a: z.string().pipe(z.coerce.number()) }), { a: "1" }, { a: 1 }],
  ["a codec", z.codec(z.string(), z.int(), { decode: Number, encode: String }), "7", 7],
  ["a text for a truth value", z.object({ a: z.stringbool() }), { a: "yes" }, { a: true }],
  [
    "in itself",
    Category,
    { name: "a", parts: [{ name: "b", parts: null, new: 1 }] },
    { name: "a", parts: [{ name: "b", new: 1 }] },
  ],
  ["lazy", LazyPart, { name: "a", part: { name: "b", part: null } }, { name: "a", part: { name: "b" } }],
  ["any JSON", z.json(), { a: [1, null, "1"] }],
  ["of one's own", z.object({ a: z.custom<string>((value) => typeof value === "string") }), { a: "x" }],
];

describe("the response of an own operation", () => {
  it.for(KINDS)("can have a schema that is %s", async ([, response, sent, read = sent]) => {
    for (const effect of ["read", "repeatable", "once"] as const satisfies Effect[])
      expect(await call({ effect, response }, JSON.stringify(sent))).toEqual(read);
  });

  it.for<[string, z.ZodType, unknown, string]>([
    [
      "lacks a key of a record",
      z.record(z.enum(["a", "b"]), z.string()),
      { a: "x" },
      "the response.b is missing",
    ],
    [
      "fits no member of a union",
      z.object({ a: z.union([z.string(), z.int()]) }),
      { a: {} },
      "the response.a is not as documented",
    ],
    [
      "makes its schema throw",
      z.string().transform((text) => JSON.parse(text)),
      "c4n4ry",
      "the schema of the response threw SyntaxError",
    ],
    [
      "has an asynchronous schema",
      z.string().transform(async (text) => text),
      "c4n4ry",
      "the schema of the response threw",
    ],
  ])("to a read is rejected if it %s", async ([, response, sent, why]) => {
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
    ["lacks a required property", { response: z.object({ a: z.object({ b: z.string() }) }) }, '{"a":{}}'],
    ["has another type than its schema", { response: z.object({}) }, "[1]"],
    ["makes its schema throw", { response: z.looseObject({}).transform(misread) }, '{"a":1}'],
    ["has an asynchronous schema", { response: z.looseObject({}).transform(async () => 1) }, '{"a":1}'],
    ["makes the check of its object throw", { stray: misread }, '{"a":1}'],
    ["is a text", {}, "created", {}],
    ["is cut off", {}, '{"a":', {}],
    ["is too large", {}, JSON.stringify({ a: "x".repeat(1_000) }), {}],
  ])("is not uncertain if the response %s", async ([, change, body, read = JSON.parse(body)]) => {
    for (const effect of ["repeatable", "once"] as const)
      expect(await call({ effect, ...change }, body)).toEqual(read);
  });
});
