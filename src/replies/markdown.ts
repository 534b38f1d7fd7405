import type { Message } from "./channel.ts";
import { markdown } from "./escape.ts";

/** A message as Markdown. */
export const asMarkdown = ({ sentences, link }: Message): string =>
  [...sentences.map(markdown), ...(link ? [`[On record](${encodeURI(link)})`] : [])].join("\n\n");
