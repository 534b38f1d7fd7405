import type { Announcement } from "../../desk/announcement.ts";
import type { SlackUser } from "../../sources/reading/slack.ts";

/** Something that Talk has to see to. Each has a key by which a repeat of it is known. */
export type Task =
  | {
      readonly kind: "command";
      readonly user: SlackUser;
      readonly channel: string;
      readonly text: string;
      readonly responseUrl: string;
    }
  | {
      readonly kind: "click";
      readonly user: SlackUser;
      readonly button: string;
      readonly responseUrl: string | null;
    }
  | {
      readonly kind: "submission";
      readonly user: SlackUser;
      readonly button: string;
      readonly comment: string | null;
    }
  | ({ readonly kind: "announcement" } & Announcement);

/** What a button stands for. Slack sees its id alone. */
export type Button =
  | { readonly does: "confirm" | "cancel"; readonly run: RunRef; readonly user: string }
  | {
      readonly does: "approve" | "deny";
      readonly run: RunRef;
      readonly summaries: readonly string[];
      readonly cautions: readonly string[];
      readonly channel: string;
    }
  | {
      readonly does: "page";
      readonly command: string;
      readonly args: Readonly<Record<string, string>>;
      readonly user: string;
    };

/** The plan that a button is about: it decides on no other. */
export interface RunRef {
  readonly id: string;
  readonly subject: string;
  readonly hash: string;
}

/** Where somebody who gave a command is answered. */
export interface Conversation {
  readonly user: string;
  readonly channel: string;
  readonly responseUrl: string;
  /** Until when, and how often, Slack takes answers there. Unix milliseconds. */
  readonly until: number;
  readonly left: number;
}

/** A message that shows the plan of a run to approvers. */
export interface Card {
  readonly channel: string;
  readonly ts: string;
}
