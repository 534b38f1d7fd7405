// The Adaptive Card of a plan that waits for an approval, within Teams' limits. Sends nothing.
import { byteLength } from "../../base/platform.ts";
import { cut, oneLine, pageAt, singleLine } from "../../base/text.ts";
import type { ShownPlan } from "../channel.ts";
import type { News } from "../news.ts";

/** `application/vnd.microsoft.card.adaptive` */
export interface AdaptiveCard {
  readonly type: "AdaptiveCard";
  readonly $schema: "http://adaptivecards.io/schemas/adaptive-card.json";
  /** The newest version that Teams also shows on phones. */
  readonly version: "1.4";
  readonly body: readonly Element[];
  readonly actions: readonly OpenUrl[];
}

interface OpenUrl {
  readonly type: "Action.OpenUrl";
  readonly title: string;
  readonly url: string;
}

/** A part of a text. Teams reads no Markdown in it, so text from outside needs no escaping. */
interface TextRun {
  readonly type: "TextRun";
  readonly text: string;
  readonly weight?: "Bolder";
  readonly selectAction?: OpenUrl;
}

type Element =
  /** Only for our own words: Teams reads Markdown in them. */
  | {
      readonly type: "TextBlock";
      readonly text: string;
      readonly wrap: true;
      readonly size?: "Large";
      readonly weight?: "Bolder";
      readonly isSubtle?: true;
    }
  | { readonly type: "RichTextBlock"; readonly inlines: readonly TextRun[] };

export interface WaitingPlan extends ShownPlan {
  readonly expiresAt: number;
  readonly left: string | null;
}

/** Most bytes of all sentences. Teams takes messages of about 28 KB. */
const MAX_SENTENCES_BYTES = 16_000;
const MAX_SENTENCE = 1_000;

export function planCard(plan: WaitingPlan): AdaptiveCard {
  const {
    title,
    url,
    asked,
    requestedBy,
    automation,
    summaries,
    asks,
    cautions,
    waitsFor,
    hears,
    expiresAt,
    left,
    link,
  } = plan;
  const [page, ticket] = [pageAt(link), pageAt(url)];
  const shown = fitting(summaries);
  const rest = summaries.length - shown.length;
  const time = new Date(expiresAt).toISOString().replace(/\.\d+Z$/, "Z");
  return {
    type: "AdaptiveCard",
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    version: "1.4",
    body: [
      {
        ...ours(left === null ? "Approval needed" : `Still waiting for approval: ${left} left`),
        size: "Large",
        weight: "Bolder",
      },
      rich({
        ...run(title, 300),
        weight: "Bolder",
        ...(ticket && { selectAction: { type: "Action.OpenUrl", title: "Open the ticket", url: ticket } }),
      }),
      rich(run(`${asked} ${cut(oneLine(requestedBy), 200)} · ${automation}`, 400)),
      ...shown.map((sentence) => rich(run(sentence, MAX_SENTENCE + 10))),
      ...(rest > 0 ? [ours(`… and ${rest} more that ${rest === 1 ? "is" : "are"} not shown here.`)] : []),
      rich(run(`Needs an approval: ${asks.join("; ")}`, 800)),
      ...(waitsFor === null ? [] : [rich(run(waitsFor, 700))]),
      ...(cautions.length > 0 ? [rich(run(`Mind: ${cautions.join(" ")}`, 700))] : []),
      ...(hears === null ? [] : [rich(run(hears, 400))]),
      ours(`Expires {{DATE(${time}, SHORT)}} at {{TIME(${time})}}`),
      { ...ours("Approve or deny it in Reeve: Teams can't pass on a decision."), isSubtle: true },
    ],
    actions: page ? [{ type: "Action.OpenUrl", title: "Open in Reeve", url: page }] : [],
  };
}

export function noticeCard({ title, text, to, link, ticket }: News): AdaptiveCard {
  const pages = [
    ["Open in Reeve", pageAt(link)],
    ["Open the ticket", pageAt(ticket)],
  ] as const;
  const shown = fitting(text);
  return {
    type: "AdaptiveCard",
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    version: "1.4",
    body: [
      rich({ ...run(title, 300), weight: "Bolder" }),
      ...shown.map((sentence) => rich(run(sentence, MAX_SENTENCE + 10))),
      ...(to.length > 0 ? [rich(run(`For ${to.join(", ")}`, 400))] : []),
    ],
    actions: pages.flatMap(([name, url]) => (url ? [{ type: "Action.OpenUrl", title: name, url }] : [])),
  };
}

const ours = (text: string) => ({ type: "TextBlock", text, wrap: true }) as const;

const rich = (...inlines: readonly TextRun[]): Element => ({ type: "RichTextBlock", inlines });

/** Text from outside, in which Teams reads no Markdown and no dates. */
const run = (text: string, max: number): TextRun => ({
  type: "TextRun",
  text: singleLine(text, max).replace(/\{(?=\{)/g, "{ "),
});

/** The sentences that fit, numbered if there are several. */
function fitting(sentences: readonly string[]): string[] {
  const numbered = sentences.map((sentence, n) => {
    const text = cut(oneLine(sentence), MAX_SENTENCE);
    return sentences.length > 1 ? `${n + 1}. ${text}` : text;
  });
  let room = MAX_SENTENCES_BYTES;
  const end = numbered.findIndex((text) => {
    room -= byteLength(JSON.stringify(rich(run(text, MAX_SENTENCE + 10))));
    return room < 0;
  });
  return end < 0 ? numbered : numbered.slice(0, end);
}
