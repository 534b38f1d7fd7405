/**
 * How a command is written, in a small language: words stand for themselves, `<name>` for a value, and what is in
 * brackets may be left out. In brackets stand a value (`[<words>]`), a keyword with its value (`[as <role>]`), an option
 * (`[--status <status>]`), or words of which one may be said (`[mine | failed]`; in the arguments as `which`).
 * `<date>` is a day that is not over, `<time>` a time that is past; any other value is text.
 */
export interface Pattern {
  /** As it was written, which is how people read it. */
  readonly usage: string;
  /** The words it begins with. */
  readonly name: readonly string[];
  /** What comes after the name, in this order. */
  readonly body: readonly (Literal | Value)[];
  /** What may come after the body, in any order, each once. */
  readonly groups: readonly Group[];
  /** Words of which one may be said. */
  readonly choice: readonly string[];
}
interface Literal {
  readonly kind: "word";
  readonly word: string;
}
interface Value {
  readonly kind: "value";
  readonly name: string;
  readonly needed: boolean;
}
/** A keyword, or an option with its dashes, and the value after it. */
interface Group {
  readonly keyword: string;
  readonly name: string;
}

type Names<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Outside<Text extends string> = Text extends `${infer Before}[${string}]${infer After}`
  ? `${Before}${Outside<After>}`
  : Text;

/** The arguments of a pattern: what is not in brackets is there. `page` is where a list goes on. */
export type ArgsOf<Text extends string> = { readonly [Name in Names<Outside<Text>>]: string } & {
  readonly [Name in Names<Text> | "which" | "page"]?: string;
};

const PART = /\[([^\]]*)\]|<(\w+)>|(\S+)/g;
const GROUP = /^(\S+) <(\w+)>$/;
const ALONE = /^<(\w+)>$/;

/** Reads a pattern. It comes from a declaration: a mistake in it is one of ours. */
export function readPattern(usage: string): Pattern {
  const name: string[] = [];
  const body: (Literal | Value)[] = [];
  const groups: Group[] = [];
  const choice: string[] = [];
  for (const [, group, value, word] of usage.matchAll(PART)) {
    if (word !== undefined && body.length === 0) name.push(word);
    else if (word !== undefined) body.push({ kind: "word", word });
    else if (value !== undefined) body.push({ kind: "value", name: value, needed: true });
    else if (group !== undefined) {
      const [, keyword, of] = GROUP.exec(group) ?? [];
      const [, alone] = ALONE.exec(group) ?? [];
      if (keyword && of) groups.push({ keyword, name: of });
      else if (alone) body.push({ kind: "value", name: alone, needed: false });
      else choice.push(...group.split("|").map((one) => one.trim()));
    }
  }
  return { usage, name, body, groups, choice };
}
