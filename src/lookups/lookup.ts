// Declares look-ups: reads of the governance service that people, scripts and agents make.
import * as z from "zod";
import type { Settings } from "../automations/settings.ts";
import type { Env } from "../env.ts";
import {
  createGovernance,
  declaredReads,
  type ReadOnlyGovernance,
  readOnly,
} from "../governance/client/index.ts";
import type { ReadOperationId } from "../governance/contract/index.ts";

export interface FoundLine {
  readonly name: string;
  readonly detail?: string;
  /** Another look-up that tells more, with its input. */
  readonly more?: { readonly lookup: string; readonly input: Readonly<Record<string, string>> };
  /** Unix milliseconds. */
  readonly at?: number;
}

export interface Found {
  readonly title: string;
  readonly lines: readonly FoundLine[];
  readonly note?: string;
  /** The page token of the next part, if there is one. */
  readonly next?: string | undefined;
  /** Everything that the service says of the one thing; the console shows it. */
  readonly whole?: unknown;
}

export interface LookupContext {
  readonly governance: ReadOnlyGovernance;
  readonly settings: Settings;
}

/** A look-up. Its input makes the form: texts, times and choices, with a label (`title`) and a hint (`description`). */
export interface Lookup {
  readonly name: string;
  /** The sentence that says what it finds. */
  readonly help: string;
  readonly input: z.ZodObject;
  readonly reads: readonly ReadOperationId[];
  /** @throws Problem its public words are for the reader */
  find(input: unknown, context: LookupContext, page?: string): Promise<Found>;
}

/**
 * Looks something up now, with the reads that the look-up declares and no others. Throws what it throws.
 * @param by Who asks, for the error about a read that is not declared: `the page /look-up/users`
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

/** A field for words, which may stay empty. */
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

/** Facts, a line each; empty ones are left out. */
export const factLines = (facts: Readonly<Record<string, unknown>>): { name: string; detail: string }[] =>
  Object.entries(facts).flatMap(([name, fact]) => {
    const detail = Array.isArray(fact) ? fact.join(", ") : fact;
    return typeof detail === "string" && detail ? [{ name, detail }] : [];
  });
