// Reads what fits its zod schema without the cost of zod, which Workers keep from compiling its schemas.
import type * as z from "zod";

/** Gives what zod makes of a value, or `REFUSED` where zod may have something against it. */
type Reader = (value: unknown) => unknown;
const REFUSED = Symbol("refused");

const readers = new WeakMap<z.core.$ZodType, Reader>();

/**
 * The same as `schema.safeParse(value)`. What fits is read by closures that visit the same members for a fraction of the
 * time; zod is asked about all else, and says what is wrong.
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const read = readerOf(schema)(value);
  return read === REFUSED ? schema.safeParse(value) : { success: true, data: read as z.output<Schema> };
}

function readerOf(schema: z.core.$ZodType): Reader {
  const known = readers.get(schema);
  if (known) return known;
  const reader = checked(compile(schema as z.core.$ZodTypes), schema._zod.def.checks);
  readers.set(schema, reader);
  return reader;
}

function compile(schema: z.core.$ZodTypes): Reader {
  const { def, values, traits } = schema._zod;
  // Its check is itself: `z.email()`.
  if (traits.has("$ZodCheck") && def.type !== "custom") return asked(schema);
  switch (def.type) {
    case "unknown":
      return (value) => value;
    case "string":
      return def.coerce ? asked(schema) : (value) => (typeof value === "string" ? value : REFUSED);
    case "custom":
      return (value) => (def.fn(value) ? value : REFUSED);
    case "enum":
    case "literal":
      return (value) => (values?.has(value as z.core.util.Literal) ? value : REFUSED);
    case "optional": {
      const inner = readerOf(def.innerType);
      if (traits.has("$ZodExactOptional")) return inner;
      if (def.innerType._zod.optin === "defaulted") return asked(schema);
      return (value) => (value === undefined ? value : inner(value));
    }
    case "nullable": {
      const inner = readerOf(def.innerType);
      return (value) => (value === null ? value : inner(value));
    }
    case "union": {
      if (traits.has("$ZodXor") || traits.has("$ZodDiscriminatedUnion")) return asked(schema);
      const options = def.options.map(readerOf);
      return (value) => {
        for (const option of options) {
          const read = option(value);
          if (read !== REFUSED) return read;
        }
        return REFUSED;
      };
    }
    case "array":
      return elements(readerOf(def.element));
    case "object":
      return def.catchall && def.catchall._zod.def.type !== "unknown"
        ? asked(schema)
        : members(def.shape, def.catchall !== undefined);
    case "record":
      return def.keyType._zod.def.type === "string" && def.keyType._zod.run === def.keyType._zod.parse
        ? entries(readerOf(def.valueType))
        : asked(schema);
    case "pipe": {
      if (traits.has("$ZodCodec") || traits.has("$ZodPreprocess")) return asked(schema);
      const [before, after] = [readerOf(def.in), readerOf(def.out)];
      return (value) => {
        const read = before(value);
        return read === REFUSED ? REFUSED : after(read);
      };
    }
    default:
      return asked(schema);
  }
}

/** Asks zod, about kinds that it is as quick with, or that few have. */
const asked =
  (schema: z.core.$ZodType): Reader =>
  (value) => {
    const read = schema._zod.run({ value, issues: [] }, { async: false });
    return read instanceof Promise || read.issues.length > 0 ? REFUSED : read.value;
  };

/** A reader, and after it the checks of its schema. */
function checked(read: Reader, checks: readonly z.core.$ZodCheck<never>[] = []): Reader {
  return checks
    .map((check) => checkBy(check as z.core.$ZodChecks))
    .reduce(
      (before, check) => (value) => {
        const is = before(value);
        return is === REFUSED ? REFUSED : check(is);
      },
      read,
    );
}

function checkBy(check: z.core.$ZodChecks): Reader {
  const { def } = check._zod;
  const least = def.check === "min_length" ? def.minimum : Number.POSITIVE_INFINITY;
  return (value) => {
    if (typeof value === "string" && value.length >= least) return value;
    const payload = { value, issues: [] };
    if (def.when && !def.when(payload)) return value;
    check._zod.check(payload as never);
    return payload.issues.length > 0 ? REFUSED : payload.value;
  };
}

function elements(element: Reader): Reader {
  return (value) => {
    if (!Array.isArray(value)) return REFUSED;
    const all: unknown[] = [];
    for (const item of value) {
      const read = element(item);
      if (read === REFUSED) return REFUSED;
      all.push(read);
    }
    return all;
  };
}

/** @param others Whether members beside those of the shape are kept */
function members(shape: Readonly<Record<string, z.core.$ZodType>>, others: boolean): Reader {
  const known = Object.entries(shape).map(([name, schema]) => ({
    name,
    read: readerOf(schema),
    required: schema._zod.optin === undefined,
    leftOut: schema._zod.optin === "optional" && schema._zod.optout === "optional",
  }));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return REFUSED;
    const from = value as Readonly<Record<string, unknown>>;
    const all: Record<string, unknown> = {};
    for (const { name, read, required, leftOut } of known) {
      const member = from[name];
      const absent = member === undefined && !(name in from);
      if (absent && leftOut) continue;
      const is = read(member);
      if (is === REFUSED || (absent && required)) return REFUSED;
      if (is !== undefined || !absent) all[name] = is;
    }
    if (others)
      for (const name in from)
        if (!Object.hasOwn(shape, name) && name !== "__proto__") all[name] = from[name];
    return all;
  };
}

/** Members of whatever name. */
function entries(member: Reader): Reader {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return REFUSED;
    const all: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(value)) {
      if (name === "__proto__") continue;
      const read = member(one);
      if (read === REFUSED) return REFUSED;
      all[name] = read;
    }
    return all;
  };
}
