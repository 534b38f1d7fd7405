// Slack's blocks, built within Slack's limits. Untrusted text is plain, so that it can't add formatting.
import type {
  ActionsBlock,
  Button,
  ContextBlock,
  HeaderBlock,
  InputBlock,
  KnownBlock,
  PlainTextElement,
  RichTextBlock,
  RichTextElement,
  SectionBlock,
} from "@slack/types";
import { cut, oneLine, pageAt, singleLine, takeWhileFits } from "../../base/text.ts";

/** Maximum characters of a line in a section: two lines stay far below Slack's 3,000. */
const MAX_LINE = 1_000;
const MAX_HEADER = 150;
const MAX_FIELD = 200;
/** Maximum characters of a button's value, as Slack defines it. */
const MAX_VALUE = 2_000;
const MAX_BUTTON = 30;
const MAX_MESSAGE_BLOCKS = 50;
/**
 * Maximum characters of the JSON of all blocks. Slack documents no limit, but rejects messages whose texts exceed some
 * 11,000 characters (`msg_blocks_too_long`; github.com/slackapi/bolt-js/issues/2509, 2867).
 */
const MAX_CHARS = 10_000;
/** Maximum sentences in `text`: Slack cuts it at 40,000 characters and recommends 4,000. */
const MAX_SENTENCES = 10;
const MAX_SENTENCE = 300;

/** Returns plain text, which Slack does not format. `emoji: false` also keeps `:tada:` as it is. */
export const unformatted = (text: string): PlainTextElement => ({ type: "plain_text", text, emoji: false });

export const header = (text: string): HeaderBlock => ({
  type: "header",
  text: unformatted(singleLine(text, MAX_HEADER)),
});

export const section = (...lines: readonly [string, string?]): SectionBlock => ({
  type: "section",
  text: unformatted(
    lines.flatMap((line) => (line === undefined ? [] : singleLine(line, MAX_LINE))).join("\n"),
  ),
});

/** Returns sentences as sections, numbered if there are several, so that one sentence can't be mistaken for two. */
export const numbered = (sentences: readonly string[]): SectionBlock[] =>
  sentences.map((sentence, n) => section(sentences.length > 1 ? `${n + 1}. ${sentence}` : sentence));

export interface Somebody {
  readonly name: string;
  readonly slack?: string | null;
}

export type Part =
  | string
  | { readonly text: string; readonly bold?: boolean; readonly link?: string | null }
  | Somebody
  | { readonly channel: string }
  | { readonly at: number };

/**
 * Returns a paragraph with bold words, links, people and times. Each part is an element of its own, because Slack does
 * not interpret formatting within a text element.
 */
export const paragraph = (...lines: readonly (readonly Part[])[]): RichTextBlock => ({
  type: "rich_text",
  elements: [
    {
      type: "rich_text_section",
      elements: lines.flatMap((line, n) => [
        ...(n > 0 ? [{ type: "text", text: "\n" } as const] : []),
        ...line.map(toElement),
      ]),
    },
  ],
});

function toElement(part: Part): RichTextElement {
  if (typeof part === "string") return { type: "text", text: spaced(part) };
  if ("at" in part) {
    const format = "{date_short_pretty} at {time}";
    return { type: "date", timestamp: Math.floor(part.at / 1000), format, fallback: utc(part.at) };
  }
  if ("channel" in part) return { type: "channel", channel_id: part.channel };
  if ("name" in part)
    return part.slack
      ? { type: "user", user_id: part.slack }
      : { type: "text", text: singleLine(part.name, MAX_FIELD) };
  const style = part.bold ? { style: { bold: true } } : {};
  const url = pageAt(part.link);
  const text = singleLine(part.text, MAX_LINE);
  return url === null ? { type: "text", text, ...style } : { type: "link", url, text, ...style };
}

/** Puts text on one line, and keeps a space at its start and end. */
const spaced = (text: string): string =>
  `${/^ /.test(text) ? " " : ""}${singleLine(text, MAX_LINE)}${/. $/.test(text) ? " " : ""}`;

const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Returns a remark in small type. @param max Maximum characters */
export const remark = (text: string, max = 500): ContextBlock => ({
  type: "context",
  elements: [unformatted(singleLine(text, max))],
});

/**
 * Returns a time in the reader's time zone. @param before Reeve's own text to show before the time @param at Unix
 * milliseconds
 */
export function time(before: string, at: number): ContextBlock {
  const shown = `<!date^${Math.floor(at / 1000)}^{date_short_pretty} at {time}|${utc(at)}>`;
  return { type: "context", elements: [{ type: "mrkdwn", text: `${before} ${shown}`, verbatim: true }] };
}

/**
 * Returns a button that sends a click to Reeve. @param id Opaque id, whose meaning is in the store @param ask A
 * question to confirm first
 */
export function button(
  text: string,
  action: string,
  id: string,
  { style, ask }: { readonly style?: Button["style"]; readonly ask?: string } = {},
): Button {
  if (id === "" || id.length > MAX_VALUE)
    throw new RangeError(`a button's id has 1 to ${MAX_VALUE} characters`);
  const yes = unformatted(singleLine(text, MAX_BUTTON));
  return {
    type: "button",
    text: yes,
    action_id: action,
    value: id,
    ...(style && { style }),
    ...(ask && { confirm: { title: yes, text: unformatted(ask), confirm: yes, deny: unformatted("Back") } }),
  };
}

export function linkButton(text: string, link: string | null): Button | null {
  const url = pageAt(link);
  return url ? { type: "button", text: unformatted(text), action_id: "open", url } : null;
}

/** Maximum characters of a reason or comment that a person writes. */
export const MAX_REASON = 1_000;

/** Returns a field for a reason or comment. @param name The name of the block and of its value */
export const reasonField = (name: string, label: string, optional: boolean, initial = ""): InputBlock => ({
  type: "input",
  block_id: name,
  optional,
  label: unformatted(label),
  element: {
    type: "plain_text_input",
    action_id: name,
    multiline: true,
    max_length: MAX_REASON,
    ...(initial && { initial_value: initial }),
  },
});

/** Returns a row of buttons, or an empty array if all buttons are `null`. */
export function actionsBlock(...buttons: readonly (Button | null)[]): ActionsBlock[] {
  const elements = buttons.filter((one) => one !== null);
  return elements.length > 0 ? [{ type: "actions", elements }] : [];
}

export interface SlackMessage {
  /** The text for notifications and screen readers, which Slack reads as `mrkdwn`. */
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
}

/** The parts of a message. `head` and `tail` are short; as many items as fit are shown. */
interface Layout {
  readonly head?: readonly KnownBlock[];
  readonly items?: readonly (SectionBlock | RichTextBlock)[];
  readonly tail?: readonly KnownBlock[];
  /** Maximum blocks of the message. @default the limit of a message */
  readonly maxBlocks?: number;
}

export function layout(parts: Layout): KnownBlock[] {
  const { head = [], items = [], tail = [], maxBlocks = MAX_MESSAGE_BLOCKS } = parts;
  const notShown = (count: number) =>
    remark(`… and ${count} more that ${count === 1 ? "is" : "are"} not shown here.`);
  const size = (block: KnownBlock): number => JSON.stringify(block).length + 1;
  const fixed = [...head, ...tail, notShown(items.length)];
  const room = MAX_CHARS - fixed.reduce((sum, block) => sum + size(block), 0);
  const shown = takeWhileFits(items.slice(0, maxBlocks - fixed.length), room, size);
  const rest = items.length - shown.length;
  return [...head, ...shown, ...(rest > 0 ? [notShown(rest)] : []), ...tail];
}

export function message(sentences: readonly string[], blocks: Layout): SlackMessage {
  const shown = sentences.slice(0, MAX_SENTENCES).map((sentence) => mrkdwn(sentence, MAX_SENTENCE));
  const rest = sentences.length - shown.length;
  const text = [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join("\n");
  return { text: text || "–", blocks: layout(blocks) };
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Characters that look like formatting marks, which `mrkdwn` can't escape. */
const LOOKALIKES: Readonly<Record<string, string>> = { "*": "∗", _: "ˍ", "~": "∼", "`": "ˋ" };

/**
 * Converts untrusted text into `mrkdwn` without formatting. The result is only for `text`, because some characters are
 * replaced by similar ones.
 */
const mrkdwn = (text: string, max: number): string =>
  cut(oneLine(text), max, (point) => (ENTITIES[point] ?? point).length)
    .replace(/[*_~`]/g, (mark) => LOOKALIKES[mark] ?? mark)
    .replace(/:(?=\/\/|[^\s:]+:)/g, "∶")
    .replace(/@(?=channel|here|everyone)/gi, "＠")
    .replace(/^>/, "›")
    .replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
