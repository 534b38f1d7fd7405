// Reads answers by the contract, leniently: additions of a newer service must not break a running client.
import * as z from "zod";
import type { Operation } from "../contract/operation.ts";
import { GovernanceProblem } from "./problem.ts";

const lenientSchemas = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * Reads an answer by its operation's schema: required members must be there, and known members have their JSON type.
 * Formats, lengths and enumeration values are not checked, unknown members are kept, null for an optional member counts
 * as absent, and an absent list is empty.
 */
export function readAnswer({ response }: Pick<Operation, "response">, answer: unknown) {
  const schema = lenientSchemas.get(response) ?? lenient(response);
  lenientSchemas.set(response, schema);
  return schema.safeParse(answer, {
    error: ({ expected, input }) =>
      input === undefined || input === null
        ? "is missing"
        : `is not ${expected === "array" || expected === "object" ? "an" : "a"} ${expected}`,
  });
}

function lenient(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries<z.core.$ZodType>(schema.shape);
    const optional = new Set(members.flatMap(([name, member]) => (isOptional(member) ? [name] : [])));
    return z.preprocess(
      (value) => withoutNulls(value, optional),
      z.looseObject(Object.fromEntries(members.map(([name, member]) => [name, lenient(member)]))),
    );
  }
  if (schema instanceof z.ZodArray) return z.array(lenient(schema.element));
  if (schema instanceof z.ZodOptional) return lenient(schema.unwrap()).optional();
  if (schema instanceof z.ZodDefault) return lenient(schema.unwrap()).default(() => schema.def.defaultValue);
  if (schema instanceof z.ZodNumber) return z.number();
  if (schema instanceof z.ZodBoolean || schema instanceof z.ZodUnknown) return schema;
  if ([z.ZodString, z.ZodStringFormat, z.ZodEnum].some((kind) => schema instanceof kind)) return z.string();
  throw new TypeError(`answers have no schemas of kind ${schema._zod.def.type} so far`);
}

const isOptional = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;

const withoutNulls = (value: unknown, names: ReadonlySet<string>): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).filter(([name, member]) => member !== null || !names.has(name)),
      )
    : value;

/**
 * A member of an answer that is optional in the specification and needed by the code.
 * @param member Its path in the answer: `userView.user.id`
 * @throws GovernanceProblem `governance_bad_response`, naming call and member, if it is absent or empty
 */
export function needed<Value>(
  value: Value | null | undefined,
  operation: { readonly id: string },
  member: string,
): Value {
  if (value !== undefined && value !== null && value !== "") return value;
  throw new GovernanceProblem("governance_bad_response", operation.id, `the answer lacks ${member}`);
}
