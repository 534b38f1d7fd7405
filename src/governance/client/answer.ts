// Reads answers by the contract, leniently: additions of a newer service must not break a running client.
import * as z from "zod";
import type { Operation } from "../contract/operation.ts";
import { GovernanceProblem } from "./problem.ts";

/** By the declared schema: for reads, and for calls that change something. */
const lenientSchemas = [false, true].map(() => new WeakMap<z.core.$ZodType, z.ZodType>());

/**
 * Reads an answer by its operation's schema: required members must be there, and known members have their JSON type.
 * Formats, lengths and enumeration values are not checked, unknown members are kept, null for an optional member counts
 * as absent, and an absent list is empty. A number may be written as digits, as protobuf's JSON does for 64 bits. In the
 * answer to a change, an optional member of another type counts as absent, unless it is to be an object: the change was made, and {@link needed} says
 * what is lacking. In the answer to a read it is an error, since plans rely on what is read.
 */
export function readAnswer(
  { response, effect = "read" }: Pick<Operation, "response"> & Partial<Pick<Operation, "effect">>,
  answer: unknown,
) {
  const drops = effect !== "read";
  const schemas = lenientSchemas[Number(drops)];
  const schema = schemas?.get(response) ?? lenient(response, drops);
  schemas?.set(response, schema);
  return schema.safeParse(answer, {
    error: ({ expected, input }) =>
      input === undefined || input === null
        ? "is missing"
        : `is not ${expected === "array" || expected === "object" ? "an" : "a"} ${expected}`,
  });
}

function lenient(schema: z.core.$ZodType, drops: boolean): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries<z.core.$ZodType>(schema.shape);
    const optional = new Set(members.flatMap(([name, member]) => (isOptional(member) ? [name] : [])));
    return z.preprocess(
      (value) => withoutNulls(value, optional),
      z.looseObject(Object.fromEntries(members.map(([name, member]) => [name, lenient(member, drops)]))),
    );
  }
  if (schema instanceof z.ZodArray) return z.array(lenient(schema.element, drops));
  if (schema instanceof z.ZodOptional) {
    const inner = schema.unwrap();
    const optional = lenient(inner, drops).optional();
    return drops && !(inner instanceof z.ZodObject) ? optional.catch(undefined) : optional;
  }
  if (schema instanceof z.ZodDefault)
    return lenient(schema.unwrap(), drops).default(() => schema.def.defaultValue);
  if (schema instanceof z.ZodNumber) return z.preprocess(fromDigits, z.number());
  if (schema instanceof z.ZodBoolean || schema instanceof z.ZodUnknown) return schema;
  if ([z.ZodString, z.ZodStringFormat, z.ZodEnum].some((kind) => schema instanceof kind)) return z.string();
  throw new TypeError(`answers have no schemas of kind ${schema._zod.def.type} so far`);
}

const fromDigits = (value: unknown): unknown =>
  typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;

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
