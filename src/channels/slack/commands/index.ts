// The catalogue of commands, and what a text behind `/reeve` means.
import { requests } from "../../../actions/index.ts";
import type { Answer } from "../answer.ts";
import { asTyped } from "../text.ts";
import type { Command } from "./command.ts";
import { lookupCommands, search } from "./lookups.ts";
import { runCommand, runs } from "./runs.ts";

/** All commands by name, in the order help shows them. */
export const commands: ReadonlyMap<string, Command> = new Map(
  [...lookupCommands, runs, runCommand, search].map((command) => [command.name, command]),
);

/** The meaning of a text. `rest` is what stands behind the first word, with mentions as Slack has them. */
export type TextMeaning =
  | { readonly kind: "help" }
  /** The form of an action; `null` for the list of all. */
  | { readonly kind: "ask"; readonly action: string | null }
  | { readonly kind: "switch"; readonly paused: boolean; readonly rest: string }
  | { readonly kind: "read"; readonly command: Command; readonly rest: string };

/** Longer texts are cut: no command needs as much. UTF-16 units. */
const MAX_LENGTH = 2_000;

/** The meaning of the text behind `/reeve`. What is no command is looked for. */
export function findMeaning(text: string): TextMeaning {
  const typed = asTyped(text.slice(0, MAX_LENGTH)).trim();
  const [, first = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(typed) ?? [];
  const name = first.toLowerCase();
  if (name === "" || name === "ask") return { kind: "ask", action: requests.has(rest) ? rest : null };
  if (name === "help") return { kind: "help" };
  if (name === "pause" || name === "resume") return { kind: "switch", paused: name === "pause", rest };
  if (requests.has(name)) return { kind: "ask", action: name };
  const command = commands.get(name);
  return command ? { kind: "read", command, rest } : { kind: "read", command: search, rest: typed };
}

export const helpAnswer: Answer = {
  title: "What you can ask for",
  lines: [
    {
      name: "/reeve",
      detail:
        "All that you can ask to be changed, each with a form. You see the plan before anything is done.",
    },
    ...Array.from(requests, ([name, { description }]) => ({ name: `/reeve ${name}`, detail: description })),
    ...Array.from(commands.values(), ({ usage, help }) => ({ name: `/reeve ${usage}`, detail: help })),
    {
      name: "/reeve pause <automation> [reason]",
      detail: "Pauses an automation: it stops before its next change.",
    },
    { name: "/reeve resume <automation> [reason]", detail: "Lets a paused automation continue." },
  ],
  note: 'A filter is name:value, with quotes around a value of several words: users department:"Customer Support".',
};
