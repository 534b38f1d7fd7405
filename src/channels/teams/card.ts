// The Adaptive Card of a plan that waits for an approval, within Teams' limits.
import { byteLength } from "../../base/platform.ts";
import { cut, oneLine, pageAt, singleLine, takeWhileFits } from "../../base/text.ts";
import type { Notification, ShownPlan } from "../channel.ts";

/** A card of the media type `application/vnd.microsoft.card.adaptive`. */
export type AdaptiveCard = ReturnType<typeof card>;

interface OpenUrl {
  readonly type: "Action.OpenUrl";
  readonly title: string;
  readonly url: string;
}

/** A part of a text. Teams does not interpret Markdown in it, so untrusted text needs no escaping. */
interface TextRun {
  readonly type: "TextRun";
  readonly text: string;
  readonly weight?: "Bolder";
  readonly selectAction?: OpenUrl;
}

type Element =
  /** A text block, only for Reeve's own words, because Teams interprets Markdown in it. */
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

/** Maximum bytes of all sentences. Teams accepts messages of about 28 KB. */
const MAX_SENTENCES_BYTES = 16_000;
const MAX_SENTENCE = 1_000;

export function planCard(plan: WaitingPlan): AdaptiveCard {
  const { summaries, waitsFor, warnings, hears, left } = plan;
  const shown = fitting(summaries);
  const rest = summaries.length - shown.length;
  const time = new Date(plan.expiresAt).toISOString().replace(/\.\d+Z$/, "Z");
  const [selectAction] = openUrl("Open the ticket", plan.url);
  return card(
    [
      {
        ...ours(left === null ? "Approval needed" : `Still waiting for approval: ${left} left`),
        size: "Large",
        weight: "Bolder",
      },
      rich({ ...run(plan.title, 300), weight: "Bolder", ...(selectAction && { selectAction }) }),
      rich(run(`${plan.asked} ${cut(oneLine(plan.requestedBy), 200)} · ${plan.automation}`, 400)),
      ...shown,
      ...(rest > 0 ? [ours(`… and ${rest} more that ${rest === 1 ? "is" : "are"} not shown here.`)] : []),
      rich(run(`Needs an approval: ${plan.approvalReasons.join("; ")}`, 800)),
      ...(waitsFor === null ? [] : [rich(run(waitsFor, 700))]),
      ...(warnings.length > 0 ? [rich(run(`Please note: ${warnings.join(" ")}`, 700))] : []),
      ...(hears === null ? [] : [rich(run(hears, 400))]),
      ours(`Expires {{DATE(${time}, SHORT)}} at {{TIME(${time})}}`),
      { ...ours("Approve or deny it in Reeve: Teams can't pass on a decision."), isSubtle: true },
    ],
    openUrl("Open in Reeve", plan.link),
  );
}

export function noticeCard({ title, text, to, link, ticket }: Notification): AdaptiveCard {
  return card(
    [
      rich({ ...run(title, 300), weight: "Bolder" }),
      ...fitting(text),
      ...(to.length > 0 ? [rich(run(`For ${to.join(", ")}`, 400))] : []),
    ],
    [...openUrl("Open in Reeve", link), ...openUrl("Open the ticket", ticket)],
  );
}

const card = (body: readonly Element[], actions: readonly OpenUrl[]) => ({
  type: "AdaptiveCard",
  $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
  /** The newest version that Teams supports on phones, too. */
  version: "1.4",
  body,
  actions,
});

/** Returns a button that opens a page, or an empty array if there is no page. */
function openUrl(title: string, page: string | null): OpenUrl[] {
  const url = pageAt(page);
  return url ? [{ type: "Action.OpenUrl", title, url }] : [];
}

const ours = (text: string) => ({ type: "TextBlock", text, wrap: true }) as const;

const rich = (...inlines: readonly TextRun[]): Element => ({ type: "RichTextBlock", inlines });

/** Returns untrusted text as a part in which Teams interprets neither Markdown nor dates. */
const run = (text: string, max: number): TextRun => ({
  type: "TextRun",
  text: singleLine(text, max).replace(/\{(?=\{)/g, "{ "),
});

/** Returns the sentences that fit, numbered if there are several. */
function fitting(sentences: readonly string[]): readonly Element[] {
  const numbered = sentences.map((sentence, n) => {
    const text = cut(oneLine(sentence), MAX_SENTENCE);
    return rich(run(sentences.length > 1 ? `${n + 1}. ${text}` : text, MAX_SENTENCE + 10));
  });
  return takeWhileFits(numbered, MAX_SENTENCES_BYTES, (element) => byteLength(JSON.stringify(element)));
}
