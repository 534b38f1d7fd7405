// Tests that responses are accepted with any optional property absent or null, and with unknown properties.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { readAnswer } from "../../src/governance/client/problem.ts";
import { operations } from "../../src/governance/contract/index.ts";

/**
 * Number of responses tested in all. `ANSWERS=100000 npx vitest run test/governance/tolerance.node.test.ts` is the long
 * run.
 */
const ANSWERS = Number(process.env["ANSWERS"] ?? 1_200);

const anything = fc.jsonValue({ maxDepth: 1 });
const text = fc.oneof(fc.string({ maxLength: 6 }), fc.constant("A_VALUE_OF_TOMORROW"));

/** Generates values that a service might send for a schema: they have its JSON type, but ignore its other rules. */
function sent(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "default":
      return fc.option(sent(def.innerType), { nil: null, freq: 3 });
    case "object":
      return fc
        .tuple(
          fc.record(
            Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, sent(member)])),
            { requiredKeys: Object.keys(def.shape).filter((name) => !isOptional(def.shape[name])) },
          ),
          fc.dictionary(fc.constantFrom("newMember", "x-new", "__proto__", "constructor"), anything, {
            maxKeys: 1,
          }),
        )
        .map(([known, unknown]) => ({ ...unknown, ...known }));
    case "array":
      return fc.array(sent(def.element), { maxLength: 2 });
    case "string":
    case "enum":
      return text;
    case "number":
      return fc.oneof(fc.integer({ min: 1 }), fc.constant(0.5));
    case "boolean":
      return fc.boolean();
    case "unknown":
      return anything;
    default:
      throw new TypeError(`no values are known of a schema of kind ${def.type}`);
  }
}

const isOptional = (schema: z.core.$ZodType | undefined): boolean =>
  ["optional", "default"].includes((schema as z.core.$ZodTypes | undefined)?._zod.def.type ?? "");

/**
 * Required properties of responses: those of RFC 6749, section 5.1, and the lifetime, which the specification gives
 * each token.
 */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  createToken: ["access_token", "token_type", "expires_in"],
};

/** Lists the properties that a schema requires, at any depth, as dotted paths. */
function required(schema: z.core.$ZodType, at: string[] = []): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "optional" || def.type === "default") return required(def.innerType, at);
  if (def.type === "array") return required(def.element, at);
  if (def.type !== "object") return [];
  return Object.entries(def.shape).flatMap(([name, member]) => {
    const path = [...at, name];
    return [...(isOptional(member) ? [] : [path.join(".")]), ...required(member, path)];
  });
}

describe.each(Object.values(operations))("responses of $id", ({ id, response }) => {
  it("require only the properties that the specification requires", () => {
    expect(required(response)).toEqual(REQUIRED[id] ?? []);
  });

  it("are accepted if optional properties are absent or null, or if properties are unknown", () => {
    fc.assert(
      fc.property(sent(response), (answer) => {
        const { data, error } = readAnswer({ response }, JSON.parse(JSON.stringify(answer)));
        expect(error).toBeUndefined();
        if ("list" in response.shape) expect(data).toHaveProperty("list", expect.any(Array));
      }),
      { numRuns: Math.ceil(ANSWERS / Object.keys(operations).length) },
    );
  });
});
