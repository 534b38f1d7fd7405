// Understands the text of a command.
import { closest } from "../../../base/closest.ts";
import type { Answer } from "../answer.ts";
import { commands } from "../commands/index.ts";
import type { Args, Command } from "./command.ts";
import { type Clock, readDate, readTime } from "./dates.ts";
import { helpOfAll, type Misunderstanding, writeHelp } from "./help.ts";
import { match } from "./match.ts";
import { shown, splitWords, type Word } from "./words.ts";

/** The meaning of a command's text; plain data. */
export type Understanding =
  | {
      readonly kind: "understood";
      /** The command's name, for {@link commands}. */
      readonly command: string;
      readonly args: Args;
      /** The meaning as a sentence. Plain text from outside. */
      readonly sentence: string;
    }
  | { readonly kind: "help"; readonly answer: Answer }
  | Misunderstanding;

/** Longer texts are not read: no command needs as much. UTF-16 units. */
const MAX_LENGTH = 4_000;

/**
 * Understands the text behind the slash command. Pure, and never throws. The case of keywords does not matter.
 * @param table The commands there are, by name.
 */
export function understand(
  text: string,
  clock: Clock,
  table: ReadonlyMap<string, Command> = commands,
): Understanding {
  if (text.length > MAX_LENGTH)
    return { kind: "misunderstood", fault: "This is too long for a command.", soFar: null, usage: [] };
  const words = splitWords(text);
  const [first] = words;
  if (!first) return { kind: "help", answer: helpOfAll(table) };
  if (isWord(first, "help")) return help(words.slice(1), table);
  const command = named(words, table);
  return command ? read(command, words, clock) : unknown(words, table);
}

function read(command: Command, words: readonly Word[], clock: Clock): Understanding {
  const { pattern } = command;
  const matched = match(pattern, words.slice(pattern.name.length));
  const args: Record<string, string> = { ...matched.args };
  let { fault } = matched;
  for (const [name, reader] of [
    ["date", readDate],
    ["time", readTime],
  ] as const) {
    const written = args[name];
    if (written === undefined) continue;
    const day = reader(written, clock);
    if (day.ok) args[name] = day.value;
    else fault ??= day.reason;
  }
  fault ??= command.check?.(args) ?? null;
  if (fault !== null) return { kind: "misunderstood", fault, soFar: soFar(args), usage: [pattern.usage] };
  return { kind: "understood", command: command.name, args, sentence: command.says(shown(args)) };
}

function help(words: readonly Word[], table: ReadonlyMap<string, Command>): Understanding {
  if (words.length === 0) return { kind: "help", answer: helpOfAll(table) };
  const wanted = words.map(({ text }) => text.toLowerCase());
  const found = [...table.values()].filter(({ pattern: { name } }) =>
    wanted.every((word, n) => n >= name.length || word === name[n]),
  );
  return found.length > 0 ? { kind: "help", answer: writeHelp(found) } : unknown(words, table);
}

/** The command whose name the words begin with; the longest, since `tool retire` is more than `tool`. */
function named(words: readonly Word[], table: ReadonlyMap<string, Command>): Command | undefined {
  return [...table.values()]
    .filter(({ pattern: { name } }) => name.every((part, n) => isWord(words[n], part)))
    .sort((a, b) => b.pattern.name.length - a.pattern.name.length)[0];
}

function unknown(words: readonly Word[], table: ReadonlyMap<string, Command>): Misunderstanding {
  const typed = words.map(({ text }) => text);
  // A name of two words is compared with two that were typed, one of one with the first.
  const offered = [2, 1].flatMap((length) => {
    const names = [...table.keys()].filter((name) => name.split(" ").length === length);
    return closest(names, typed.slice(0, length).join(" "));
  });
  const family = [...table.values()].filter(({ pattern }) => isWord(words[0], pattern.name[0] ?? ""));
  const usage = new Set(
    [...offered.map((name) => table.get(name)), ...family].flatMap((one) => one?.pattern.usage ?? []),
  );
  return {
    kind: "misunderstood",
    fault: `There is no command "${typed.slice(0, family.length > 0 ? 2 : 1).join(" ")}".`,
    soFar: null,
    usage: [...usage],
  };
}

const isWord = (word: Word | undefined, wanted: string): boolean =>
  word?.quoted === false && word.text.toLowerCase() === wanted;

function soFar(args: Args): string | null {
  const parts = Object.entries(shown(args)).map(([name, text]) => `${name}: ${text}`);
  return parts.length > 0 ? parts.join("; ") : null;
}
