// The schema of `settings` in `src/config.ts`: the names that `actions/names.ts` declares, the settings of each
// automation, and the settings that automations share.
import * as z from "zod";
import { NOTIFICATIONS } from "../actions/campaign.ts";
import { RUNS_KEPT } from "../actions/inventory.ts";
import { byName, NamedThings, TimeZone } from "../actions/names.ts";
import { Problem } from "../base/problem.ts";
import { ReviewScope } from "../governance/contract/campaigns.ts";
import { MAX_NEW_USERS } from "../governance/contract/webhooks.ts";
import { FIELDS_WORDS, FIVE_FIELDS } from "./schedule.ts";

const Notifications = z.array(z.enum(NOTIFICATIONS)).optional();

const RecurringCampaign = z.strictObject({
  /** Name of the campaign. The period is appended (`2026-11`, `2026-Q4`). */
  name: z.string().min(1),
  /** Interval at which the campaign is created. */
  every: z.enum(["month", "quarter"]),
  /** Instructions for the reviewers. @default nothing */
  description: z.string().optional(),
  /** Review policy, by name. */
  policy: z.string(),
  /**
   * Emails of the campaign's owners: enabled users with one of the user roles that the setting `reviewOwners` requires.
   */
  ownerEmails: z.array(z.email()).min(1),
  /** Scope of the review, as the API's `scopeV2`. */
  scope: ReviewScope,
  /** Days from the creation of the campaign until the review is due. */
  openDays: z.int().min(1),
  /** Notifications to the reviewers: `kickoff`, `reminders`, `close`. @default the service's own */
  notifications: Notifications,
});
/**
 * An access review campaign that is created each month or quarter.
 *
 * @example
 * export const addMonth = ({ name }: RecurringCampaign, day: string): string => `${name} ${day.slice(0, 7)}`;
 */
export type RecurringCampaign = z.output<typeof RecurringCampaign>;

const ServiceStart = z.strictObject({
  /** The automation, by its name in `serviceAutomations`. */
  automation: z.string(),
  /** Email of the person for whom the automation runs. @default nobody */
  user: z.email().optional(),
  /** The values that the automation needs, as `name=value; name=value`. @default none */
  values: z.string().optional(),
});

const Id = z.string().min(1);

const PersonReview = z.strictObject({
  /** Name of the campaign. The person's name is appended. */
  name: z.string().min(1),
  /** Review policy, by name. Choose one whose reviewers are the managers: the manager does not own the campaign. */
  policy: z.string(),
  /** Days from the creation of the campaign until the review is due. */
  openDays: z.int().min(1),
  /** Notifications to the reviewers: `kickoff`, `reminders`, `close`. @default the service's own */
  notifications: Notifications,
});
/** An access review campaign for one person. */
export type PersonReview = z.output<typeof PersonReview>;

const JoinerRule = z
  .strictObject({
    /** Department of the joiner. Case and extra spaces are ignored. @default any department, if `jobTitle` is set */
    department: z.string().min(1).optional(),
    /** Job title of the joiner. Case and extra spaces are ignored. @default any job title, if `department` is set */
    jobTitle: z.string().min(1).optional(),
    /** Connector to own, by name. */
    connector: z.string(),
    /** Owner role, by name. @default `defaultOwnerRole` */
    role: z.string().optional(),
  })
  .refine(({ department, jobTitle }) => department ?? jobTitle, "needs a department or a job title");

const AccountOwner = z.strictObject({
  /** App of the account, by name. */
  app: z.string(),
  /** Entitlement, by name. */
  entitlement: z.string(),
  /** Owner role, by name. @default `defaultOwnerRole` */
  role: z.string().optional(),
});

/**
 * Projects by system, in that system's terms: Jira's project keys, GitHub's `owner/repository`, Linear's team keys,
 * ServiceNow's tables, Zendesk's brands. `*` matches all tickets of a system, including those without a project.
 */
const Projects = z.record(Id, z.array(Id).min(1));

/** The settings of every scheduled automation. */
const byClock = {
  /**
   * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month and the
   * day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days of a month
   * and on every Monday.
   * @default the automation's own
   */
  schedule: z.string().regex(FIVE_FIELDS, FIELDS_WORDS).optional(),
  /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
  timeZone: TimeZone.optional(),
};

const Names = z.union([Id, z.array(Id).min(1)]).transform((names) => [names].flat());

/** A ticket form. Its fields have the names of the action's input properties; `fields` maps them to custom fields. */
const TicketForm = z
  .strictObject({
    /** Name of the request type. */
    requestType: Id,
    /**
     * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
     * `completed`.
     * @default only `statusId` applies
     */
    status: Names.default([]),
    /**
     * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
     * @default only `status` applies
     */
    statusId: Names.optional(),
    /** Projects of the tickets, by system. @default `ticketProjects` */
    projects: Projects.optional(),
  })
  .refine(({ status, statusId = [] }) => status.length + statusId.length > 0, {
    path: ["status"],
    error: "names no status: set `status` or `statusId`",
  });
export type TicketForm = z.output<typeof TicketForm>;

const Days = z.int().min(0).max(365);

/** Declares the number of days until a proposal that was denied, undone or reported as not done is repeated. */
const askAgainDays = (usual: number) => z.int().min(0).default(usual);

/** Settings of a standing check. */
const standing = z.strictObject({
  ...byClock,
  /** Days until a task that was reported as not done is created again. */
  askAgainDays: askAgainDays(7),
  /** Emails of the people who fix violations manually. @default any operator */
  assignees: z.array(z.email()).default([]),
});

/** An answer other than an approval. */
const Otherwise = z.union([
  z.literal("deny"),
  z.strictObject({
    /** Emails of the people to whom the step is reassigned. */
    reassignTo: z.array(z.email()).min(1).max(MAX_NEW_USERS),
  }),
]);
export type Otherwise = z.output<typeof Otherwise>;

/** Settings of an automation that answers the governance service. */
const answering = {
  /** Ids of the webhooks to answer. Only one automation may answer each webhook. @default all */
  webhooks: z.array(Id).min(1).optional(),
  /** Days that the service waits for an answer, as configured for its webhook. */
  callbackDays: z.int().min(1).max(30).default(8),
  /** Hours before the end of the service's wait at which Reeve gives the default answer. */
  defaultHours: z.int().min(1).max(23).default(12),
  /** The default answer: `deny`, `nothing`, or a reassignment to other people. */
  atDeadline: z.union([Otherwise, z.literal("nothing")]).default("nothing"),
  /** The answer if the rule does not approve the request. */
  otherwise: Otherwise.default("deny"),
};
const { otherwise: _, atDeadline, ...times } = answering;
const Answering = z.object({ ...times, atDeadline: z.union([atDeadline, z.literal("error")]) });
export type Answering = z.output<typeof Answering>;

/** The settings of each automation, by its name. */
export const automationSettings = {
  "connector-owner-from-ticket": TicketForm,
  "entitlement-owner-removal-from-ticket": TicketForm,
  "user-entitlement-owner-removal-from-ticket": TicketForm,
  "tool-retirement-from-ticket": TicketForm,
  "session-policy-removal-from-ticket": TicketForm,
  "campaign-from-ticket": TicketForm,
  "tool-track-from-ticket": TicketForm,
  "session-policy-end-from-ticket": TicketForm,
  "service-automation-from-ticket": TicketForm,

  "requested-action": z.strictObject({}),

  joiner: z.strictObject({
    /** Rules that make joiners owners of connectors, by department and job title. Every matching rule applies. */
    rules: z.array(JoinerRule),
    /** Hours to wait for the joiner's governance user, and for a department or title that a rule needs, 1 to 720. */
    waitHours: z.int().min(1).max(720).default(48),
    /** Minutes between two checks for the user, department and title. */
    lookEveryMinutes: z.int().min(1).default(30),
  }),

  mover: z.strictObject({
    /** The access review of the person. */
    review: PersonReview,
    /** Days after a review during which no other review of the person is created, at most `policy.retentionDays`. */
    quietDays: z.int().min(0).default(30),
  }),

  leaver: z.strictObject({
    /** Entitlements to remove as owners of the leaver's accounts in `appUsers`. */
    accountOwners: z.array(AccountOwner).default([]),
    /** The review of the leaver's remaining access. */
    review: PersonReview,
    /**
     * Emails, by connector or app, of the people who take over a leaver's connectors if no manager of the leaver is
     * enabled.
     * @default none: a person is asked to find an owner
     */
    successors: z.record(Id, z.email()).default({}),
  }),

  "retired-tools-stay-retired": z.strictObject({
    ...byClock,
    /** Number of times that a tool must reappear before retiring it again needs an approval, at most 20. */
    askAfter: z.int().min(1).max(RUNS_KEPT).default(3),
  }),

  "catalog-changes": z.strictObject(byClock),

  "secrets-audit": z.strictObject({
    ...byClock,
    /** Findings to report. */
    reports: z
      .array(z.enum(["new_person", "new_address", "many_events"]))
      .default(["new_person", "new_address", "many_events"]),
    /** Emails of people to watch in all vaults, not only in `vaults`. */
    actors: z.array(z.email().toLowerCase()).default([]),
    /** IP addresses to watch in all vaults. */
    addresses: z.array(z.union([z.ipv4(), z.ipv6()])).default([]),
    /** Number of daily events of a vault, person or address above which `many_events` is reported. */
    eventsADay: z.int().min(1).default(100),
  }),

  "last-days": z.strictObject({
    ...byClock,
    /** How many days before a last day the holder of the access and its requester are notified. */
    warnDays: z.array(Days).min(1).max(10).default([7, 1]),
    /** Days until the end of an ownership, session policy or grant is proposed again if people denied or undid it. */
    askAgainDays: askAgainDays(3),
  }),

  "last-day-tasks": z.strictObject({
    ...byClock,
    /** Days until a task that was reported as not done is created again. */
    askAgainDays: askAgainDays(3),
    /** Emails of the operators who carry out the tasks. @default any operator */
    assignees: z.array(z.email()).default([]),
  }),

  "stale-tools": z.strictObject({
    ...byClock,
    /** Days without a call after which a tool is treated as unused. */
    unusedDays: z.int().min(1).default(90),
    /** Days until a tool that people decided to keep, by a denial or an undo, is proposed for retirement again. */
    askAgainDays: askAgainDays(60),
    /** How to retire a tool: `delete`, or `disable`, for which one of your actions must have `ends.tool`. */
    retire: z.enum(["delete", "disable"]).default("delete"),
    /** With `disable`: days after which people are asked whether to delete a disabled tool. */
    deleteAfterDays: z.int().min(1).default(30),
  }),

  "tool-changed": z.strictObject({
    ...byClock,
    /** Days until a change that was not accepted is proposed again. */
    askAgainDays: askAgainDays(60),
  }),

  "managers-are-active": standing,
  "identities-have-managers": standing,
  "connectors-have-owners": standing,
  "reviews-have-owners": standing,

  "policy-step-by-ticket": z.strictObject({
    ...answering,
    /** Statuses of an approved ticket, as the sender spells them. */
    status: Names,
    /** Statuses of an undecided ticket. Reeve checks such a ticket every hour. @default none */
    waitsIn: Names.default([]),
  }),

  "policy-step-by-hr": z.strictObject({
    ...answering,
    /**
     * The answer for an employed person, unless the HR system and the service name different managers: `approve`,
     * `deny`, or a reassignment to other people.
     */
    inOrder: z.union([z.literal("approve"), Otherwise]),
  }),

  "provision-by-ticket": z.strictObject({
    ...times,
    /** The default answer: `error`, which gives the provisioning to a person, or `nothing`. */
    atDeadline: z.enum(["error", "nothing"]).default("nothing"),
    /** The ticket to create for each provisioning step. */
    ticket: z.strictObject({
      /** The system in which the ticket is created. */
      system: z.enum(["jira", "servicenow", "zendesk"]),
      /** The Jira project key, the ServiceNow table, or the Zendesk brand id. */
      project: z.string().regex(/^\w+$/),
      /** Other fields of new tickets, as the system's API names them. */
      fields: z.record(z.string(), z.unknown()).default({}),
    }),
    /** Statuses of a ticket whose access is provisioned, as the sender spells them. */
    completeIn: Names,
    /** Statuses of a ticket that was declined. */
    errorIn: Names,
  }),

  "recurring-campaigns": z.strictObject({
    ...byClock,
    /** Access reviews to create. */
    campaigns: z.array(RecurringCampaign).min(1),
  }),

  "recurring-service-automations": z.strictObject({
    ...byClock,
    /** Automations of the governance service to start. */
    start: z.array(ServiceStart).min(1),
  }),
} as const;

/**
 * The name of an automation that comes with Reeve and has settings.
 *
 * @example
 * export const isEnabled = (name: KnownAutomation, { settings }: Context): boolean =>
 *   settings.automations[name] !== undefined;
 */
export type KnownAutomation = keyof typeof automationSettings;
type SettingsOf<Name extends KnownAutomation> = z.output<(typeof automationSettings)[Name]>;

const Members = z.strictObject({
  ...NamedThings.shape,

  /**
   * Enabled automations by name, each with its settings: docs/reference/settings.md#settings. Your own automations can
   * have `schedule`, `timeZone`, and any other properties that they read.
   */
  automations: z.object(automationSettings).partial().catchall(z.looseObject(byClock).optional()).default({}),

  /**
   * Ids of custom fields, by system and by the name that automations use: `user`, `requestType`, `department` and
   * others.
   */
  fields: z.record(Id, z.record(Id, Id)).default({}),

  /**
   * Time zones by office, location or country, spelled as in the HR system, for workers without a time zone.
   * @default `timeZone` for all
   */
  timeZones: z.record(Id, TimeZone).default({}),

  /**
   * Emails of the people who own the access reviews of `mover` and `leaver`, and must start them. The service requires
   * that each owner has the user role Campaign Administrator or Super Administrator.
   * @default none: required for `mover` and `leaver`
   */
  reviewOwners: z.array(z.email()).default([]),

  /** The time at which access ends, relative to a person's last day of work. */
  accessEnds: z
    .strictObject({
      /** Time of day, `HH:MM` in the person's time zone. @default the end of the day */
      time: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day, HH:MM")
        .optional(),
      /** Days after the last day, or before it if negative: -30 to 180. */
      offsetDays: z.int().min(-30).max(180).default(0),
    })
    .prefault({}),

  /** Conditions under which Reeve reports that a source is silent. */
  silence: z
    .strictObject({
      /** Sources to ignore. */
      ignore: z.array(z.string().min(1)).default([]),
      /**
       * Days of events from which a source's rhythm is computed; the ledger keeps events for `policy.retentionDays`.
       */
      learnDays: z.int().min(1).default(30),
      /** Minimum events of a source within `learnDays` for its silence to be reported. */
      leastEvents: z.int().min(2).default(20),
      /** Minimum days between a source's first and last event within `learnDays` for its silence to be reported. */
      leastDays: z.number().min(0).default(7),
      /** A silence is reported if it is longer than this factor times the longest silence within `learnDays`. */
      factor: z.number().min(1).default(3),
      /** Minimum length of a reported silence, in hours. */
      leastHours: z.number().min(1).default(24),
    })
    .prefault({}),

  /**
   * Projects whose tickets Reeve accepts, by system: docs/set-up/senders/tickets.md#which-tickets-count.
   * @default none: no ticket is accepted
   */
  ticketProjects: Projects.default({}),
});

/**
 * The settings in `src/config.ts`. Unknown properties are errors, so that a misspelt one is noticed immediately.
 *
 * @example
 * export const listConnectors = ({ connectors }: Settings): string[] => Object.keys(connectors);
 */
export const Settings = Members.superRefine((settings, { addIssue }) => {
  const { apps, connectors, entitlements, reviewPolicies, ownerRoles, defaultOwnerRole } = settings;
  const { joiner, mover, leaver, "recurring-campaigns": recurring } = settings.automations;
  const { "recurring-service-automations": starting } = settings.automations;
  type Path = readonly (string | number)[];
  const wrong = (path: Path, message: string) => addIssue({ code: "custom", path: [...path], message });
  const named = (path: Path, name: string, names: Readonly<Record<string, unknown>>) => {
    if (!byName(names, name)) wrong(path, `unknown name "${name}"`);
  };
  const owned = (path: Path, role: string | undefined) => {
    if (role !== undefined) named([...path, "role"], role, ownerRoles);
    else if (defaultOwnerRole === undefined) wrong([...path, "role"], "set it, or settings.defaultOwnerRole");
  };
  for (const app of Object.keys(settings.appUsers)) named(["appUsers", app], app, apps);
  for (const [name, { connector }] of Object.entries(settings.tools))
    named(["tools", name, "connector"], connector, connectors);
  for (const [n, { connector, role }] of joiner?.rules.entries() ?? []) {
    const path = ["automations", "joiner", "rules", n];
    owned(path, role);
    named([...path, "connector"], connector, connectors);
  }
  for (const [n, { app, entitlement, role }] of leaver?.accountOwners.entries() ?? []) {
    const path = ["automations", "leaver", "accountOwners", n];
    owned(path, role);
    named([...path, "app"], app, apps);
    named([...path, "entitlement"], entitlement, entitlements);
  }
  const places = [
    ...Object.keys(connectors),
    ...Object.keys(apps),
    ...Object.values(connectors).map((one) => one.appName),
  ];
  for (const name of Object.keys(leaver?.successors ?? {}))
    if (!byName(Object.fromEntries(places.map((place) => [place, true])), name))
      wrong(["automations", "leaver", "successors", name], "must be the name of a connector or app");
  for (const [name, one] of Object.entries({ mover, leaver }))
    if (one) {
      named(["automations", name, "review", "policy"], one.review.policy, reviewPolicies);
      if (settings.reviewOwners.length === 0) wrong(["reviewOwners"], `is required by ${name}`);
    }
  const campaigns = recurring?.campaigns ?? [];
  for (const [n, { name, policy }] of campaigns.entries()) {
    const path = ["automations", "recurring-campaigns", "campaigns", n];
    named([...path, "policy"], policy, reviewPolicies);
    if (campaigns.findIndex((other) => other.name === name) < n)
      wrong([...path, "name"], "this name is used twice");
  }
  for (const [n, { automation }] of starting?.start.entries() ?? []) {
    const path = ["automations", "recurring-service-automations", "start", n, "automation"];
    named(path, automation, settings.serviceAutomations);
  }
  if (defaultOwnerRole !== undefined) named(["defaultOwnerRole"], defaultOwnerRole, ownerRoles);
});
export type Settings = z.output<typeof Settings>;

/**
 * Returns the settings of an automation that comes with Reeve: those in `src/config.ts`, or the defaults if the
 * automation is not enabled.
 *
 * @throws Problem `configuration_invalid` if the automation is not enabled and has required settings
 * @example
 * export const listAccountOwners = ({ settings }: Context) => readSettings(settings, "leaver").accountOwners;
 */
export function readSettings<Name extends KnownAutomation>(
  { automations }: Pick<Settings, "automations">,
  name: Name,
): SettingsOf<Name> {
  const stated: object | undefined = automations[name];
  if (stated) return stated as SettingsOf<Name>;
  const usual = automationSettings[name].safeParse({});
  if (usual.success) return usual.data as SettingsOf<Name>;
  throw new Problem("configuration_invalid", `src/config.ts, settings.automations: ${name} is missing`);
}

/** Returns the settings of a standing check, or the defaults if the check is not enabled. */
export const readStanding = ({ automations }: Pick<Settings, "automations">, name: string) =>
  z.object(standing.shape).parse(automations[name] ?? {});

/**
 * Returns the configured assignees of tasks that end something after its last day. The result has no assignees if any
 * operator can carry out the tasks.
 *
 * @example
 * export const endOwnership = (until: string, { settings }: Context) =>
 *   endConnectorOwnerByHand({ app, connector, roleSlug: "owner", user, until, ...assignEnds(settings) });
 */
export const assignEnds = (settings: Pick<Settings, "automations">) => {
  const { assignees } = readSettings(settings, "last-day-tasks");
  return assignees.length > 0 ? { assignees } : {};
};

/**
 * The name of the standing check whose tasks ask a person to find an owner for a connector.
 *
 * @example
 * export const task = mendByHand({
 *   promise: OWNER_CHECK,
 *   broken: connector,
 *   task: "find an owner for the kiosks' connector",
 *   since: "2027-01-31",
 * });
 */
export const OWNER_CHECK = "connectors-have-owners";

export const enabledNames = (settings: Pick<Settings, "automations">): string[] =>
  Object.keys(settings.automations).filter((name) => isEnabled(settings, name));

export const isEnabled = ({ automations }: Pick<Settings, "automations">, name: string): boolean =>
  Object.hasOwn(automations, name) && automations[name] !== undefined;

/**
 * Returns the IANA time zone of an automation: its own setting `timeZone`, or else `settings.timeZone`.
 *
 * @example
 * export const findToday = ({ since, settings }: Context): string =>
 *   toIsoDay(since, findZone(settings, "kiosk-report"));
 */
export function findZone(
  { automations, timeZone }: Pick<Settings, "automations" | "timeZone">,
  name: string,
): string {
  const own: { readonly timeZone?: string | undefined } = automations[name] ?? {};
  return own.timeZone ?? timeZone;
}
