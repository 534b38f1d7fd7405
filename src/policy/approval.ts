// The rules for which plans need an approval.
import * as z from "zod";
import { type EffectOperationId, effectOperations, isDelete, type PlannedAction } from "../actions/action.ts";
import { DAY_MS } from "../base/days.ts";
import { ToolTraits } from "../governance/tools.ts";
import type { OwnPart } from "./separation.ts";

/** Deliveries are recognized for this long, and older events need an approval: longer than any sender retries. */
export const DELIVERY_MEMORY_MS = 30 * DAY_MS;

const forAutomations = {
  /** Names of the automations that the rule is for. @default all */
  automations: z.array(z.string()).optional(),
};

/** When a plan needs somebody's approval. `automations` narrows a rule to those; without it, it is for all. */
export const ApprovalRule = z.discriminatedUnion("when", [
  z.strictObject({
    /** Any plan that changes something. */
    when: z.literal("always"),
    ...forAutomations,
  }),
  z.strictObject({
    /** A plan that calls one of the `operations`. */
    when: z.literal("operation"),
    /** Operations, by their names in the API. */
    operations: z.array(z.enum(effectOperations)).min(1),
    ...forAutomations,
  }),
  z.strictObject({
    /** A plan with more calls than `effects`. */
    when: z.literal("more_effects_than"),
    /** Most calls without an approval. */
    effects: z.int().min(0),
    ...forAutomations,
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
      ...forAutomations,
    })
    .refine(
      (rule) => rule.classifications ?? rule.visibilities ?? rule.clientTypes,
      "needs classifications, visibilities or clientTypes",
    ),
  z.strictObject({
    /** A plan that deletes because of an unsigned request, or one person's word in Slack or by script. */
    when: z.literal("unsigned_delete"),
    ...forAutomations,
  }),
  z.strictObject({
    /**
     * A plan that benefits its requester, or may, if the requester is unknown; unless somebody else has approved the
     * ticket, or an HR system reports it without an actor.
     */
    when: z.literal("asked_by_beneficiary"),
    ...forAutomations,
  }),
  z.strictObject({
    /**
     * A plan for a ticket that its requester, somebody who gains by the plan, or somebody unknown moved to its status.
     */
    when: z.literal("asked_by_who_approved_it"),
    ...forAutomations,
  }),
]);
export type ApprovalRule = z.output<typeof ApprovalRule>;

/** The facts that rules decide by. */
export interface ApprovalFacts {
  readonly automation: string;
  readonly actions: readonly PlannedAction[];
  /** The strength of the sender's authentication: `signed`, or weaker; `clock` for a schedule. */
  readonly authentication: string;
  /** True for a person's wish that no other system has a process for: in Slack, or by script. */
  readonly isWish: boolean;
  /** The gain of a requester by the plan. */
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

/** Schedules have no signature, and no sender can fake them. */
const UNFORGEABLE: ReadonlySet<string> = new Set(["signed", "clock"]);

/** The reasons why a plan needs an approval, a sentence for each rule; none if it needs none. */
export const approvalReasons = (rules: readonly ApprovalRule[], facts: ApprovalFacts): string[] => [
  ...rules.flatMap((rule) => explainRule(rule, facts) ?? []),
  ...onSomebodysWord(facts.actions),
  // No setting turns this off: a captured delivery that is no longer remembered comes in as new.
  ...[oldWords(facts.ageMs) ?? []].flat().map((old) => `${old}, and may have been acted on before`),
];

/** The effect of each operation's call, for approvers. */
const DOES: Readonly<Partial<Record<EffectOperationId, string>>> = {
  createConnectorOwner: "adds an owner of a connector",
  deleteAppEntitlementOwner: "removes an owner of an app",
  deleteAppUserEntitlementOwner: "removes an owner of an account",
  deleteMcpTool: "deletes an MCP tool",
  deleteSessionPolicy: "deletes a session policy",
  createCampaign: "starts an access review campaign",
};

/** No setting turns this off: an entry that somebody wrote is no more than their wish. */
function onSomebodysWord(actions: readonly PlannedAction[]): string[] {
  const deleting = actions.filter(({ effects }) => effects.some(({ operation }) => isDelete(operation)));
  const people = new Set(deleting.flatMap(({ requestedBy = [] }) => requestedBy));
  return people.size === 0 ? [] : [`it deletes what ${[...people].join(", ")} wrote into the inventory`];
}

/** The age of an event whose delivery would no longer be recognized, in words; `null` for a younger one. */
export const oldWords = (ageMs: number): string | null =>
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
  { automation, actions, authentication, isWish, ownGain, ownApproval }: ApprovalFacts,
): string | null {
  if (!isFor(rule, automation)) return null;
  const called = actions.flatMap(({ effects, leadsTo = [] }) => [
    ...effects.map(({ operation }) => operation),
    ...leadsTo,
  ]);
  if (called.length === 0) return null;
  switch (rule.when) {
    case "always":
      return "every plan of this automation needs an approval";
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
    case "unsigned_delete":
      if (!called.some(isDelete)) return null;
      if (!UNFORGEABLE.has(authentication)) return "it deletes something, and the request was not signed";
      return isWish ? "it deletes something on one person's request alone" : null;
    case "asked_by_beneficiary":
      if (ownGain.is === "no") return null;
      return ownGain.is === "yes"
        ? `${ownGain.who ?? "its requester"} asked for it and would gain by it`
        : `Reeve can't tell whether ${ownGain.who ?? "its requester"} would gain by it`;
    case "asked_by_who_approved_it":
      if (ownApproval.is === "no") return null;
      if (ownApproval.is === "yes")
        return ownApproval.who === null
          ? "its ticket's approver asked for it or would gain by it"
          : `${ownApproval.who}, who approved the ticket, asked for it or would gain by it`;
      return ownApproval.who === null
        ? "Reeve can't tell who approved the ticket"
        : `Reeve can't tell whether ${ownApproval.who}, who approved the ticket, asked for it or would gain by it`;
    default:
      return rule satisfies never;
  }
}
