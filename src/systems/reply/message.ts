// The message to a requester about a run that has ended, and its text in each format that replies are written in.
import { oneLine } from "../../base/text.ts";
import type { Message } from "../system.ts";

export type Ending =
  /** `reports`: the ends of follow-ups, in sentences. */
  | { readonly state: "done"; readonly approvals: readonly string[]; readonly reports?: readonly string[] }
  | { readonly state: "failed"; readonly because: string }
  | { readonly state: "rejected" | "not_done" | "cancelled"; readonly by: string; readonly reason: string }
  | { readonly state: "expired" }
  /** Another run does it; the sender gets its page. */
  | { readonly state: "same" };

interface Progress {
  /** All changes; and those that were made. */
  readonly changes: number;
  readonly made: number;
  /** Of those made: deletions of what was already gone. */
  readonly gone: number;
  /** Of those made: accepted changes whose effect nobody has seen. */
  readonly unseen: number;
}

const MAX_SUMMARIES = 5;
const MAX_CHARS = 2_000;

/**
 * The message to the requester.
 * @param plan.summaries The sentences of its actions
 * @param plan.tooLate The reason why it was taken back after its first call
 */
export function writeMessage({
  summaries,
  ending,
  link,
  tooLate,
  ...progress
}: Progress & {
  readonly summaries: readonly string[];
  readonly ending: Ending;
  readonly link?: string;
  readonly tooLate?: string;
}): Message {
  const shown = summaries.slice(0, MAX_SUMMARIES);
  const more = summaries.length - shown.length;
  const what = [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
  const late = tooLate === undefined ? "" : `It was taken back too late to stop it: ${tooLate}.`;
  const said = [...writeSentences(ending, what, progress), late].filter((sentence) => sentence !== "");
  const sentences = said.map(cutToSentence);
  return { sentences, ...(link && { link }) };
}

/** A paragraph on one line, cut to what every system takes, never inside a surrogate pair. */
export const cutToSentence = (text: string): string =>
  oneLine(text)
    .slice(0, MAX_CHARS)
    .replace(/[\ud800-\udbff]$/, "");

function writeSentences(ending: Ending, what: string, { made, changes, gone, unseen }: Progress): string[] {
  const asked = what && `What was asked for: ${what}`;
  const changed = made - gone;
  const partly =
    changed > 0 ? `${changed} of ${changes} changes had been made by then.` : "Nothing was changed.";
  switch (ending.state) {
    case "done":
      return [
        // An answer of the service says that it accepted the call, not that the effect shows.
        `${unseen > 0 ? "Accepted by the service, which can take some minutes to show it" : "Done"}: ${what}`,
        describeGone(gone, changes),
        ...ending.approvals,
        ...(ending.reports ?? []),
      ];
    case "failed":
      return [`This could not be done: ${ending.because}`, `${partly} ${asked}`.trim()];
    case "rejected":
      return [`This was not approved by ${ending.by}: ${ending.reason}`, asked];
    case "not_done":
      return [`${ending.by} reported this as not done: ${ending.reason}`, `${partly} ${asked}`.trim()];
    case "cancelled":
      return [`This was cancelled by ${ending.by}: ${ending.reason}`, `${partly} ${asked}`.trim()];
    case "expired":
      return ["This was not approved in time, so it was not done. Ask again if it is still wanted.", asked];
    case "same":
      return ["Another system reported the same, and Reeve acts on that report. Nothing is done twice."];
    default:
      return ending satisfies never;
  }
}

function describeGone(gone: number, changes: number): string {
  if (gone === 0) return "";
  return gone === changes
    ? "It was gone already: nothing was changed."
    : `${gone} of ${changes} changes found nothing to remove: it was gone already.`;
}

export const paragraphs = ({ sentences, link }: Message): string =>
  [
    ...sentences.map((sentence) => `<p>${html(sentence)}</p>`),
    ...(link ? [`<p><a href="${html(link)}">On record</a></p>`] : []),
  ].join("");

const HTML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const html = (text: string): string => text.replace(/[&<>"']/g, (char) => HTML[char] ?? char);

/** Breaks a word for programs, invisibly for people. */
const SEAM = "\u200b";

/** Escapes text for Markdown: no formatting, HTML, entities, links, mentions or references. */
export const markdown = (text: string): string =>
  text
    .replace(/:\/\/|\bwww(?=\.)/gi, `$&${SEAM}`)
    .replace(/(^|[^\w])@(?=\w)/g, `$1@${SEAM}`)
    .replace(/#(?=\d)|\bGH-(?=\d)/gi, `$&${SEAM}`)
    .replace(/[\\`*_{}[\]()<>#+!|~&-]/g, "\\$&");

/** Escapes text for a ServiceNow journal field, where `[code]` begins HTML. */
export const journal = (text: string): string => text.replace(/\[(?=\/?code\])/gi, `[${SEAM}`);

export const asMarkdown = ({ sentences, link }: Message): string =>
  [...sentences.map(markdown), ...(link ? [`[On record](${encodeURI(link)})`] : [])].join("\n\n");
