// All messages and modals of Reeve in Slack, built from data.
import type { KnownBlock, ModalView } from "@slack/types";
import { cut, singleLine } from "../../base/text.ts";
import type { Notice } from "../../kit/proposal.ts";
import { ACTS } from "../../policy/acts.ts";
import { findStage } from "../../policy/stages.ts";
import type { Run } from "../../runs/run.ts";
import { type AlertingState, type NotifiedState, RUN_STATE } from "../../runs/states.ts";
import { type ShownPlan, STILL_OPEN } from "../channel.ts";
import {
  actionsBlock,
  button,
  header,
  layout,
  linkButton,
  message,
  numbered,
  type Part,
  paragraph,
  reasonField,
  remark,
  type SlackMessage,
  type Somebody,
  section,
  time,
  unformatted,
} from "./blocks.ts";
import type { Answer } from "./commands.ts";

/** Shows why a plan needs an approval, and who can approve it. */
const approvalBlocks = ({
  approvalReasons,
  waitsFor,
}: Pick<ShownPlan, "approvalReasons" | "waitsFor">): KnownBlock[] => [
  ...(approvalReasons.length > 0 ? [remark(`Needs an approval: ${approvalReasons.join("; ")}`, 800)] : []),
  ...(waitsFor === null ? [] : [section(cut(waitsFor, 700))]),
];

const warningBlocks = (warnings: readonly string[]): KnownBlock[] =>
  warnings.length > 0 ? [section(cut(`Please note: ${warnings.join(" ")}`, 700))] : [];

export const plainMessage = (...sentences: readonly string[]): SlackMessage =>
  message(sentences, { items: sentences.map((sentence) => section(sentence)) });

export const answerMessage = ({ title, lines, note }: Answer, more?: { readonly id: string }): SlackMessage =>
  message([title, ...lines.map(({ name, detail }) => (detail ? `${name}: ${detail}` : name))], {
    head: [header(title)],
    items: lines.map(({ name, detail, link = null, at }) => {
      const below: Part[] = [at === undefined ? [] : { at }, detail ?? []].flat();
      return paragraph(
        [{ text: name, bold: detail !== undefined || link !== null, link }],
        ...(below.length > 0 ? [below.flatMap((part, n) => (n > 0 ? [" · ", part] : [part]))] : []),
      );
    }),
    tail: [...(note ? [remark(note)] : []), ...(more ? actionsBlock(button("More", "more", more.id)) : [])],
  });

export const planMessage = (
  plan: Pick<ShownPlan, "summaries" | "approvalReasons" | "waitsFor">,
  ids: { readonly confirm: string; readonly cancel: string },
): SlackMessage =>
  message(["Is this what you want?", ...plan.summaries], {
    head: [header("Is this what you want?")],
    items: numbered(plan.summaries),
    tail: [
      ...approvalBlocks(plan),
      ...actionsBlock(
        button(ACTS.confirmed.button, "confirm", ids.confirm, { style: "primary" }),
        button(ACTS.withdrawn.button, "cancel", ids.cancel),
      ),
    ],
  });

/** The result of a run, or the step where it stopped. */
export interface RunNews {
  readonly state: NotifiedState;
  readonly sentences: readonly string[];
  /**
   * True if the service accepted the changes but does not show all of them yet. The message then does not call the run
   * done.
   */
  readonly accepted?: boolean;
}

const outcomeWords = ({ state, accepted }: RunNews): string =>
  state === "done" && accepted
    ? "Accepted by the service, which can take some minutes to show it."
    : RUN_STATE[state].outcome;

/**
 * Returns the button with which a requester withdraws a plan that has not begun. @param id The button's id @default no
 * button
 */
const withdrawButton = (id?: string) =>
  id === undefined ? null : button(ACTS.withdrawn.button, "withdraw", id);

export const waitingMessage = (
  { approvalReasons, waitsFor }: Pick<ShownPlan, "approvalReasons" | "waitsFor">,
  withdraw?: string,
): SlackMessage => {
  const sentence = [`This is waiting for approval: ${approvalReasons.join("; ")}.`, waitsFor ?? []]
    .flat()
    .join(" ");
  return message([sentence], { items: [section(sentence)], tail: actionsBlock(withdrawButton(withdraw)) });
};

export function endMessage(outcome: RunNews, link: string | null, withdraw?: string): SlackMessage {
  const { sentences } = outcome;
  return message([outcomeWords(outcome), ...sentences], {
    head: [header(outcomeWords(outcome))],
    items: sentences.map((sentence) => section(sentence)),
    tail: actionsBlock(withdrawButton(withdraw), linkButton("Details", link)),
  });
}

type SlackPlan = Omit<ShownPlan, "requestedBy"> & { readonly requestedBy: Somebody };

export interface CardVerdict {
  readonly headline: string;
  readonly lines: readonly (readonly Part[])[];
}

/** The card of a plan in the approvers' channel. */
export interface Card extends SlackPlan {
  /** The expiry in Unix milliseconds; `null` for a plan that never expires. */
  readonly expiresAt: number | null;
  /** The verdict on the plan; `null` while the plan waits. */
  readonly verdict: CardVerdict | null;
}

const titled = ({ title, url, asked, requestedBy, automation }: SlackPlan) =>
  paragraph(
    [{ text: cut(title, 300), bold: true, link: url }],
    [`${asked} `, requestedBy, ` · ${automation}`],
  );

export function approvalCard(
  card: Card,
  ids: { readonly approve: string; readonly deny: string } | null,
): SlackMessage {
  const { title, summaries, approvalReasons, warnings, hears, expiresAt, link, verdict } = card;
  const { headline, lines } = verdict ?? { headline: "Approval needed", lines: [] };
  const shown = verdict ? null : ids;
  return message([`${headline}: ${title}`, ...summaries, ...lines.map(joinParts)], {
    head: [header(headline), titled(card)],
    items: numbered(summaries),
    tail: [
      ...approvalBlocks({ approvalReasons, waitsFor: verdict ? null : card.waitsFor }),
      ...(verdict ? [] : warningBlocks(warnings)),
      ...(verdict || hears === null ? [] : [remark(hears)]),
      ...(verdict || expiresAt === null ? [] : [time("Expires", expiresAt)]),
      ...lines.map((parts) => paragraph(parts)),
      ...actionsBlock(
        shown && button(ACTS.approved.button, "approve", shown.approve, { style: "primary" }),
        shown && button(ACTS.rejected.button, "deny", shown.deny, { style: "danger" }),
        linkButton("Details", link),
      ),
    ],
  });
}

/** Formats a line as plain text. */
const joinParts = (parts: readonly Part[]): string =>
  parts
    .map((part) => (typeof part === "string" ? part : "name" in part ? singleLine(part.name, 200) : ""))
    .join("");

/**
 * Returns the verdict on a plan that waited for approval, or `null` if there is no verdict yet or no approval was
 * needed.
 */
export function formatVerdict(
  { state, stages = [], approvals, ended }: Pick<Run, "state" | "stages" | "approvals" | "ended">,
  outcome: RunNews | null,
  somebody: (email: string) => Somebody,
): CardVerdict | null {
  const decided = (word: string, { by, reason }: { readonly by: string; readonly reason: string }) =>
    [`${word} by `, somebody(by), cut(reason ? `: ${reason}` : ".", 500)] as const;
  const approved = approvals.map((approval) => decided("Approved", approval));
  if (state === "expired")
    return { headline: "Expired", lines: [["Nobody decided in time. Nothing was done."]] };
  if (state === "rejected" && ended) return { headline: "Denied", lines: [decided("Denied", ended)] };
  if (state === "cancelled" && ended?.withdrawn) {
    const end = ended.by === "reeve" ? [`Withdrawn: ${cut(ended.reason, 500)}`] : decided("Withdrawn", ended);
    return { headline: "Withdrawn", lines: [...approved, end] };
  }
  if (approved.length > 0 && findStage(stages, approvals) === null) {
    const end = outcome && [cut(outcome.sentences.join(" ") || outcomeWords(outcome), 700)];
    return { headline: "Approved", lines: [...approved, ...(end ? [end] : [])] };
  }
  if (state !== "cancelled" || !ended) return null;
  return ended.by === "reeve"
    ? { headline: "Replaced", lines: [["Replaced by a newer request."]] }
    : {
        headline: "Cancelled",
        lines: [["Withdrawn before anybody decided. ", somebody(ended.by), `: ${cut(ended.reason, 500)}`]],
      };
}

export interface Reminder extends SlackPlan {
  readonly expiresAt: number;
  readonly left: string;
}

export const reminderMessage = (reminder: Reminder): SlackMessage =>
  formatReminder("Still waiting for approval", reminder, ["Approve or deny it at the top of this thread."]);

/**
 * Returns the last reminder, for the people to whom a waiting plan is escalated. @param channel The card's channel, or
 * `null` if there is no card
 */
export const escalationMessage = (reminder: Reminder, channel: string | null): SlackMessage =>
  formatReminder(
    "Nobody has decided yet",
    reminder,
    channel ? ["Approvers decide in ", { channel }, " or on its page."] : ["Approvers decide on its page."],
  );

function formatReminder(headline: string, reminder: Reminder, where: readonly Part[]): SlackMessage {
  const { title, summaries, waitsFor, expiresAt, left, link } = reminder;
  return message([`${headline}, ${left} left: ${title}`, ...summaries], {
    head: [header(`${headline}: ${left} left`), titled(reminder)],
    items: numbered(summaries),
    tail: [
      ...approvalBlocks({ approvalReasons: [], waitsFor }),
      paragraph(where),
      time("Expires", expiresAt),
      ...actionsBlock(linkButton("Details", link)),
    ],
  });
}

interface RunNotice extends Pick<ShownPlan, "automation" | "url" | "summaries" | "link"> {
  readonly kind: AlertingState;
  readonly subject: string;
  readonly because: string;
  readonly isReminder?: boolean;
  /** The owners of the run's follow-ups. Empty if any operator may report them. */
  readonly assignees: readonly Somebody[];
  /** The ids of the two buttons that report the run's follow-ups, and the label of the button for done. */
  readonly reports?: { readonly done: string; readonly notDone: string; readonly label: string };
}

export function noticeMessage(notice: RunNotice): SlackMessage {
  const { kind, automation, subject, url, because, summaries, assignees, link, reports } = notice;
  const alert = notice.isReminder ? STILL_OPEN : RUN_STATE[kind].alert;
  return message([`${alert}: ${automation}, ${subject}`, because, ...summaries], {
    head: [
      header(alert),
      paragraph(
        [{ text: subject, bold: true, link: url }, ` · ${automation}`],
        ...(because ? [[because]] : []),
        ...(assignees.length > 0
          ? [["For ", ...assignees.flatMap((one, n) => (n > 0 ? [", ", one] : [one]))]]
          : []),
      ),
    ],
    items: numbered(summaries),
    tail: actionsBlock(
      reports ? button(reports.label, "follow_up_done", reports.done, { style: "primary", ask: DONE }) : null,
      reports ? button(NOT_DONE, "follow_up_not_done", reports.notDone) : null,
      linkButton("Open in the console", link),
    ),
  });
}

const NOT_DONE = ACTS.completed.verdicts.not_done.button;
const DONE = "You report that all of this is done. Reeve can't check it.";

interface Digest extends Notice {
  /** The state of the plan, in a sentence; `null` if there is no plan. */
  readonly standing: string | null;
  readonly remark?: string;
  readonly link: string | null;
}

export function summaryMessage(digest: Digest): SlackMessage {
  const { title, summary, lines, standing, remark: small, link } = digest;
  return message([`${title}: ${summary}`, ...(standing ? [standing] : [])], {
    head: [header(title), section(summary, standing ?? undefined)],
    items: lines.map(({ name, detail }) =>
      detail ? paragraph([{ text: name, bold: true }], [detail]) : section(name),
    ),
    tail: [...(small ? [remark(small)] : []), ...actionsBlock(linkButton("Open in the console", link))],
  });
}

/** Maximum blocks of a modal, and maximum characters of its metadata. */
const MAX_MODAL_BLOCKS = 100;
const MAX_METADATA = 3_000;

/** Titles and questions of the modals. An approval needs no reason. */
const MODALS = {
  approve: { title: ACTS.approved.button, why: ACTS.comment.button },
  deny: { title: ACTS.rejected.button, why: "Why not?" },
  follow_up_not_done: { title: NOT_DONE, why: "Why was it not done?" },
} as const;

interface DecisionForm extends Pick<ShownPlan, "summaries" | "warnings"> {
  readonly kind: keyof typeof MODALS;
  readonly metadata: string;
}

export function decisionModal({ kind, summaries, warnings, metadata }: DecisionForm): ModalView {
  if (metadata.length > MAX_METADATA)
    throw new RangeError(`a modal's metadata has at most ${MAX_METADATA} characters`);
  const { title, why } = MODALS[kind];
  return {
    type: "modal",
    callback_id: "decision",
    private_metadata: metadata,
    title: unformatted(title),
    submit: unformatted(title),
    close: unformatted("Back"),
    blocks: layout({
      items: numbered(summaries),
      tail: [...warningBlocks(warnings), reasonField("comment", why, kind === "approve")],
      maxBlocks: MAX_MODAL_BLOCKS,
    }),
  };
}
