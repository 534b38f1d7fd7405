// An action as data: one verb with its input, its sentence and the calls it comes to. Plans are made of these.
import type { Named } from "../base/named.ts";
import { type OperationId, type Operations, operations } from "../governance/contract/index.ts";
import type { OperationInput } from "../governance/contract/operation.ts";
import type { ToolClass } from "../governance/tools.ts";
import type { InventoryChange } from "./inventory.ts";

export type EffectOperationId = {
  [Id in OperationId]: Operations[Id]["effect"] extends "read"
    ? never
    : Operations[Id]["auth"] extends "body"
      ? never
      : Id;
}[OperationId];

export const effectOperations: readonly EffectOperationId[] = Object.values(operations).flatMap(
  (operation) =>
    operation.effect === "read" || operation.auth === "body" ? [] : [operation.id as EffectOperationId],
);

/** One call of the governance API that changes something, as data: what the journal keeps and the desk sends. */
export type EffectCall<Id extends EffectOperationId = EffectOperationId> = {
  [K in Id]: {
    readonly operation: K;
    readonly input: OperationInput<Operations[K]>;
    /** Set if a 404 means that the call is done; see {@link ifStillThere}. */
    readonly goneIsDone?: true;
  };
}[Id];

/** A task for a person, as the API has no call for it. Whoever closes it says whether it was done; Reeve can't check. */
export interface Task {
  /** Emails of those who are asked; empty: any operator. */
  readonly askedOf: readonly string[];
}

/** One verb with its input, and the calls it comes to: an element of a plan. Plain data. */
export interface PlannedAction {
  readonly action: string;
  readonly input: unknown;
  readonly summary: string;
  /** Names in the summary that come from the settings and were not looked up: an approver reads their ids too. @default none */
  readonly unverified?: readonly Named[];
  /** The object it acts on, as one comparable name: `connector con_1 of app_1`. */
  readonly target: string;
  readonly effects: readonly EffectCall[];
  /** Set if it is for a person to do: the run waits until somebody says that it is done. @default none: it is its calls */
  readonly task?: Task;
  /** Ids of the governance users who gain or lose something by it: none of them may approve it. */
  readonly beneficiaries: readonly string[];
  /** Changes of the inventory once its calls are made, or its task is done. */
  readonly leaves: readonly InventoryChange[];
  /**
   * Emails of people on whose word it is planned, besides who asked by the event: none of them may approve it, and what
   * it deletes needs an approval. @default none
   */
  readonly requestedBy?: readonly string[];
  /** The service's classification of the MCP tool that it acts on; policy may require an approval for it. @default none */
  readonly classification?: ToolClass;
  /** Calls that a schedule makes later because of it: policy asks for approvals as if it made them. @default none */
  readonly leadsTo?: readonly EffectOperationId[];
}

/** The sentence that an approver reads, with the ids behind names that were not looked up. */
export function approversSentence({
  summary,
  unverified = [],
}: Pick<PlannedAction, "summary" | "unverified">): string {
  if (unverified.length === 0) return summary;
  const names = unverified.map(({ name, id }) => `${name} is ${id}`);
  return `${summary} Names not verified: ${names.join(", ")}.`;
}

/** Time in which the effect of a call must show at the service: the vendor's own tools wait for up to 150 s. */
export const SEEN_WITHIN_MS = 5 * 60_000;

/** True if the contract says that a repeat of the call is harmless. */
export const isRepeatable = (operation: EffectOperationId): boolean =>
  operations[operation].effect === "repeatable";

export const isDelete = (operation: EffectOperationId): boolean => operations[operation].method === "DELETE";

/**
 * The action, for whom it is enough that what it deletes is not there: cleanups, which go by the inventory. Who
 * names what is to be deleted learns by the refusal that there is no such thing.
 */
export const ifStillThere = (action: PlannedAction): PlannedAction => ({
  ...action,
  effects: action.effects.map((call) =>
    isDelete(call.operation) ? { ...call, goneIsDone: true as const } : call,
  ),
});
