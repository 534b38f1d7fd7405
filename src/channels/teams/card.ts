// The Adaptive Card that shows a message in Teams, within Teams' limits.
import * as z from "zod";
import { byteLength } from "../../base/platform.ts";
import { pageAt, singleLine, takeWhileFits } from "../../base/text.ts";
import { formatLine, type Line } from "../../runs/explain.ts";
import type { Run } from "../../runs/run.ts";
import { type ActName, BUTTONS, type Doc, formatItem } from "../doc.ts";

/** The address of the channel. The only other address, `requester`, is the requester's chat with the bot. */
export const CHANNEL = "channel";

/** Returns the key of a run's card in the channel. */
export const teamsCardKey = ({ id }: Pick<Run, "id">): string => `teams ${id}`;

/** The media type of a card. */
export const CARD = "application/vnd.microsoft.card.adaptive";
export type AdaptiveCard = ReturnType<typeof toCard>;

/** Returns the message that shows a card. */
export const toActivity = (card: AdaptiveCard) => ({
  type: "message",
  attachments: [{ contentType: CARD, content: card }],
});

/** Maximum bytes of the plan's sentences, and of the lines above them or below them. Teams accepts about 28 KB. */
const [MAX_ITEMS_BYTES, MAX_LINES_BYTES] = [12_000, 5_000];
const MAX_LINE = 1_000;
const MAX_TITLE = 300;
const MAX_BUTTON = 50;

/** The data of a button. A person can change it, so it only identifies the plan that they saw. */
export const Press = z.object({
  run: z.string().min(1).max(1_000),
  hash: z.string().max(100).default(""),
  /** The steps of the follow-ups that the card shows. @default all open follow-ups */
  steps: z.array(z.int()).min(1).max(1_000).optional(),
});
export type Press = z.output<typeof Press>;
/** Maximum length of a person's reason, in characters. */
export const MAX_TEAMS_REASON = 1_000;

/**
 * Renders a message as a card. If `press` is given, people decide on the card; otherwise its buttons only open pages.
 * Teams interprets Markdown in a text block, so every text in the body, except the deadline, is a text run, in which
 * Teams interprets no Markdown.
 */
export function toCard(
  { head = "", title, about = [], items = [], notes = [], asides = [], ...doc }: Doc,
  press: Press | null = null,
) {
  const { until = null, acts = [], page = null } = doc;
  const [ticket] = (title ?? []).flatMap((part) => openUrl("Open the ticket", findLink(part)));
  const lines = fitTexts(items.map(formatItem), MAX_ITEMS_BYTES);
  const rest = items.length - lines.length;
  const time = until === null ? "" : new Date(until).toISOString().replace(/\.\d+Z$/, "Z");
  const expires = `Expires {{DATE(${time}, SHORT)}} at {{TIME(${time})}}`;
  const body = [
    rich(head, { size: "Large", weight: "Bolder" }, MAX_TITLE),
    ...(title
      ? [rich(formatLine(title), { weight: "Bolder", ...(ticket && { selectAction: ticket }) }, MAX_TITLE)]
      : []),
    ...fitTexts(about.map(formatLine)),
    ...lines,
    ...(rest > 0 ? [rich(`… and ${rest} more that ${rest === 1 ? "is" : "are"} not shown here.`)] : []),
    ...fitTexts([...notes, ...asides].map(formatLine)),
    ...(time ? [{ type: "TextBlock", text: expires, wrap: true } as const] : []),
    ...(acts.length > 0 && !press
      ? [rich("Decide in Reeve: Teams can't pass on a decision.", { isSubtle: true })]
      : []),
    ...(press ? acts.flatMap(({ act }) => BUTTONS[act].ask ?? []).map((ask) => rich(ask)) : []),
    ...(press && acts.some(({ act }) => WITH_REASON.has(act)) ? [REASON] : []),
  ];
  return {
    type: "AdaptiveCard",
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    /** The newest version of Adaptive Cards that Teams also supports on phones. */
    version: "1.4",
    body,
    actions: [
      ...(press ? acts.map(({ act, label }) => toButton(act, label, press)) : []),
      ...openUrl("Open in Reeve", page),
      ...(ticket ? [ticket] : []),
    ],
  };
}

const WITH_REASON: ReadonlySet<ActName> = new Set(["approve", "deny", "follow_up_not_done"]);
const REASON = {
  type: "Input.Text",
  id: "reason",
  placeholder: "Reason (optional)",
  maxLength: MAX_TEAMS_REASON,
} as const;

const STYLES = { primary: "positive", danger: "destructive" } as const;

function toButton(act: ActName, label: string | undefined, data: Press) {
  const { label: usual, style } = BUTTONS[act];
  const title = singleLine(label ?? usual, MAX_BUTTON);
  return { type: "Action.Execute", title, verb: act, data, ...(style && { style: STYLES[style] }) } as const;
}

const findLink = (part: Line[number]): string | null =>
  typeof part !== "string" && "quote" in part ? (part.link ?? null) : null;

/** Returns an array with a button that opens a page, or an empty array if there is no valid address. */
function openUrl(title: string, page: string | null) {
  const url = pageAt(page);
  return url ? [{ type: "Action.OpenUrl", title, url } as const] : [];
}

/** Returns untrusted text as a part in which Teams interprets neither Markdown nor dates. */
const rich = (text: string, style: object = {}, max = MAX_LINE) =>
  ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text: singleLine(text, max).replace(/\{(?=\{)/g, "{ "), ...style }],
  }) as const;

const fitTexts = (texts: readonly string[], room = MAX_LINES_BYTES) =>
  takeWhileFits(
    texts.map((text) => rich(text)),
    room,
    (element) => byteLength(JSON.stringify(element)),
  );
