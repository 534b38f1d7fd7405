import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readAnswer } from "../../../src/governance/client/answer.ts";
import { operations } from "../../../src/governance/contract/index.ts";

const misfit = (response: z.ZodType, value: unknown) => {
  const [issue] = readAnswer({ response }, value).error?.issues ?? [];
  return issue && `${issue.path.join(".")} ${issue.message}`;
};
const taken = (response: z.ZodType, value: unknown) => readAnswer({ response }, value).data;

describe("readAnswer", () => {
  it("reports the property that is missing or has the wrong type", () => {
    const { response } = operations.searchUsers;
    expect(misfit(response, { list: [] })).toBeUndefined();
    expect(misfit(response, { list: {} })).toBe("list is not an array");
    expect(misfit(response, { list: [{ user: { id: 1 } }] })).toBe("list.0.user.id is not a string");
    expect(misfit(response, { list: [], expanded: [7] })).toBe("expanded.0 is not an object");
    expect(misfit(operations.createToken.response, { token_type: "Bearer" })).toBe("access_token is missing");
    expect(misfit(response, [])).toBe(" is not an object");
    expect(misfit(response, null)).toBe(" is missing");
    expect(misfit(response, "list")).toBe(" is not an object");
  });

  it("reads an absent or null list as an empty one", () => {
    const { response } = operations.searchUsers;
    const answers = [{}, { list: null }].map((answer) => taken(response, answer) as { list: unknown[] });
    for (const answer of answers) expect(answer.list).toEqual([]);
    expect(answers[0]?.list).not.toBe(answers[1]?.list);
  });

  it("accepts the same basic types as zod", () => {
    const schema = z.looseObject({
      a: z.string(),
      b: z.array(z.looseObject({ c: z.number().optional() })).optional(),
    });
    for (const value of [
      { a: "" },
      { a: "", b: [] },
      { a: "", b: [{ c: 1, d: 2 }] },
      { a: "", b: [{ c: "one" }] },
      { b: [] },
      { a: "", b: [1] },
      1,
    ]) {
      expect(misfit(schema, value) === undefined, JSON.stringify(value)).toBe(
        schema.safeParse(value).success,
      );
    }
  });

  it("accepts a string of digits as a number", () => {
    const schema = z.looseObject({ count: z.int().optional() });
    expect(taken(schema, { count: "12" })).toEqual({ count: 12 });
    expect(misfit(schema, { count: "12 items" })).toBe("count is not a number");
    expect(misfit(schema, { count: "" })).toBe("count is not a number");
  });

  it("ignores an optional property of the wrong type in the response to a change, but not to a read", () => {
    const response = z.looseObject({
      id: z.string(),
      inner: z.looseObject({ count: z.int().optional() }).optional(),
    });
    const answer = { id: "cmp_1", inner: { count: {}, name: "x" } };
    for (const effect of ["once", "repeatable"] as const) {
      expect(readAnswer({ response, effect }, answer).data).toMatchObject({
        id: "cmp_1",
        inner: { name: "x" },
      });
      expect(readAnswer({ response, effect }, { id: 7 }).success).toBe(false);
    }
    expect(readAnswer({ response, effect: "read" }, answer).success).toBe(false);
  });

  it("keeps unknown properties, accepts any format and enum value, and reads null as absent", () => {
    const schema = z.looseObject({ at: z.iso.datetime(), kind: z.enum(["a"]), note: z.string().optional() });
    const value = taken(schema, {
      at: "yesterday",
      kind: "b",
      note: null,
      extra: { deep: [null] },
    }) as object;
    expect(value).toEqual({ at: "yesterday", kind: "b", extra: { deep: [null] } });
    expect("note" in value).toBe(false);
  });
});
