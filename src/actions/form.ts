// Derives form fields from the input schema of a request or a lookup, and reads the input from a filled-in form.
import * as z from "zod";
import { formatIssue } from "../base/configured.ts";
import { formatPastDay } from "../base/days.ts";
import { Named } from "../base/named.ts";
import { userById } from "../governance/people.ts";
import type { FormValues, RequestableAction } from "./define.ts";
import { ALSO_OTHERS, NAMES, type NamedThings, NOT_PAST, type RequestContext } from "./names.ts";

export interface FormField {
  readonly name: string;
  readonly label: string;
  /** An example of a value or, without one, a description of the field; `null` if the schema has neither. */
  readonly hint: string | null;
  /** The kind of input. `person` is an email that the form helps to find with a people search. */
  readonly kind: "text" | "date" | "time" | "person";
  readonly isNeeded: boolean;
  readonly choices: readonly string[] | null;
  /** Values to suggest while the user types. Other values are allowed too. */
  readonly offers: readonly string[];
  /**
   * True if the field takes several values. In a field without choices, spaces, line breaks, commas or semicolons
   * separate them.
   */
  readonly isList: boolean;
}

/** Labels of fields whose schema has no title and whose name would be a poor label. */
const LABELS: Readonly<Record<string, string>> = {
  ...{
    user: "Person",
    from: "First day",
    until: "Last day",
    days: "Number of days",
    due: "Due by",
    like: "Copy of",
  },
  ...{ users: "Reviewed people", notify: "Notifications" },
};

/** Returns the label for a property's name: `byPeople` becomes "By people". */
const humanize = (name: string): string =>
  name.charAt(0).toUpperCase() +
  name.slice(1).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the label of a field whose schema has no title. */
export const fieldLabel = (name: string): string => LABELS[name] ?? humanize(name);

export const formFields = (input: z.ZodObject, settings: NamedThings): FormField[] =>
  Object.entries(input.shape).map(([name, schema]) => {
    const { title, description, examples, [NAMES]: names, [ALSO_OTHERS]: others } = readMeta(schema);
    const inner = innermost(schema);
    const element = readElement(inner);
    const named = typeof names === "string" ? Object.keys(Object(settings[names as keyof NamedThings])) : [];
    const options = element instanceof z.ZodEnum ? element.options.map(String) : named;
    return {
      name,
      label: title ?? fieldLabel(name),
      hint: examples ? String(examples) : description || null,
      kind: findKind(element),
      isNeeded: !schema.safeParse(undefined).success,
      choices: options.length > 0 && !others ? options : null,
      offers: others ? options : [],
      isList: takesList(schema),
    };
  });

/**
 * Returns the item schema of a list, or the email or time schema of a union that has one, or else the schema itself.
 */
function readElement(inner: z.core.$ZodType): z.core.$ZodType {
  if (inner instanceof z.ZodArray) return innermost(inner.element);
  const all = inner instanceof z.ZodUnion ? inner.options.map((one) => readElement(innermost(one))) : [];
  return all.find((one) => one instanceof z.ZodEmail || one instanceof z.ZodISODateTime) ?? inner;
}

function findKind(element: z.core.$ZodType): FormField["kind"] {
  if (element instanceof z.ZodEmail) return "person";
  if (element instanceof z.ZodISODate) return "date";
  return element instanceof z.ZodISODateTime ? "time" : "text";
}

const readMeta = (schema: z.core.$ZodType): z.core.GlobalMeta =>
  z.globalRegistry.get(schema) ?? (schema instanceof z.ZodOptional ? readMeta(schema.unwrap()) : {});

/**
 * Returns the schema inside an optional schema or a pipe, or else the schema itself. Of the two schemas of a pipe,
 * returns the one that is not a transformation.
 */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) return innermost(schema.unwrap());
  if (!(schema instanceof z.ZodPipe)) return schema;
  return innermost(schema.out instanceof z.ZodTransform ? schema.in : schema.out);
}

/** Returns true if an input property can have several values. */
export function takesList(schema: z.core.$ZodType): boolean {
  const inner = innermost(schema);
  const kinds = inner instanceof z.ZodUnion ? inner.options : [inner];
  return kinds.some((kind) => kind instanceof z.ZodArray);
}

/** Returns the values of a request's form for the input of an earlier action, without the first and the last day. */
export async function refillForm(
  { request, refill }: RequestableAction,
  input: unknown,
  { governance, settings }: Pick<RequestContext, "governance" | "settings">,
): Promise<FormValues> {
  const values = Object.entries(request.input.shape).map(async ([name, schema]) => {
    const value: unknown = Reflect.get(Object(input), name);
    const named = Named.safeParse(value).data;
    if (named && findKind(readElement(innermost(schema))) === "person")
      return [name, (await userById(governance, named.id))?.email];
    const isDay = name === "from" || name === "until";
    return [name, named?.name ?? (typeof value === "string" && !isDay ? value : undefined)];
  });
  return { ...Object.fromEntries(await Promise.all(values)), ...refill(input, settings) };
}

/** The result of reading a filled-in form: the input, or an error message for each invalid field. */
export type FilledForm =
  | { readonly input: Readonly<Record<string, unknown>> }
  | { readonly faults: Readonly<Record<string, string>> };

/**
 * Returns an error for each past day in the fields of a request that are marked {@link NOT_PAST}.
 * @param today `YYYY-MM-DD`
 */
export const findPastDays = (form: z.ZodObject, given: unknown, today: string) =>
  Object.entries(form.shape).flatMap(([name, schema]) => {
    const day: unknown = Reflect.get(Object(given), name);
    const isPast = typeof day === "string" && day < today && readMeta(innermost(schema))[NOT_PAST];
    return isPast ? [[name, formatPastDay(day, today)] as const] : [];
  });

/**
 * Reads a filled-in form.
 * @param today `YYYY-MM-DD`; earlier days are errors in fields marked {@link NOT_PAST}. If it is empty, past days are
 * accepted.
 */
export function readFilled(
  form: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
  today = "",
): FilledForm {
  const members = Object.entries(form.shape).flatMap(([name, schema]) => {
    const written = [given[name]].flat().flatMap((one) => (typeof one === "string" ? one.trim() || [] : []));
    const [text, ...more] = written;
    if (text === undefined) return [];
    const isOne = more.length === 0 && (!takesList(schema) || schema.safeParse(text).success);
    return [[name, isOne ? text : written.flatMap((one) => one.split(/[\s,;]+/).filter(Boolean))] as const];
  });
  const past = findPastDays(form, Object.fromEntries(members), today);
  const read = form.safeParse(Object.fromEntries(members), { error: formatIssue });
  if (read.success && past.length === 0) return { input: read.data };
  const faults = (read.error?.issues ?? []).map(
    ({ path, message }) => [String(path[0] ?? ""), message] as const,
  );
  return { faults: Object.fromEntries([...past, ...faults.reverse()]) };
}
