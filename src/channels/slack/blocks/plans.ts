import type { KnownBlock, ModalView, SectionBlock } from "@slack/types";
import { cut, said } from "../../../base/text.ts";
import { type NotifiedState, RUN_STATE } from "../../../ledger/states.ts";
import {
  actionsBlock,
  button,
  header,
  label,
  linkButton,
  type Part,
  paragraph,
  remark,
  type Somebody,
  section,
  time,
} from "./elements.ts";
import { layout, message, type SlackMessage } from "./layout.ts";

/** What a plan would do. */
export interface PlanShown {
  /** The sentences of its actions. */
  readonly summaries: readonly string[];
  /** Why it needs an approval; none where it needs none. */
  readonly asks: readonly string[];
}

/** Sentences about actions, numbered, so that none can pass for two. */
export const numbered = (sentences: readonly string[]): SectionBlock[] =>
  sentences.map((sentence, n) => section(sentences.length > 1 ? `${n + 1}. ${sentence}` : sentence));

const why = (asks: readonly string[]): KnownBlock[] =>
  asks.length > 0 ? [remark(`Needs an approval: ${asks.join("; ")}`, 800)] : [];

/** What an approver ought to know of who asked. */
const warnings = (cautions: readonly string[]): KnownBlock[] =>
  cautions.length > 0 ? [section(cut(`Mind: ${cautions.join(" ")}`, 700))] : [];

/** What is about to be done, for who asked to say yes or no. */
export const planMessage = (
  { summaries, asks }: PlanShown,
  ids: { readonly confirm: string; readonly cancel: string },
  note?: string,
): SlackMessage =>
  message(["Is this what you want?", ...summaries], {
    head: [header("Is this what you want?")],
    items: numbered(summaries),
    tail: [
      ...why(asks),
      ...(note ? [remark(note)] : []),
      ...actionsBlock(
        button("Confirm", "confirm", ids.confirm, { style: "primary" }),
        button("Cancel", "cancel", ids.cancel),
      ),
    ],
  });

/** How a run came out. */
export interface RunOutcome {
  readonly state: NotifiedState;
  /** What is to be said of it. */
  readonly sentences: readonly string[];
  /** Whether the service accepted what nobody has seen there: it is not called done. @default no */
  readonly accepted?: boolean;
}

/** Where an approval stands. */
export type CardState =
  | { readonly kind: "waiting" }
  | {
      readonly kind: "decided";
      readonly approved: boolean;
      readonly by: Somebody;
      readonly comment?: string;
      /** Once the run has ended. */
      readonly outcome?: RunOutcome;
    }
  /** Nobody decided: it waited too long, was withdrawn, or a newer plan took its place. */
  | {
      readonly kind: "closed";
      readonly how: "expired" | "cancelled" | "replaced";
      readonly by?: Somebody;
      readonly because?: string;
    };

/** What a plan is about, for who may approve it. */
interface Subject {
  readonly title: string;
  /** The page of the ticket that it is about. */
  readonly url?: string | null;
  readonly requestedBy: Somebody;
  readonly automation: string;
  readonly summaries: readonly string[];
  /** The run in the console; null where Reeve has no address of its own. */
  readonly link: string | null;
}

const titled = ({ title, url, requestedBy, automation }: Subject) =>
  paragraph(
    [{ text: cut(title, 300), bold: true, link: url ?? null }],
    ["Requested by ", requestedBy, ` · ${automation}`],
  );

/** A plan that waits for an approval, or did. */
export interface Card extends Subject {
  readonly asks: readonly string[];
  /** What an approver ought to know of who asked. */
  readonly cautions: readonly string[];
  /** Unix milliseconds; null where it waits for ever. */
  readonly expiresAt: number | null;
  readonly state: CardState;
}

/** The card in the approvers' channel: with the exact plan, and with buttons for as long as it waits. */
export function approvalCard(
  card: Card,
  ids: { readonly approve: string; readonly deny: string } | null,
): SlackMessage {
  const { title, summaries, asks, cautions, expiresAt, link, state } = card;
  const waiting = state.kind === "waiting";
  const headline = waiting ? "Approval needed" : headlineOf(state);
  const verdict = verdictOf(state);
  return message([`${headline}: ${title}`, ...summaries, ...verdict.map(wordsOf)], {
    head: [header(headline), titled(card)],
    items: numbered(summaries),
    tail: [
      ...why(asks),
      ...(waiting ? warnings(cautions) : []),
      ...(waiting && expiresAt !== null ? [time("Expires", expiresAt)] : []),
      ...verdict.map((parts) => paragraph(parts)),
      ...actionsBlock(
        waiting && ids ? button("Approve", "approve", ids.approve, { style: "primary" }) : null,
        waiting && ids ? button("Deny", "deny", ids.deny, { style: "danger" }) : null,
        linkButton("Details", link),
      ),
    ],
  });
}

/** A plan that still waits, brought up again. */
export interface Reminder extends Subject {
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** How long that is from now, in words. */
  readonly left: string;
}

/** What approvers are reminded with, in the thread of the card. */
export const reminderMessage = (reminder: Reminder): SlackMessage =>
  broughtUp("Still waiting for approval", reminder, ["Approve or deny it at the top of this thread."]);

/** What those are told who come after the approvers. @param channel Where the card is; null where there is none */
export const escalationMessage = (reminder: Reminder, channel: string | null): SlackMessage =>
  broughtUp(
    "Nobody has decided yet",
    reminder,
    channel ? ["Approvers decide in ", { channel }, " or on its page."] : ["Approvers decide on its page."],
  );

function broughtUp(headline: string, reminder: Reminder, where: readonly Part[]): SlackMessage {
  const { title, summaries, expiresAt, left, link } = reminder;
  return message([`${headline}, ${left} left: ${title}`, ...summaries], {
    head: [header(`${headline}: ${left} left`), titled(reminder)],
    items: numbered(summaries),
    tail: [paragraph(where), time("Expires", expiresAt), ...actionsBlock(linkButton("Details", link))],
  });
}

function headlineOf(state: Exclude<CardState, { kind: "waiting" }>): string {
  if (state.kind === "decided") return state.approved ? "Approved" : "Denied";
  return { expired: "Expired", cancelled: "Cancelled", replaced: "Replaced" }[state.how];
}

/** What was decided, and how it ended: two paragraphs at most. */
function verdictOf(state: CardState): Part[][] {
  switch (state.kind) {
    case "waiting":
      return [];
    case "decided": {
      const { approved, by, comment, outcome } = state;
      const verdict = [
        approved ? "Approved by " : "Denied by ",
        by,
        cut(comment ? `: ${comment}` : ".", 500),
      ];
      return outcome
        ? [verdict, [cut(outcome.sentences.join(" ") || outcomeWords(outcome), 700)]]
        : [verdict];
    }
    case "closed": {
      const { how, by, because } = state;
      const why = because ? cut(because, 500) : "";
      return [by ? [`${CLOSED[how]} `, by, `: ${why}`] : [`${CLOSED[how]} ${why}`]];
    }
    default:
      return state satisfies never;
  }
}

/** A line as words alone. */
const wordsOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => (typeof part === "string" ? part : "name" in part ? said(part.name, 200) : ""))
    .join("");

const CLOSED = {
  expired: "Nobody decided in time. Nothing was done.",
  cancelled: "Withdrawn before anybody decided.",
  replaced: "Replaced by a newer request.",
} as const;

const outcomeWords = ({ state, accepted }: RunOutcome): string =>
  state === "done" && accepted ? "Accepted by the service." : RUN_STATE[state].outcome;

/** How a request of somebody's ended. */
export function outcomeMessage(outcome: RunOutcome, link: string | null): SlackMessage {
  const { sentences } = outcome;
  return message([outcomeWords(outcome), ...sentences], {
    head: [header(outcomeWords(outcome))],
    items: sentences.map((sentence) => section(sentence)),
    tail: actionsBlock(linkButton("Details", link)),
  });
}

/** Names in the modal that a decision is commented in, as its submission has them. */
export const DECISION_MODAL = { callbackId: "decision", block: "comment", action: "comment" } as const;

/** Most blocks of a modal, and longest comment and metadata. */
const MAX_MODAL_BLOCKS = 100;
const MAX_COMMENT = 1_000;
const MAX_METADATA = 3_000;

/** What a modal is for, and how it asks why: who approves need not say. */
const MODALS = {
  approve: { title: "Approve", why: "Comment" },
  deny: { title: "Deny", why: "Why not?" },
  task_not_done: { title: "Not done", why: "Why was it not done?" },
} as const;

/** Where somebody says why they decide. @param decision.metadata Opaque: what it stands for is on record here */
export function decisionModal({
  does,
  summaries,
  cautions,
  metadata,
}: {
  readonly does: keyof typeof MODALS;
  readonly summaries: readonly string[];
  /** What an approver ought to know of who asked. */
  readonly cautions: readonly string[];
  readonly metadata: string;
}): ModalView {
  if (metadata.length > MAX_METADATA)
    throw new RangeError(`a modal's metadata has at most ${MAX_METADATA} characters`);
  const { title, why: reason } = MODALS[does];
  return {
    type: "modal",
    callback_id: DECISION_MODAL.callbackId,
    private_metadata: metadata,
    title: label(title),
    submit: label(title),
    close: label("Back"),
    blocks: layout({
      items: numbered(summaries),
      tail: [
        ...warnings(cautions),
        {
          type: "input",
          block_id: DECISION_MODAL.block,
          label: label(reason),
          optional: does === "approve",
          element: {
            type: "plain_text_input",
            action_id: DECISION_MODAL.action,
            multiline: true,
            max_length: MAX_COMMENT,
          },
        },
      ],
      maxBlocks: MAX_MODAL_BLOCKS,
    }),
  };
}
