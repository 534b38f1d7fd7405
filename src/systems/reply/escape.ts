// Escapes text for each format that replies are written in.
import type { Message } from "../system.ts";

const HTML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that stays text in HTML. */
export const html = (text: string): string => text.replace(/[&<>"']/g, (char) => HTML[char] ?? char);

/** Breaks a word for programs that look for it, not for people. */
const SEAM = "\u200b";

/** Text that stays text in Markdown: no formatting, no HTML nor its entities, and no link, mention or reference made of plain words. */
export const markdown = (text: string): string =>
  text
    .replace(/:\/\/|\bwww(?=\.)/gi, `$&${SEAM}`)
    .replace(/(^|[^\w])@(?=\w)/g, `$1@${SEAM}`)
    .replace(/#(?=\d)|\bGH-(?=\d)/gi, `$&${SEAM}`)
    .replace(/[\\`*_{}[\]()<>#+!|~&-]/g, "\\$&");

/** Text that stays text in a ServiceNow journal field, where `[code]` begins HTML. */
export const journal = (text: string): string => text.replace(/\[(?=\/?code\])/gi, `[${SEAM}`);

/** A message as Markdown. */
export const asMarkdown = ({ sentences, link }: Message): string =>
  [...sentences.map(markdown), ...(link ? [`[On record](${encodeURI(link)})`] : [])].join("\n\n");
