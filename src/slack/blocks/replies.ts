import { type AlertingState, RUN_STATE } from "../../ledger/states.ts";
import type { Answer } from "../answer.ts";
import { actionsBlock, button, header, linkButton, remark, section } from "./elements.ts";
import { message, type SlackMessage } from "./layout.ts";
import { numbered } from "./plans.ts";

/** What was found. @param more With which the next page is asked for; the caller makes it where `next` says there is one */
export const answerMessage = ({ title, lines, note }: Answer, more?: { readonly id: string }): SlackMessage =>
  message([title, ...lines.map(({ name, detail }) => (detail ? `${name}: ${detail}` : name))], {
    head: [header(title)],
    items: lines.map(({ name, detail, link }) => section(name, detail, link)),
    tail: [...(note ? [remark(note)] : []), ...(more ? actionsBlock(button("More", "more", more.id)) : [])],
  });

/** A few sentences: that it is being worked on, or why it is not. */
export const sayMessage = (...sentences: readonly string[]): SlackMessage =>
  message(sentences, { items: sentences.map((sentence) => section(sentence)) });

/** A run that people have to look at, wherever it began. */
export interface RunNotice {
  readonly kind: AlertingState;
  readonly automation: string;
  /** The ticket, worker or request that it is about, by name. */
  readonly subject: string;
  readonly because: string;
  readonly summaries: readonly string[];
  /** The run in the console; null where Reeve has no address of its own. */
  readonly link: string | null;
}

/** What the operators' channel is told of a run. */
export const noticeMessage = ({
  kind,
  automation,
  subject,
  because,
  summaries,
  link,
}: RunNotice): SlackMessage =>
  message([`${RUN_STATE[kind].alert}: ${automation}, ${subject}`, because, ...summaries], {
    head: [header(RUN_STATE[kind].alert), section(`${automation}, ${subject}`, because)],
    items: numbered(summaries),
    tail: actionsBlock(link === null ? null : linkButton("Open in the console", link)),
  });
