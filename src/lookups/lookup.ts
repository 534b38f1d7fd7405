// Declares lookups: reads of the governance service that people, scripts and agents make.
import * as z from "zod";
import type { Env } from "../env.ts";
import {
  createGovernance,
  declaredReads,
  type ReadOnlyGovernance,
  readOnly,
} from "../governance/client/index.ts";
import type { ReadOperationId } from "../governance/contract/index.ts";
import type { Settings } from "../kit/settings.ts";

/** A line of a result. */
const FoundLine = z.object({
  name: z.string(),
  detail: z.string().exactOptional(),
  at: z.int().exactOptional().meta({ description: "Unix milliseconds." }),
  more: z
    .object({ lookup: z.string(), input: z.record(z.string(), z.string()) })
    .exactOptional()
    .meta({ description: "A lookup that returns more details, and its input." }),
});
export type FoundLine = z.output<typeof FoundLine>;

/** The result of a lookup. */
export const Found = z.object({
  title: z.string(),
  lines: z.array(FoundLine),
  note: z.string().exactOptional(),
  whole: z.unknown().optional().meta({ description: "All data that the service has about a single result." }),
  /** Token of the result's next page, if there is one. */
  next: z.string().optional(),
});
export type Found = z.output<typeof Found>;

export interface LookupContext {
  readonly governance: ReadOnlyGovernance;
  readonly settings: Settings;
}

/**
 * A lookup. Its form is made from the input schema: text, times and choices, with a label (`title`) and a hint
 * (`description`).
 */
export interface Lookup {
  readonly name: string;
  /** Sentence that describes the results. */
  readonly help: string;
  readonly input: z.ZodObject;
  readonly reads: readonly ReadOperationId[];
  /** Runs the lookup. @throws Problem whose public text is for the reader */
  find(input: unknown, context: LookupContext, page?: string): Promise<Found>;
}

/**
 * Runs a lookup now, limited to the reads that it declares. Throws as {@link Lookup.find} does.
 * @param by Name of the caller, for the error about an undeclared read: `the page /look-up/users`
 */
export const findNow = (
  { find, reads }: Lookup,
  input: unknown,
  { env, settings, by }: { readonly env: Env; readonly settings: Settings; readonly by: string },
  page?: string,
): Promise<Found> => {
  const governance = declaredReads(readOnly(createGovernance(env)), { name: by, operations: reads });
  return find(input, { governance, settings }, page);
};

export const PAGE_SIZE = 10;

/** Declares an optional text field. */
export const textField = (title: string, description = "") =>
  z.string().trim().min(1).max(200).optional().meta({ title, description });

export function defineLookup<Input extends z.ZodObject>(
  definition: Omit<Lookup, "input" | "find"> & {
    readonly input: Input;
    find(input: z.output<Input>, context: LookupContext, page?: string): Promise<Found>;
  },
): Lookup {
  return {
    ...definition,
    find: (input, context, page) => definition.find(definition.input.parse(input), context, page),
  };
}

/** Formats each fact that is a string or a list as one line. Leaves out empty facts, and facts of other types. */
export const factLines = (facts: Readonly<Record<string, unknown>>): { name: string; detail: string }[] =>
  Object.entries(facts).flatMap(([name, fact]) => {
    const detail = Array.isArray(fact) ? fact.join(", ") : fact;
    return typeof detail === "string" && detail ? [{ name, detail }] : [];
  });
