import * as z from "zod";
import { isTimeZone } from "../base/time-zone.ts";
import { ScopeV2 } from "../governance/contract/campaigns.ts";

const RecurringCampaign = z.strictObject({
  /** The campaign's name; the period is added: `2026-11`, `2026-Q4`. */
  name: z.string().min(1),
  every: z.enum(["month", "quarter"]),
  description: z.string().optional(),
  /** The review policy, as in `reviewPolicies`: who decides. */
  policy: z.string(),
  /** The campaign's owners, each the email of one enabled governance user. */
  ownerEmails: z.array(z.email()).min(1),
  /** What is reviewed, as the API's `scopeV2`. */
  scope: ScopeV2,
  /** How many days the review may take. */
  openDays: z.int().min(1),
});
/** An access review campaign that is started each month or quarter. */
export type RecurringCampaign = z.output<typeof RecurringCampaign>;

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day, as 07:30");
export const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

const SecretsAudit = z.strictObject({
  /** What is told within the hour. The weekly digest has all counts. */
  atOnce: z
    .array(z.enum(["new_person", "new_address", "odd_hours", "many_events"]))
    .default(["new_person", "new_address", "many_events"]),
  /** More events of a vault in one day than this are many. */
  eventsADay: z.int().min(1).default(100),
  /** Days, and times of day in `timeZone`, at which access to secrets is expected: from the first, before the second. */
  workingHours: z
    .strictObject({
      days: z.array(z.enum(WEEK)).default(["mon", "tue", "wed", "thu", "fri"]),
      from: TimeOfDay.default("07:00"),
      to: TimeOfDay.default("20:00"),
      /** IANA name. @default `timeZone` of all settings */
      timeZone: z.string().refine(isTimeZone, "is no time zone; one is named as Europe/Berlin").optional(),
    })
    .refine(({ from, to }) => from < to, "must begin before they end")
    .prefault({}),
});

/** The settings of automations that go by the clock. */
export const clockSettings = {
  /** Tools that Reeve has retired and that come back are retired again, and from this many times on, only with an approval. */
  retiredTools: z.strictObject({ askAfter: z.int().min(1) }).default({ askAfter: 3 }),

  /** When a source that has gone quiet is told: `silent-source`. */
  silentSource: z
    .strictObject({
      /** Sources that may be quiet: those that were switched off on purpose. */
      ignore: z.array(z.string().min(1)).default([]),
      /** How far back its rhythm is learned; `policy.retentionDays` is as far as Reeve remembers. */
      learnDays: z.int().min(1).default(30),
      /** A source with fewer events in that time, or over fewer days, has no rhythm yet. */
      leastEvents: z.int().min(2).default(20),
      leastDays: z.number().min(0).default(7),
      /** How many times its longest silence in that time a silence has to last, */
      factor: z.number().min(1).default(3),
      /** and how many hours in any case. */
      leastHours: z.number().min(1).default(24),
    })
    .prefault({}),

  /** What stands out in the audit events of paper secrets, of each vault in `vaults`. */
  secretsAudit: SecretsAudit.prefault({}),

  /** Ownerships that have a last day. */
  ownershipsEnd: z
    .strictObject({
      /** How many days before it whoever has one is told. */
      warnDays: z.int().min(0).default(7),
      /** For how many days what a person rejected is not proposed, or asked of a person, again. */
      askAgainDays: z.int().min(0).default(3),
    })
    .prefault({}),

  /** Watched tools that nobody calls are proposed to be retired. */
  staleTools: z
    .strictObject({
      /** Not called for more than so many days. */
      unusedDays: z.int().min(1).default(90),
      /** Never called, and there for more than so many days. */
      neverUsedDays: z.int().min(1).default(30),
      /** One that somebody did not want retired is not proposed again for so many days. */
      askAgainDays: z.int().min(0).default(60),
    })
    .prefault({}),

  /** Watched tools that are not what was agreed to. */
  toolChanged: z
    .strictObject({
      /** A change that somebody did not accept is not asked about again for so many days. */
      askAgainDays: z.int().min(0).default(60),
    })
    .prefault({}),

  /** Access review campaigns that are started each month or quarter. */
  recurringCampaigns: z.array(RecurringCampaign).default([]),
} as const;
