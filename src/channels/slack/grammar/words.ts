// Reads the words of a command: quotes, mentions, lists.
import type { Args } from "./command.ts";

/** A word of a command's text, or what stood between quotes: that is never a keyword. */
export interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

/** The marks that may close a quote, by the mark that opens it. Keyboards and Slack turn straight quotes into typographic ones, or only one of two. */
const CLOSES: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”“‟",
  "”": "”“",
  "„": "“”‟",
  "«": "»",
  "»": "«",
  "'": "'",
  "‘": "’'",
};
const SINGLE = "'‘";
const ANY_DOUBLE = '"“”‟«»';

/**
 * The words of a command as Slack sends it. Quotes are straight or typographic; inside of them a backslash takes the
 * meaning from a quote or a backslash. A quote that nothing closes is a letter like others. Links are what was typed
 * (`<mailto:a@b|a@b>` is `a@b`); mentions, `<@U123|ada>`, stay as they are.
 */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  // A mark without its closing one is not looked for again: the text may be all quotes.
  const unclosed = new Set<string>();
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const end = findClose(text, at, unclosed);
    if (end > 0) {
      words.push({
        text: asTyped(text.slice(at + 1, end).replace(/\\([\\"“”„‟«»'‘’])/g, "$1")),
        quoted: true,
      });
      at = end + 1;
      continue;
    }
    const [word = ""] = /^(?:<[^<>]*>|\S)+/.exec(text.slice(at)) ?? [];
    words.push({ text: asTyped(word), quoted: false });
    at += word.length;
  }
  return words;
}

/** A text in quotes, as it is typed: {@link splitWords} reads exactly this text out of it. */
export const quote = (text: string): string => `"${escaped(text.replace(/[\\"]/g, "\\$&"))}"`;

const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The end of the quote that begins here; 0 if none does. */
function findClose(text: string, at: number, unclosed: Set<string>): number {
  const opening = text.charAt(at);
  const closing = Object.hasOwn(CLOSES, opening) ? CLOSES[opening] : undefined;
  if (!closing || unclosed.has(opening)) return 0;
  const single = SINGLE.includes(opening);
  const found = find(text, at, closing, single) || (single ? 0 : find(text, at, ANY_DOUBLE, false));
  if (found === 0) unclosed.add(opening);
  return found;
}

/** @param whole The mark must end a word: an apostrophe does not. */
function find(text: string, from: number, marks: string, whole: boolean): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (marks.includes(text.charAt(at)) && (!whole || /^(?:[\s,;]|$)/.test(text.slice(at + 1, at + 2))))
      return at;
  }
  return 0;
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** The text that was typed, of the one that Slack made of it. */
export const asTyped = (text: string): string =>
  text
    .replace(/<mailto:([^<>|]*)(?:\|[^<>]*)?>/g, "$1")
    .replace(/<(https?:[^<>|]*)(?:\|([^<>]*))?>/g, (_, url: string, label?: string) => label || url)
    .replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);

const MENTION = /<@([UW][A-Z0-9]+)(?:\|([^<>]*))?>/g;

/** Ids of the Slack users that arguments mention, each once. */
export const mentionsIn = (args: Args): string[] => [
  ...new Set(Object.values(args).flatMap((text) => Array.from(text.matchAll(MENTION), ([, id = ""]) => id))),
];

/**
 * Arguments with emails in place of mentions.
 * @param emailOf The email of a Slack user by id; `null` leaves the mention as it is.
 */
export const withMentions = (args: Args, emailOf: (slackId: string) => string | null): Args =>
  replaced(args, (mention, id) => emailOf(id) ?? mention);

/** Arguments with mentions as people see them: `@ada`. */
export const shown = <Given extends Args>(args: Given): Given =>
  replaced(args, (_, id, name) => `@${name || id}`) as Given;

const replaced = (args: Args, by: (mention: string, id: string, name: string | undefined) => string): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, text]) => [
      name,
      text.replace(MENTION, (mention: string, id: string, called?: string) => by(mention, id, called)),
    ]),
  );

/** True for an email, or a mention, which stands for one. */
export const isPerson = (text: string): boolean =>
  /^<@[UW][A-Z0-9]+(?:\|[^<>]*)?>$/.test(text) || /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text);

/** The elements of a list as people write it: with commas, spaces or "and" between them. */
export const listed = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((part) => part !== "" && part.toLowerCase() !== "and");

/** A sentence of those of its parts that there are. */
export const sentence = (parts: readonly (string | undefined)[], between = ", "): string =>
  `${parts.filter(Boolean).join(between)}.`;
