// The catalogue of actions, used to rebuild recorded plans, to plan requests made by name, to undo applied actions, and
// to describe an action's consequences to the person who decides.
import * as z from "zod";
import { ifPossible } from "../base/if-possible.ts";
import { Named } from "../base/named.ts";
import { formatPerson } from "../base/text.ts";
import { ownActions } from "../own/actions/index.ts";
import { formatAction, type PlannedAction } from "./action.ts";
import {
  approveStep,
  completeProvision,
  denyStep,
  failProvision,
  reassignStep,
  replaceStepPolicy,
  returnToWorkflow,
} from "./answers.ts";
import { mendByHand, undoByHand } from "./by-hand.ts";
import { draftCampaign } from "./campaign.ts";
import { addConnectorOwner, endConnectorOwnerByHand } from "./connector-owner.ts";
import type { ActionRequest, AnyAction, RequestableAction, Task } from "./define.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "./entitlement-owner.ts";
import { EntryKey, type InventoryEntry, lastDayIn, putEntry, removeEntry } from "./inventory.ts";
import { startServiceAutomation } from "./service-automation.ts";
import { endSessionPolicyOn, removeSessionPolicy } from "./session-policy.ts";
import { acceptTool, retireTool, trackTool } from "./tool.ts";

const all: readonly AnyAction[] = [
  addConnectorOwner,
  endConnectorOwnerByHand,
  removeEntitlementOwner,
  removeUserEntitlementOwner,
  retireTool,
  acceptTool,
  removeSessionPolicy,
  draftCampaign,
  trackTool,
  endSessionPolicyOn,
  undoByHand,
  mendByHand,
  approveStep,
  denyStep,
  reassignStep,
  replaceStepPolicy,
  completeProvision,
  failProvision,
  returnToWorkflow,
  startServiceAutomation,
  ...ownActions,
];

/** All actions by name, including those that can't be requested. */
export const actions: ReadonlyMap<string, AnyAction> = new Map(
  all.map((action) => [action.actionName, action]),
);

/** The actions that can end an inventory entry of the kind `grant`. Only your own actions leave such entries. */
export const grantEnds = ownActions.length > 0 ? [undoByHand, ...ownActions] : [];

/** The actions that can end inventory entries: those that declare `ends`, the manual undo, and your own actions. */
export const endingActions = [
  ...new Set([...all.filter(({ ends }) => ends.length > 0), undoByHand, ...grantEnds]),
];

/** Actions that people and scripts can request by name. */
export const requestable = all.filter((action): action is RequestableAction => "plan" in action.request);

export const requests: ReadonlyMap<string, ActionRequest> = new Map(
  requestable.map(({ actionName, request }) => [actionName, request]),
);

/** Returns the title of a request that has no plan yet: the first sentence of the action's description. */
export const requestTitle = ({ description }: Pick<ActionRequest, "description">): string =>
  description.replace(/\.(?: .*)?$/s, "");

/**
 * Returns the action that undoes a recorded action, built from the record only, or `null` if this version of Reeve
 * can't read the record.
 */
export function undoing({ action, input, summary: did, leaves = [], ...about }: PlannedAction) {
  const undo = actions.get(action)?.undo;
  if (!undo) return null;
  const planned = ifPossible(() => {
    // Remove the action's grants: otherwise, the action would be undone again after its last day. If the undo declares
    // `forgets`, also remove the action's other entries.
    const forgets = leaves.filter(
      ({ kind, data }) => data !== null && (kind === "grant" || ("forgets" in undo && undo.forgets)),
    );
    if ("byHand" in undo) {
      const how = undo.isFinal ? `${undo.byHand} Create a replacement if one is needed.` : undo.byHand;
      return undoByHand.fromRecord({ ...about, did, how, forgets });
    }
    const undone = undo.by(input);
    const removed = forgets.map(({ kind, key }) => removeEntry(kind, key));
    return { ...undone, leaves: [...undone.leaves, ...removed] };
  });
  return planned ?? null;
}

/**
 * Plans the end of an inventory entry: by the undo of the action that left it, or by an action that ends such entries.
 * Returns `null` if no action ends the entry.
 * @param task Details of the task, if a person must end the entry
 */
export function planEnd({ kind, key, data }: EntryContent, task: Task = {}) {
  if ("action" in data) {
    const { action, input, summary, user } = data;
    const beneficiaries = user ? [user.id] : [];
    const leaves = [putEntry("grant", data, key)];
    return undoing({ action, input, summary, target: key, effects: [], beneficiaries, leaves });
  }
  // Your own actions take precedence over Reeve's.
  for (const { end } of [...ownActions, ...endingActions]) {
    const ended = end({ kind, data }, task);
    if (ended) return ended;
  }
  return null;
}

type EntryContent = Pick<InventoryEntry, "kind" | "key" | "data">;

/**
 * Finds the action to request again in order to extend an inventory entry: the action that would leave the same entry.
 * @returns the action with its input, or `null` if no action with a last day leaves the entry
 */
export function findExtension({ kind, key, data }: EntryContent) {
  const input = "action" in data ? data.input : data;
  const action = requestable.find(
    (one) =>
      "until" in one.request.input.shape &&
      (!("action" in data) || data.action === one.actionName) &&
      one.input.safeParse(input).success &&
      one.fromRecord(input).leaves.some((left) => left.kind === kind && left.key === key),
  );
  return action ? { action, input } : null;
}

/** The action name of a request to undo applied actions, or to end an inventory entry immediately. */
export const UNDO = "undo";
/** The input of an undo request: a run with the positions of the actions in its plan, from 0, or an inventory entry. */
export const Undone = z.union([
  z.strictObject({ run: z.string(), steps: z.array(z.int()).min(1) }),
  EntryKey,
]);

/** Maximum people named in a sentence. Further people, and those without a known name, are only counted. */
const MAX_NAMES = 5;

/**
 * Lists the users that an action affects. Each name includes the user's address, or else the id, because several people
 * can have the same name.
 * @param known The affected users by id, with names and addresses. @default the names in the action's input, with ids
 * @returns `name`: absent for a user of whom only the id is known
 */
export function listAffected(
  { beneficiaries, input }: Pick<PlannedAction, "beneficiaries" | "input">,
  known: Readonly<Record<string, string>> = {},
) {
  const names = namesIn(input);
  const nameOf = (id: string) => known[id] ?? (names.has(id) ? formatPerson(names.get(id), id) : undefined);
  return [...new Set(beneficiaries)].map((id) => ({ id, name: nameOf(id) }));
}

/**
 * Describes the consequences of an action.
 * @param known The affected users by id, with names and addresses. @default the names in the action's input, with ids
 * @returns `words`: sentences about the affected people, about the action's end, and about how to undo the action
 * manually; `isFinal`: true if the action can't be undone
 */
export function consequences(
  planned: Pick<PlannedAction, "action" | "beneficiaries" | "effects" | "input">,
  known: Readonly<Record<string, string>> = {},
) {
  const people = listAffected(planned, known);
  const named = people.flatMap(({ name }) => name ?? []).slice(0, MAX_NAMES);
  const more = people.length - named.length;
  const rest = `${more}${named.length > 0 ? " more" : ""} ${more === 1 ? "person" : "people"}`;
  const who = people.length === 0 ? [] : [`Affects ${[...named, ...(more > 0 ? [rest] : [])].join(", ")}.`];
  const action = actions.get(planned.action);
  const canRead = action?.canEnd && action.input.safeParse(planned.input).success;
  const end = canRead ? formatEnd(action.fromRecord(planned.input)) : [];
  // An action without calls only changes the inventory, or creates a task.
  const undo = planned.effects.length > 0 ? action?.undo : undefined;
  const byHand = undo && "byHand" in undo ? undo : undefined;
  return {
    words: [...who, end, byHand?.byHand ?? []].flat().join(" "),
    isFinal: byHand?.isFinal ?? false,
  };
}

/** Describes what happens after the last day of an action. */
function formatEnd({ leaves }: Pick<PlannedAction, "leaves">): string {
  const left = leaves.find(({ data }) => lastDayIn(data) !== undefined);
  if (!left) return "There is no last day.";
  const end = planEnd(left as EntryContent);
  return end && end.effects.length > 0
    ? `After the last day, Reeve plans the reverse: ${end.summary}`
    : "After the last day, a person is asked to end the access.";
}

const namesIn = (input: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.values(input ?? {})
      .flat()
      .flatMap((value) => {
        const { success, data } = Named.safeParse(value);
        return success ? [[data.id, data.name] as const] : [];
      }),
  );

export const formatForDecider = (action: PlannedAction, known?: Readonly<Record<string, string>>): string =>
  `${formatAction(action)} ${consequences(action, known).words}`.trim();
