// A policy without the default approval rules, for tests about plans that only the test's own rules stop.
import { automationBudgets } from "../../src/automations/index.ts";
import type { ApprovalRule } from "../../src/policy/approval.ts";
import { GENERAL_BUDGETS, type Policy, rulesInEffect } from "../../src/policy/policy.ts";

/** Switches every default approval rule off. */
export const NO_DEFAULT_APPROVALS = {
  sharedSecretDeletes: false,
  ownRequests: false,
  ownTicketApprovals: false,
  manyChanges: false,
  campaigns: false,
  serviceAutomations: false,
} as const satisfies Policy["defaultApprovals"];

/** The default budgets, with limits that no test reaches. */
export const NO_BUDGETS = [...GENERAL_BUDGETS, ...automationBudgets].map((one) => ({ ...one, limit: 1e6 }));

/** Returns rules as they apply if the configuration has no others. */
export const inEffect = (...approvals: readonly ApprovalRule[]) =>
  rulesInEffect({ approvals: [...approvals], defaultApprovals: NO_DEFAULT_APPROVALS });
