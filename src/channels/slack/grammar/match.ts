// Matches the words of a command with its pattern.
import type { Args, Pattern } from "./command.ts";
import type { Word } from "./words.ts";

/**
 * Reads the words behind a command's name. A value may have several words: it ends where the next word of the pattern
 * stands, or, once the needed part is complete, where a keyword that was not said yet stands. A value in quotes is what
 * the quotes hold and no more.
 * @returns the arguments; a fault if something is missing or too much, as a sentence
 */
export function match(
  pattern: Pattern,
  words: readonly Word[],
): { readonly args: Args; readonly fault: string | null } {
  const { body, groups, choice } = pattern;
  const values = new Map<string, Word[]>();
  const pending = new Map(groups.map(({ keyword, name }) => [keyword, name]));
  const hasOptions = groups.some(({ keyword }) => keyword.startsWith("--"));
  const extra: string[] = [];
  let which: string | undefined;
  let at = 0;
  let open: string | null = null;
  const begin = (name: string) => {
    open = name;
    values.set(name, []);
  };
  const proceed = () => {
    const part = body[at];
    open = null;
    if (!part || "word" in part) return;
    begin(part.name);
    at += 1;
  };
  const beginGroup = (keyword: string): boolean => {
    const name = pending.get(keyword);
    if (name === undefined) return false;
    pending.delete(keyword);
    begin(name);
    return true;
  };

  proceed();
  for (const word of words) {
    const said = word.quoted ? "" : word.text.toLowerCase();
    const next = body[at];
    const [, option, value] = (!word.quoted && hasOptions && OPTION.exec(word.text)) || [];
    if (option !== undefined) {
      if (!beginGroup(`--${option.toLowerCase()}`)) extra.push(word.text);
      else if (value && open !== null) values.get(open)?.push({ text: value, quoted: true });
    } else if (next && "word" in next && said === next.word) {
      at += 1;
      proceed();
    } else if (next === undefined && beginGroup(said)) {
      // Its value follows.
    } else if (next === undefined && which === undefined && choice.includes(said)) {
      which = said;
      open = null;
    } else if (open !== null && values.get(open)?.[0]?.quoted !== true) {
      values.get(open)?.push(word);
    } else extra.push(word.text);
  }

  const args: Record<string, string> = which === undefined ? {} : { which };
  for (const [name, its] of values) {
    const text = its
      .map((word) => word.text)
      .join(" ")
      .trim();
    if (text !== "") args[name] = text;
  }
  const empty = groups.find(({ keyword, name }) => !pending.has(keyword) && args[name] === undefined);
  const fault =
    missing(pattern, args, at) ??
    (empty ? `<${empty.name}> is missing after "${empty.keyword}".` : null) ??
    (extra.length > 0 ? `"${extra.join(" ")}" was not understood.` : null);
  return { args, fault };
}

/** An option as people write it; some keyboards make one dash of two. */
const OPTION = /^(?:--|[—–])([a-z]+)(?:=(.*))?$/is;

function missing({ body }: Pattern, args: Args, at: number): string | null {
  for (const [n, part] of body.entries()) {
    if ("word" in part) {
      const after = body[n + 1];
      if (n >= at) return `"${part.word}${after && "name" in after ? ` <${after.name}>` : ""}" is missing.`;
    } else if (part.needed && args[part.name] === undefined)
      return `<${part.name}> is missing. If it contains a word of the command, put it in quotes.`;
  }
  return null;
}
