// The rules that determine which plans need an approval.
import * as z from "zod";
import { type EffectOperationId, effectOperations, isDelete, type PlannedAction } from "../actions/action.ts";
import type { AnyAction } from "../actions/define.ts";
import type { NamedThings } from "../actions/names.ts";
import { DAY_MS } from "../base/days.ts";
import { ToolTraits } from "../governance/tools.ts";
import { AGENT_SOURCE } from "./agents.ts";
import type { OwnPart } from "./separation.ts";
import { formatStageRule, StageRule } from "./stages.ts";

/**
 * Time for which a repeated delivery is recognized, in milliseconds: longer than any sender retries. Older events need
 * an approval.
 */
export const DELIVERY_MEMORY_MS = 30 * DAY_MS;

const Names = z.array(z.string().min(1)).min(1).optional();

/** Properties common to all rules: the plans that the rule applies to, and their approvers. */
const ofAll = {
  /** Names of the automations that the rule applies to. @default all */
  automations: z.array(z.string()).optional(),
  /** Names of the actions that the rule applies to, such as `connector-owner.add`. @default all */
  actions: Names,
  /** Apps that the rule applies to, by their names in `settings`. @default all */
  apps: Names,
  /** Connectors that the rule applies to, by name. @default all */
  connectors: Names,
  /** Sources that the rule applies to, including `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
  sources: Names,
  /** Approval stages, in order. @default one person with the role approver */
  stages: z.array(StageRule).min(1).max(5).optional(),
};

const defineRule = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ ...shape, ...ofAll });

/**
 * A condition under which a plan needs an approval, and its approvers. Each optional property except `stages` narrows
 * the rule.
 */
export const ApprovalRule = z.discriminatedUnion("when", [
  defineRule({
    /** Any plan that changes something. */
    when: z.literal("always"),
  }),
  defineRule({
    /** A plan that calls one of the `operations`. */
    when: z.literal("operation"),
    /** Names of governance API operations. */
    operations: z.array(z.enum(effectOperations)).min(1),
  }),
  defineRule({
    /** A plan with more calls than `effects`. */
    when: z.literal("more_effects_than"),
    /** Maximum calls without an approval. */
    effects: z.int().min(0),
  }),
  defineRule({
    /**
     * A plan that changes an MCP tool that matches `classifications`, `visibilities` and `clientTypes`, as far as they
     * are set.
     */
    when: z.literal("tool"),
    /** Classifications of tools; `unspecified` matches a tool without one. @default any */
    classifications: z.array(ToolTraits.shape.classification).min(1).optional(),
    /** Visibilities of tools; `unspecified` matches a tool without one. @default any */
    visibilities: z.array(ToolTraits.shape.visibility).min(1).optional(),
    /** Client types. A tool matches if it allows at least one of them. @default any */
    clientTypes: ToolTraits.shape.clientTypes.min(1).optional(),
  }).refine(
    (rule) => rule.classifications ?? rule.visibilities ?? rule.clientTypes,
    "needs `classifications`, `visibilities` or `clientTypes`",
  ),
  defineRule({
    /** A plan that an agent requested on behalf of a person. */
    when: z.literal("agent"),
  }),
  defineRule({
    /**
     * A plan that deletes something because of an unsigned event, or because of a person's request to Reeve itself: in
     * the console, in Slack, by an agent or by a script.
     */
    when: z.literal("unsigned_delete"),
  }),
  defineRule({
    /**
     * A plan that might benefit its requester, unless another person, who does not benefit, approved the ticket. An HR
     * event has a requester only if its actor is a user of the governance service.
     */
    when: z.literal("asked_by_beneficiary"),
  }),
  defineRule({
    /** A plan for a ticket whose status was set by the requester, a beneficiary, or an unknown person. */
    when: z.literal("asked_by_who_approved_it"),
  }),
]);
export type ApprovalRule = z.output<typeof ApprovalRule>;

/** An approval rule, with the setting that defines it and whether it applies: a default rule can be switched off. */
export type ListedRule = ApprovalRule & { readonly setting: string; readonly isOn: boolean };
/** An approval rule that applies. `policy.approvals` lacks the default rules, so its type differs from this type. */
export type RuleInEffect = ListedRule & { readonly isOn: true };

export interface ApprovalFacts {
  readonly automation: string;
  readonly source: string;
  readonly names: Pick<NamedThings, "apps" | "connectors">;
  readonly actions: readonly PlannedAction[];
  /** The sender's authentication: `signed`, a weaker kind, or `clock` for a schedule. */
  readonly authentication: string;
  /**
   * True for a request that a person made to Reeve itself, in the console or Slack, or through an agent or a script. No
   * other system has an approval process for such a request.
   */
  readonly isWish: boolean;
  readonly ownGain: OwnPart;
  /** Whether the person who approved the ticket requested the plan or is affected by it. */
  readonly ownApproval: OwnPart;
  /** The age of the event on receipt, by its own timestamp, in milliseconds; 0 if it has no timestamp. */
  readonly ageMs: number;
}

/**
 * Returns true if a rule with the given `when` applies to an automation. If no such rule applies, the API calls that
 * fetch the rule's facts are unnecessary.
 */
export const hasRule = (
  rules: readonly RuleInEffect[],
  when: ApprovalRule["when"],
  automation: string,
): boolean => rules.some((rule) => rule.when === when && isFor(rule, automation));

const isFor = ({ automations }: ApprovalRule, automation: string): boolean =>
  automations === undefined || automations.includes(automation);

/** The app that an action concerns, and the connector in the app, if the action concerns one. */
const ActionPlace = z.object({
  app: z.object({ id: z.string(), name: z.string() }),
  connector: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type ActionPlace = z.output<typeof ActionPlace>;

/** Returns the app and connector of an action, or `null` if the action has no app. */
export const findPlace = ({ input }: Pick<PlannedAction, "input">): ActionPlace | null =>
  ActionPlace.safeParse(input).data ?? null;

/** Lists the ids of apps with a given name, from `settings.apps` and from the apps of connectors. */
export const findApps = (name: string, { apps, connectors }: ApprovalFacts["names"]): readonly string[] => [
  ...(apps[name] === undefined ? [] : [apps[name]]),
  ...Object.values(connectors).flatMap(({ appName, appId }) => (appName === name ? [appId] : [])),
];

function narrow(rule: ApprovalRule, { automation, source, names, actions }: ApprovalFacts): PlannedAction[] {
  if (!isFor(rule, automation) || rule.sources?.includes(source) === false) return [];
  const apps = rule.apps?.flatMap((name) => findApps(name, names));
  const connectors = rule.connectors?.flatMap((name) => names.connectors[name] ?? []);
  return actions.filter((action) => {
    const place = findPlace(action);
    return (
      rule.actions?.includes(action.action) !== false &&
      apps?.includes(place?.app.id ?? "") !== false &&
      connectors?.some(
        ({ appId, connectorId }) => appId === place?.app.id && connectorId === place.connector?.id,
      ) !== false
    );
  });
}

/** Kinds of authentication that an attacker can't forge. Schedules have no signature, but run inside Reeve. */
const UNFORGEABLE: ReadonlySet<string> = new Set(["signed", "clock"]);

/** The known facts about a plan before it is made. `calls`: the operations that it might call. */
export type PlanToBe = {
  readonly [Fact in "automation" | "action" | "connector" | "app" | "source"]?: string | undefined;
} & { readonly calls?: readonly EffectOperationId[] | undefined };

/** Returns true if a rule might apply to a plan with the given facts. An unknown fact rules nothing out. */
export const mayBeFor = (
  rule: ListedRule,
  { automation, action, connector, app, source, calls }: PlanToBe,
): boolean =>
  (rule.when !== "agent" || source === undefined || source === AGENT_SOURCE) &&
  (rule.when !== "asked_by_who_approved_it" || source !== "console") &&
  (calls === undefined || mayCall(rule, calls)) &&
  (
    [
      [rule.automations, automation],
      [rule.actions, action],
      [rule.connectors, connector],
      [rule.apps, app],
      [rule.sources, source],
    ] as const
  ).every(([names, name]) => !names || name === undefined || names.includes(name));

function mayCall(rule: ApprovalRule, calls: readonly EffectOperationId[]): boolean {
  if (rule.when === "operation") return rule.operations.some((one) => calls.includes(one));
  return rule.when === "unsigned_delete" ? calls.some(isDelete) : calls.length > 0;
}

/** Lists the operations that the given actions call, immediately or later. */
export const listCalls = (actions: readonly AnyAction[]): readonly EffectOperationId[] =>
  actions.flatMap(({ calls, leadsTo }) => [...calls, ...leadsTo]);

/** Lists the rules that might apply to plans of an automation, judging by the actions that it can propose. */
export const listRulesFor = (
  rules: readonly ListedRule[],
  { name, proposes }: { readonly name: string; readonly proposes: readonly AnyAction[] },
): readonly ListedRule[] =>
  rules.filter((rule) =>
    proposes.some(({ actionName: action }) =>
      mayBeFor(rule, { automation: name, action, calls: listCalls(proposes) }),
    ),
  );

export function formatRuleTrigger(rule: ApprovalRule): string {
  const { automations, actions, connectors, apps, sources } = rule;
  const narrowed = [
    automations && `of ${automations.join(" or ")}`,
    actions && `with ${actions.join(" or ")}`,
    connectors && `about ${connectors.join(" or ")}`,
    apps && `about ${apps.join(" or ")}`,
    sources && `from ${sources.join(" or ")}`,
  ];
  return ["plans", ...narrowed, conditionWords(rule)].filter(Boolean).join(" ");
}

/**
 * Describes the approvers of each stage of a rule. For a default rule that is switched off, the only description states
 * that the rule is off.
 */
export const formatApprovers = ({ isOn, stages }: ListedRule): readonly string[] =>
  isOn ? (stages ?? BY_AN_APPROVER).map(formatStageRule) : ["nobody: this default rule is switched off"];

function conditionWords(rule: ApprovalRule): string {
  switch (rule.when) {
    case "always":
      return "that change something";
    case "operation":
      return `in which Reeve ${rule.operations.map((one) => DOES[one] ?? `calls ${one}`).join(" or ")}`;
    case "more_effects_than":
      return `whose number of changes exceeds ${rule.effects}`;
    case "tool":
      return `that change an MCP tool that is ${[rule.classifications, rule.visibilities, rule.clientTypes].flatMap((list) => (list ? [list.join(" or ")] : [])).join(", ")}`;
    case "agent":
      return "that an agent requested";
    case "unsigned_delete":
      return "that delete something on an unsigned request, or on one person's request alone";
    case "asked_by_beneficiary":
      return "that benefit their requester";
    case "asked_by_who_approved_it":
      return "for tickets approved by their own requester or beneficiary";
    default:
      return rule satisfies never;
  }
}

export interface Ask {
  readonly reason: string;
  /** The plan's actions that need the approval. */
  readonly actions: readonly PlannedAction[];
  /**
   * The stages. `null` means the stages of the plan's other reasons, or, if there are none, one person with the role
   * approver.
   */
  readonly stages: readonly StageRule[] | null;
}

/** The stages of a rule that defines none. */
export const BY_AN_APPROVER: readonly StageRule[] = [{ from: ["approver"], count: 1, useDelegates: false }];

export const approvalAsks = (rules: readonly RuleInEffect[], facts: ApprovalFacts): Ask[] => [
  ...rules.flatMap((rule): Ask[] => {
    const actions = narrow(rule, facts);
    const reason = explainRule(rule, { ...facts, actions });
    return reason === null ? [] : [{ reason, actions, stages: rule.stages ?? BY_AN_APPROVER }];
  }),
  ...[
    ...onSomebodysWord(facts.actions),
    // No setting turns this reason off: an attacker could replay a captured delivery that is too old to be recognized.
    ...[formatEventAge(facts.ageMs) ?? []].flat().map((old) => `${old}, and might have been acted on before`),
  ].map((reason) => ({ reason, actions: facts.actions, stages: null })),
];

export type WantedStage = StageRule & { readonly of: Pick<PlannedAction, "input" | "beneficiaries"> };

const NO_ACTION: WantedStage["of"] = { input: null, beneficiaries: [] };

export function listStages(approvalReasons: readonly Ask[]): readonly WantedStage[] {
  const ruled = approvalReasons.filter(({ stages }) => stages !== null);
  return (ruled.length > 0 ? ruled : approvalReasons).flatMap(({ actions, stages }) =>
    (stages ?? BY_AN_APPROVER).flatMap((stage) =>
      (actions.length > 0 ? actions : [NO_ACTION]).map((of) => ({ ...stage, of })),
    ),
  );
}

const DOES: Readonly<Partial<Record<EffectOperationId, string>>> = {
  createConnectorOwner: "adds an owner of a connector",
  deleteAppEntitlementOwner: "removes an owner of an app",
  deleteAppUserEntitlementOwner: "removes an owner of an account",
  deleteMcpTool: "deletes an MCP tool",
  deleteSessionPolicy: "deletes a session policy",
  createCampaign: "creates an access review campaign",
  answerWebhook: "answers a request of the governance service",
  startAutomation: "starts an automation of the governance service",
};

/**
 * Returns the approval reason for deletions caused by inventory entries that people wrote, or an empty list if there
 * are no such deletions. No setting turns the reason off, because an entry is only one person's request.
 */
function onSomebodysWord(actions: readonly PlannedAction[]): string[] {
  const deleting = actions.filter(({ effects }) => effects.some(({ operation }) => isDelete(operation)));
  const people = new Set(deleting.flatMap(({ requestedBy = [] }) => requestedBy));
  return people.size === 0
    ? []
    : [`it deletes something because of inventory entries by ${[...people].join(", ")}`];
}

/** Formats the age of an event that is too old for its delivery to be recognized. Returns `null` for a newer event. */
export const formatEventAge = (ageMs: number): string | null =>
  ageMs > DELIVERY_MEMORY_MS ? `this event is ${Math.floor(ageMs / DAY_MS)} days old` : null;

function explainTool(
  { classifications, visibilities, clientTypes }: Extract<ApprovalRule, { when: "tool" }>,
  { effects, toolTraits: traits }: PlannedAction,
): string | null {
  if (effects.length === 0) return null;
  // An action that does not state the traits of its tool must not bypass a rule about tool traits.
  if (!traits)
    return effects.some(({ operation }) => operation.includes("McpTool"))
      ? "it is about an MCP tool whose properties the action does not state"
      : null;
  const clients = traits.clientTypes.filter((type) => clientTypes?.includes(type));
  if (classifications && !classifications.includes(traits.classification)) return null;
  if (visibilities && !visibilities.includes(traits.visibility)) return null;
  if (clientTypes && clients.length === 0) return null;
  const is = [
    classifications &&
      (traits.classification === "unspecified"
        ? "that has no classification"
        : `classified as ${traits.classification}`),
    visibilities &&
      (traits.visibility === "unspecified" ? "that has no visibility" : `that is ${traits.visibility}`),
    clientTypes && `for ${clients.join(" and ")} clients`,
  ];
  return `it is about an MCP tool ${is.filter(Boolean).join(", ")}`;
}

function explainRule(
  rule: ApprovalRule,
  { actions, source, authentication, isWish, ownGain, ownApproval }: ApprovalFacts,
): string | null {
  const called = actions.flatMap(({ effects, leadsTo = [] }) => [
    ...effects.map(({ operation }) => operation),
    ...leadsTo,
  ]);
  if (called.length === 0) return null;
  switch (rule.when) {
    case "always": {
      const about = (rule.connectors ?? rule.apps ?? []).join(" or ");
      const kind = rule.actions ? "change of this kind" : about ? "change" : "plan of this automation";
      return `every ${kind}${about && ` to ${about}`} needs an approval`;
    }
    case "operation": {
      const asked = called.find((operation) => rule.operations.includes(operation));
      return asked ? `it ${DOES[asked] ?? `calls ${asked}`}` : null;
    }
    case "more_effects_than":
      return called.length > rule.effects
        ? `it makes ${called.length} changes, more than ${rule.effects}`
        : null;
    case "tool":
      return actions.flatMap((action) => explainTool(rule, action) ?? [])[0] ?? null;
    case "agent":
      return source === AGENT_SOURCE ? "an agent requested it on a person's behalf" : null;
    case "unsigned_delete":
      if (!called.some(isDelete)) return null;
      if (!UNFORGEABLE.has(authentication)) return "it deletes something, and the request was not signed";
      return isWish ? "it deletes something on one person's request alone" : null;
    case "asked_by_beneficiary":
      if (ownGain.is === "no") return null;
      return ownGain.is === "yes"
        ? `${ownGain.who ?? "its requester"} asked for it and is affected by it`
        : `Reeve can't tell whether ${ownGain.who ?? "its requester"} is affected by it`;
    case "asked_by_who_approved_it":
      if (ownApproval.is === "no") return null;
      if (ownApproval.is === "yes")
        return ownApproval.who === null
          ? "its ticket's approver asked for it or is affected by it"
          : `${ownApproval.who}, who approved the ticket, asked for it or is affected by it`;
      return ownApproval.who === null
        ? "Reeve can't tell who approved the ticket"
        : `Reeve can't tell whether ${ownApproval.who}, who approved the ticket, asked for it or is affected by it`;
    default:
      return rule satisfies never;
  }
}
