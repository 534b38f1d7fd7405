// Parses settings with their schema, and reports each error with its path, its value and the expected value.
import * as z from "zod";

const SHOWN_CHARS = 80;

/** All errors in a configuration, each as a sentence that begins with the setting's path. */
export class ConfigurationInvalid extends Error {
  override readonly name: string = "ConfigurationInvalid";
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join("; "));
    this.mistakes = mistakes;
  }
}

/** Parses a configuration. @throws ConfigurationInvalid with all errors */
export function configured<Schema extends z.ZodType>(
  schema: Schema,
  input: z.input<Schema>,
): z.output<Schema> {
  const read = schema.safeParse(input, { error: formatIssue });
  if (read.success) return read.data;
  throw new ConfigurationInvalid(read.error.issues.flatMap((issue) => mistakesIn(input, issue)));
}

function mistakesIn(input: unknown, issue: z.core.$ZodIssue): string[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `${pathText([...path, key])}: ${issue.message}`);
  const found = readAt(input, path);
  const shown = found === undefined ? "" : ` (found: ${valueText(found)})`;
  return [`${pathText(path)}${shown}: ${issue.message}`];
}

/**
 * Describes a zod issue in plain words, or returns `undefined` to use zod's own message. Messages that a schema defines
 * take precedence.
 */
export function formatIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is missing" : `must be ${kindText(issue.expected)}`;
    case "invalid_value":
      return issue.input === undefined ? "is missing" : `must be ${listChoices(issue.values)}`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "must not be empty";
      return `must be ${sizeText(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least")}`;
    case "too_big":
      return `must be ${sizeText(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most")}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? `must have the format ${issue.format}`;
    case "unrecognized_keys": {
      const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
      return `there is no ${issue.keys.join(", ")}${known.length > 0 ? `; use one of ${known.join(", ")}` : ""}`;
    }
    case "invalid_union": {
      if (Array.isArray(issue["options"])) return `must be ${listChoices(issue["options"])}`;
      const ways = new Set(issue.errors.flatMap(([first]) => (first ? [first.message] : [])));
      return ways.size === 0 ? "matches none of the allowed forms" : Array.from(ways).join(", or ");
    }
    default:
      return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text, in quotes",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list, in square brackets",
  object: "an object, in braces",
  record: "names with their values, in braces",
};
const kindText = (expected: string): string => KINDS[expected] ?? `a ${expected}`;

const FORMATS: Readonly<Record<string, string>> = {
  email: "must be an email address, such as ada.marsh@example.com",
  url: "must be an address, such as https://reeve.example.com",
  date: "must be a day, such as 2027-06-30",
};

function sizeText(origin: string, bound: number | bigint, word: string): string {
  if (origin === "string") return `${word} ${bound} characters long`;
  if (origin === "array" || origin === "set") return `a list of ${word} ${bound}`;
  return `${word} ${bound}`;
}

function listChoices(values: readonly unknown[]): string {
  const [first, ...others] = values.map((value) => JSON.stringify(value));
  return others.length === 0 ? String(first) : `one of ${[first, ...others].join(", ")}`;
}

/** Formats a path as code: `settings.tools["Create issue"].connector`. */
function pathText([first, ...rest]: readonly PropertyKey[]): string {
  const steps = rest.map((step) =>
    typeof step === "number"
      ? `[${step}]`
      : /^[A-Za-z_]\w*$/.test(String(step))
        ? `.${String(step)}`
        : `[${JSON.stringify(String(step))}]`,
  );
  return first === undefined ? "src/config.ts" : String(first) + steps.join("");
}

/** Returns the value at a path of properties, or `undefined` if a property on the path is missing. */
export function readAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
    input,
  );
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

export interface DeclaredSetting {
  readonly path: readonly string[];
  readonly value: unknown;
  /** Default value, or `undefined` if the setting has none. */
  readonly defaultValue: unknown;
}

/**
 * Lists every setting of a schema with its value in a parsed configuration. Also lists the properties that the schema
 * does not name, such as the settings of your own automations. Objects that are absent from the configuration are left
 * out.
 */
export function declaredSettings(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[] = [],
): DeclaredSetting[] {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject)) {
    const defaultValue = z.safeParse(schema, undefined);
    return [{ path, value, defaultValue: defaultValue.success ? defaultValue.data : undefined }];
  }
  if (typeof value !== "object" || value === null) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = inner.shape;
  const declared = Object.entries(shape).flatMap(([name, member]) =>
    declaredSettings(member, readAt(value, [name]), [...path, name]),
  );
  const others = Object.entries(value).flatMap(([name, other]) =>
    Object.hasOwn(shape, name) ? [] : [{ path: [...path, name], value: other, defaultValue: undefined }],
  );
  return [...declared, ...others];
}

const isWrapper = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return isWrapper(schema) ? unwrapped(schema.def.innerType) : schema;
}
