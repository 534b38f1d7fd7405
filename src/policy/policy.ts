// The shape of the policy in `src/config.ts`.
import * as z from "zod";
import { ApprovalRule } from "./approval.ts";
import { Budgets } from "./budget.ts";

/** What `src/config.ts` says of who may do what. Unknown members are errors, so that a misspelt one is noticed at once. */
export const Policy = z.strictObject({
  dryRun: z
    .array(z.string())
    .default([])
    .describe("Automations that only plan, by name: their runs end as `dry_run`, and nothing is written."),

  approvals: z
    .array(ApprovalRule)
    .default([
      { when: "unsigned_delete" },
      { when: "asked_by_beneficiary" },
      { when: "asked_by_who_approved_it" },
      { when: "more_effects_than", effects: 5 },
      { when: "operation", operations: ["createCampaign"] },
    ])
    .describe("When a plan needs somebody's approval. Every rule that applies adds its reason."),

  approvalExpiresAfterHours: z
    .int()
    .min(1)
    .max(720)
    .default(72)
    .describe("How long an approval is waited for. Hours, 1 to 720."),

  unknownRequestersFrom: z
    .array(z.string())
    .default([])
    .describe(
      "Sources whose plans may be approved though it can't be told who asked: the event names nobody, or somebody who is not exactly one governance user. The approver is told so. Default: none: such a plan fails where it needs an approval.",
    ),

  retentionDays: z
    .int()
    .min(1)
    .max(3_650)
    .default(90)
    .describe(
      "How long events, payloads and ended runs stay in the ledger. Days, 1 to 3,650. The audit record stays.",
    ),

  maxCallsInFlight: z
    .int()
    .min(1)
    .max(60)
    .default(32)
    .describe(
      "Calls that one desk has under way at once, of the governance service and of senders. 1 to 60. A service that answers slowly is asked more at once; one that limits its rate may want fewer. Default: 32.",
    ),

  budgets: Budgets.default([
    { name: "deletes an hour", effects: "deletes", per: "all", limit: 20, windowMinutes: 60 },
    {
      name: "effects an hour per automation",
      effects: "all",
      per: "automation",
      limit: 100,
      windowMinutes: 60,
    },
  ]).describe(
    "How many effects a rolling window may have; a run that would exceed one of these waits for a person.",
  ),
});
export type Policy = z.output<typeof Policy>;
