// Formats messages in tickets as HTML or Markdown, and escapes text for ServiceNow. The text of a message is untrusted.
import type { Message } from "../system.ts";

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

/** A character that splits a word for programs, but is invisible to people. */
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
