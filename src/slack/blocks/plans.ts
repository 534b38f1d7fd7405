import type { KnownBlock, ModalView, SectionBlock } from "@slack/types";
import { RUN_STATE, type ToldState } from "../../ledger/states.ts";
import {
  actionsBlock,
  button,
  fields,
  header,
  label,
  linkButton,
  remark,
  section,
  time,
} from "./elements.ts";
import { layout, message, type SlackMessage } from "./layout.ts";
import { cut, said } from "./text.ts";

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
        button("Confirm", "confirm", ids.confirm, "primary"),
        button("Cancel", "cancel", ids.cancel),
      ),
    ],
  });

/** How a run came out. */
export interface RunOutcome {
  readonly state: ToldState;
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
      readonly by: string;
      readonly comment?: string;
      /** Once the run has ended. */
      readonly outcome?: RunOutcome;
    }
  /** Nobody decided: it waited too long, was withdrawn, or a newer plan took its place. */
  | {
      readonly kind: "closed";
      readonly how: "expired" | "cancelled" | "replaced";
      readonly because?: string;
    };

/** A plan that waits for an approval, or did. */
export interface Card {
  readonly title: string;
  readonly requestedBy: string;
  readonly automation: string;
  readonly summaries: readonly string[];
  readonly asks: readonly string[];
  /** What an approver ought to know of who asked. */
  readonly cautions: readonly string[];
  /** Unix milliseconds; null where it waits for ever. */
  readonly expiresAt: number | null;
  /** The run in the console; null where Reeve has no address of its own. */
  readonly link: string | null;
  readonly state: CardState;
}

/** The card in the approvers' channel: with the exact plan, and with buttons for as long as it waits. */
export function approvalCard(
  { title, requestedBy, automation, summaries, asks, cautions, expiresAt, link, state }: Card,
  ids: { readonly approve: string; readonly deny: string } | null,
): SlackMessage {
  const waiting = state.kind === "waiting";
  const headline = waiting ? "Approval needed" : headlineOf(state);
  return message([`${headline}: ${title}`, ...summaries, ...verdictOf(state)], {
    head: [
      header(headline),
      section(cut(title, 300)),
      fields({ "Asked for by": requestedBy, Automation: automation }),
    ],
    items: numbered(summaries),
    tail: [
      ...why(asks),
      ...(waiting ? warnings(cautions) : []),
      ...(waiting && expiresAt !== null ? [time("Expires", expiresAt)] : []),
      ...verdictOf(state).map((sentence) => section(cut(sentence, 700))),
      ...actionsBlock(
        waiting && ids ? button("Approve", "approve", ids.approve, "primary") : null,
        waiting && ids ? button("Deny", "deny", ids.deny, "danger") : null,
        link === null ? null : linkButton("Details", link),
      ),
    ],
  });
}

function headlineOf(state: Exclude<CardState, { kind: "waiting" }>): string {
  if (state.kind === "decided") return state.approved ? "Approved" : "Denied";
  return { expired: "Expired", cancelled: "Cancelled", replaced: "Replaced" }[state.how];
}

/** What was decided, and what became of it: two paragraphs at most. */
function verdictOf(state: CardState): string[] {
  switch (state.kind) {
    case "waiting":
      return [];
    case "decided": {
      const { approved, by, comment, outcome } = state;
      const verdict = `${approved ? "Approved" : "Denied"} by ${said(by, 200)}${comment ? `: ${comment}` : "."}`;
      return outcome ? [verdict, outcome.sentences.join(" ") || outcomeWords(outcome)] : [verdict];
    }
    case "closed":
      return [`${CLOSED[state.how]} ${state.because ?? ""}`];
    default:
      return state satisfies never;
  }
}

const CLOSED = {
  expired: "Nobody decided in time. Nothing was done.",
  cancelled: "Withdrawn before anybody decided.",
  replaced: "Replaced by a newer request.",
} as const;

const outcomeWords = ({ state, accepted }: RunOutcome): string =>
  state === "done" && accepted ? "Accepted by the service." : RUN_STATE[state].outcome;

/** What became of what somebody asked for. */
export function outcomeMessage(outcome: RunOutcome, link: string | null): SlackMessage {
  const { sentences } = outcome;
  return message([outcomeWords(outcome), ...sentences], {
    head: [header(outcomeWords(outcome))],
    items: sentences.map((sentence) => section(sentence)),
    tail: actionsBlock(link === null ? null : linkButton("Details", link)),
  });
}

/** Names in the modal that a decision is commented in, as its submission has them. */
export const DECISION_MODAL = { callbackId: "decision", block: "comment", action: "comment" } as const;

/** Most blocks of a modal, and longest comment and metadata. */
const MAX_MODAL_BLOCKS = 100;
const MAX_COMMENT = 1_000;
const MAX_METADATA = 3_000;

/** Where an approver says why; who denies has to. @param decision.metadata Opaque: what it stands for is on record here */
export function decisionModal({
  approve,
  summaries,
  cautions,
  metadata,
}: {
  readonly approve: boolean;
  readonly summaries: readonly string[];
  /** What an approver ought to know of who asked. */
  readonly cautions: readonly string[];
  readonly metadata: string;
}): ModalView {
  if (metadata.length > MAX_METADATA)
    throw new RangeError(`a modal's metadata has at most ${MAX_METADATA} characters`);
  const what = approve ? "Approve" : "Deny";
  return {
    type: "modal",
    callback_id: DECISION_MODAL.callbackId,
    private_metadata: metadata,
    title: label(what),
    submit: label(what),
    close: label("Back"),
    blocks: layout({
      items: numbered(summaries),
      tail: [
        ...warnings(cautions),
        {
          type: "input",
          block_id: DECISION_MODAL.block,
          label: label(approve ? "Comment" : "Why not?"),
          optional: approve,
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
