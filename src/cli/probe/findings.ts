// Findings of a probe: answers compared with the contract as written, and a report without values.
import * as z from "zod";

/** A departure of a service from the contract, or a remark. Without values of answers. */
export interface ProbeFinding {
  /** `departure`: against the contract; `note`: within it. */
  readonly is: "departure" | "note";
  /** Operation and member, or another object of the look: `searchUsers list.*.user.id`. */
  readonly where: string;
  readonly what: string;
}

export interface Probed {
  /** The credentials, by the variable of the id, in order of use. */
  readonly credentials: readonly {
    readonly variable: string;
    /** The reason why it gets no token; `null` if it gets one. */
    readonly refused: string | null;
  }[];
  readonly findings: readonly ProbeFinding[];
  readonly skipped: readonly string[];
  readonly tookMs: number;
}

/** Names and enumeration values that a report may show; other values could be anything. */
const NAME = /^[A-Za-z@_][\w@.-]{0,60}$/;
const ENUM_VALUE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** The findings in an answer, one for each place; a list's elements count as one place. */
export function findingsIn(operation: string, response: z.ZodType, answer: unknown): ProbeFinding[] {
  const { error } = strict(response).safeParse(answer, { reportInput: true });
  return (error?.issues ?? []).flatMap((issue): ProbeFinding | ProbeFinding[] => {
    const path = issue.path.map((part) => (typeof part === "number" ? "*" : String(part)));
    const at = (...names: readonly string[]) =>
      `${operation} ${[...path, ...names].join(".") || "the answer"}`;
    const departure = (what: string, where = at()): ProbeFinding => ({ is: "departure", where, what });
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.map((name) =>
          departure(
            "is a member that the contract does not know",
            at(NAME.test(name) ? name : "(a name of another form)"),
          ),
        );
      case "invalid_type":
        if (issue.input === null) return { is: "note", where: at(), what: "is null" };
        return departure(`departs: ${issue.message}`);
      case "invalid_value": {
        const value = String(issue.input);
        return departure(`has the new value ${ENUM_VALUE.test(value) ? value : "(of another form)"}`);
      }
      case "invalid_format":
        return departure("is not an ISO 8601 date-time in UTC");
      default:
        return departure(`departs: ${issue.code}`);
    }
  });
}

/** A schema that allows named members only. An object without named members may have any. */
const strict = (schema: z.ZodType): z.ZodType =>
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

/** The report in Markdown. @param at The start of the probe, ISO 8601 */
export function writeReport({ credentials, findings, skipped, tookMs }: Probed, at: string): string {
  const formatFindings = (is: ProbeFinding["is"]): string[] => {
    const all = findings.flatMap((one) => (one.is === is ? `- \`${one.where}\` ${one.what}` : []));
    const grouped = Map.groupBy(all, (line) => line);
    return Array.from(grouped, ([line, { length }]) => (length > 1 ? `${line} (${length}×)` : line));
  };
  const departures = formatFindings("departure");
  const notes = [...formatFindings("note"), ...skipped.map((what) => `- not looked at: ${what}`)];
  const tokens = credentials.map(
    ({ variable, refused }) =>
      `- \`${variable}\` ${refused === null ? "gets a token" : `gets no token: ${refused}`}`,
  );
  return `# Where a governance service departs from the contract

Probed ${at.slice(0, 16)}Z in ${(tookMs / 1_000).toFixed(1)} s, with calls that read. It contains no values of answers, no ids and no address.

## Credentials

${tokens.join("\n")}

## Departures: ${departures.length}

${departures.join("\n") || "None."}

## Worth knowing

${notes.join("\n")}
`;
}
