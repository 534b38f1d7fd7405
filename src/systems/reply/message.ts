// Writes the message to a requester about a finished run, and its text in each format that replies use.
import { oneLine } from "../../base/text.ts";
import type { Message } from "../system.ts";

export type Ending =
  /** `reports`: the results of follow-ups, in sentences. */
  | { readonly state: "done"; readonly approvals: readonly string[]; readonly reports?: readonly string[] }
  | { readonly state: "failed"; readonly because: string }
  | { readonly state: "rejected" | "not_done" | "cancelled"; readonly by: string; readonly reason: string }
  | { readonly state: "expired" }
  /** Another run makes the changes; the requester receives the address of that run's page. */
  | { readonly state: "same" };

interface Progress {
  /** The number of planned changes. `made` is the number of changes that were made. */
  readonly changes: number;
  readonly made: number;
  /** Number of changes made that were deletions of an already deleted target. */
  readonly gone: number;
  /** Number of changes made that were accepted, but have no visible effect yet. */
  readonly unseen: number;
}

const MAX_SUMMARIES = 5;
const MAX_CHARS = 2_000;

/**
 * Writes the message to the requester.
 * @param plan.summaries The sentences of the plan's actions
 * @param plan.lateWithdrawal The reason for a withdrawal after the run's first call
 */
export function writeMessage({
  summaries,
  ending,
  link,
  lateWithdrawal,
  ...progress
}: Progress & {
  readonly summaries: readonly string[];
  readonly ending: Ending;
  readonly link?: string;
  readonly lateWithdrawal?: string;
}): Message {
  const shown = summaries.slice(0, MAX_SUMMARIES);
  const more = summaries.length - shown.length;
  const what = [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
  const late = lateWithdrawal === undefined ? "" : `It was withdrawn too late to stop it: ${lateWithdrawal}.`;
  const written = [...writeSentences(ending, what, progress), late].filter((sentence) => sentence !== "");
  const sentences = written.map(cutToSentence);
  return { sentences, ...(link && { link }) };
}

/** Puts a paragraph on one line and cuts it to a length that every system accepts, never inside a surrogate pair. */
export const cutToSentence = (text: string): string =>
  oneLine(text)
    .slice(0, MAX_CHARS)
    .replace(/[\ud800-\udbff]$/, "");

function writeSentences(ending: Ending, what: string, { made, changes, gone, unseen }: Progress): string[] {
  const asked = what && `The request: ${what}`;
  const changed = made - gone;
  const partly =
    changed > 0 ? `${changed} of ${changes} changes had been made by then.` : "Nothing was changed.";
  switch (ending.state) {
    case "done":
      return [
        // A response of the service shows that it accepted the call, not that the change is visible.
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
    ? "It had already been deleted: nothing was changed."
    : `${gone} of ${changes} changes had nothing to delete: the target had already been deleted.`;
}

export const paragraphs = ({ sentences, link }: Message): string =>
  [
    ...sentences.map((sentence) => `<p>${html(sentence)}</p>`),
    ...(link ? [`<p><a href="${html(link)}">Details in Reeve</a></p>`] : []),
  ].join("");

const HTML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const html = (text: string): string => text.replace(/[&<>"']/g, (char) => HTML[char] ?? char);

/** Splits a word for programs, but is invisible to people. */
const SEAM = "\u200b";

/**
 * Escapes text for Markdown, so that untrusted text creates no formatting, HTML, entities, links, mentions or
 * references.
 */
export const markdown = (text: string): string =>
  text
    .replace(/:\/\/|\bwww(?=\.)/gi, `$&${SEAM}`)
    .replace(/(^|[^\w])@(?=\w)/g, `$1@${SEAM}`)
    .replace(/#(?=\d)|\bGH-(?=\d)/gi, `$&${SEAM}`)
    .replace(/[\\`*_{}[\]()<>#+!|~&-]/g, "\\$&");

/** Escapes text for a ServiceNow journal field, in which `[code]` begins HTML. */
export const journal = (text: string): string => text.replace(/\[(?=\/?code\])/gi, `[${SEAM}`);

export const asMarkdown = ({ sentences, link }: Message): string =>
  [...sentences.map(markdown), ...(link ? [`[Details in Reeve](${encodeURI(link)})`] : [])].join("\n\n");
