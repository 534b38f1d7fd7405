// Changes members of an object that a source text spells out, and leaves the rest of the text as it is.

/** A text that a program can't change: it says what somebody has to write where. */
export class TextError extends Error {}

interface Member {
  /** `null` of what has no plain name: a spread, a computed key. */
  readonly key: string | null;
  readonly valueStart: number;
  /** Where the value ends: before the comma, and before comments. */
  readonly valueEnd: number;
  readonly hasComma: boolean;
}

/** A name as a key: in quotes where it has to be. */
export const keyText = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

/** A value as source text. Line separators are no ends of lines in JSON, and are in older JavaScript. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, one]) => `${keyText(name)}: ${literal(one)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value)
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/**
 * The text with a member of its object set, which is added where there is none.
 * @param call The function whose first argument the object is
 * @param path Names of members, from the outside in
 * @param value Source text
 * @throws TextError where the text does not spell out what the path leads through
 */
export function withMember(text: string, call: string, path: readonly string[], value: string): string {
  const { open, rest, member } = find(text, call, path);
  if (member && rest.length === 0)
    return text.slice(0, member.valueStart) + value + text.slice(member.valueEnd);
  const [key = "", ...inner] = rest;
  const nested = inner.reduceRight((made, name) => `{ ${keyText(name)}: ${made} }`, value);
  return added(text, open, `${keyText(key)}: ${nested}`);
}

/** The text with an element added to a list of its object. Parameters and errors as of {@link withMember}. */
export function withElement(text: string, call: string, path: readonly string[], element: string): string {
  const { rest, member } = find(text, call, path);
  if (!member || rest.length > 0) return withMember(text, call, path, `[${element}]`);
  if (text[member.valueStart] !== "[") throw spelledOut(path);
  return added(text, member.valueStart, element);
}

/** Follows a path as far as there are members. `rest` is what there is not, in the object that opens at `open`. */
function find(text: string, call: string, path: readonly string[]) {
  const called = text.indexOf(`${call}(`);
  let open = called < 0 ? -1 : afterSpace(text, called + call.length + 1);
  let member: Member | undefined;
  for (const [depth, key] of path.entries()) {
    if (text[open] !== "{") throw spelledOut(path.slice(0, depth));
    member = membersIn(text, open).find((one) => one.key === key);
    if (!member) return { open, rest: path.slice(depth), member };
    if (depth < path.length - 1) open = member.valueStart;
  }
  return { open, rest: [], member };
}

const spelledOut = (path: readonly string[]): TextError =>
  new TextError(
    `src/config.ts does not spell out ${path.join(".") || "its settings"}, so it can't be changed there: write it as { … } or [ … ] in place, or make the change by hand`,
  );

/** The text with something more in the list or object that opens at a place. In an empty one, comments are examples. */
function added(text: string, open: number, what: string): string {
  const close = skip(text, open) - 1;
  const last = membersIn(text, open).at(-1);
  const before = last
    ? text.slice(0, last.valueEnd) + (last.hasComma ? "" : ",") + text.slice(last.valueEnd, close)
    : text.slice(0, open + 1);
  return `${before.trimEnd()}\n${what},\n${text.slice(close)}`;
}

/** The members of the object, or elements of the list, that opens at a place. */
function membersIn(text: string, open: number): Member[] {
  const members: Member[] = [];
  const close = skip(text, open) - 1;
  let at = afterSpace(text, open + 1);
  while (at < close) {
    const [named = "", quoted, plain] =
      /^(?:"((?:[^"\\]|\\.)*)"|([\w$]+))\s*:/.exec(text.slice(at, close)) ?? [];
    const valueStart = named === "" ? at : afterSpace(text, at + named.length);
    let [valueEnd, end] = [valueStart, valueStart];
    while (end < close && text[end] !== ",") {
      const next = afterSpace(text, end);
      if (next > end) {
        end = next;
        continue;
      }
      end = skip(text, end);
      valueEnd = end;
    }
    const key = quoted === undefined ? (plain ?? null) : String(JSON.parse(`"${quoted}"`));
    members.push({ key, valueStart, valueEnd, hasComma: end < close });
    at = afterSpace(text, end + 1);
  }
  return members;
}

/** Where the next token begins: after spaces and comments. */
function afterSpace(text: string, from: number): number {
  const [space = ""] = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from)) ?? [];
  return from + space.length;
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** Where a token ends that begins at a place: a text in quotes, all of what is in brackets, a comment, or a character. */
function skip(text: string, from: number): number {
  const first = text[from] ?? "";
  if (first === '"' || first === "'" || first === "`") {
    let at = from + 1;
    while (at < text.length && text[at] !== first) {
      if (first === "`" && text.startsWith("${", at)) at = skip(text, at + 1);
      else at += text[at] === "\\" ? 2 : 1;
    }
    return at + 1;
  }
  const closing = CLOSING[first];
  if (closing === undefined) return from + 1;
  let at = from + 1;
  while (at < text.length) {
    at = afterSpace(text, at);
    if (text[at] === closing) return at + 1;
    at = skip(text, at);
  }
  throw new TextError("src/config.ts has a bracket that is not closed; correct it first");
}
