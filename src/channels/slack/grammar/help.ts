// Help on commands, and the answer to texts that are none.
import type { Answer } from "../answer.ts";
import type { Command } from "./command.ts";
import { DATE_FORMS, TIME_FORMS } from "./dates.ts";

/** All commands, a line each. */
export const helpOfAll = (table: ReadonlyMap<string, Command>): Answer => ({
  title: "What you can ask for",
  lines: [
    {
      name: "Start here",
      detail:
        "/reeve users <words> finds people, /reeve runs waiting shows what needs somebody. The commands that change something show you the plan first, and do nothing before you confirm it.",
    },
    ...Array.from(table.values(), line),
    { name: "help [<command>]", detail: "This list, or more about one command." },
  ],
  note: "Names of several words need quotes only if they contain a word of the command. Parts in brackets are optional.",
});

/** Some commands with their examples, and how the dates in them are written. */
export function writeHelp(commands: readonly Command[]): Answer {
  const usages = commands.map(({ pattern }) => pattern.usage).join(" ");
  const notes = [
    ...(usages.includes("<date>") ? [`A date: ${DATE_FORMS}.`] : []),
    ...(usages.includes("<time>") ? [`A time: ${TIME_FORMS}.`] : []),
  ];
  return {
    title: commands.length === 1 ? `How to use ${commands[0]?.name}` : "How to use these commands",
    lines: commands.flatMap((command) => [line(command), { name: "For example", detail: command.example }]),
    ...(notes.length > 0 && { note: notes.join(" ") }),
  };
}

/** Why a text is no command. Plain texts from outside. */
export interface Misunderstanding {
  readonly kind: "misunderstood";
  /** The fault, as a sentence. */
  readonly fault: string;
  /** The arguments that were understood: `user: ada.marsh@example.com; connector: GitHub MCP`. */
  readonly soFar: string | null;
  /** Usage of the commands that may have been meant, closest first. */
  readonly usage: readonly string[];
}

/** The answer to a text that is no command. */
export const misunderstoodAnswer = ({ fault, soFar, usage }: Misunderstanding): Answer => ({
  title: fault,
  lines: usage.map((name) => ({ name })),
  note: soFar === null ? '"help" lists all commands.' : `Understood so far: ${soFar}.`,
});

const line = ({ pattern, help }: Command) => ({ name: pattern.usage, detail: help });
