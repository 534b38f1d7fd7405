// Parses responses by the contract, but leniently: additions in a newer version of the service must not break a running
// client.
import * as z from "zod";
import type { Operation } from "../contract/operation.ts";
import { GovernanceProblem } from "./problem.ts";

/**
 * Caches of lenient schemas, keyed by declared schema: one cache for reads, and one for calls that change something.
 */
const lenientSchemas = [false, true].map(() => new WeakMap<z.core.$ZodType, z.ZodType>());

/**
 * Parses a response by its operation's schema: required properties must be present, and known properties must have
 * their JSON type. Formats, lengths and enumeration values are not checked, unknown properties are kept, null for an
 * optional property counts as absent, and an absent list is empty. A number can be written as digits, as in protobuf's
 * JSON for 64-bit integers. In the response to a change, an optional property of another type counts as absent unless
 * its schema is an object: the change was made, and {@link needed} reports a missing property. In the response to a
 * read, such a property is an error, because plans rely on the values that were read.
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
  throw new TypeError(`response schemas of kind ${schema._zod.def.type} are not supported yet`);
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
 * Returns a response property that is optional in the specification but required by the code.
 *
 * @param member Path of the property in the response: `userView.user.id`
 * @throws GovernanceProblem `governance_bad_response`, naming the call and the property, if the property is absent or
 * empty
 * @example
 * export const listIds = async ({ governance }: Context): Promise<string[]> => {
 *   const { list } = await governance.call(listMcpCatalog, { query: {} });
 *   return list.map(({ id }, n) => needed(id, listMcpCatalog, `list.${n}.id`));
 * };
 */
export function needed<Value>(
  value: Value | null | undefined,
  operation: { readonly id: string },
  member: string,
): Value {
  if (value !== undefined && value !== null && value !== "") return value;
  throw new GovernanceProblem("governance_bad_response", operation.id, `the response lacks ${member}`);
}
