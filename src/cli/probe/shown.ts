// Compares answers with the contract, member by member, and keeps nothing of their values.
import * as z from "zod";

/** A way in which a service departs from the contract, or something else that is worth knowing. No values of answers. */
export interface ProbeFinding {
  /** `departure`: the contract says otherwise; `note`: it allows for it. */
  readonly is: "departure" | "note";
  /** Operation and member, or what else was looked at: `searchUsers list.*.user.id`. */
  readonly where: string;
  readonly what: string;
}

interface Seen {
  /** Objects that could have had the member. */
  of: number;
  present: number;
  nulls: number;
  /** What its values were that they should not be, and how often. */
  readonly wrong: Map<string, number>;
}

/** Names and values of enumerations as they may be told; others could be anything. */
const NAME = /^[A-Za-z@_][\w@.-]{0,60}$/;
const ENUM_VALUE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** The JSON types of schemas that have one. */
const TYPES: Readonly<Record<string, { readonly name: string; readonly is: (value: unknown) => boolean }>> = {
  array: { name: "an array", is: Array.isArray },
  object: {
    name: "an object",
    is: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
  string: { name: "a string", is: (value) => typeof value === "string" },
  number: { name: "a number", is: (value) => typeof value === "number" },
  boolean: { name: "a boolean", is: (value) => typeof value === "boolean" },
};

/** What was seen of the members of one operation's answers. */
export class ShownMembers {
  readonly #operation: string;
  readonly #members = new Map<string, Seen>();
  readonly #unknown = new Map<string, number>();

  constructor(operation: string) {
    this.#operation = operation;
  }

  /** Looks at an answer of the operation. */
  add(schema: z.core.$ZodType, value: unknown): void {
    this.#look(schema, value, "");
  }

  findings(): ProbeFinding[] {
    const where = (path: string) => `${this.#operation} ${path || "the answer"}`;
    const wrong = [...this.#members].flatMap(([path, { wrong }]) =>
      [...wrong].map(([what, times]) => ({
        is: "departure" as const,
        where: where(path),
        what: `${what} (${times}×)`,
      })),
    );
    const unknown = [...this.#unknown].map(([path, times]) => ({
      is: "departure" as const,
      where: where(path),
      what: `is a member that the contract does not know (${times}×)`,
    }));
    const notes = [...this.#members].flatMap(([path, { of, present, nulls }]) => {
      if (of === 0 || path === "") return [];
      const said = [
        ...(present === 0 && nulls < of ? [`is never there, in ${of} objects`] : []),
        ...(nulls > 0 ? [`is null in ${nulls} of ${of} objects`] : []),
      ];
      return said.length > 0 ? [{ is: "note" as const, where: where(path), what: said.join("; ") }] : [];
    });
    return [...wrong, ...unknown, ...notes];
  }

  #seen(path: string): Seen {
    const seen = this.#members.get(path) ?? { of: 0, present: 0, nulls: 0, wrong: new Map() };
    this.#members.set(path, seen);
    return seen;
  }

  #wrong(path: string, what: string): void {
    const { wrong } = this.#seen(path);
    wrong.set(what, (wrong.get(what) ?? 0) + 1);
  }

  #look(schema: z.core.$ZodType, value: unknown, path: string): void {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === "optional" || def.type === "default") {
      this.#valueOf(schema, value, path);
      this.#look(def.innerType, value, path);
      return;
    }
    const wanted = Object.hasOwn(TYPES, def.type) ? TYPES[def.type] : undefined;
    if (wanted && !wanted.is(value)) this.#type(path, value, wanted.name);
    else if (def.type === "array")
      for (const element of value as unknown[]) this.#look(def.element, element, `${path}.*`);
    else if (def.type === "object") this.#object(def.shape, value as Record<string, unknown>, path);
    else if (isTimestamp(schema) && !UTC_TIME.test(String(value)))
      this.#wrong(path, "is not an ISO 8601 date-time in UTC");
  }

  #type(path: string, value: unknown, wanted: string): void {
    const is = value === null ? "null" : Array.isArray(value) ? "an array" : `of type ${typeof value}`;
    this.#wrong(path, `is ${is}, where the contract has ${wanted}`);
  }

  /** Values of enumerations that the contract names. */
  #valueOf(schema: z.core.$ZodType, value: unknown, path: string): void {
    const known = z.globalRegistry.get(schema)?.["examples"];
    if (!Array.isArray(known) || typeof value !== "string" || known.includes(value)) return;
    this.#wrong(path, `has the new value ${ENUM_VALUE.test(value) ? value : "(of another form)"}`);
  }

  #object(shape: Readonly<Record<string, z.core.$ZodType>>, object: Record<string, unknown>, path: string) {
    const names = Object.keys(shape);
    for (const name of names) {
      const at = path ? `${path}.${name}` : name;
      const seen = this.#seen(at);
      seen.of += 1;
      const value = object[name];
      if (value === null) seen.nulls += 1;
      else if (value !== undefined) {
        seen.present += 1;
        const member = shape[name];
        if (member) this.#look(member, value, at);
      }
    }
    // An object of which the contract knows no member is free to have any.
    if (names.length === 0) return;
    for (const name of Object.keys(object)) {
      if (names.includes(name)) continue;
      const at = `${path ? `${path}.` : ""}${NAME.test(name) ? name : "(a name of another form)"}`;
      this.#unknown.set(at, (this.#unknown.get(at) ?? 0) + 1);
    }
  }
}

const isTimestamp = (schema: z.core.$ZodType): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return "format" in def && def.format === "datetime";
};
