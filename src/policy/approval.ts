// The rules for which plans need an approval.
import * as z from "zod";
import { type EffectOperationId, effectOperations, isDelete, type PlannedAction } from "../actions/action.ts";
import type { AnyAction } from "../actions/define.ts";
import type { NamedThings } from "../actions/names.ts";
import { DAY_MS } from "../base/days.ts";
import { ToolTraits } from "../governance/tools.ts";
import { AGENT_SOURCE } from "./agents.ts";
import type { OwnPart } from "./separation.ts";
import { StageRule } from "./stages.ts";

/** Deliveries are recognized for this long, and older events need an approval: longer than any sender retries. */
export const DELIVERY_MEMORY_MS = 30 * DAY_MS;

const Names = z.array(z.string().min(1)).min(1).optional();

/** What each rule may also say: the plans that it is for, and who approves them. */
const ofAll = {
  /** Names of the automations that the rule is for. @default all */
  automations: z.array(z.string()).optional(),
  /** Actions that it is for, by name: `connector-owner.add`. @default all */
  actions: Names,
  /** Apps that it is for, by their names in `settings.apps`, or in `settings.connectors` as `appName`. @default all */
  apps: Names,
  /** Connectors that it is for, by their names in `settings.connectors`. @default all */
  connectors: Names,
  /** Ways in that it is for: sources, also `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
  sources: Names,
  /**
   * Who approves, stage after stage; nobody counts twice. Every rule that fits a plan adds its stages.
   * @default one person with the role approver
   */
  stages: z.array(StageRule).min(1).max(5).optional(),
};

/** When a plan needs an approval, and whose. Each further member narrows a rule; without it, the rule is for all. */
export const ApprovalRule = z.discriminatedUnion("when", [
  z.strictObject({
    /** Any plan that changes something. */
    when: z.literal("always"),
    ...ofAll,
  }),
  z.strictObject({
    /** A plan that calls one of the `operations`. */
    when: z.literal("operation"),
    /** Operations, by their names in the API. */
    operations: z.array(z.enum(effectOperations)).min(1),
    ...ofAll,
  }),
  z.strictObject({
    /** A plan with more calls than `effects`. */
    when: z.literal("more_effects_than"),
    /** Most calls without an approval. */
    effects: z.int().min(0),
    ...ofAll,
  }),
  z
    .strictObject({
      /** A plan that changes an MCP tool that fits each of these lists. */
      when: z.literal("tool"),
      /** Classifications of tools; `unspecified` is none. @default any */
      classifications: z.array(ToolTraits.shape.classification).min(1).optional(),
      /** Visibilities of tools; `unspecified` is none. @default any */
      visibilities: z.array(ToolTraits.shape.visibility).min(1).optional(),
      /** Types of clients of which a tool allows one or more. @default any */
      clientTypes: ToolTraits.shape.clientTypes.min(1).optional(),
      ...ofAll,
    })
    .refine(
      (rule) => rule.classifications ?? rule.visibilities ?? rule.clientTypes,
      "needs classifications, visibilities or clientTypes",
    ),
  z.strictObject({
    /** A plan that an agent asked for, in a person's name. */
    when: z.literal("agent"),
    ...ofAll,
  }),
  z.strictObject({
    /** A plan that deletes because of an unsigned request, or one person's word in Slack or by script. */
    when: z.literal("unsigned_delete"),
    ...ofAll,
  }),
  z.strictObject({
    /**
     * A plan that benefits its requester, or may, if the requester is unknown; unless somebody else has approved the
     * ticket, or an HR system reports it without an actor.
     */
    when: z.literal("asked_by_beneficiary"),
    ...ofAll,
  }),
  z.strictObject({
    /**
     * A plan for a ticket that its requester, somebody who gains by the plan, or somebody unknown moved to its status.
     */
    when: z.literal("asked_by_who_approved_it"),
    ...ofAll,
  }),
]);
export type ApprovalRule = z.output<typeof ApprovalRule>;

export interface ApprovalFacts {
  readonly automation: string;
  readonly source: string;
  readonly names: Pick<NamedThings, "apps" | "connectors">;
  readonly actions: readonly PlannedAction[];
  /** The strength of the sender's authentication: `signed`, or weaker; `clock` for a schedule. */
  readonly authentication: string;
  /** True for a person's wish that no other system has a process for: in Slack, or by script. */
  readonly isWish: boolean;
  readonly ownGain: OwnPart;
  /** The request for, or gain by, the plan of the person who approved its ticket. */
  readonly ownApproval: OwnPart;
  /** The age of the event on receipt, by the time that it states, milliseconds; 0 for none. */
  readonly ageMs: number;
}

/** True if a rule of this kind applies to an automation. Some rules' facts take calls to find out. */
export const hasRule = (
  rules: readonly ApprovalRule[],
  when: ApprovalRule["when"],
  automation: string,
): boolean => rules.some((rule) => rule.when === when && isFor(rule, automation));

const isFor = ({ automations }: ApprovalRule, automation: string): boolean =>
  automations === undefined || automations.includes(automation);

/** The places that an action is about: an app, and a connector of it. */
const ActionPlace = z.object({
  app: z.object({ id: z.string(), name: z.string() }),
  connector: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type ActionPlace = z.output<typeof ActionPlace>;

/** The app and connector of an action; `null` for an action about none. */
export const findPlace = ({ input }: Pick<PlannedAction, "input">): ActionPlace | null =>
  ActionPlace.safeParse(input).data ?? null;

/** The ids of the app of this name: its own, or that of a connector's app. */
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

/** Schedules have no signature, and no sender can fake them. */
const UNFORGEABLE: ReadonlySet<string> = new Set(["signed", "clock"]);

/** What is known of a plan before it is made; `calls`: the operations that it may call. */
export type PlanToBe = {
  readonly [Fact in "automation" | "action" | "connector" | "app" | "source"]?: string | undefined;
} & { readonly calls?: readonly EffectOperationId[] | undefined };

/** True if a rule may be for such a plan. */
export const mayBeFor = (
  rule: ApprovalRule,
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

/** The operations that these actions call, at once or later. */
export const listCalls = (actions: readonly AnyAction[]): readonly EffectOperationId[] =>
  actions.flatMap(({ calls, leadsTo }) => [...calls, ...leadsTo]);

/** The rules that may be for plans of an automation, by the actions that it may propose. */
export const listRulesFor = (
  rules: readonly ApprovalRule[],
  { name, proposes }: { readonly name: string; readonly proposes: readonly AnyAction[] },
): readonly ApprovalRule[] =>
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

function conditionWords(rule: ApprovalRule): string {
  switch (rule.when) {
    case "always":
      return "that change something";
    case "operation":
      return `in which Reeve ${rule.operations.map((one) => DOES[one] ?? `calls ${one}`).join(" or ")}`;
    case "more_effects_than":
      return `that make more than ${rule.effects} changes`;
    case "tool":
      return `that change an MCP tool of ${[rule.classifications, rule.visibilities, rule.clientTypes].flatMap((list) => (list ? [list.join(" or ")] : [])).join(", ")}`;
    case "agent":
      return "that an agent asked for";
    case "unsigned_delete":
      return "that delete on an unsigned request, or on one person's word";
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
  /** The actions of the plan that it is about. */
  readonly actions: readonly PlannedAction[];
  /** `null`: whoever other reasons ask, or else somebody with the role approver. */
  readonly stages: readonly StageRule[] | null;
}

/** The stages of a rule that names none. */
export const BY_AN_APPROVER: readonly StageRule[] = [{ from: ["approver"], count: 1, standIns: false }];

export const approvalAsks = (rules: readonly ApprovalRule[], facts: ApprovalFacts): Ask[] => [
  ...rules.flatMap((rule): Ask[] => {
    const actions = narrow(rule, facts);
    const reason = explainRule(rule, { ...facts, actions });
    return reason === null ? [] : [{ reason, actions, stages: rule.stages ?? BY_AN_APPROVER }];
  }),
  ...[
    ...onSomebodysWord(facts.actions),
    // No setting turns this off: a captured delivery that is no longer remembered comes in as new.
    ...[formatEventAge(facts.ageMs) ?? []].flat().map((old) => `${old}, and may have been acted on before`),
  ].map((reason) => ({ reason, actions: facts.actions, stages: null })),
];

export type WantedStage = StageRule & { readonly of: Pick<PlannedAction, "input" | "beneficiaries"> };

const NO_ACTION: WantedStage["of"] = { input: null, beneficiaries: [] };

export function listStages(asks: readonly Ask[]): readonly WantedStage[] {
  const ruled = asks.filter(({ stages }) => stages !== null);
  return (ruled.length > 0 ? ruled : asks).flatMap(({ actions, stages }) =>
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
};

/** No setting turns this off: an entry that somebody wrote is no more than their wish. */
function onSomebodysWord(actions: readonly PlannedAction[]): string[] {
  const deleting = actions.filter(({ effects }) => effects.some(({ operation }) => isDelete(operation)));
  const people = new Set(deleting.flatMap(({ requestedBy = [] }) => requestedBy));
  return people.size === 0 ? [] : [`it deletes what ${[...people].join(", ")} wrote into the inventory`];
}

/** The age of an event whose delivery would no longer be recognized, in words; `null` for a younger one. */
export const formatEventAge = (ageMs: number): string | null =>
  ageMs > DELIVERY_MEMORY_MS ? `this event is ${Math.floor(ageMs / DAY_MS)} days old` : null;

function explainTool(
  { classifications, visibilities, clientTypes }: Extract<ApprovalRule, { when: "tool" }>,
  { effects, toolTraits: traits }: PlannedAction,
): string | null {
  if (effects.length === 0 || !traits) return null;
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
      return source === AGENT_SOURCE ? "an agent asked for it, in a person's name" : null;
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
