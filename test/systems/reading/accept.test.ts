import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ActionCallWithId } from "../../../src/systems/actions.ts";
import { parse } from "../../../src/systems/reading/accept.ts";
import { having, Id, Members } from "../../../src/systems/reading/json.ts";
import { Told } from "../../../src/systems/reading/normalized.ts";
import { TicketMessage } from "../../../src/systems/reading/ticket-message.ts";
import { WorkerNotice } from "../../../src/systems/reading/worker.ts";

/** Values of few kinds, so that many fit. */
const plain = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    "a",
    "b",
    "2026-06-15",
    "a@example.com",
    "https://example.com/",
    "x@",
    0,
    1,
    0.5,
  ),
  fc.constantFrom<unknown>(true, null, undefined, Number.NaN, {}, [], "ticket.created", "created"),
  fc.constantFrom<unknown>(
    "worker.hired",
    "incident.triggered",
    ["a"],
    [1],
    { id: "a" },
    { id: 1, name: "a" },
  ),
);
/** Members that many schemas name, and what would reach a prototype. */
const name = fc.constantFrom("a", "b", "id", "name", "type", "__proto__", "constructor", "toString", "extra");
const value = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, plain, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
  object: fc
    .array(fc.tuple(name, tie("value")), { maxLength: 5 })
    .map((members) => Object.fromEntries(members)),
})).value;

/** A value with some of its members, however deep, changed or taken away. */
function damaged(whole: unknown, damage: readonly (readonly [number, unknown])[]): unknown {
  const copy: unknown = structuredClone(whole);
  for (const [at, instead] of damage) {
    const places: [Record<string, unknown>, string][] = [];
    const visit = (one: unknown) => {
      if (typeof one !== "object" || one === null) return;
      const members = one as Record<string, unknown>;
      for (const key of Object.keys(members)) {
        places.push([members, key]);
        visit(members[key]);
      }
    };
    visit(copy);
    const [members, key = ""] = places[at % Math.max(1, places.length)] ?? [];
    if (members && at % 3 === 0) delete members[key];
    else if (members)
      Object.defineProperty(members, key, {
        value: structuredClone(instead),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return copy;
}
const damage = fc.array(fc.tuple(fc.nat(1_000), value), { maxLength: 3 });

/** What it gives, member by member in their order, also of those that are undefined; of a refusal, what zod says. */
const outcome = (result: z.ZodSafeParseResult<unknown>): string =>
  JSON.stringify(result.success ? [result.data] : result.error.issues, (_, member: unknown) =>
    member === undefined || Number.isNaN(member) ? String(member) : member,
  );

function same(schema: z.ZodType, one: unknown): void {
  expect(outcome(parse(schema, one))).toBe(outcome(schema.safeParse(one)));
}

describe("reads the same as zod", () => {
  it.for<[string, z.ZodType]>([
    ["texts", z.string()],
    ["texts of a length", z.string().min(1).max(1_000)],
    ["texts that are changed", z.string().trim().toUpperCase()],
    ["emails", z.email()],
    ["days", z.iso.date()],
    ["texts from anything", z.coerce.string()],
    ["patterns", z.string().regex(/^a/)],
    ["numbers", z.number()],
    ["whole numbers", z.int().positive()],
    ["yes or no", z.boolean()],
    ["one of", z.enum(["a", "b"])],
    ["just this", z.literal(["a", 1, null])],
    ["anything", z.unknown()],
    ["ids", Id],
    ["members", Members],
    ["members of which some are known", having(z.object({ id: Id, name: z.string().optional() }))],
    ["members that may be missing", z.object({ a: z.string().optional(), b: z.unknown().optional() })],
    ["members that may be null", z.object({ a: z.string().nullable(), b: z.array(z.string()).nullish() })],
    ["members that must not be undefined", z.object({ a: z.string().exactOptional(), b: z.unknown() })],
    ["members with defaults", z.object({ a: z.string().default("x"), b: z.array(z.string()).default([]) })],
    ["members with defaults, or none", z.object({ a: z.string().default("x").optional() })],
    ["members of a name", z.object({ constructor: z.string().optional(), a: z.undefined().optional() })],
    ["other members too", z.looseObject({ a: z.unknown().optional(), id: Id.nullish() })],
    ["other members of a kind", z.object({ a: z.string().optional() }).catchall(z.string())],
    ["no other members", z.strictObject({ a: z.unknown().optional() })],
    ["members of any name", z.record(z.string(), z.union([z.string(), z.array(z.string())]))],
    ["members of some names", z.partialRecord(z.enum(["a", "b"]), z.string())],
    ["lists", z.array(z.union([z.string(), z.object({ id: Id })])).min(1)],
    ["either of", z.union([z.object({ a: z.string() }), z.object({ b: z.string() }), z.string()])],
    ["what is told apart by a member", z.discriminatedUnion("type", [z.object({ type: z.literal("a") })])],
    ["both of", z.object({ a: z.unknown() }).and(z.object({ b: z.unknown() }))],
    [
      "what is refined",
      z.object({ a: z.unknown() }).refine(({ a }) => a !== "a", { path: ["a"], message: "is a" }),
    ],
    [
      "what is made of another",
      z.object({ a: z.unknown().optional() }).transform((of, ctx) => {
        if (of.a === "a") ctx.addIssue("is a");
        return [of];
      }),
    ],
    ["what is read first", z.preprocess((one) => one ?? "a", z.string())],
    ["what is caught", z.string().catch("x")],
  ])("%s", ([, schema]) => {
    fc.assert(
      fc.property(value, (one) => same(schema, one)),
      { numRuns: 500 },
    );
  });

  const person = { id: "1", name: "Ada Marsh", email: "ada.marsh@example.com" };
  const ticket = {
    id: 7,
    key: "IAM-7",
    title: "",
    url: "https://example.com/7",
    fields: { a: ["b"], c: "d" },
  };
  it.for<[string, z.ZodType, readonly unknown[]]>([
    [
      "ticket messages",
      TicketMessage,
      [
        {
          id: 1,
          event: "created",
          typed: { actor: person },
          ticket: { ...ticket, status: "Open" },
          extra: 1,
        },
      ],
    ],
    [
      "worker notices",
      WorkerNotice,
      [
        {
          id: "1",
          type: "worker.hired",
          effectiveOn: "2026-06-15",
          worker: { ...person, a: 1 },
          previous: { a: 0 },
        },
      ],
    ],
    [
      "what is told in our words",
      Told,
      [
        { type: "ticket.created", data: { actor: person, ticket: { ...ticket, status: { to: "Open" } } } },
        { type: "worker.changed", data: { worker: { ...person, manager: person }, changed: ["a"] } },
        {
          type: "incident.triggered",
          data: { incident: { id: "1", key: "1", title: "a", assignees: [person] } },
        },
      ],
    ],
    [
      "requests for actions",
      ActionCallWithId,
      [
        {
          id: "1",
          action: "tool.retire",
          input: { tool: "a" },
          requester: { email: "a@example.com" },
          reason: "b",
        },
      ],
    ],
  ])("%s, whole and damaged", ([, schema, samples]) => {
    for (const sample of samples) expect(parse(schema, sample)).toMatchObject({ success: true });
    fc.assert(
      fc.property(fc.constantFrom(...samples), damage, (sample, of) => same(schema, damaged(sample, of))),
      { numRuns: 2_000 },
    );
  });
});
