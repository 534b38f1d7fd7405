/** What a request for an action is planned with, and what the requests of several nouns share. */

import * as z from "zod";
import { Problem } from "../base/problem.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import type { PlannedAction } from "./action.ts";
import type { Watch, WatchKind } from "./inventory.ts";
import { type NamedThings, requireName } from "./names.ts";

/** Where what people name is looked up: reads of the governance API, the settings, the inventory and the clock. */
export interface RequestContext {
  readonly governance: ReadOnlyGovernance;
  readonly settings: NamedThings;
  readonly record: {
    /** What the inventory has of a kind under a key; `null` where it has nothing. Normally a second behind. */
    watch<Kind extends WatchKind>(kind: Kind, key: string): Promise<Watch<Kind> | null>;
  };
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Makes sure that somebody goes by what is to be remembered.
 * @param automations Their names; one of them is enough.
 * @throws Problem `request_unclear` where none is enabled: then nothing would come of it, and nobody would notice
 */
export function requireEnabled({ enabled }: NamedThings, ...automations: readonly string[]): void {
  if (automations.some((name) => enabled.includes(name))) return;
  throw new Problem(
    "request_unclear",
    `Nothing would come of it: ${automations.join(" or ")} has to be enabled in src/config.ts first.`,
  );
}

/** The owner role in a request's input. */
export const OwnerRole = z
  .string()
  .min(1)
  .optional()
  .describe("The owner role, by its name in src/config.ts; `defaultOwnerRole` where none is said.");

/**
 * The API's slug of an owner role.
 * @throws Problem `request_unclear` for a role that there is none of, and where none is said and none is the default
 */
export function ownerRoleSlug(settings: NamedThings, role = settings.defaultOwnerRole): string {
  if (role === undefined) {
    const names = Object.keys(settings.ownerRoles).map((name) => `"${name}"`);
    throw new Problem("request_unclear", `Say in which role: ${names.join(", ")}.`);
  }
  return requireName(settings.ownerRoles, "role", role).value;
}

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
  plan(input: unknown, context: RequestContext): Promise<PlannedAction>;
}

/** Declares how an action is asked for. */
export function defineRequest<Schema extends z.ZodObject>(definition: {
  readonly action: string;
  readonly description: string;
  readonly input: Schema;
  readonly plan: (input: z.output<Schema>, context: RequestContext) => PlannedAction | Promise<PlannedAction>;
}): ActionRequest {
  return {
    ...definition,
    async plan(input, context) {
      const read = definition.input.safeParse(input);
      if (read.success) return definition.plan(read.data, context);
      const [issue] = read.error.issues;
      const member = issue?.path.join(".") || "the input";
      throw new Problem("request_unclear", `${member}: ${issue?.message ?? "is not as expected"}`);
    },
  };
}
