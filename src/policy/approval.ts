// The rules that say which plans need somebody's approval.
import * as z from "zod";
import { type EffectOperationId, effectOperations, isDelete, type PlannedAction } from "../actions/action.ts";
import { TOOL_CLASSES } from "../governance/tools.ts";
import type { OwnGain } from "./separation.ts";

/** When a plan needs somebody's approval. `automations` narrows a rule to those; without it, it is for all. */
export const ApprovalRule = z.discriminatedUnion("when", [
  /** Any plan that changes something. */
  z.strictObject({ when: z.literal("always"), automations: z.array(z.string()).optional() }),
  /** A plan with one of these calls. */
  z.strictObject({
    when: z.literal("operation"),
    operations: z.array(z.enum(effectOperations)).min(1),
    automations: z.array(z.string()).optional(),
  }),
  /** A plan with more calls than that. */
  z.strictObject({
    when: z.literal("more_effects_than"),
    effects: z.int().min(0),
    automations: z.array(z.string()).optional(),
  }),
  /** A plan that calls something for an MCP tool of one of these classifications; `unspecified`: one that has none. */
  z.strictObject({
    when: z.literal("tool_classification"),
    classifications: z.array(z.enum(TOOL_CLASSES)).min(1),
    automations: z.array(z.string()).optional(),
  }),
  /** A plan that deletes, asked for by an event whose sender signs nothing; or by one person's word, in Slack or by script. */
  z.strictObject({ when: z.literal("unsigned_delete"), automations: z.array(z.string()).optional() }),
  /**
   * A plan that is for who asked for it, or may be: it can't be told who that was. Not where somebody else has approved
   * the ticket, and not for what an HR system reports without naming anybody.
   */
  z.strictObject({ when: z.literal("asked_by_beneficiary"), automations: z.array(z.string()).optional() }),
  /**
   * A plan for a ticket that its own requester, or somebody who gains by the plan, moved to the status that it is in; or
   * may have: it can't be told who that was.
   */
  z.strictObject({
    when: z.literal("asked_by_who_approved_it"),
    automations: z.array(z.string()).optional(),
  }),
]);
export type ApprovalRule = z.output<typeof ApprovalRule>;

/** What the rules look at. */
export interface ApprovalFacts {
  readonly automation: string;
  readonly actions: readonly PlannedAction[];
  /** How strongly the event's sender was authenticated: `signed`, or less; `clock` for a schedule's. */
  readonly authentication: string;
  /** Whether the event is a person's wish alone, which no other system has a process for: in Slack, or by script. */
  readonly isWish: boolean;
  /** Whether who asked for the plan gains by it. */
  readonly ownGain: OwnGain;
  /** Whether who approved its ticket asked for it, or gains by it. */
  readonly ownApproval: OwnGain;
}

/** Whether there is such a rule for this automation: what some of them look at takes calls to tell. */
export const hasRule = (
  rules: readonly ApprovalRule[],
  when: ApprovalRule["when"],
  automation: string,
): boolean => rules.some((rule) => rule.when === when && isFor(rule, automation));

const isFor = ({ automations }: ApprovalRule, automation: string): boolean =>
  automations === undefined || automations.includes(automation);

/** The clock signs nothing, and no sender can speak for it. */
const UNFORGEABLE: ReadonlySet<string> = new Set(["signed", "clock"]);

/** Why a plan needs an approval, a sentence for each rule that asks for one; none where it needs none. */
export const approvalReasons = (rules: readonly ApprovalRule[], facts: ApprovalFacts): string[] => [
  ...rules.flatMap((rule) => reasonOf(rule, facts) ?? []),
  ...onSomebodysWord(facts.actions),
];

/** What a call of each operation does, for whoever approves it. */
const DOES: Readonly<Partial<Record<EffectOperationId, string>>> = {
  createConnectorOwner: "adds an owner of a connector",
  deleteAppEntitlementOwner: "removes an owner of an app",
  deleteAppUserEntitlementOwner: "removes an owner of an account",
  deleteMcpTool: "deletes an MCP tool",
  deleteSessionPolicy: "deletes a session policy",
  createCampaign: "starts an access review campaign",
};

/** No setting turns this off: what somebody wrote down for Reeve to delete is no more than their wish. */
function onSomebodysWord(actions: readonly PlannedAction[]): string[] {
  const deleting = actions.filter(({ effects }) => effects.some(({ operation }) => isDelete(operation)));
  const people = new Set(deleting.flatMap(({ requestedBy = [] }) => requestedBy));
  return people.size === 0 ? [] : [`it deletes what ${[...people].join(", ")} wrote into the inventory`];
}

function reasonOf(
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
    case "tool_classification": {
      const found = actions.find(
        ({ effects, classification }) =>
          effects.length > 0 && classification !== undefined && rule.classifications.includes(classification),
      );
      if (!found) return null;
      return found.classification === "unspecified"
        ? "it is about an MCP tool that has no classification"
        : `it is about an MCP tool classified as ${found.classification}`;
    }
    case "unsigned_delete":
      if (!called.some(isDelete)) return null;
      if (!UNFORGEABLE.has(authentication)) return "it deletes something, and the request was not signed";
      return isWish ? "it deletes something on one person's request alone" : null;
    case "asked_by_beneficiary":
      if (ownGain === "no") return null;
      return ownGain === "yes" ? "it benefits its requester" : "it may benefit its requester, who is unknown";
    case "asked_by_who_approved_it":
      if (ownApproval === "no") return null;
      return ownApproval === "yes"
        ? "the ticket's approver requested it or benefits from it"
        : "the ticket's approver may have requested it or benefit from it";
    default:
      return rule satisfies never;
  }
}
