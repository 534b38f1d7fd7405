// Declares tools of agents, the person and agent that they work for, and the marks on texts from outside.
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type * as z from "zod";
import { singleLine } from "../base/text.ts";
import type { Configured } from "../define-config.ts";
import type { Env } from "../env.ts";
import type { Signed } from "../operate/person.ts";
import type { AgentTools } from "../policy/agents.ts";
import type { Act } from "../policy/roles.ts";

/** Everything that a tool works with. */
export interface ForAgent extends Signed, Configured {
  readonly env: Env;
  /** Reeve's own address. */
  readonly site: string;
  /** The name that the agent gives itself: untrusted, at most 80 characters. */
  readonly agent: string;
}

/** A text that Reeve did not write: an agent takes it for data, whatever it says. */
export interface Untrusted {
  readonly untrusted: string;
}

const MAX_TEXT_CHARS = 500;

/** Marks a text from outside, on one line, without invisible characters, and bounded. */
export const untrusted = (text: string): Untrusted => ({ untrusted: singleLine(text, MAX_TEXT_CHARS) });

export const allUntrusted = (texts: readonly string[]): readonly Untrusted[] => texts.map(untrusted);

/** A time as agents read it, ISO 8601. @param at Unix milliseconds */
export const timeFor = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

/** A tool of any input. Its name has letters, digits, `_` and `-`, as clients take no others. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** @default its answer may have any members */
  readonly output?: z.ZodObject;
  /** An act that reads, or that asks: no agent decides. */
  readonly act: Extract<Act, AgentTools>;
  /** True for a tool that reads only what is the person's own: it takes any role. @default the role for the act */
  readonly isOwn?: true;
  /** For clients, which show them to people. */
  readonly hints: ToolAnnotations;
  /** @param input As `input` reads it @throws Problem whose message is for the person */
  answer(input: unknown, around: ForAgent): Promise<object>;
}

/** Nothing changes, and the same question asks the same. */
const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true };

/** Declares a tool, by default one that only reads. */
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
