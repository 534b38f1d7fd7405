import { type AlertingState, RUN_STATE } from "../../../ledger/states.ts";
import type { Answer } from "../answer.ts";
import {
  actionsBlock,
  button,
  header,
  linkButton,
  paragraph,
  remark,
  type Somebody,
  section,
} from "./elements.ts";
import { message, type SlackMessage } from "./layout.ts";
import { numbered } from "./plans.ts";

/** What was found. @param more With which the next page is asked for; the caller makes it where `next` says there is one */
export const answerMessage = ({ title, lines, note }: Answer, more?: { readonly id: string }): SlackMessage =>
  message([title, ...lines.map(({ name, detail }) => (detail ? `${name}: ${detail}` : name))], {
    head: [header(title)],
    items: lines.map(({ name, detail, link, at }) =>
      paragraph(
        [{ text: name, bold: detail !== undefined || link !== undefined, link: link ?? null }],
        ...(detail === undefined && at === undefined
          ? []
          : [
              [
                ...(at === undefined ? [] : [{ at }, ...(detail ? [" · "] : [])]),
                ...(detail ? [detail] : []),
              ],
            ]),
      ),
    ),
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
  /** The page of the ticket. */
  readonly url: string | null;
  readonly because: string;
  readonly summaries: readonly string[];
  /** Those who are asked to do the task of a run; empty: any operator. */
  readonly askedOf: readonly Somebody[];
  /** The run in the console; null where Reeve has no address of its own. */
  readonly link: string | null;
}

/** The message about a run to the operators' channel. */
export const noticeMessage = ({
  kind,
  automation,
  subject,
  url,
  because,
  summaries,
  askedOf,
  link,
  ids,
}: RunNotice & {
  /** Of the buttons that report a task. */
  readonly ids?: { readonly done: string; readonly notDone: string };
}): SlackMessage =>
  message([`${RUN_STATE[kind].alert}: ${automation}, ${subject}`, because, ...summaries], {
    head: [
      header(RUN_STATE[kind].alert),
      paragraph(
        [{ text: subject, bold: true, link: url }, ` · ${automation}`],
        ...(because ? [[because]] : []),
        ...(askedOf.length > 0
          ? [["For ", ...askedOf.flatMap((one, n) => (n > 0 ? [", ", one] : [one]))]]
          : []),
      ),
    ],
    items: numbered(summaries),
    tail: actionsBlock(
      ids ? button("Done", "task_done", ids.done, { style: "primary", ask: DONE }) : null,
      ids ? button("Not done", "task_not_done", ids.notDone) : null,
      linkButton("Open in the console", link),
    ),
  });

const DONE = "You report that all of this is done. Reeve can't check it.";
