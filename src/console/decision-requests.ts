// Shapes of the requests by which people decide, for the API and the forms.
import * as z from "zod";
import { RunId, TimeParameter } from "./queries.ts";

/** Why somebody does what they do. */
export const ReasonText = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .meta({ description: "The reason, kept in the audit trail." });

/** A decision about one run. */
export const RunDecision = z.discriminatedUnion("decision", [
  z.strictObject({
    decision: z.enum(["confirmed", "approved", "rejected"]).meta({
      description:
        "`confirmed`: by the requester, where the plan waits for that. `approved` and `rejected`: by somebody else.",
    }),
    hash: z
      .string()
      .meta({ description: "`plan.hash` of the plan you saw; a changed plan needs a new approval." }),
    reason: ReasonText,
  }),
  z.strictObject({
    decision: z.enum(["resumed", "cancelled", "retried"]).meta({
      description:
        "`resumed`: let a held run go over its budget. `cancelled`: end a waiting run. `retried`: try a failed one again.",
    }),
    reason: ReasonText,
  }),
  z.strictObject({
    decision: z.literal("completed"),
    verdict: z.enum(["done", "not_done"]).meta({
      description: "Whether the plan's tasks, which are done by hand, were done; Reeve can't check it.",
    }),
    reason: ReasonText,
  }),
  z.strictObject({
    decision: z.literal("reviewed"),
    verdict: z.enum(["happened", "send_again", "abandon"]).meta({
      description: "What you found out about the call whose outcome is unknown, and what is to be done.",
    }),
    reason: ReasonText,
  }),
]);
export type RunDecision = z.output<typeof RunDecision>;

/** One decision for plans that somebody saw side by side. */
export const PlansDecision = z.strictObject({
  decision: z.enum(["approved", "rejected"]),
  /** Each with its id and the hash of the plan that was seen. */
  plans: z
    .array(z.tuple([RunId, z.string().regex(/^[0-9a-f]{64}$/)]))
    .min(1, "tick at least one plan")
    .max(25),
  reason: ReasonText,
});
export type PlansDecision = z.output<typeof PlansDecision>;

/** One decision for many runs, of one automation or of all. */
export const ManyDecision = z.discriminatedUnion("decision", [
  z.strictObject({
    decision: z.enum(["resumed", "cancelled"]).meta({ description: "Of every run that is held." }),
    automation: z.string().optional(),
    reason: ReasonText,
  }),
  z.strictObject({
    decision: z.literal("retried").meta({
      description:
        "Of runs that failed for one reason, oldest failure first, 100 at a time. A run is left out that a newer one of the same automation and subject has followed.",
    }),
    code: z.string().min(1).max(100).meta({ description: "`problem.code` of the runs: why they failed." }),
    automation: z.string().optional(),
    since: TimeParameter.meta({
      description: "Failed at this time or later: ISO 8601 with a zone, or Unix milliseconds.",
    }),
    until: TimeParameter.meta({
      description: "Failed before this: ISO 8601 with a zone, or Unix milliseconds.",
    }),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: "Only list these runs, each as `failed`; nothing is tried." }),
    reason: ReasonText,
  }),
]);
export type ManyDecision = z.output<typeof ManyDecision>;

/** An event to be run again. */
export const ReplayRequest = z.strictObject({
  automation: z.string(),
  mode: z.enum(["live", "dry_run"]).default("live"),
  repeatApplied: z.boolean().default(false).meta({
    description:
      "Repeat effects that an earlier run of this event has applied. Without it, these are named (409).",
  }),
  reason: ReasonText,
});

/** A pause of one automation, or with `null` of everything. */
export const PauseRequest = z.strictObject({ automation: z.string().nullable(), reason: ReasonText });
export type PauseRequest = z.output<typeof PauseRequest>;

/** A scheduled automation is to run now. */
export const DueRequest = z.strictObject({ reason: ReasonText });

/** An automation that is to plan only, or to act again. */
export const DryRunRequest = z.strictObject({ automation: z.string(), reason: ReasonText });
export type DryRunRequest = z.output<typeof DryRunRequest>;
