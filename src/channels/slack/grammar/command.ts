import type { Settings } from "../../../automations/settings.ts";
import type { ReadOnlyGovernance } from "../../../governance/client/index.ts";
import type { ReadOperationId } from "../../../governance/contract/index.ts";
import type { Answer } from "../answer.ts";
import { type ArgsOf, type Pattern, readPattern } from "./pattern.ts";

/** What a command takes, by the names in its pattern. Dates are `YYYY-MM-DD`, times ISO 8601 in UTC. */
export type Args = Readonly<Record<string, string>>;

/** What a read may use. */
export interface ReadContext {
  readonly governance: ReadOnlyGovernance;
  readonly settings: Settings;
  /** The record of events and runs. */
  readonly ledger: D1Database;
  readonly user: { readonly slackId: string; readonly email: string | null };
  /** The page of a run, where there is one. */
  link(runId: string): string | null;
}

/** A change, as the automation `requested-action` is asked for it. */
export interface RequestedChange {
  readonly action: string;
  readonly input: object;
  /** Why, in the requester's words: for the record, not for the plan. */
  readonly reason?: string;
}

/** What a command does: it answers, it asks for a change, or it switches an automation. */
type Does<Given> =
  | {
      /** The operations that it reads with. @default none */
      readonly reads?: readonly ReadOperationId[];
      /** @throws Problem `toldOf` says what of it is for the user */
      answer(args: Given, context: ReadContext): Promise<Answer>;
    }
  | { request(args: Given): RequestedChange }
  | {
      readonly switch: "pause" | "resume";
      /** The automation's own name. @throws Problem `request_unclear`, with the closest names */
      automation(args: Given): string;
    };

interface About<Given> {
  readonly help: string;
  /** How it may be used, without the slash command's own name. */
  readonly example: string;
  /** What was understood, as a sentence. Mentions in the arguments are names here. */
  says(args: Given): string;
  /** What the pattern can't say: a fault in the arguments, as a sentence. */
  check?(args: Given): string | null;
}

/** A command: from one declaration come usage, help, reading and doing. */
export type Command = About<Args> & { readonly name: string; readonly pattern: Pattern } & Does<Args>;

/** What using a command is, which says the role that it needs. */
export function actOf(command: Command): "read" | "ask" | "pause" | "lift" {
  if ("answer" in command) return "read";
  if ("request" in command) return "ask";
  return command.switch === "pause" ? "pause" : "lift";
}

/** Declares a command; its functions get the arguments that its pattern names. */
export function defineCommand<const Usage extends string>(
  usage: Usage,
  definition: About<ArgsOf<Usage>> & Does<ArgsOf<Usage>>,
): Command {
  const pattern = readPattern(usage);
  // The types of the arguments are what matching the pattern makes sure of.
  return { ...definition, name: pattern.name.join(" "), pattern } as unknown as Command;
}
