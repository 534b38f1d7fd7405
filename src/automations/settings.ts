/** What users say in `src/config.ts`: the names of `actions/names.ts`, and what each automation goes by. */

import * as z from "zod";
import { byName, NamedThings, ReviewScope } from "../actions/names.ts";
import { isTimeZone } from "../base/days.ts";

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
  scope: ReviewScope,
  /** How many days the review may take. */
  openDays: z.int().min(1),
});
/** An access review campaign that is started each month or quarter. */
export type RecurringCampaign = z.output<typeof RecurringCampaign>;

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day (example: 07:30)");
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
      timeZone: z.string().refine(isTimeZone, "is not an IANA time zone (example: Europe/Berlin)").optional(),
    })
    .refine(({ from, to }) => from < to, "must begin before they end")
    .prefault({}),
});

/** The settings of automations that go by the clock. */
const clockSettings = {
  /** Tools that Reeve has retired and that come back are retired again, and from this many times on, only with an approval. */
  retiredTools: z.strictObject({ askAfter: z.int().min(1) }).default({ askAfter: 3 }),

  /** When a source that has gone quiet is told: `silent-source`. */
  silentSource: z
    .strictObject({
      /** Sources that may be quiet: those that were switched off on purpose. */
      ignore: z.array(z.string().min(1)).default([]),
      /** How far back its rhythm is learned; `policy.retentionDays` is as far back as the record goes. */
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
      /** For how many days what a person rejected, or said was not done, is not proposed, or asked of a person, again. */
      askAgainDays: z.int().min(0).default(3),
      /**
       * Emails of those who end ownerships of connectors, for which the API has no call: they are asked, and only they
       * can say that it is done. They need the role operator. @default any operator
       */
      askedOf: z.array(z.email()).default([]),
    })
    .prefault({}),

  /** Tracked tools that nobody calls are proposed to be retired. */
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

  /** Tracked tools that are not what was agreed to. */
  toolChanged: z
    .strictObject({
      /** A change that somebody did not accept is not asked about again for so many days. */
      askAgainDays: z.int().min(0).default(60),
    })
    .prefault({}),

  /** Access review campaigns that are started each month or quarter. */
  recurringCampaigns: z.array(RecurringCampaign).default([]),
} as const;

const Id = z.string().min(1);

const PersonReview = z.strictObject({
  /** The campaign's name; the person's name is added. */
  name: z.string().min(1),
  /** The review policy, as in `reviewPolicies`: who decides. */
  policy: z.string(),
  /** How many days the review may take. */
  openDays: z.int().min(1),
  /** Who owns the campaign where no enabled user is known to be the manager: emails of enabled governance users. */
  fallbackOwnerEmails: z.array(z.email()).min(1),
});
/** An access review campaign of one person, owned by their manager. */
export type PersonReview = z.output<typeof PersonReview>;

const JoinerRule = z
  .strictObject({
    /** Of which department, and with which job title, case aside; one of them may be left out. */
    department: z.string().min(1).optional(),
    jobTitle: z.string().min(1).optional(),
    /** The connector, as in `connectors`. */
    connector: z.string(),
    /** The owner role, as in `ownerRoles`. @default `defaultOwnerRole` */
    role: z.string().optional(),
  })
  .refine(({ department, jobTitle }) => department ?? jobTitle, "needs a department or a job title");

/**
 * Projects by the system they are of, as that system calls them: Jira's project keys, GitHub's `owner/repository`,
 * Linear's team keys, ServiceNow's tables, Zendesk's brands. `*` is all of a system, and those that say no project.
 */
const Projects = z.record(Id, z.array(Id).min(1));

const Members = z.strictObject({
  ...NamedThings.shape,

  /**
   * Names for the fields of senders, by system (`jira`, `servicenow`, `bamboohr`) and name: the sender's own id of the
   * field. So automations read the `user` of a ticket, whichever system it is in. `requestType` and `department` name
   * what a ticket or worker has a member for.
   */
  fields: z.record(Id, z.record(Id, Id)).default({}),

  /** Where tickets count, by system; see {@link Projects}. A ticket of another project, or system, asks for nothing. */
  ticketProjects: Projects,

  /**
   * The tickets that ask for an action, by the action's name as `/hooks/actions` lists it. Their fields have the names of
   * the action's input; `fields` says where they are.
   */
  ticketRequests: z
    .record(
      z.string(),
      z.strictObject({
        /** The request type's name. */
        requestType: Id,
        /** The status that means "go ahead", as the sender names it, or several: `completed` is GitHub's. */
        status: z.union([Id, z.array(Id).min(1)]).transform((names) => [names].flat()),
        /** Where tickets have to be to ask for it. @default `ticketProjects` */
        projects: Projects.optional(),
      }),
    )
    .default({}),

  ...clockSettings,

  /** Who joins: what they own from the start. */
  joiner: z.strictObject({
    /** Every rule that fits makes them an owner. */
    rules: z.array(JoinerRule),
    /** How long their governance user may take to appear, from when they join, before the run fails. */
    waitHours: z.int().min(1).max(720),
    /** How often it is looked for. */
    lookEveryMinutes: z.int().min(1),
  }),

  /** Who moves: gets another department, job title or manager. */
  mover: z.strictObject({
    review: PersonReview,
    /** No second review of somebody within so many days; `policy.retentionDays` is as far back as the record goes. */
    quietDays: z.int().min(0),
  }),

  /** Who leaves. */
  leaver: z.strictObject({
    /**
     * Entitlements whose holders own accounts, which end for the account of who leaves where `appUsers` has it: the
     * app of the account, the entitlement, and the role. One that is gone already is as good as removed. What else
     * Reeve knows them to own ends too.
     */
    accountOwners: z
      .array(z.strictObject({ app: z.string(), entitlement: z.string(), role: z.string().optional() }))
      .default([]),
    /** The review of what they still have. */
    review: PersonReview,
  }),
});

/** What `src/config.ts` holds. Unknown members are errors, so that a misspelt one is noticed at once. */
export const Settings = Members.superRefine(
  (
    {
      apps,
      appUsers,
      connectors,
      tools,
      entitlements,
      reviewPolicies,
      ownerRoles,
      defaultOwnerRole,
      joiner,
      mover,
      leaver,
      recurringCampaigns,
    },
    ctx,
  ) => {
    const named = (
      path: readonly (string | number)[],
      name: string,
      names: Readonly<Record<string, unknown>>,
    ) => {
      if (!byName(names, name))
        ctx.addIssue({ code: "custom", path: [...path], message: `there is none called "${name}"` });
    };
    for (const app of Object.keys(appUsers)) named(["appUsers", app], app, apps);
    for (const [name, { connector }] of Object.entries(tools))
      named(["tools", name, "connector"], connector, connectors);
    const owned = [
      ...joiner.rules.map(({ role }, n) => [["joiner", "rules", n, "role"], role] as const),
      ...leaver.accountOwners.map(({ role }, n) => [["leaver", "accountOwners", n, "role"], role] as const),
    ];
    for (const [path, role] of owned) {
      if (role !== undefined) named(path, role, ownerRoles);
      else if (defaultOwnerRole === undefined)
        ctx.addIssue({ code: "custom", path: [...path], message: "is required, as there is no default" });
    }
    for (const [n, { connector }] of joiner.rules.entries())
      named(["joiner", "rules", n, "connector"], connector, connectors);
    for (const [n, { app, entitlement }] of leaver.accountOwners.entries()) {
      named(["leaver", "accountOwners", n, "app"], app, apps);
      named(["leaver", "accountOwners", n, "entitlement"], entitlement, entitlements);
    }
    named(["mover", "review", "policy"], mover.review.policy, reviewPolicies);
    named(["leaver", "review", "policy"], leaver.review.policy, reviewPolicies);
    for (const [n, { name, policy }] of recurringCampaigns.entries()) {
      named(["recurringCampaigns", n, "policy"], policy, reviewPolicies);
      if (recurringCampaigns.findIndex((other) => other.name === name) < n)
        ctx.addIssue({
          code: "custom",
          path: ["recurringCampaigns", n, "name"],
          message: "this name is used twice",
        });
    }
    if (defaultOwnerRole !== undefined) named(["defaultOwnerRole"], defaultOwnerRole, ownerRoles);
  },
);
export type Settings = z.output<typeof Settings>;
