import type { Message } from "./channel.ts";
import { html } from "./escape.ts";

/** A message as HTML. */
export const paragraphs = ({ sentences, link }: Message): string =>
  [
    ...sentences.map((sentence) => `<p>${html(sentence)}</p>`),
    ...(link ? [`<p><a href="${html(link)}">On record</a></p>`] : []),
  ].join("");
