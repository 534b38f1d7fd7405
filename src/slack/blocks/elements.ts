import type {
  ActionsBlock,
  Button,
  ContextBlock,
  HeaderBlock,
  MrkdwnElement,
  PlainTextElement,
  SectionBlock,
} from "@slack/types";
import { said } from "./text.ts";

/** Longest part of a section: two of them and their line break stay far below Slack's 3,000. */
const MAX_LINE = 1_000;
const MAX_HEADER = 150;
const MAX_FIELD = 200;
/** Slack takes 3,000; a longer one than this leaves too little room for the rest of a message. */
const MAX_URL = 1_000;
const MAX_VALUE = 2_000;

/** Text from outside: Slack formats nothing in it. `emoji: false` also leaves `:tada:` as it is. */
const plainText = (text: string): PlainTextElement => ({ type: "plain_text", text, emoji: false });

/** A text of our own on a button or a modal's frame. */
export const label = (text: string): PlainTextElement => plainText(text);

export const header = (text: string): HeaderBlock => ({
  type: "header",
  text: plainText(said(text, MAX_HEADER)),
});

/** A paragraph of one line or two, with a button that leads to a page where there is one. */
export function section(first: string, second?: string, link?: string): SectionBlock {
  const lines = [first, ...(second === undefined ? [] : [second])].map((line) => said(line, MAX_LINE));
  const accessory = link === undefined ? null : linkButton("Open", link);
  return { type: "section", text: plainText(lines.join("\n")), ...(accessory && { accessory }) };
}

/** Names and values side by side; ten at most. */
export const fields = (named: Readonly<Record<string, string>>): SectionBlock => ({
  type: "section",
  fields: Object.entries(named)
    .slice(0, 10)
    .map(([name, value]) => plainText(`${name}\n${said(value, MAX_FIELD)}`)),
});

/** A remark in small letters. @param max Characters */
export const remark = (text: string, max = 500): ContextBlock => ({
  type: "context",
  elements: [plainText(said(text, max))],
});

/** A time in the reader's time zone, after a word of ours. @param at Unix milliseconds */
export function time(before: string, at: number): ContextBlock {
  const utc = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const shown = `<!date^${Math.floor(at / 1000)}^{date_short_pretty} at {time}|${utc} UTC>`;
  const element: MrkdwnElement = { type: "mrkdwn", text: `${before} ${shown}`, verbatim: true };
  return { type: "context", elements: [element] };
}

/** What the buttons are called, in clicks: `action_id`. */
export type ActionId = "confirm" | "cancel" | "approve" | "deny" | "more" | "open";

/** A button that says something to Reeve. @param id Opaque: what it stands for is on record here */
export function button(text: string, action: ActionId, id: string, style?: Button["style"]): Button {
  if (id === "" || id.length > MAX_VALUE)
    throw new RangeError(`a button's id has 1 to ${MAX_VALUE} characters`);
  return { type: "button", text: label(text), action_id: action, value: id, ...(style && { style }) };
}

/** A button that leads to a page; null where the address is none that a browser should be sent to. */
export function linkButton(text: string, link: string): Button | null {
  const url = URL.parse(link);
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username || url.password) return null;
  if (url.href.length > MAX_URL) return null;
  return { type: "button", text: label(text), action_id: "open", url: url.href };
}

/** A row of buttons; none where there are none to show. */
export function actionsBlock(...buttons: readonly (Button | null)[]): ActionsBlock[] {
  const elements = buttons.filter((one) => one !== null);
  return elements.length > 0 ? [{ type: "actions", elements }] : [];
}
