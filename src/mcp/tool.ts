// Declares tools of agents: name, input, hints, the act that the person's role must allow, and the answer.
import type * as z from "zod";
import type { AgentTools } from "../policy/agents.ts";
import type { Act } from "../policy/roles.ts";
import type { ForAgent } from "./around.ts";

/** Hints by the Model Context Protocol, which clients show to people. @default as a tool that changes something */
export interface ToolHints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
}

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
  readonly hints: ToolHints;
  /** @throws Problem whose message is for the person */
  answer(input: unknown, around: ForAgent): Promise<object>;
}

/** Declares a tool; `answer` gets the parsed input. */
export const defineTool = <Input extends z.ZodObject>(
  tool: Omit<Tool, "input" | "answer"> & {
    readonly input: Input;
    answer(input: z.output<Input>, around: ForAgent): Promise<object>;
  },
): Tool => ({ ...tool, answer: (input, around) => tool.answer(tool.input.parse(input), around) });
