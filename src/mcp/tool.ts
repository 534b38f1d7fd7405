// Defines how a tool for agents is declared, the context in which a tool runs, and the mark on untrusted text.
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type * as z from "zod";
import { singleLine, tryParseJson } from "../base/text.ts";
import type { Configured } from "../define-config.ts";
import type { Env } from "../env.ts";
import type { Signed } from "../operate/person.ts";
import type { Act } from "../policy/acts.ts";
import type { AgentTools } from "../policy/agents.ts";

/** The context of a tool call. */
export interface ForAgent extends Signed, Configured {
  readonly env: Env;
  /** Reeve's own origin, such as `https://reeve.example.com`. */
  readonly site: string;
  /** The name by which the agent's client identifies itself: untrusted, at most 80 characters. */
  readonly agent: string;
}

/**
 * Text that can contain words from outside Reeve. Agents must treat it as data, never as instructions (prompt
 * injection).
 */
export interface Untrusted {
  readonly untrusted: string;
}

const MAX_TEXT_CHARS = 500;

/**
 * Marks text as untrusted, after reducing it to one line without invisible characters and shortening it to 500
 * characters.
 */
export const untrusted = (text: string): Untrusted => ({ untrusted: singleLine(text, MAX_TEXT_CHARS) });

export const allUntrusted = (texts: readonly string[]): readonly Untrusted[] => texts.map(untrusted);

/** Formats a time for agents as ISO 8601, or returns `null` for `null`. @param at Unix milliseconds */
export const timeFor = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

/** A tool for agents. Its name consists of letters, digits, `_` and `-`, because clients accept no other characters. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Schema of the result. Absent if the result can have any properties. */
  readonly output?: z.ZodObject;
  /** The kind of the tool: it reads, or it requests a change. No agent makes decisions. */
  readonly act: Extract<Act, AgentTools>;
  /**
   * True if any role is enough, because the tool itself limits its result to the data that the person may read.
   * @default the role for `act` is required
   */
  readonly isOwn?: true;
  /** Hints to clients about the effects of the tool. */
  readonly hints: ToolAnnotations;
  /**
   * Runs the tool.
   * @param input The input, validated with the schema `input`
   * @throws Problem with a message for the person
   */
  answer(input: unknown, around: ForAgent): Promise<object>;
}

/**
 * Parses strings in an input as JSON where the schema requires another type, because some clients send objects, lists,
 * numbers and booleans as text.
 */
export function readTexts(schema: z.ZodType, given: unknown): unknown {
  const [read, parsed] = [structuredClone(given), schema.safeParse(given)];
  let isChanged = false;
  for (const { code, path } of parsed.error?.issues ?? []) {
    const names = [...path];
    const name = names.pop();
    const holder = names.reduce<unknown>((at, one) => (isObject(at) ? Reflect.get(at, one) : at), read);
    if (code !== "invalid_type" || name === undefined || !isObject(holder)) continue;
    const text: unknown = Reflect.get(holder, name);
    const value = typeof text === "string" ? (tryParseJson(text) ?? text) : text;
    if (typeof value !== typeof text) isChanged = Reflect.set(holder, name, value);
  }
  return isChanged ? readTexts(schema, read) : given;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Hints of a tool that changes nothing and can be repeated. */
const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true };

/** Declares a tool. By default its hints are those of a tool that only reads. */
export const defineTool = <Input extends z.ZodObject>(
  tool: Omit<Tool, "input" | "hints" | "answer"> & {
    readonly input: Input;
    readonly hints?: ToolAnnotations;
    answer(input: z.output<Input>, around: ForAgent): Promise<object>;
  },
): Tool => ({
  hints: READS,
  ...tool,
  answer: (input, around) => tool.answer(input as z.output<Input>, around),
});
