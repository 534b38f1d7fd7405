/** What users say in `src/config.ts`: the names of `actions/names.ts`, and what each automation goes by. */

import * as z from "zod";
import { RUNS_KEPT } from "../actions/inventory.ts";
import { byName, NamedThings, ReviewScope, TimeZone } from "../actions/names.ts";
import { Problem } from "../base/problem.ts";
import { expressionFault } from "./kit/schedule.ts";

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

const Id = z.string().min(1);

const PersonReview = z.strictObject({
  name: z.string().min(1).describe("The campaign's name; the person's name is added."),
  policy: z.string().describe("The review policy, as in `reviewPolicies`: who decides."),
  openDays: z.int().min(1).describe("How many days the review may take."),
  fallbackOwnerEmails: z
    .array(z.email())
    .min(1)
    .describe(
      "Owners of the campaign if the manager is unknown or is not an enabled user: emails of enabled governance users.",
    ),
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

/** When an automation is due that goes by the clock. */
const byClock = {
  schedule: z
    .string()
    .superRefine((expression, ctx) => {
      const fault = expressionFault(expression);
      if (fault !== null) ctx.addIssue(fault);
    })
    .optional()
    .describe(
      "A cron expression of five fields: minute, hour, day of month, month, day of week. Default: the automation's own.",
    ),
  timeZone: TimeZone.optional().describe(
    "IANA name of the time zone it goes by. Default: `timeZone` of all settings.",
  ),
};

/** A form that tickets are of. Their fields have the names of the action's input; `fields` says where they are. */
const TicketForm = z.strictObject({
  requestType: Id.describe("The request type's name."),
  status: z
    .union([Id, z.array(Id).min(1)])
    .transform((names) => [names].flat())
    .describe(
      'The status that means "go ahead", as the sender names it, or several: `completed` is GitHub\'s.',
    ),
  projects: Projects.optional().describe(
    "The projects that its tickets have to be in. Default: `ticketProjects`.",
  ),
});
export type TicketForm = z.output<typeof TicketForm>;

/** For how many days what a person turned down, or said was not done, is not proposed, or asked of a person, again. */
const askAgainDays = (usual: number) => z.int().min(0).default(usual);

/** What each automation goes by, by its name. */
export const automationSettings = {
  "connector-owner-from-ticket": TicketForm,
  "entitlement-owner-removal-from-ticket": TicketForm,
  "user-entitlement-owner-removal-from-ticket": TicketForm,
  "tool-retirement-from-ticket": TicketForm,
  "session-policy-removal-from-ticket": TicketForm,
  "campaign-from-ticket": TicketForm,
  "tool-track-from-ticket": TicketForm,
  "session-policy-end-from-ticket": TicketForm,

  "requested-action": z.strictObject({}),

  joiner: z.strictObject({
    rules: z.array(JoinerRule).describe("Each rule that matches makes them an owner."),
    waitHours: z
      .int()
      .min(1)
      .max(720)
      .default(48)
      .describe(
        "How long their governance user may take to appear, from when they join, before the run fails.",
      ),
    lookEveryMinutes: z.int().min(1).default(30).describe("How often Reeve looks for it."),
  }),

  mover: z.strictObject({
    review: PersonReview,
    quietDays: z
      .int()
      .min(0)
      .default(30)
      .describe(
        "Days without a second review of the same person; `policy.retentionDays` is as far as Reeve remembers.",
      ),
  }),

  leaver: z.strictObject({
    accountOwners: z
      .array(z.strictObject({ app: z.string(), entitlement: z.string(), role: z.string().optional() }))
      .default([])
      .describe(
        "Entitlements whose holders own accounts, which end for the account of who leaves where `appUsers` has it: the app of the account, the entitlement, and the role. One that is gone already is as good as removed. What else Reeve knows them to own ends too.",
      ),
    review: PersonReview.describe("The review of what they still have."),
  }),

  "retired-tools-stay-retired": z.strictObject({
    ...byClock,
    askAfter: z
      .int()
      .min(1)
      .max(RUNS_KEPT)
      .default(3)
      .describe("From this many times on, only with an approval."),
  }),

  "catalog-changes": z.strictObject(byClock),

  "secrets-audit-alerts": z.strictObject({
    ...byClock,
    atOnce: z
      .array(z.enum(["new_person", "new_address", "odd_hours", "many_events"]))
      .default(["new_person", "new_address", "many_events"])
      .describe("What is reported within the hour. The weekly digest has all counts."),
    eventsADay: z
      .int()
      .min(1)
      .default(100)
      .describe("More events of a vault than this in one day are reported."),
    workingHours: z
      .strictObject({
        days: z.array(z.enum(WEEK)).default(["mon", "tue", "wed", "thu", "fri"]),
        from: TimeOfDay.default("07:00"),
        to: TimeOfDay.default("20:00"),
      })
      .refine(({ from, to }) => from < to, "must begin before they end")
      .prefault({})
      .describe(
        "Days, and times of day, at which access to secrets is expected: from the first, before the second.",
      ),
  }),
  "secrets-audit-digest": z.strictObject(byClock),

  "silent-source": z.strictObject({
    ...byClock,
    ignore: z
      .array(z.string().min(1))
      .default([])
      .describe("Sources that may be quiet: those that were switched off on purpose."),
    learnDays: z
      .int()
      .min(1)
      .default(30)
      .describe("How far back its rhythm is learned; `policy.retentionDays` is as far as Reeve remembers."),
    leastEvents: z
      .int()
      .min(2)
      .default(20)
      .describe("A source with fewer events in that time, or over fewer days, has no rhythm yet."),
    leastDays: z
      .number()
      .min(0)
      .default(7)
      .describe("See `leastEvents`: so many days its events have to be spread over."),
    factor: z
      .number()
      .min(1)
      .default(3)
      .describe("How many times its longest silence in that time a silence has to last."),
    leastHours: z.number().min(1).default(24).describe("How many hours a silence has to last in any case."),
  }),

  "ownerships-end": z.strictObject({
    ...byClock,
    warnDays: z.int().min(0).default(7).describe("Days of warning before an ownership ends."),
    askAgainDays: askAgainDays(3),
  }),

  "connector-owners-end": z.strictObject({
    ...byClock,
    askAgainDays: askAgainDays(3),
    askedOf: z
      .array(z.email())
      .default([])
      .describe(
        "Emails of those who are asked: only they can report it as done. They need the role operator. Default: any operator.",
      ),
  }),

  "stale-tools": z.strictObject({
    ...byClock,
    unusedDays: z
      .int()
      .min(1)
      .default(90)
      .describe("Days without a call after which a tool counts as unused."),
    neverUsedDays: z
      .int()
      .min(1)
      .default(30)
      .describe("Days after which a tool that was never called counts as unused."),
    askAgainDays: askAgainDays(60),
  }),

  "tool-changed": z.strictObject({ ...byClock, askAgainDays: askAgainDays(60) }),

  "session-policies-end": z.strictObject(byClock),

  "recurring-campaigns": z.strictObject({ ...byClock, campaigns: z.array(RecurringCampaign).min(1) }),
} as const;

/** The automations that come with Reeve and have settings. */
export type KnownAutomation = keyof typeof automationSettings;
type SettingsOf<Name extends KnownAutomation> = z.output<(typeof automationSettings)[Name]>;

const Members = z.strictObject({
  ...NamedThings.shape,

  automations: z
    .object(automationSettings)
    .partial()
    .catchall(z.looseObject(byClock))
    .default({})
    .describe(
      "The automations that run, by name, each with what it goes by. One that is not here does nothing. Those of your own may have `schedule` and `timeZone` too, and whatever else they read.",
    ),

  fields: z
    .record(Id, z.record(Id, Id))
    .default({})
    .describe(
      "Names for the fields of senders, by system (`jira`, `servicenow`, `bamboohr`) and name: the sender's own id of the field. So automations read the `user` of a ticket, whichever system it is in. `requestType` and `department` name what a ticket or worker has a member for.",
    ),

  ticketProjects: Projects.default({}).describe(
    "Where tickets count, by system; see Projects. A ticket of another project, or system, asks for nothing.",
  ),
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
      automations: { joiner, mover, leaver, "recurring-campaigns": recurring },
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
      ...(joiner?.rules ?? []).map(({ role }, n) => [["joiner", "rules", n, "role"], role] as const),
      ...(leaver?.accountOwners ?? []).map(
        ({ role }, n) => [["leaver", "accountOwners", n, "role"], role] as const,
      ),
    ];
    for (const [path, role] of owned) {
      if (role !== undefined) named(["automations", ...path], role, ownerRoles);
      else if (defaultOwnerRole === undefined)
        ctx.addIssue({
          code: "custom",
          path: ["automations", ...path],
          message: "is required, as there is no default",
        });
    }
    for (const [n, { connector }] of joiner?.rules.entries() ?? [])
      named(["automations", "joiner", "rules", n, "connector"], connector, connectors);
    for (const [n, { app, entitlement }] of leaver?.accountOwners.entries() ?? []) {
      named(["automations", "leaver", "accountOwners", n, "app"], app, apps);
      named(["automations", "leaver", "accountOwners", n, "entitlement"], entitlement, entitlements);
    }
    for (const [name, one] of Object.entries({ mover, leaver }))
      if (one) named(["automations", name, "review", "policy"], one.review.policy, reviewPolicies);
    const campaigns = recurring?.campaigns ?? [];
    for (const [n, { name, policy }] of campaigns.entries()) {
      const path = ["automations", "recurring-campaigns", "campaigns", n];
      named([...path, "policy"], policy, reviewPolicies);
      if (campaigns.findIndex((other) => other.name === name) < n)
        ctx.addIssue({ code: "custom", path: [...path, "name"], message: "this name is used twice" });
    }
    if (defaultOwnerRole !== undefined) named(["defaultOwnerRole"], defaultOwnerRole, ownerRoles);
  },
);
export type Settings = z.output<typeof Settings>;

/**
 * What an automation goes by: as `src/config.ts` has it, or where it is not switched on, by default.
 * @throws Problem `configuration_invalid` where it is not switched on and can't do without
 */
export function settingsOf<Name extends KnownAutomation>(
  { automations }: Pick<Settings, "automations">,
  name: Name,
): SettingsOf<Name> {
  const stated: object | undefined = automations[name];
  if (stated) return stated as SettingsOf<Name>;
  const usual = automationSettings[name].safeParse({});
  if (usual.success) return usual.data as SettingsOf<Name>;
  throw new Problem("configuration_invalid", `src/config.ts, settings.automations: ${name} is not there`);
}

/** The names of the automations that run. */
export const enabledNames = ({ automations }: Pick<Settings, "automations">): string[] =>
  Object.keys(automations);

/** Whether an automation runs. */
export const isEnabled = ({ automations }: Pick<Settings, "automations">, name: string): boolean =>
  Object.hasOwn(automations, name);

/** The time zone that an automation goes by, IANA name. */
export function zoneOf(
  { automations, timeZone }: Pick<Settings, "automations" | "timeZone">,
  name: string,
): string {
  const own: { readonly timeZone?: string | undefined } = automations[name] ?? {};
  return own.timeZone ?? timeZone;
}
