// Actions as data: each is a verb with its input, summary sentence and API calls. A plan is a list of actions.
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

/** An API call that changes something, as data: the plan stores it and the desk sends it. */
export type EffectCall<Id extends EffectOperationId = EffectOperationId> = {
  [K in Id]: {
    readonly operation: K;
    readonly input: OperationInput<Calls[K]>;
    /**
     * For `createCampaign`: days from sending the call to the campaign's `completionDate`.
     * @default the date in `input`, if it has one
     */
    readonly openDays?: number;
  };
}[Id];

/**
 * The part of an action that its calls don't complete: the calls only start it, or the API has no call for it (a task).
 * A follow-up stays open until a person reports its outcome, or until Reeve reads the outcome from the API.
 */
export interface FollowUp {
  /** Emails of the follow-up's owners. If empty, any operator is an owner. */
  readonly assignees: readonly string[];
  /**
   * Set if operators, not only the owners, may report the follow-up as done. Any operator may report it as not done.
   */
  readonly orOperators?: true;
  /** The instruction to the owners, as a sentence. @default the summary of the action */
  readonly task?: string;
  /** The label of the button that reports the follow-up as done. @default "Done" */
  readonly done?: string;
  /** Ids of the affected governance users. None of them may report the follow-up as done. @default the beneficiaries */
  readonly about?: readonly string[];
  /** The timestamp at which the follow-up is due. @default {@link days} after it begins */
  readonly due?: string;
  /** Days from the beginning of the follow-up until it is due. @default `policy.followUps.dueDays` */
  readonly days?: number;
  /**
   * Set if Reeve reads the outcome: the follow-up is not done once the effect of the call is no longer visible, and
   * done if the effect is still visible at the due time.
   */
  readonly isRead?: true;
}

/**
 * An element of a plan: a verb with its input and its calls, as plain data.
 *
 * @example
 * export const listTargets = (actions: readonly PlannedAction[]): string[] => actions.map(({ target }) => target);
 */
export interface PlannedAction {
  readonly action: string;
  readonly input: unknown;
  readonly summary: string;
  /**
   * Names in the summary that were not looked up at the service. Approvers also see the ids of these names.
   * @default none
   */
  readonly unverified?: readonly Named[];
  /** The object that the action changes, as a comparable name: `tool app_1/con_1/tool_1`. */
  readonly target: string;
  readonly effects: readonly EffectCall[];
  /** Work that remains after the calls: the run waits until the work is completed. @default none */
  readonly followUp?: FollowUp;
  /** Ids of the affected governance users, who gain or lose by the action. None of them may approve the action. */
  readonly beneficiaries: readonly string[];
  /**
   * Inventory changes to make after the calls. For an action without calls, they are made once its follow-up is
   * reported as done or, if it has no follow-up, once the plan's last call has been made.
   */
  readonly leaves: readonly InventoryChange[];
  /**
   * The first day (`YYYY-MM-DD`, in the settings' time zone) on which the calls may be sent. A plan with several first
   * days starts on the latest.
   * @default none: the calls are sent as soon as the plan may be carried out
   */
  readonly startsOn?: string;
  /**
   * Emails of people who are also requesters, because they wrote inventory entries that led, or might have led, to the
   * action. None of them may approve the action, and its deletions need an approval.
   * @default none
   */
  readonly requestedBy?: readonly string[];
  /**
   * The time (ISO 8601) until which the plan may begin. If it has not begun by then, the automation makes a new
   * proposal.
   * @default any time
   */
  readonly answerBy?: string;
  /**
   * True if no other action of the plan depends on this one: the rejection of its call does not stop the plan. If the
   * action has a follow-up for a person, no other failure of the call stops the plan either: the person completes the
   * action.
   * @default true for the actions of a scheduled automation, otherwise false
   */
  readonly apart?: boolean;
  /** Traits of the MCP tool. Policy can require an approval because of them. @default none */
  readonly toolTraits?: ToolTraits;
  /**
   * Operations that a scheduled automation will call because of the action. Policy treats these calls as calls of the
   * action.
   * @default none
   */
  readonly leadsTo?: readonly EffectOperationId[];
}

/** Returns the sentence that an approver reads, with the ids of names that were not looked up. */
export function formatAction({
  summary,
  unverified = [],
}: Pick<PlannedAction, "summary" | "unverified">): string {
  if (unverified.length === 0) return summary;
  const names = unverified.map(({ name, id }) => `${name} is ${id}`);
  return `${summary} Names not verified: ${names.join(", ")}.`;
}

/**
 * Maximum time until the effect of a call is visible at the service, in milliseconds. The vendor's own tools wait up
 * to 150 s.
 *
 * @example
 * export const isSettled = ({ changedAt }: InventoryEntry, { now }: Context): boolean =>
 *   now - changedAt > VERIFY_WITHIN_MS;
 */
export const VERIFY_WITHIN_MS = 5 * 60_000;

/** Returns true if the contract declares that repeating the call is harmless. */
export const isRepeatable = (operation: EffectOperationId): boolean =>
  calls[operation].effect === "repeatable";

export const isDelete = (operation: EffectOperationId): boolean => calls[operation].method === "DELETE";
