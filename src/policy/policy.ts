// The schema of the policy in `src/config.ts`, and the approval rules that apply because of it.
import * as z from "zod";
import { HOUR_MS } from "../base/days.ts";
import { OnCallRota } from "../systems/on-call/rota.ts";
import { AGENT_SOURCE } from "./agents.ts";
import { ApprovalRule, type ListedRule, type RuleInEffect } from "./approval.ts";
import { type Budget, budgetsWith } from "./budget.ts";
import { isStageWord, rotaIn, STAGE_WORDS } from "./stages.ts";

const GroupName = z
  .string()
  .min(1)
  .max(100)
  .refine(
    (name) => !isStageWord(name) && !name.includes("@") && rotaIn(name) === null,
    "has another meaning in approval rules; give the group another name",
  );

/** The switches of the default approval rules, by the rules' names. */
const DefaultApprovals = z.strictObject({
  /**
   * If true, plans that delete something because of an unsigned event, or because of one person's request, need an
   * approval.
   */
  sharedSecretDeletes: z.boolean().default(true),
  /** If true, plans that might benefit their requester need an approval. */
  ownRequests: z.boolean().default(true),
  /** If true, plans for tickets that their requester, a beneficiary or an unknown person approved need an approval. */
  ownTicketApprovals: z.boolean().default(true),
  /** If true, plans with more than 5 calls need an approval. */
  manyChanges: z.boolean().default(true),
  /** If true, plans that create an access review campaign need an approval. */
  campaigns: z.boolean().default(true),
  /** If true, plans that start an automation of the governance service need an approval. */
  serviceAutomations: z.boolean().default(true),
});

/** The default approval rules, by name. Their stage is the default: one person with the role approver. */
const DEFAULT_RULES: Readonly<Record<keyof z.output<typeof DefaultApprovals>, ApprovalRule>> = {
  sharedSecretDeletes: { when: "unsigned_delete" },
  ownRequests: { when: "asked_by_beneficiary" },
  ownTicketApprovals: { when: "asked_by_who_approved_it" },
  manyChanges: { when: "more_effects_than", effects: 5 },
  campaigns: { when: "operation", operations: ["createCampaign"] },
  serviceAutomations: { when: "operation", operations: ["startAutomation"] },
};

const AN_HOUR = { effects: "all", windowMinutes: 60 } as const;
/** The default budgets for all automations. */
export const GENERAL_BUDGETS: readonly Budget[] = [
  { ...AN_HOUR, name: "deletes an hour", effects: "deletes", per: "all", limit: 20 },
  { ...AN_HOUR, name: "effects an hour per automation", per: "automation", limit: 100 },
  { ...AN_HOUR, name: "effects an hour by agents", sources: [AGENT_SOURCE], per: "all", limit: 10 },
];

/** The policy in `src/config.ts`. Unknown properties are errors, so that a misspelt one is noticed immediately. */
export const Policy = z
  .strictObject({
    /**
     * Names of automations that only plan, even for events received earlier; runs that have begun pause. Dry runs store
     * snapshots, but no other inventory changes.
     */
    dryRun: z.array(z.string()).default([]),

    /**
     * Your own rules for plans that need an approval, in addition to the default rules. Every matching rule applies.
     */
    approvals: z.array(ApprovalRule).default([]),

    /** The default approval rules: `false` switches a rule off. @default all of them apply */
    defaultApprovals: DefaultApprovals.prefault({}),

    /** Groups of approvers: the members' emails, by group. */
    groups: z.record(GroupName, z.array(z.email()).min(1).max(100)).default({}),

    /** Rotas of people on call, by name, for stages with `from: ["on-call:<name>"]`: docs/set-up/approvals.md. */
    onCall: z.record(z.string().min(1).max(100), OnCallRota).default({}),

    /**
     * Emails of the owners of connectors and apps, by name.
     * @default the owners in Reeve's inventory, with the role `defaultOwnerRole`
     */
    owners: z.record(z.string(), z.array(z.email()).min(1).max(20)).default({}),

    /** Hours that each stage waits, and that an approval stays valid, 1 to 720. */
    approvalExpiresAfterHours: z.int().min(1).max(720).default(72),

    /**
     * Hours before a plan expires at which its approvers are reminded; an empty list disables the reminders.
     * @default 48 and 4
     */
    remindHoursBeforeExpiry: z.array(z.number().positive().max(720)).max(10).default([48, 4]),

    /**
     * Deadlines and reminders of follow-ups: the work that a person does after a plan's calls, or instead of them.
     * @default due after 7 days, with a reminder every 3 days
     */
    followUps: z
      .strictObject({
        /** Days until a follow-up is due, unless its action sets another deadline. */
        dueDays: z.int().min(1).max(365).default(7),
        /** Days between reminders; a reminder is also sent when the follow-up becomes due. */
        remindDays: z.int().min(1).max(365).default(3),
      })
      .prefault({}),

    /**
     * Sources whose plans can be approved even if the requester does not match exactly one governance user.
     * @default none: such plans fail if they need an approval
     */
    unknownRequestersFrom: z.array(z.string()).default([]),

    /** Days that events, payloads and ended runs stay in the ledger, 1 to 3,650. */
    retentionDays: z.int().min(1).max(3_650).default(90),

    /**
     * Whether to `record` or only `count` events that no automation wants, for all sources or by source: `{ jira:
     * "count" }`.
     */
    ignoredEvents: z
      .union([z.enum(["record", "count"]), z.record(z.string().min(1), z.enum(["record", "count"]))])
      .default("record"),

    /** Maximum concurrent requests per desk to the governance service, 1 to 6. */
    maxCallsInFlight: z.int().min(1).max(6).default(6),

    /**
     * Maximum calls per second to the governance service, shared equally by the desks, 1 to 10,000. After a 429
     * response, a desk slows down.
     * @default no limit
     */
    maxCallsPerSecond: z.int().min(1).max(10_000).optional(),

    /** See `policy.budgets` in `src/define-config.ts`, which adds the budgets of automations. */
    budgets: budgetsWith(GENERAL_BUDGETS),
  })
  .superRefine(({ approvals, groups, onCall }, { addIssue }) => {
    for (const [n, { stages = [] }] of approvals.entries())
      for (const [stage, { from, otherwise = [] }] of stages.entries()) {
        if (otherwise.length === 0 && from.every((word) => rotaIn(word) !== null))
          addIssue({
            code: "custom",
            path: ["approvals", n, "stages", stage, "otherwise"],
            message: "is required: name the people to ask if nobody is on call",
          });
        for (const [place, words] of Object.entries({ from, otherwise }))
          for (const word of words) {
            const rota = rotaIn(word);
            if (Object.hasOwn(rota === null ? groups : onCall, rota ?? word)) continue;
            if (rota === null && (isStageWord(word) || word.includes("@"))) continue;
            const message =
              rota === null
                ? `there is no group "${word}" in policy.groups; use a group, an email, on-call:<rota>, or one of ${STAGE_WORDS.join(", ")}`
                : `there is no rota "${rota}" in policy.onCall`;
            addIssue({ code: "custom", path: ["approvals", n, "stages", stage, place], message });
          }
      }
  });
export type Policy = z.output<typeof Policy>;

/** The settings that define the approval rules. */
export type ApprovalSettings = Pick<Policy, "approvals" | "defaultApprovals">;

/** Lists the configuration's own approval rules, and then the default rules, including those that are switched off. */
export const listApprovalRules = ({
  approvals,
  defaultApprovals,
}: ApprovalSettings): readonly ListedRule[] => [
  ...approvals.map((rule, n) => ({ ...rule, setting: `policy.approvals[${n}]`, isOn: true })),
  ...DefaultApprovals.keyof().options.map((name) => ({
    ...DEFAULT_RULES[name],
    setting: `policy.defaultApprovals.${name}`,
    isOn: defaultApprovals[name],
  })),
];

/** Lists the approval rules that apply. */
export const rulesInEffect = (settings: ApprovalSettings): readonly RuleInEffect[] =>
  listApprovalRules(settings).filter((rule): rule is RuleInEffect => rule.isOn);

/** Returns how long an approval stays valid, in milliseconds: as long as a stage waits for its approvals. */
export const approvalHoldsMs = ({ approvalExpiresAfterHours }: Policy): number =>
  approvalExpiresAfterHours * HOUR_MS;

/**
 * Returns when a plan that starts to wait for an approval expires, and when its approvers are reminded, in Unix
 * milliseconds.
 * @param answerBy The time until which the plan may begin, in Unix milliseconds.
 * @default no limit
 */
export function approvalTimes(
  { approvalExpiresAfterHours: wait, remindHoursBeforeExpiry: before }: Policy,
  now: number,
  answerBy = Number.POSITIVE_INFINITY,
): { readonly expiresAt: number; readonly remindAt: readonly number[] } {
  const expiresAt = Math.min(now + wait * HOUR_MS, answerBy);
  const reminders = before.map((hours) => expiresAt - hours * HOUR_MS).filter((at) => at > now);
  return { expiresAt, remindAt: [...new Set(reminders)].sort((one, other) => one - other) };
}
