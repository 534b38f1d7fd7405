// Slack's blocks, built within Slack's limits. Untrusted text is plain, so that it can't add formatting.
import type {
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
import { cut, formatPerson, oneLine, pageAt, singleLine, takeWhileFits } from "../../base/text.ts";
import { findQuotation, formatLine, type Line } from "../../runs/explain.ts";
import { type ActName, BUTTONS, type Doc, formatHeading, listParagraphs } from "../doc.ts";

/** Maximum characters of a line's text. Slack allows 3,000. */
const MAX_LINE = 1_000;
const MAX_REMARK = 500;
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
/** Maximum characters of the JSON of the lines above the plan, and of those below it. */
const MAX_PART_CHARS = 3_000;
/** Maximum sentences in `text`: Slack cuts it at 40,000 characters and recommends 4,000. */
const MAX_SENTENCES = 10;
const MAX_SENTENCE = 300;

/** Returns plain text, which Slack does not format. `emoji: false` also keeps `:tada:` as it is. */
export const unformatted = (text: string): PlainTextElement => ({ type: "plain_text", text, emoji: false });

const header = (text: string): HeaderBlock => ({
  type: "header",
  text: unformatted(singleLine(text, MAX_HEADER)),
});

/** Returns a block with one line of text. */
export const section = (text: string): SectionBlock => ({
  type: "section",
  text: unformatted(singleLine(text, MAX_LINE)),
});

/** Returns a person's Slack id, or `null` if the id is unknown. */
type Mention = (email: string) => string | null;
const unmentioned: Mention = () => null;

/**
 * Returns a paragraph with bold words, links, people and times. Each part is an element of its own, because Slack does
 * not interpret formatting within a text element.
 */
export const paragraph = (lines: readonly Line[], mention: Mention = unmentioned): RichTextBlock => ({
  type: "rich_text",
  elements: [
    {
      // Show a person's own words as a Slack quote, so that they can't look like a line of Reeve's.
      type: lines.some((line) => findQuotation(line) !== null) ? "rich_text_quote" : "rich_text_section",
      elements: lines.flatMap((line, n) => [
        ...(n > 0 ? [{ type: "text", text: "\n" } as const] : []),
        ...line.map((part) => toElement(part, mention)),
      ]),
    },
  ],
});

function toElement(part: Line[number], mention: Mention): RichTextElement {
  if (typeof part === "object" && "wrote" in part)
    return { type: "text", text: singleLine(formatLine([part]), MAX_LINE) };
  if (typeof part === "string") return { type: "text", text: spaced(part) };
  if ("at" in part && !("person" in part)) {
    const format = "{date_short_pretty} at {time}";
    return { type: "date", timestamp: Math.floor(part.at / 1000), format, fallback: utc(part.at) };
  }
  if ("channel" in part) return { type: "channel", channel_id: part.channel };
  if ("person" in part) {
    const user = mention(part.person);
    return user
      ? { type: "user", user_id: user }
      : { type: "text", text: singleLine(formatPerson(part.name, part.person), MAX_FIELD) };
  }
  const style = part.bold ? { style: { bold: true } } : {};
  const url = pageAt(part.link);
  const text = singleLine(part.quote, MAX_LINE);
  return url === null ? { type: "text", text, ...style } : { type: "link", url, text, ...style };
}

/** Puts text on one line, and keeps a space at its start and end. */
const spaced = (text: string): string =>
  `${/^ /.test(text) ? " " : ""}${singleLine(text, MAX_LINE)}${/. $/.test(text) ? " " : ""}`;

const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Returns a remark in small type. */
const remark = (text: string): ContextBlock => ({
  type: "context",
  elements: [unformatted(singleLine(text, MAX_REMARK))],
});

/** Returns a block with a deadline, which Slack shows in the reader's time zone. @param at Unix milliseconds */
function deadline(at: number): ContextBlock {
  const shown = `<!date^${Math.floor(at / 1000)}^{date_short_pretty} at {time}|${utc(at)}>`;
  return { type: "context", elements: [{ type: "mrkdwn", text: `Expires ${shown}`, verbatim: true }] };
}

/**
 * Returns a button that sends a click to Reeve.
 * @param id Opaque id, whose meaning is in the store, or `ask:` and the name of the action whose form to open
 * @param ask A text that the person must confirm first
 */
export function button(
  text: string,
  action: string,
  id: string,
  { style, ask }: { readonly style?: Button["style"]; readonly ask?: string } = {},
): Button {
  if (id === "" || id.length > MAX_VALUE)
    throw new RangeError(`a button's id must have 1 to ${MAX_VALUE} characters`);
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

export interface SlackMessage {
  /** The text in `mrkdwn` for notifications and screen readers. */
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
}

const measureBlock = (block: KnownBlock): number => JSON.stringify(block).length + 1;

/** Returns the first blocks, as many as fit, and a remark with the number of the others, if there are any. */
function fitBlocks<Block extends KnownBlock>(blocks: readonly Block[], room: number, max = blocks.length) {
  const shown: readonly KnownBlock[] = takeWhileFits(blocks.slice(0, Math.max(0, max)), room, measureBlock);
  const rest = blocks.length - shown.length;
  return rest > 0
    ? [...shown, remark(`… and ${rest} more that ${rest === 1 ? "is" : "are"} not shown here.`)]
    : shown;
}

/**
 * Renders a message. Slack interprets formatting only in the deadline, and in `text`, whose formatting marks are
 * replaced.
 * @param by.mention Returns a person's Slack id, to mention them @default people are shown by name and email
 * @param by.press Returns the id of a button, or `null` to leave the button out @default no buttons
 * @param by.more The id of the button for the next page @default no such button
 */
export function toSlack(
  doc: Doc,
  {
    mention = unmentioned,
    press = () => null,
    more = null,
  }: {
    readonly mention?: Mention;
    readonly press?: (act: ActName) => string | null;
    readonly more?: string | null;
  } = {},
): SlackMessage {
  const { head, title, about = [], items = [], notes = [], asides = [], until = null, acts = [], page } = doc;
  const url = pageAt(page);
  const buttons = [
    ...acts.flatMap(({ act, label }) => {
      const id = press(act);
      return id === null ? [] : [button(label ?? BUTTONS[act].label, act, id, BUTTONS[act])];
    }),
    ...(more === null ? [] : [button("More", "more", more)]),
    ...(url ? [{ type: "button", text: unformatted("Open in Reeve"), action_id: "open", url } as const] : []),
  ];
  const lines = [...(title ? [title] : []), ...about].map((line) => paragraph([line], mention));
  const top = [...(head === undefined ? [] : [header(head)]), ...fitBlocks(lines, MAX_PART_CHARS)];
  const bottom: readonly KnownBlock[] = [
    ...fitBlocks(
      notes.map((line) => paragraph([line], mention)),
      MAX_PART_CHARS,
    ),
    ...asides.map((line) => remark(formatLine(line))),
    ...(until === null ? [] : [deadline(until)]),
    ...(buttons.length > 0 ? [{ type: "actions", elements: buttons } as const] : []),
  ];
  const used = [...top, ...bottom].reduce((sum, block) => sum + measureBlock(block), 0);
  const max = MAX_MESSAGE_BLOCKS - top.length - bottom.length - 1;
  const middle = fitBlocks(
    items.map((item) => paragraph(item, mention)),
    MAX_CHARS - used - 200,
    max,
  );
  const sentences = [formatHeading(doc), ...listParagraphs(doc)].filter((sentence) => sentence !== "");
  const shown = sentences.slice(0, MAX_SENTENCES).map((sentence) => mrkdwn(sentence, MAX_SENTENCE));
  const rest = sentences.length - shown.length;
  const text = [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join("\n");
  return { text: text || "–", blocks: [...top, ...middle, ...bottom] };
}

/** Renders sentences as the items of a message without a title or buttons. */
export const plainMessage = (...sentences: readonly string[]): SlackMessage =>
  toSlack({ items: sentences.map((quote) => [[{ quote }]]) });

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Similar characters, by formatting mark: `mrkdwn` has no escapes for the marks. */
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
