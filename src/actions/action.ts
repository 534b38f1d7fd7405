// An action as data: a verb with its input, its sentence and its calls. Plans are made of actions.
import type { Named } from "../base/named.ts";
import { type Calls, calls } from "../governance/contract/index.ts";
import type { OperationInput } from "../governance/contract/operation.ts";
import type { ToolTraits } from "../governance/tools.ts";
import type { InventoryChange } from "./inventory.ts";

export type EffectOperationId = {
  [Id in keyof Calls]: Calls[Id]["effect"] extends "read"
    ? never
    : Calls[Id]["auth"] extends "body"
      ? never
      : Id;
}[keyof Calls];

export const effectOperations: readonly EffectOperationId[] = Object.values(calls).flatMap((operation) =>
  operation.effect === "read" || operation.auth === "body" ? [] : [operation.id as EffectOperationId],
);

/** One call of the governance API that changes something, as data: what the journal keeps and the desk sends. */
export type EffectCall<Id extends EffectOperationId = EffectOperationId> = {
  [K in Id]: {
    readonly operation: K;
    readonly input: OperationInput<Calls[K]>;
    /** Set if a 404 counts as done; see {@link allowMissing}. */
    readonly goneIsDone?: true;
    /** The `completionDate` of a campaign, in days after the call is sent. @default the one of `input` */
    readonly openDays?: number;
  };
}[Id];

/**
 * The rest of an action that a person or time completes: its calls are only a beginning, or the API has no call for it (a
 * task). It stays open until a person reports its end, or Reeve reads it.
 */
export interface FollowUp {
  /** Emails of its owners; empty: any operator. */
  readonly askedOf: readonly string[];
  /** Set if operators may report it as done, besides its owners. */
  readonly orOperators?: true;
  /** The instruction, as a sentence. @default the summary of the action */
  readonly asks?: string;
  /** The report that it is done, as the words of a button. @default "Done" */
  readonly done?: string;
  /** Ids of the governance users whom it concerns: none of them may report it as done. @default the beneficiaries */
  readonly about?: readonly string[];
  /** When it is due, as a timestamp. @default {@link days} after it begins */
  readonly due?: string;
  /** @default `policy.followUps.dueDays` */
  readonly days?: number;
  /** Set if Reeve reads its end: the effect of the action's call still shows when it is due. */
  readonly isRead?: true;
}

/** A verb with its input and its calls: an element of a plan. Plain data. */
export interface PlannedAction {
  readonly action: string;
  readonly input: unknown;
  readonly summary: string;
  /** Names in the summary that come from the settings without a lookup: an approver reads their ids too. @default none */
  readonly unverified?: readonly Named[];
  /** The object that it acts on, as a comparable name: `connector con_1 of app_1`. */
  readonly target: string;
  readonly effects: readonly EffectCall[];
  /** Set if its calls are not the end of it: the run waits for the follow-up. @default none */
  readonly followUp?: FollowUp;
  /** Ids of the governance users who gain or lose by it: none of them may approve it. */
  readonly beneficiaries: readonly string[];
  /** Changes of the inventory after its calls, or after the follow-up of an action without calls. */
  readonly leaves: readonly InventoryChange[];
  /** The first day (`YYYY-MM-DD`, in the settings' time zone) on which it may act. @default once it is approved */
  readonly startsOn?: string;
  /**
   * Emails of people whose word led to it, besides the event's requesters: none of them may approve it, and its deletions
   * need an approval. @default none
   */
  readonly requestedBy?: readonly string[];
  /** The time until which it may be carried out, ISO 8601: the automation proposes anew then. @default any time */
  readonly answerBy?: string;
  /** Set if the service's refusal of its call keeps no other action of the plan from being carried out. */
  readonly apart?: true;
  /** The traits of the MCP tool, which policy may require an approval for. @default none */
  readonly toolTraits?: ToolTraits;
  /** Calls that a schedule makes later because of it: policy asks for approval as if it made them now. @default none */
  readonly leadsTo?: readonly EffectOperationId[];
}

/** The sentence that an approver reads, with the ids behind names that were not looked up. */
export function formatAction({
  summary,
  unverified = [],
}: Pick<PlannedAction, "summary" | "unverified">): string {
  if (unverified.length === 0) return summary;
  const names = unverified.map(({ name, id }) => `${name} is ${id}`);
  return `${summary} Names not verified: ${names.join(", ")}.`;
}

/** The effect of a call must show at the service within this time: the vendor's own tools wait for up to 150 s. */
export const VERIFY_WITHIN_MS = 5 * 60_000;

/** True if the contract says that a repeat of the call is harmless. */
export const isRepeatable = (operation: EffectOperationId): boolean =>
  calls[operation].effect === "repeatable";

export const isDelete = (operation: EffectOperationId): boolean => calls[operation].method === "DELETE";

/** The same action, done also if its target is gone: for cleanups, which go by the inventory. */
export const allowMissing = (action: PlannedAction): PlannedAction => ({
  ...action,
  effects: action.effects.map((call) =>
    isDelete(call.operation) ? { ...call, goneIsDone: true as const } : call,
  ),
});
