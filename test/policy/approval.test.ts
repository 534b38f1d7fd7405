import { describe, expect, it } from "vitest";
import { type EffectCall, effectOperations } from "../../src/actions/action.ts";
import type { ToolTraits } from "../../src/governance/tools.ts";
import {
  type ApprovalFacts,
  ApprovalRule,
  approvalAsks,
  BY_AN_APPROVER,
  DELIVERY_MEMORY_MS,
  listStages,
} from "../../src/policy/approval.ts";
import { NO_PART, type OwnPart } from "../../src/policy/separation.ts";
import { inEffect } from "./own-rules.ts";

const deletion: EffectCall = {
  operation: "deleteMcpTool",
  input: { path: { app_id: "app_1", connector_id: "con_1", id: "t1" }, body: {} },
};
const campaign: EffectCall = { operation: "createCampaign", input: { body: { displayName: "Q3" } } };

const KNOWN: OwnPart = { is: "yes", who: "Ada Marsh" };
const UNKNOWN: OwnPart = { ...KNOWN, is: "unknown" };
const NOBODY: OwnPart = { is: "unknown", who: null };

const reasonsOf = (rules: readonly ApprovalRule[], facts: ApprovalFacts): string[] =>
  approvalAsks(inEffect(...rules), facts).map(({ reason }) => reason);

const plan = (
  effects: readonly EffectCall[],
  authentication = "signed",
  more: Partial<ApprovalFacts> = {},
): ApprovalFacts => ({
  automation: "retire-tools",
  source: "jira",
  names: { apps: {}, connectors: {} },
  authentication,
  isWish: false,
  ownGain: NO_PART,
  ownApproval: NO_PART,
  ageMs: 0,
  ...more,
  actions: effects.map((effect) => ({
    action: "test",
    input: {},
    summary: "…",
    target: "…",
    effects: [effect],
    beneficiaries: [],
    leaves: [],
  })),
});

it("approval rules also apply to calls that an action causes later", () => {
  const facts = plan([campaign]);
  const actions = facts.actions.map((action) => ({
    ...action,
    effects: [],
    leadsTo: ["deleteMcpTool" as const],
  }));
  expect(
    reasonsOf([{ when: "operation", operations: ["deleteMcpTool"] }], { ...facts, actions }),
  ).toHaveLength(1);
  expect(reasonsOf([{ when: "always" }], { ...facts, actions })).toHaveLength(1);
});

describe("the age of an event", () => {
  const DAY_MS = 24 * 60 * 60_000;
  it.for([
    [30 * DAY_MS, []],
    [30 * DAY_MS + 1, ["this event is 30 days old, and might have been acted on before"]],
    [70.5 * DAY_MS, ["this event is 70 days old, and might have been acted on before"]],
    [-DAY_MS, []],
  ] as const)("requires an approval, even without a rule, only above 30 days: %i ms", ([ageMs, reasons]) => {
    expect(reasonsOf([], plan([deletion], "signed", { ageMs }))).toEqual(reasons);
  });
});

describe("rules", () => {
  it.for<[ApprovalRule, ApprovalFacts, number]>([
    [{ when: "always" }, plan([deletion]), 1],
    [{ when: "always" }, plan([]), 0],
    [{ when: "operation", operations: ["createCampaign"] }, plan([deletion, campaign]), 1],
    [{ when: "operation", operations: ["createCampaign"] }, plan([deletion]), 0],
    [{ when: "more_effects_than", effects: 1 }, plan([deletion]), 0],
    [{ when: "more_effects_than", effects: 1 }, plan([deletion, deletion]), 1],
    [{ when: "unsigned_delete" }, plan([deletion], "signed"), 0],
    [{ when: "unsigned_delete" }, plan([deletion], "shared-secret"), 1],
    [{ when: "unsigned_delete" }, plan([deletion], "clock"), 0],
    [{ when: "unsigned_delete" }, plan([campaign], "shared-secret"), 0],
    [{ when: "unsigned_delete" }, plan([deletion], "signed", { isWish: true }), 1],
    [{ when: "unsigned_delete" }, plan([campaign], "signed", { isWish: true }), 0],
    [{ when: "asked_by_beneficiary" }, plan([campaign]), 0],
    [{ when: "asked_by_beneficiary" }, plan([campaign], "signed", { ownGain: KNOWN }), 1],
    [{ when: "asked_by_beneficiary" }, plan([campaign], "signed", { ownGain: UNKNOWN }), 1],
    [{ when: "asked_by_beneficiary" }, plan([], "signed", { ownGain: KNOWN }), 0],
    [{ when: "asked_by_who_approved_it" }, plan([campaign]), 0],
    [{ when: "asked_by_who_approved_it" }, plan([campaign], "signed", { ownApproval: KNOWN }), 1],
    [{ when: "asked_by_who_approved_it" }, plan([campaign], "signed", { ownApproval: UNKNOWN }), 1],
    [{ when: "asked_by_who_approved_it" }, plan([], "signed", { ownApproval: KNOWN }), 0],
    [{ when: "always", automations: ["another"] }, plan([deletion]), 0],
    [{ when: "always", automations: ["retire-tools"] }, plan([deletion]), 1],
  ])("of the form %j apply only to the plans that they describe", ([rule, facts, reasons]) => {
    expect(reasonsOf([rule], facts)).toHaveLength(reasons);
  });

  it.for<[when: "asked_by_beneficiary" | "asked_by_who_approved_it", own: OwnPart, reason: string]>([
    ["asked_by_beneficiary", KNOWN, "Ada Marsh asked for it and is affected by it"],
    ["asked_by_beneficiary", UNKNOWN, "Reeve can't tell whether Ada Marsh is affected by it"],
    ["asked_by_beneficiary", NOBODY, "Reeve can't tell whether its requester is affected by it"],
    [
      "asked_by_who_approved_it",
      KNOWN,
      "Ada Marsh, who approved the ticket, asked for it or is affected by it",
    ],
    ["asked_by_who_approved_it", NOBODY, "Reeve can't tell who approved the ticket"],
  ])("of the type %s name the person in the reason, if the person is known: %j", ([when, own, reason]) => {
    expect(reasonsOf([{ when }], plan([campaign], "signed", { ownGain: own, ownApproval: own }))).toEqual([
      reason,
    ]);
  });

  it.for(effectOperations)("describe the effect of %s in words", (operation) => {
    const call = { operation, input: {} } as unknown as EffectCall;
    const [reason] = reasonsOf([{ when: "operation", operations: [operation] }], plan([call]));
    expect(reason).toMatch(/^it (adds|removes|deletes|creates|answers|starts) an? /);
  });

  it.for<
    readonly [ToolTraits["classification"] | undefined, ToolTraits["classification"][], string | undefined]
  >([
    ["destructive", ["destructive", "dangerous"], "classified as destructive"],
    ["write", ["destructive", "dangerous"], undefined],
    ["unspecified", ["destructive"], undefined],
    ["unspecified", ["unspecified"], "no classification"],
    [undefined, ["unspecified"], "does not state"],
  ])("check a tool's classification (%s) against the list %j", ([classification, classifications, why]) => {
    const { actions, ...facts } = plan([deletion]);
    const toolTraits = classification && { classification, visibility: "featured" as const, clientTypes: [] };
    const classified = actions.map((action) => ({ ...action, ...(toolTraits && { toolTraits }) }));
    const rule = { when: "tool", classifications } as const;
    const reasons = reasonsOf([rule], { ...facts, actions: classified });
    expect(reasons).toEqual(why === undefined ? [] : [expect.stringContaining(why)]);
    const watching = classified.map((action) => ({ ...action, effects: [] }));
    expect(reasonsOf([rule], { ...facts, actions: watching })).toEqual([]);
  });

  it.for<readonly [Omit<Extract<ApprovalRule, { when: "tool" }>, "when">, string | undefined]>([
    [{ visibilities: ["available"] }, "it is about an MCP tool that is available"],
    [{ visibilities: ["bypassed"] }, undefined],
    [{ clientTypes: ["service", "ephemeral"] }, "it is about an MCP tool for ephemeral clients"],
    [{ clientTypes: ["service"] }, undefined],
    [
      { classifications: ["write"], visibilities: ["available"], clientTypes: ["shared"] },
      "it is about an MCP tool classified as write, that is available, for shared clients",
    ],
    [{ classifications: ["write"], visibilities: ["featured"] }, undefined],
  ])("apply only to a tool that matches every list in %j", ([lists, why]) => {
    const { actions, ...facts } = plan([deletion]);
    const toolTraits: ToolTraits = {
      classification: "write",
      visibility: "available",
      clientTypes: ["shared", "ephemeral"],
    };
    const reasons = reasonsOf([{ when: "tool", ...lists }], {
      ...facts,
      actions: actions.map((action) => ({ ...action, toolTraits })),
    });
    expect(reasons).toEqual(why === undefined ? [] : [why]);
    expect(ApprovalRule.safeParse({ when: "tool", ...lists }).success).toBe(true);
    expect(ApprovalRule.safeParse({ when: "tool" }).success).toBe(false);
  });

  it("each add one approval reason", () => {
    const rules: ApprovalRule[] = [{ when: "unsigned_delete" }, { when: "more_effects_than", effects: 1 }];
    expect(reasonsOf(rules, plan([deletion, deletion], "shared-secret"))).toEqual([
      expect.stringContaining("not signed"),
      expect.stringContaining("2 changes"),
    ]);
  });
});

it("an event that is too old to be recognized as a repetition needs an approver, even if its plan has no action", () => {
  const approvalReasons = approvalAsks([], plan([], "signed", { ageMs: DELIVERY_MEMORY_MS + 1 }));
  expect(listStages(approvalReasons)).toMatchObject(BY_AN_APPROVER);
});
