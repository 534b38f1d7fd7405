import { expect, it } from "vitest";
import * as z from "zod";
import { looseObject, object, strictObject } from "../../src/base/object.ts";

it("members are made when they are first used, once for all that is made of a schema", () => {
  let made = 0;
  const Point = object(() => {
    made++;
    return { x: z.number(), y: z.number().default(0) };
  });
  const Above = Point.refine(({ y }) => y >= 0, "is below").describe("A point.");
  const List = z.array(z.union([Point.optional(), z.string()]));
  expect(made).toBe(0);
  expect(Point.parse({ x: 1 })).toEqual({ x: 1, y: 0 });
  expect(Above.parse({ x: 1, y: 2 })).toEqual({ x: 1, y: 2 });
  expect(Above.safeParse({ x: 1, y: -2 }).error?.issues[0]?.message).toBe("is below");
  expect(List.parse([{ x: 1 }, "two", undefined])).toEqual([{ x: 1, y: 0 }, "two", undefined]);
  expect(Above.shape.x).toBe(Point.shape.x);
  expect(made).toBe(1);
});

it("what a schema does not name is left out, refused, or kept", () => {
  const members = () => ({ id: z.string() });
  const given = { id: "a", more: 1 };
  expect(object(members).parse(given)).toEqual({ id: "a" });
  expect(strictObject(members).safeParse(given).error?.issues[0]?.code).toBe("unrecognized_keys");
  expect(looseObject(members).parse(given)).toEqual(given);
});

it("a schema is extended, made partial and written as JSON schema as any other", () => {
  const Id = strictObject(() => ({ id: z.string() }));
  expect(Id.extend({ name: z.string() }).parse({ id: "a", name: "b" })).toEqual({ id: "a", name: "b" });
  expect(Id.partial().parse({})).toEqual({});
  expect(z.toJSONSchema(Id)).toMatchObject({ required: ["id"], additionalProperties: false });
  const either = z.discriminatedUnion("of", [
    object(() => ({ of: z.literal("a"), a: z.int() })),
    object(() => ({ of: z.literal("b") })),
  ]);
  expect(either.parse({ of: "a", a: 1 })).toEqual({ of: "a", a: 1 });
  expect(either.safeParse({ of: "c" }).success).toBe(false);
});
