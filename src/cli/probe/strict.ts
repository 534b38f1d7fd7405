// Holds answers against the contract as written: no other member, type, form of time or value of an enumeration.
import * as z from "zod";

/** A way in which a service departs from the contract, or something else that is worth knowing. No values of answers. */
export interface ProbeFinding {
  /** `departure`: the contract says otherwise; `note`: it allows for it. */
  readonly is: "departure" | "note";
  /** Operation and member, or what else was looked at: `searchUsers list.*.user.id`. */
  readonly where: string;
  readonly what: string;
}

/** Names and values of enumerations as they may be told; others could be anything. */
const NAME = /^[A-Za-z@_][\w@.-]{0,60}$/;
const ENUM_VALUE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** The findings in an answer, one for each place; a place in a list is that of all its elements. */
export function findingsIn(operation: string, response: z.ZodType, answer: unknown): ProbeFinding[] {
  const { error } = strict(response).safeParse(answer, { reportInput: true });
  return (error?.issues ?? []).flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === "number" ? "*" : String(part)));
    const at = (...names: readonly string[]) =>
      `${operation} ${[...path, ...names].join(".") || "the answer"}`;
    const departure = (what: string): ProbeFinding => ({ is: "departure", where: at(), what });
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.map((name) => ({
          is: "departure" as const,
          where: at(NAME.test(name) ? name : "(a name of another form)"),
          what: "is a member that the contract does not know",
        }));
      case "invalid_type":
        if (issue.input === null) return [{ is: "note" as const, where: at(), what: "is null" }];
        return [departure(`departs: ${issue.message}`)];
      case "invalid_value": {
        const value = String(issue.input);
        return [departure(`has the new value ${ENUM_VALUE.test(value) ? value : "(of another form)"}`)];
      }
      case "invalid_format":
        return [departure("is not an ISO 8601 date-time in UTC")];
      default:
        return [departure(`departs: ${issue.code}`)];
    }
  });
}

const known = new WeakMap<z.ZodType, z.ZodType>();

/** A schema that takes no more than it names. An object of which it names no member is free to have any. */
function strict(schema: z.ZodType): z.ZodType {
  const made =
    known.get(schema) ??
    z.fromJSONSchema(
      z.toJSONSchema(schema, {
        io: "input",
        unrepresentable: "any",
        override: ({ jsonSchema }) => {
          if (Object.keys(jsonSchema.properties ?? {}).length > 0) jsonSchema.additionalProperties = false;
          if (jsonSchema.format === "date-time") jsonSchema.pattern = "(Z|[+-]00:00)$";
          if (jsonSchema.examples) jsonSchema.enum = jsonSchema.examples as string[];
        },
      }) as Parameters<typeof z.fromJSONSchema>[0],
    );
  known.set(schema, made);
  return made;
}
