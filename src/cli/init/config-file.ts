// Changes src/config.ts: sets properties and extends lists, and keeps everything else, including comments.
import { diff } from "node:util";
import { generateCode, parseModule } from "magicast";
import { printable } from "../../base/text.ts";
import { formatted } from "../shared/command-line.ts";
import { CONFIG } from "../shared/working-tree.ts";

/** Properties to set in `src/config.ts`. The elements of a list are appended to the list in the file. */
export type ConfigChange = { readonly [member: string]: ConfigValue };
type ConfigValue = string | number | readonly ConfigValue[] | ConfigChange;

/** An automation to try out, with the changes to `src/config.ts` that the automation needs. */
export interface FirstAutomation {
  readonly automation: string;
  readonly changes: readonly ConfigChange[];
  /** Variables of the sender's API. */
  readonly variables: Readonly<Record<string, string>>;
}

export const setting = (path: readonly string[], value: ConfigValue): ConfigChange => {
  const [name = "", ...rest] = path;
  return { [name]: rest.length === 0 ? value : setting(rest, value) };
};

/**
 * Returns the text of `src/config.ts` with the changes, formatted.
 * @throws Error if the file has no literal for an object or list that must change
 */
export function withChanges(text: string, changes: readonly ConfigChange[]): string {
  const module = parseModule(text);
  const exported: unknown = Reflect.get(module.exports, "default");
  const [config]: unknown[] =
    readType(exported) === "function-call" ? Reflect.get(Object(exported), "$args") : [];
  for (const change of changes) merge(config, change, []);
  return formatted(CONFIG, generateCode(module).code);
}

/**
 * Returns the kind of a magicast node, such as `object` or `array`, or `undefined` for a plain value or a missing node.
 */
const readType = (node: unknown): unknown =>
  typeof node === "object" && node !== null ? Reflect.get(node, "$type") : undefined;

function merge(node: unknown, change: ConfigChange, path: readonly string[]): void {
  if (typeof node !== "object" || node === null || readType(node) !== "object") throw notSpelledOut(path);
  for (const [name, value] of Object.entries(change)) {
    const at = [...path, name];
    if (typeof value !== "object") {
      Reflect.set(node, name, value);
      continue;
    }
    const there = member(node, name, at);
    if (there === undefined) Reflect.set(node, name, value);
    else if (!isList(value)) merge(there, value, at);
    else if (typeof there !== "object" || there === null || readType(there) !== "array")
      throw notSpelledOut(at);
    else add(there, value);
  }
}

/** A list in recast's syntax tree. A comment in an empty list is neither leading nor trailing. */
interface ListNode {
  readonly comments?: readonly { readonly leading: boolean; readonly trailing: boolean }[] | null;
  readonly elements: readonly { comments?: ListNode["comments"] }[];
}

function add(list: object, elements: readonly ConfigValue[]): void {
  for (const element of elements) Reflect.set(list, Reflect.get(list, "length"), element);
  // The printer drops comments of an empty list, so move them before the first element.
  const { comments, elements: all }: ListNode = Reflect.get(list, "$ast");
  const [first] = all;
  const inside = (comments ?? []).filter(({ leading, trailing }) => !leading && !trailing);
  if (first && inside.length > 0) first.comments = inside.map((comment) => ({ ...comment, leading: true }));
}

const isList = (value: ConfigValue): value is readonly ConfigValue[] => Array.isArray(value);

function member(node: object, name: string, path: readonly string[]): unknown {
  try {
    return Reflect.get(node, name);
  } catch {
    // The value is computed, for example by a condition or a spread.
    throw notSpelledOut(path);
  }
}

const notSpelledOut = (path: readonly string[]): Error =>
  new Error(
    `${CONFIG} has no literal value for ${path.join(".") || "its settings"}, so the command can't change the value: write it there as { … } or [ … ], or make the change yourself`,
  );

/** Number of unchanged lines shown around a change. */
const CONTEXT_LINES = 2;

/**
 * Lists the lines that differ between two strings, and the unchanged lines around them: `-` marks a removed line, `+`
 * an added one.
 */
export function differences(before: string, after: string): string[] {
  const lines = diff(before.split("\n"), after.split("\n"));
  const near = (n: number) =>
    lines.slice(Math.max(0, n - CONTEXT_LINES), n + CONTEXT_LINES + 1).some(([how]) => how !== 0);
  return lines.flatMap(([how, line], n) =>
    near(n) ? printable(`  ${how === 0 ? " " : how > 0 ? "-" : "+"} ${line}`) : [],
  );
}
