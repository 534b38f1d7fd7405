// Parses responses by the contract, leniently: additions in a newer version of the service must not break a running
// client. Errors become Problems that repeat no secret.
import * as z from "zod";
import { Problem, type ProblemCode, type RetryAfter } from "../../base/problem.ts";
import { oneLine, tryParseJson } from "../../base/text.ts";
import type { Operation } from "../contract/operation.ts";
import { formatErrorCode } from "../contract/operation.ts";
import { TokenError } from "../contract/token.ts";

/** The error that the service returned (contract/operation.ts). */
export interface ServiceError {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

export interface GovernanceFacts extends RetryAfter {
  readonly httpStatus?: number | undefined;
  /** The response's `x-request-id`, for questions to the service's operators. */
  readonly requestId?: string | undefined;
  readonly service?: ServiceError | undefined;
}

/**
 * A governance API call that failed. `code` is one of these:
 * - `governance_bad_input`: the client rejected the input before it sent anything.
 * - `governance_refused`: the API responded with 4xx (404: the object does not exist) or, in up to three attempts, with
 *   an error in its own format and a 5xx other than 502 to 504; unless a code below applies.
 * - `governance_unauthenticated`: the service accepts neither the token nor a new one, or its token endpoint rejects
 *   the credential.
 * - `governance_unavailable`: no response from the API, 408, 429, 502 to 504, or another 5xx without an error of its
 *   own, even after retries. The call had no effect, or repeating it is harmless.
 * - `governance_outcome_unknown`: a `once` operation was sent and might have been carried out. Never repeat it unless a
 *   person asks for it.
 * - `governance_bad_response`: a response from the API that does not match the contract.
 *
 * The message is for operators: it contains no secrets, tokens or bodies.
 */
export class GovernanceProblem extends Problem {
  override readonly name = "GovernanceProblem";
  readonly operation: string;
  readonly what: string;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly service: ServiceError | undefined;
  /** True if the service rejected the call because the object to create already exists. */
  get isDuplicate(): boolean {
    return isDuplicate(this.service);
  }
  /**
   * Number of times that the call was sent. If it is above 1, a delete's 404 can mean that an earlier attempt
   * succeeded.
   */
  sent = 1;

  constructor(
    code: ProblemCode,
    operation: string,
    what: string,
    facts: GovernanceFacts = {},
    options?: ErrorOptions,
  ) {
    super(code, `${operation}: ${sentence(what, facts)}`, { ...options, retryAfterMs: facts.retryAfterMs });
    this.operation = operation;
    this.what = what;
    this.httpStatus = facts.httpStatus;
    this.requestId = facts.requestId;
    this.service = facts.service;
  }
}

/**
 * Returns true if the service rejected a duplicate. Some duplicates are reported as failures that can be recognized
 * only by their message.
 */
export const isDuplicate = ({ code, message = "" }: ServiceError = {}): boolean =>
  /already[ _]exists|duplicate/i.test(`${code} ${message}`);

function sentence(what: string, { httpStatus, requestId, service }: GovernanceFacts): string {
  const answer = [
    ...(httpStatus === undefined ? [] : [`HTTP ${httpStatus}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
  return [
    answer.length > 0 ? `${what} (${answer.join(", ")})` : what,
    ...[service?.code ?? [], service?.message ?? []].flat(),
    ...(service?.details ?? []).map(({ field, message }) => `${field}: ${message}`),
  ].join("; ");
}

/** Maximum characters of the service's text in an error. */
const MAX_ERROR_CHARS = 500;
/** Maximum number of invalid properties that an error names. */
const MAX_DETAILS = 10;

/** An error response, parsed more leniently than contract/operation.ts: each detail can have any shape. */
const Refusal = z.looseObject({
  code: z.union([z.string(), z.number()]),
  message: z.string(),
  details: z
    .array(z.looseObject({ field: z.string(), message: z.string() }).nullable().catch(null))
    .nullish(),
});

/**
 * Parses the error response of an operation or the token endpoint (RFC 6749, section 5.2).
 * @param secrets Strings to remove, in case the service quotes the request
 * @returns the error, or `undefined` for any other text, such as a proxy's error page
 */
export function serviceError(
  { auth }: Operation,
  text: string | undefined,
  secrets: readonly string[],
): ServiceError | undefined {
  const answer = tryParseJson(text ?? "");
  const safe = (words: string) => clean(words, secrets);
  const refusal = Refusal.safeParse(answer);
  if (refusal.success) {
    const { code, message, details } = refusal.data;
    return {
      code: safe(formatErrorCode(code)),
      message: safe(message),
      details: (details ?? [])
        .flatMap((detail) => detail ?? [])
        .slice(0, MAX_DETAILS)
        .map(({ field, message }) => ({ field: safe(field), message: safe(message) })),
    };
  }
  const oauth = auth === "body" ? TokenError.safeParse(answer) : undefined;
  if (!oauth?.success) return undefined;
  const { error, error_description: description } = oauth.data;
  return { code: safe(error), ...(description !== undefined && { message: safe(description) }) };
}

export function clean(words: string, secrets: readonly string[]): string {
  const discreet = secrets.reduce(
    (text, secret) => (secret ? text.replaceAll(secret, "[secret]") : text),
    oneLine(words),
  );
  return discreet.slice(0, MAX_ERROR_CHARS).toWellFormed();
}

/**
 * How a value is compared with its schema: as `declared`, or leniently, as in the response to a `read` or a `change`.
 */
type Mode = "declared" | "read" | "change";
type Schema = z.core.$ZodType;

/**
 * For each mode, the readers by declared schema: a reader is the schema that parses values in place of the declared
 * one. Readers are made when they are first needed.
 */
const readers: Readonly<Record<Mode, WeakMap<Schema, Schema>>> = {
  declared: new WeakMap(),
  read: new WeakMap(),
  change: new WeakMap(),
};

/**
 * Parses a response by its operation's schema, by these rules:
 * - Required properties must be present, and known properties must have their JSON type.
 * - Formats, lengths and enumeration values are not checked, and unknown properties are kept.
 * - `null` for an optional property is treated as absent, and an absent list as empty.
 * - A number can be written as a string, as 64-bit integers are in protobuf's JSON.
 * - A union is read by the first of its schemas that fits as declared, or else leniently.
 * - In the response to a change, an optional property of another type is treated as absent unless its schema is an
 *   object: the change was made, and {@link needed} reports a missing property. In the response to a read, such a
 *   property is an error, because plans rely on the values that were read.
 * @throws any error that a function in the schema throws
 */
export function readAnswer(
  { response, effect = "read" }: Pick<Operation, "response"> & Partial<Pick<Operation, "effect">>,
  answer: unknown,
) {
  return z.safeParse(reader(response, effect === "read" ? "read" : "change"), answer, {
    error: ({ code, expected, input }) => {
      if (input === undefined || input === null) return "is missing";
      if (code !== "invalid_type") return "is not as documented";
      return `is not ${expected === "array" || expected === "object" ? "an" : "a"} ${expected}`;
    },
  });
}

function reader(schema: Schema, mode: Mode): Schema {
  const known = readers[mode].get(schema);
  if (known) return known;
  // A schema can contain itself.
  const later: Schema = z.lazy(() => made);
  readers[mode].set(schema, later);
  const made = makeReader(schema as z.core.$ZodTypes, mode);
  readers[mode].set(schema, made);
  return made;
}

/**
 * Makes a reader. A schema with neither a case here nor a {@link scalarReader} is copied, with readers in place of the
 * schemas in it.
 */
function makeReader(schema: z.core.$ZodTypes, mode: Mode): Schema {
  const { def } = schema._zod;
  const inner = (part: Schema) => reader(part, mode);
  const isExact = mode === "declared";
  const checks = isExact ? def.checks : def.checks?.filter(changesValue);
  switch (def.type) {
    case "object":
      return objectReader(def.shape, mode, { checks }, def.catchall);
    case "record": {
      const { values } = def.keyType._zod;
      if (!values || def.partial) return copy(schema, { checks }, inner);
      // Each key of an enumeration is required.
      const shape = Object.fromEntries([...values].map((key) => [key, def.valueType]));
      return objectReader(shape, mode, { checks });
    }
    case "tuple":
      return copy(schema, { checks, rest: def.rest ?? z.unknown() }, inner);
    case "union": {
      const exact = def.options.map((option) => reader(option, "declared"));
      return z.union(isExact ? exact : [...exact, ...def.options.map(inner)]);
    }
    case "intersection":
      // The reader of one side keeps the properties of the other.
      return z.pipe(inner(def.left), inner(def.right));
    case "lazy":
      return z.lazy(() => inner(def.getter()));
    case "catch":
      return copy(schema, { checks }, (part) => reader(part, "declared"));
    default:
      return (!isExact && scalarReader(schema)) || copy(schema, { checks }, inner);
  }
}

/** Returns true for a check that changes the value, such as `.trim()`. */
const changesValue = (check: z.core.$ZodCheck<never>): boolean => check._zod.def.check === "overwrite";

/** Readers that check only the JSON type, by the result of `typeof`. */
const scalars: Readonly<Partial<Record<string, Schema>>> = {
  string: z.string(),
  number: z.preprocess(
    (value) => (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value),
    z.number(),
  ),
  boolean: z.boolean(),
  object: z.null(),
};

/**
 * Returns a reader that checks only the JSON type, or `undefined` if the schema is not that of a scalar, or coerces its
 * input.
 */
function scalarReader({ _zod: { def, values } }: z.core.$ZodTypes): Schema | undefined {
  if ("coerce" in def && def.coerce) return undefined;
  switch (def.type) {
    case "string":
    case "template_literal":
      return copy(z.string(), { checks: def.checks?.filter(changesValue) });
    case "number":
      return scalars["number"];
    case "enum":
    case "literal": {
      const types = new Set([...(values ?? [])].map((value) => typeof value));
      return z.union([...types].flatMap((type) => scalars[type] ?? []));
    }
    default:
      return undefined;
  }
}

function objectReader(
  shape: Readonly<Record<string, Schema>>,
  mode: Mode,
  change: object,
  rest?: Schema,
): Schema {
  const members = Object.entries(shape);
  const optional = new Set(members.flatMap(([name, member]) => (isOptional(member) ? [name] : [])));
  const read = members.map(([name, member]) => {
    const one = reader(member, mode);
    const drops = mode === "change" && optional.has(name) && !isObject(member);
    return [name, drops ? z.catch(one, () => z.safeParse(one, undefined).data) : one];
  });
  const isOpen = !rest || rest._zod.def.type === "never";
  const object = z.object(Object.fromEntries(read)).catchall(isOpen ? z.unknown() : reader(rest, mode));
  return z.preprocess((value) => withoutNulls(value, optional), copy(object, change));
}

/**
 * Copies a schema with a changed definition.
 * @param replace Returns the replacement for a schema inside the copied one
 */
function copy(schema: Schema, change: object, replace = (part: Schema): Schema => part): Schema {
  const replaced = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replaced);
    return part instanceof z.ZodType ? replace(part) : part;
  };
  const { def } = schema._zod;
  const fields = { ...Object.getOwnPropertyDescriptors(def), ...Object.getOwnPropertyDescriptors(change) };
  for (const field of Object.values(fields)) if ("value" in field) field.value = replaced(field.value);
  // A getter stays a getter, because it makes a new default for each response.
  return z.clone(schema, Object.defineProperties({ ...def }, fields));
}

const OPTIONAL: ReadonlySet<string> = new Set(["optional", "default", "prefault"]);

/** Returns true if the schema accepts an absent property. */
function isOptional(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return isOptional(def.in);
  if (def.type === "lazy") return isOptional(def.getter());
  return (
    OPTIONAL.has(def.type) || ("innerType" in def && def.type !== "nonoptional" && isOptional(def.innerType))
  );
}

const isObject = (schema: Schema): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return "innerType" in def ? isObject(def.innerType) : def.type === "object";
};

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
