// Declares commands: one declaration gives usage, help, parser and handler.
import type { Settings } from "../../../automations/settings.ts";
import type { ReadOnlyGovernance } from "../../../governance/client/index.ts";
import type { ReadOperationId } from "../../../governance/contract/index.ts";
import type { Answer } from "../answer.ts";

/** Arguments, by the names in a command's pattern. Dates are `YYYY-MM-DD`, times ISO 8601 in UTC. */
export type Args = Readonly<Record<string, string>>;

/** The means of a read. */
export interface ReadContext {
  readonly governance: ReadOnlyGovernance;
  readonly settings: Settings;
  /** The record of events and runs. */
  readonly ledger: D1Database;
  readonly user: { readonly slackId: string; readonly email: string | null };
  /** The address of a page of the console; `null` if Reeve does not know its own. */
  link(path: string): string | null;
}

/** A change, as the automation `requested-action` is asked for it. */
export interface RequestedChange {
  readonly action: string;
  readonly input: object;
  /** Why, in the requester's words: for the record, not for the plan. */
  readonly reason?: string | undefined;
}

/** A command answers, asks for a change, or switches an automation. */
type Does<Given> =
  | {
      /** The operations that it reads with. @default none */
      readonly reads?: readonly ReadOperationId[];
      /** @throws Problem `publicWords` says what of it is for the user */
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
  /** Without the slash command's own name. */
  readonly example: string;
  /** The sentence for what was understood. Mentions in the arguments are names here. */
  says(args: Given): string;
  /** A fault in the arguments that the pattern can't express, as a sentence. */
  check?(args: Given): string | null;
}

/** A command. Usage, help, parser and handler derive from this declaration. */
export type Command = About<Args> & { readonly name: string; readonly pattern: Pattern } & Does<Args>;

/** The act that a command is, which says the role that it needs. */
export function classifyCommand(command: Command): "read" | "ask" | "pause" | "lift" {
  if ("answer" in command) return "read";
  if ("request" in command) return "ask";
  return command.switch === "pause" ? "pause" : "lift";
}

/**
 * The form of a command, in a small language: words stand for themselves, `<name>` for a value, and what is in
 * brackets may be left out. In brackets stand a value (`[<words>]`), a keyword with its value (`[as <role>]`), an option
 * (`[--status <status>]`), or words of which one may be said (`[mine | failed]`; in the arguments as `which`).
 * `<date>` is a day that is not over, `<time>` a time that is past; any other value is text.
 */
export interface Pattern {
  /** As it was written, which is how people read it. */
  readonly usage: string;
  /** The words it begins with. */
  readonly name: readonly string[];
  /** The words and values after the name, in this order. */
  readonly body: readonly ({ readonly word: string } | { readonly name: string; readonly needed: boolean })[];
  /** Keywords, or options with their dashes, that may come with a value after the body, in any order, each once. */
  readonly groups: readonly { readonly keyword: string; readonly name: string }[];
  /** Words of which one may be said. */
  readonly choice: readonly string[];
}

type Names<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Outside<Text extends string> = Text extends `${infer Before}[${string}]${infer After}`
  ? `${Before}${Outside<After>}`
  : Text;

/** The arguments of a pattern: what is not in brackets is there. `page` is where a list goes on. */
type ArgsOf<Text extends string> = { readonly [Name in Names<Outside<Text>>]: string } & {
  readonly [Name in Names<Text> | "which" | "page"]?: string;
};

const PART = /\[([^\]]*)\]|<(\w+)>|(\S+)/g;
const GROUP = /^(\S+) <(\w+)>$/;
const ALONE = /^<(\w+)>$/;

/** Reads a pattern, which comes from a declaration. */
function readPattern(usage: string): Pattern {
  const name: string[] = [];
  const body: Pattern["body"][number][] = [];
  const groups: Pattern["groups"][number][] = [];
  const choice: string[] = [];
  for (const [, group, value, word] of usage.matchAll(PART)) {
    if (word !== undefined && body.length === 0) name.push(word);
    else if (word !== undefined) body.push({ word });
    else if (value !== undefined) body.push({ name: value, needed: true });
    else if (group !== undefined) {
      const [, keyword, of] = GROUP.exec(group) ?? [];
      const [, alone] = ALONE.exec(group) ?? [];
      if (keyword && of) groups.push({ keyword, name: of });
      else if (alone) body.push({ name: alone, needed: false });
      else choice.push(...group.split("|").map((one) => one.trim()));
    }
  }
  return { usage, name, body, groups, choice };
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
