// Declares actions: their input, summary, calls and request forms.

import type * as z from "zod";
import { formatIssue } from "../base/configured.ts";
import { formatDay } from "../base/days.ts";
import { Named } from "../base/named.ts";
import { formatInvalid, unclear } from "../base/problem.ts";
import type { Calls, ReadOperationId } from "../governance/contract/index.ts";
import type { OperationInput } from "../governance/contract/operation.ts";
import type { ToolTraits } from "../governance/tools.ts";
import type { EffectCall, EffectOperationId, FollowUp, PlannedAction } from "./action.ts";
import {
  type InventoryChange,
  type InventoryData,
  type InventoryEntry,
  type InventoryKind,
  lastDayIn,
  putEntry,
  removeEntry,
} from "./inventory.ts";
import { type NamedThings, type RequestContext, requireEnding, withLastDay, withOneEnd } from "./names.ts";

/** A declared action. Call it with its input to create a planned action. @throws ZodError if the input is invalid */
export interface Action<Input> extends AnyAction {
  (input: Input): PlannedAction;
}

/**
 * An action whose input type is unknown, for lists of actions and for rebuilding plans from the ledger.
 *
 * @example
 * export const ownActions: readonly AnyAction[] = [addConnectorOwner, removeSessionPolicy];
 */
export interface AnyAction {
  readonly actionName: string;
  readonly input: z.ZodType;
  readonly calls: readonly EffectOperationId[];
  /** The operations that an automation calls later because of the inventory entry that the action leaves. */
  readonly leadsTo: readonly EffectOperationId[];
  /** Builds the planned action from recorded input. @throws ZodError if the input is invalid */
  readonly fromRecord: (input: unknown) => PlannedAction;
  /** The request form of the action, or a sentence that explains why it can't be requested. */
  readonly request: ActionRequest | { readonly notAskedFor: string };
  readonly undo: Undo;
  /** True if the access or object that the action gives can have a last day. */
  readonly canEnd: boolean;
  /**
   * Returns values of the request form for the action's input; see `refillForm`.
   * @throws ZodError if the input is invalid
   */
  readonly refill: (input: unknown, settings: NamedThings) => FormValues;
  /** The kinds of inventory entries that the action can end. */
  readonly ends: readonly InventoryKind[];
  /**
   * Builds the planned action that ends an inventory entry, or returns `null` if the action does not end such an entry.
   */
  readonly end: (entry: Pick<InventoryEntry, "kind" | "data">, task?: Task) => PlannedAction | null;
}

/**
 * An action with a request form.
 *
 * @example
 * export const listFields = ({ request }: RequestableAction): string[] => Object.keys(request.input.shape);
 */
export type RequestableAction = AnyAction & { readonly request: ActionRequest };

/** Values of a request form by field; `undefined` empties a field. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/**
 * Details of a task that asks a person to end an inventory entry. The entry provides the rest of the action's input.
 */
export interface Task {
  /** Emails of the people to whom the task is assigned. @default any operator */
  readonly assignees?: string[];
  /**
   * Set if a person has requested an earlier end: the entry's last day, or `null` if the entry has none.
   * @default nobody requested an earlier end
   */
  readonly insteadOf?: string | null;
}

/**
 * The way to undo an action: another action, built from the recorded input, or instructions for undoing it manually.
 */
export type Undo =
  | { readonly by: (input: unknown) => PlannedAction }
  | {
      readonly byHand: string;
      /** True if the action can't be undone. */
      readonly isFinal?: true;
      /** True if undoing also removes the inventory entries that the action added. */
      readonly forgets?: true;
    };

/** The request form of an action. People fill in names and emails, and `plan` looks up the corresponding ids. */
export interface ActionRequest {
  readonly action: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly reads: readonly ReadOperationId[];
  /**
   * Plans the action and looks up all names, so that the approver reads names from the settings and the governance API
   * instead of names that the requester wrote.
   * @throws Problem `request_unclear` if a value is missing, unknown or invalid
   */
  readonly plan: (input: unknown, context: RequestContext) => Promise<PlannedAction>;
}

/** The sources for verifying an effect: the service, and the inventory, which contains the ids of created campaigns. */
interface ReadBackContext extends Pick<RequestContext, "governance" | "history"> {
  /**
   * The latest time at which the effect of the call can have occurred, in Unix milliseconds. A later effect, such as a
   * second deletion, has another cause, so `shows` must return `false` for it.
   * @default any time
   */
  readonly until?: number;
}

/** The ways to verify the effect of a call. If a read fails, `shows` and `ends` throw the client's error. */
export interface ReadBack<Id extends EffectOperationId> {
  /** The only operation that `shows` and `ends` call. */
  readonly by: ReadOperationId;
  /** Returns true once the effect of the call is visible. @default the effect is not verified */
  readonly shows?: (input: OperationInput<Calls[Id]>, context: ReadBackContext) => Promise<boolean>;
  /**
   * Reads the outcome of the action's follow-up before each reminder. Returns `null` while the follow-up is open.
   * @default a person reports the outcome
   */
  readonly ends?: (input: OperationInput<Calls[Id]>, context: ReadBackContext) => Promise<FollowUpEnd | null>;
}
/**
 * The ways to verify the effects of calls, by operation.
 *
 * @example
 * export const readBacks: ReadBacks = {
 *   deleteMcpTool: {
 *     by: "getMcpTool",
 *     async shows({ path: { app_id, connector_id, id } }, { governance }) {
 *       const [one, other, tool] = [app_id, connector_id, id].map((id) => ({ id, name: id }));
 *       return one && other && tool ? !(await toolNow({ app: one, connector: other, tool }, governance)) : false;
 *     },
 *   },
 * };
 */
export type ReadBacks = { readonly [Id in EffectOperationId]?: ReadBack<Id> };

interface FollowUpEnd {
  readonly verdict: "done" | "not_done";
  /** The outcome that Reeve read, as the end of a sentence: "the campaign was started". */
  readonly read: string;
}

interface Definition<Schema extends z.ZodType, Calls extends EffectOperationId> {
  /** Noun and verb, as in `tool.retire`. Plans store the name, so it must never change. */
  readonly name: string;
  readonly input: Schema;
  readonly summary: (input: z.output<Schema>) => string;
  /** Names that were not looked up at the service; see {@link PlannedAction}. */
  readonly unverified: (input: z.output<Schema>) => readonly Named[];
  readonly target: (input: z.output<Schema>) => string;
  /** The operations that the effects call. @default none: the action makes no call */
  readonly calls?: readonly Calls[];
  /** The calls that change something. @default none */
  readonly effects?: (input: z.output<Schema>) => readonly EffectCall<NoInfer<Calls>>[];
  readonly followUp?: (input: z.output<Schema>) => FollowUp | undefined;
  readonly beneficiaries: (input: z.output<Schema>) => readonly string[];
  /** The inventory changes. @default none */
  readonly leaves?: (input: z.output<Schema>) => readonly InventoryChange[];
  /** The traits of the MCP tool that the action changes. @default none: the action changes no tool */
  readonly toolTraits?: (input: z.output<Schema>) => ToolTraits | undefined;
  /**
   * The first day (`YYYY-MM-DD`) on which the calls may be sent.
   * @default none: the calls are sent as soon as the plan may be carried out
   */
  readonly startsOn?: (input: z.output<Schema>) => string | undefined;
  /** The time (ISO 8601) until which the plan may begin. @default any time */
  readonly answerBy?: (input: z.output<Schema>) => string;
  readonly leadsTo?: readonly EffectOperationId[];
  readonly undo: Undo;
  /**
   * The last day (`YYYY-MM-DD`) of the access or object that the action gives, or `undefined` if it does not end. On
   * the day after the last day, `last-days` plans the action's `undo`, or `last-day-tasks` asks a person to undo the
   * action. With `keepsUntil`, these automations plan the action that `ends` the entry instead. A later action on
   * the same target replaces the last day, or removes it if the later action has none.
   * @default the action gives nothing that ends
   */
  readonly until?: (input: z.output<Schema>) => string | undefined;
  /**
   * Returns values for the request form, based on the action's input, when a person asks to extend the access. These
   * values take precedence over those of the input's properties that have the names of form fields.
   * @default only the values of these properties
   */
  readonly refill?: (input: z.output<Schema>, settings: NamedThings) => FormValues;
  /**
   * Set if an inventory entry that the action leaves contains the last day.
   * @default Reeve adds an entry of the kind `grant` that contains the last day
   */
  readonly keepsUntil?: true;
  /**
   * Functions, by kind, for the inventory entries that the action can end. A function returns the action's input for an
   * entry's data, or `null` if the action does not end that entry. Your own actions take precedence over Reeve's. An
   * action for the kind `tool` must disable an approved tool: the automation `stale-tools` can propose it.
   * @default none
   */
  readonly ends?: {
    readonly [Kind in InventoryKind]?: (data: InventoryData<Kind>, task: Task) => z.input<Schema> | null;
  };
}

interface RequestDefinition<Asked extends z.ZodObject, Input> {
  readonly description: string;
  readonly input: Asked;
  /** The read operations that `lookUp` calls. @default none */
  readonly reads?: readonly ReadOperationId[];
  /**
   * Converts a request into the action's input, and looks up the names in the request. Throws as
   * {@link ActionRequest.plan} does.
   */
  readonly lookUp: (input: z.output<Asked>, context: RequestContext) => Input | Promise<Input>;
}

/**
 * Declares an action.
 *
 * The effects are data computed from the input, not code that makes calls. A plan is therefore complete before any call
 * is made, its hash covers every call, and the journal records each call by its position in the plan.
 *
 * @example
 * export const dropPolicy = defineAction({
 *   name: "policy.drop",
 *   input: z.object({ policy: Named }),
 *   summary: ({ policy }) => `Delete the session policy ${policy.name}. That can't be undone.`,
 *   unverified: ({ policy }) => [policy],
 *   target: ({ policy }) => `session policy ${policy.id}`,
 *   calls: ["deleteSessionPolicy"],
 *   effects: ({ policy }) => [{ operation: "deleteSessionPolicy", input: { path: { id: policy.id }, body: {} } }],
 *   beneficiaries: () => [],
 *   undo: { byHand: "The change is permanent.", isFinal: true },
 *   notAskedFor: "only automations propose it",
 * });
 */
export function defineAction<
  Schema extends z.ZodType,
  Asked extends z.ZodObject,
  const Calls extends EffectOperationId = never,
>(
  definition: Definition<Schema, Calls> & { readonly request: RequestDefinition<Asked, z.input<Schema>> },
): Action<z.input<Schema>> & { readonly request: ActionRequest };
export function defineAction<Schema extends z.ZodType, const Calls extends EffectOperationId = never>(
  definition: Definition<Schema, Calls> & { readonly notAskedFor: string },
): Action<z.input<Schema>>;
export function defineAction<
  Schema extends z.ZodType,
  Asked extends z.ZodObject,
  Calls extends EffectOperationId,
>(
  definition: Definition<Schema, Calls> &
    ({ readonly request: RequestDefinition<Asked, z.input<Schema>> } | { readonly notAskedFor: string }),
): Action<z.input<Schema>> {
  const { calls = [] } = definition;
  const fromRecord = (input: unknown): PlannedAction => {
    const parsed = definition.input.parse(input);
    // A name that contains its id already shows the id, and an id that spells the name adds nothing.
    const unverified = definition
      .unverified(parsed)
      .flatMap(({ id, name }) => (name.includes(id) || isSpelled(id, name) ? [] : [{ id, name }]));
    const toolTraits = definition.toolTraits?.(parsed);
    const startsOn = definition.startsOn?.(parsed);
    const followUp = definition.followUp?.(parsed);
    const until = definition.keepsUntil ? undefined : definition.until?.(parsed);
    const summary = definition.summary(parsed) + (until ? ` Its last day is ${formatDay(until)}.` : "");
    return {
      action: definition.name,
      input: parsed,
      summary,
      ...(unverified.length > 0 && { unverified }),
      target: definition.target(parsed),
      effects: (definition.effects?.(parsed) ?? []) as readonly EffectCall[],
      ...(followUp && { followUp }),
      beneficiaries: definition.beneficiaries(parsed),
      leaves: [...(definition.leaves?.(parsed) ?? []), ...leaveGrant(parsed, summary)],
      ...(toolTraits && { toolTraits }),
      ...(startsOn && { startsOn }),
      ...(definition.answerBy && { answerBy: definition.answerBy(parsed) }),
      ...(definition.leadsTo && { leadsTo: definition.leadsTo }),
    };
  };
  const leaveGrant = (input: z.output<Schema>, summary: string): InventoryChange[] => {
    if (!definition.until || definition.keepsUntil) return [];
    const until = definition.until(input);
    const target = definition.target(input);
    if (until === undefined) return [removeEntry("grant", target)];
    const user = Named.safeParse(Reflect.get(Object(input), "user")).data;
    const grant = { action: definition.name, input, summary, until, ...(user && { user }) };
    return [putEntry("grant", grant, target)];
  };
  const end = ({ kind, data }: Pick<InventoryEntry, "kind" | "data">, task: Task = {}) => {
    const toInput = definition.ends?.[kind] as
      | ((data: InventoryEntry["data"], task: Task) => z.input<Schema> | null)
      | undefined;
    const input = toInput?.(data, task) ?? null;
    return input === null ? null : fromRecord(input);
  };
  const action = (input: z.input<Schema>) => fromRecord(input);
  return Object.assign(action, {
    actionName: definition.name,
    input: definition.input,
    calls,
    leadsTo: definition.leadsTo ?? [],
    fromRecord,
    undo: definition.undo,
    canEnd: definition.until !== undefined,
    refill: (given: unknown, settings: NamedThings) =>
      definition.refill?.(definition.input.parse(given), settings) ?? {},
    ends: Object.keys(definition.ends ?? {}) as InventoryKind[],
    end,
    request:
      "request" in definition
        ? requestFor(definition.name, definition.request, action)
        : { notAskedFor: definition.notAskedFor },
  });
}

/** Returns true if an id is its name with a short prefix: `con_github_mcp` for GitHub MCP. */
const isSpelled = (id: string, name: string): boolean => {
  const toLetters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const [all, own] = [toLetters(id), toLetters(name)];
  return own !== "" && all.endsWith(own) && all.length - own.length <= 4;
};

const requestFor = <Asked extends z.ZodObject, Input>(
  action: string,
  { description, input, reads = [], lookUp }: RequestDefinition<Asked, Input>,
  build: (input: Input) => PlannedAction,
  schema = withOneEnd(input),
): ActionRequest => ({
  action,
  description,
  input: schema,
  reads,
  async plan(given, context) {
    const read = schema.safeParse(given, { error: formatIssue });
    if (read.success) {
      const planned = build(await lookUp(withLastDay(schema, read.data, context), context));
      requireEnding(planned, context);
      return withRequester(planned, context.requester);
    }
    const [issue] = read.error.issues;
    const member = issue?.path.join(".") || "the input";
    throw unclear(formatInvalid(member, issue?.message ?? "is invalid"));
  },
});

/**
 * Returns the planned action with the requester, if known, in each inventory entry that has a last day, so that the
 * requester is notified before that day.
 */
function withRequester(planned: PlannedAction, requester: string | undefined): PlannedAction {
  if (requester === undefined) return planned;
  const add = ({ data }: InventoryChange) => (lastDayIn(data) ? { ...Object(data), requester } : data);
  return { ...planned, leaves: planned.leaves.map((change) => ({ ...change, data: add(change) })) };
}
