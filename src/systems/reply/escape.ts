// Escapes text for each format that replies are written in.
import type { Message } from "../system.ts";

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
