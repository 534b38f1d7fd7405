import type * as z from "zod";
import type { PlannedAction } from "../../actions/action.ts";
import { Problem } from "../../base/problem.ts";
import type { Lookups } from "../automation.ts";

/** An action as people ask for it: with names and emails instead of ids. */
export interface ActionRequest {
  /** The action's name: `tool.retire`. */
  readonly action: string;
  /** What it does, in a sentence, for whoever writes the caller. */
  readonly description: string;
  readonly input: z.ZodObject;
  /**
   * The action with everything that was named looked up: what an approver reads comes from the settings and the
   * governance API, never from who asks.
   * @throws Problem `request_unclear` where something is missing, unknown, or not as it has to be
   */
  plan(input: unknown, lookups: Lookups): Promise<PlannedAction>;
}

/** Declares how an action is asked for. */
export function defineRequest<Schema extends z.ZodObject>(definition: {
  readonly action: string;
  readonly description: string;
  readonly input: Schema;
  readonly plan: (input: z.output<Schema>, lookups: Lookups) => PlannedAction | Promise<PlannedAction>;
}): ActionRequest {
  return {
    ...definition,
    async plan(input, lookups) {
      const read = definition.input.safeParse(input);
      if (read.success) return definition.plan(read.data, lookups);
      const [issue] = read.error.issues;
      const member = issue?.path.join(".") || "the input";
      throw new Problem("request_unclear", `${member}: ${issue?.message ?? "is not as expected"}`);
    },
  };
}
