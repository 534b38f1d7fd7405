// The channel in Teams: posts plans, their reminders and results, and notices as Adaptive Cards within Teams' limits.
import { byteLength } from "../base/platform.ts";
import { Problem } from "../base/problem.ts";
import { pageAt, singleLine, takeWhileFits } from "../base/text.ts";
import { isSet, readVariable, type Variables } from "../env.ts";
import { formatLine, type Line } from "../runs/explain.ts";
import { isNews, type MessageChannel, readDocOptions } from "./channel.ts";
import { type Doc, findChannelReader, formatItem, makeDoc } from "./doc.ts";
import { postJson, statusProblem } from "./post-json.ts";

export const teamsChannel: MessageChannel = {
  name: "teams",
  addresses: (message, { env }) => (isSet(env, "TEAMS_WEBHOOK_URL") && isNews(message) ? ["channel"] : []),
  joins: () => true,
  async send(_, message, around) {
    const reader = findChannelReader(message);
    const doc = makeDoc(message, reader, await readDocOptions(message, reader, around));
    if (doc) await postToTeams(toCard(doc), around.env);
  },
};

/**
 * Posts a card to the channel of a Teams workflow ("When a Teams webhook request is received"). The workflow responds
 * with 202 when it accepts the card, and never reports the result.
 * @throws Problem `sender_not_configured`, `sender_refused`, `sender_unavailable` (not accepted), or
 * `sender_outcome_unknown`
 */
export async function postToTeams(card: AdaptiveCard, env: Variables): Promise<void> {
  const address = readVariable(env, "TEAMS_WEBHOOK_URL");
  if (address === undefined) throw new Problem("sender_not_configured", "TEAMS_WEBHOOK_URL is no longer set");
  const { status } = await postJson("teams", address, {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card }],
  });
  const advice = "check TEAMS_WEBHOOK_URL and the workflow's trigger";
  const problem = statusProblem(status, `teams: ${status}; ${advice}`);
  if (problem) throw problem;
}

/** A card of the media type `application/vnd.microsoft.card.adaptive`. */
export type AdaptiveCard = ReturnType<typeof toCard>;

/** Maximum bytes of the plan's sentences, and of the lines above and below it. Teams accepts some 28 KB. */
const [MAX_ITEMS_BYTES, MAX_LINES_BYTES] = [12_000, 5_000];
const MAX_LINE = 1_000;
const MAX_TITLE = 300;

/**
 * Renders a message as a card, whose buttons only open pages. Teams interprets Markdown in a text block, so all texts
 * but the deadline are text runs, in which it interprets nothing.
 */
export function toCard({ head = "", title, about = [], items = [], notes = [], asides = [], ...doc }: Doc) {
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
    ...(acts.length > 0
      ? [rich("Decide in Reeve: Teams can't pass on a decision.", { isSubtle: true })]
      : []),
  ];
  return {
    type: "AdaptiveCard",
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    /** The newest version that Teams supports on phones, too. */
    version: "1.4",
    body,
    actions: [...openUrl("Open in Reeve", page), ...(ticket ? [ticket] : [])],
  };
}

const findLink = (part: Line[number]): string | null =>
  typeof part !== "string" && "quote" in part ? (part.link ?? null) : null;

/** Returns a button that opens a page, or an empty array if there is no page. */
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
