import type {
  ActionsBlock,
  Button,
  ContextBlock,
  HeaderBlock,
  MrkdwnElement,
  PlainTextElement,
  RichTextBlock,
  RichTextElement,
  SectionBlock,
} from "@slack/types";
import { pageAt, said } from "../../../base/text.ts";

/** Longest part of a section: two of them and their line break stay far below Slack's 3,000. */
const MAX_LINE = 1_000;
const MAX_HEADER = 150;
const MAX_FIELD = 200;
const MAX_VALUE = 2_000;

/** Text from outside: Slack formats nothing in it. `emoji: false` also leaves `:tada:` as it is. */
const plainText = (text: string): PlainTextElement => ({ type: "plain_text", text, emoji: false });

/** A text of our own on a button or a modal's frame. */
export const label = (text: string): PlainTextElement => plainText(text);

export const header = (text: string): HeaderBlock => ({
  type: "header",
  text: plainText(said(text, MAX_HEADER)),
});

/** A paragraph of one line or two. */
export function section(first: string, second?: string): SectionBlock {
  const lines = [first, ...(second === undefined ? [] : [second])].map((line) => said(line, MAX_LINE));
  return { type: "section", text: plainText(lines.join("\n")) };
}

/** Somebody, as a message names them. */
export interface Somebody {
  readonly name: string;
  /** Their Slack user id, where it is known: then Slack shows who it is. */
  readonly slack?: string | null;
}

/**
 * A part of a line: words, which lead to a page where there is one; somebody; a channel by its id; or a time, in Unix
 * milliseconds.
 */
export type Part =
  | string
  | { readonly text: string; readonly bold?: boolean; readonly link?: string | null }
  | Somebody
  | { readonly channel: string }
  | { readonly at: number };

/**
 * A paragraph with what is formatted in it: bold words, links, people, times. Its texts may come from outside. Slack reads
 * no formatting in them, since what is formatted is an element of its own.
 */
export const paragraph = (...lines: readonly (readonly Part[])[]): RichTextBlock => ({
  type: "rich_text",
  elements: [
    {
      type: "rich_text_section",
      elements: lines.flatMap((line, n) => [
        ...(n > 0 ? [{ type: "text", text: "\n" } as const] : []),
        ...line.map(elementOf),
      ]),
    },
  ],
});

function elementOf(part: Part): RichTextElement {
  if (typeof part === "string") return { type: "text", text: spaced(part) };
  if ("at" in part) {
    const format = "{date_short_pretty} at {time}";
    return { type: "date", timestamp: Math.floor(part.at / 1000), format, fallback: utc(part.at) };
  }
  if ("channel" in part) return { type: "channel", channel_id: part.channel };
  if ("name" in part)
    return part.slack
      ? { type: "user", user_id: part.slack }
      : { type: "text", text: said(part.name, MAX_FIELD) };
  const style = part.bold ? { style: { bold: true } } : {};
  const url = pageAt(part.link);
  const text = said(part.text, MAX_LINE);
  return url === null ? { type: "text", text, ...style } : { type: "link", url, text, ...style };
}

/** Text as {@link said} has it, with the spaces at its ends. */
const spaced = (text: string): string =>
  `${/^ /.test(text) ? " " : ""}${said(text, MAX_LINE)}${/. $/.test(text) ? " " : ""}`;

const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** A remark in small letters. @param max Characters */
export const remark = (text: string, max = 500): ContextBlock => ({
  type: "context",
  elements: [plainText(said(text, max))],
});

/** A time in the reader's time zone, after a word of ours. @param at Unix milliseconds */
export function time(before: string, at: number): ContextBlock {
  const shown = `<!date^${Math.floor(at / 1000)}^{date_short_pretty} at {time}|${utc(at)}>`;
  const element: MrkdwnElement = { type: "mrkdwn", text: `${before} ${shown}`, verbatim: true };
  return { type: "context", elements: [element] };
}

/** What the buttons are called, in clicks: `action_id`. */
export type ActionId =
  | "confirm"
  | "cancel"
  | "approve"
  | "deny"
  | "task_done"
  | "task_not_done"
  | "more"
  | "open";

/**
 * A button that says something to Reeve.
 * @param id Opaque: what it stands for is on record here
 * @param ask What whoever presses it has to say yes to first
 */
export function button(
  text: string,
  action: ActionId,
  id: string,
  { style, ask }: { readonly style?: Button["style"]; readonly ask?: string } = {},
): Button {
  if (id === "" || id.length > MAX_VALUE)
    throw new RangeError(`a button's id has 1 to ${MAX_VALUE} characters`);
  const confirm = ask && {
    title: label(text),
    text: label(ask),
    confirm: label(text),
    deny: label("Back"),
  };
  return {
    type: "button",
    text: label(text),
    action_id: action,
    value: id,
    ...(style && { style }),
    ...(confirm && { confirm }),
  };
}

/** A button that leads to a page; null where there is none. */
export function linkButton(text: string, link: string | null): Button | null {
  const url = pageAt(link);
  return url ? { type: "button", text: label(text), action_id: "open", url } : null;
}

/** A row of buttons; none where there are none to show. */
export function actionsBlock(...buttons: readonly (Button | null)[]): ActionsBlock[] {
  const elements = buttons.filter((one) => one !== null);
  return elements.length > 0 ? [{ type: "actions", elements }] : [];
}
