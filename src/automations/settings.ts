import * as z from "zod";
import { Named } from "../actions/named.ts";
import { ScopeV2 } from "../governance/contract/campaigns.ts";
import { byName } from "./names.ts";

const Id = z.string().min(1);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const Members = z.strictObject({
  /** The automations that run, by name. One that is not listed does nothing. */
  enabled: z.array(z.string()),

  /** The time zone (IANA name) in which a day begins: events that take effect on a later day wait for it. */
  timeZone: z.string().refine(isTimeZone, "is no time zone; one is named as Europe/Berlin"),

  /** Connectors by the name that people write in tickets, case aside. */
  connectors: z.record(z.string(), z.strictObject({ appId: Id, appName: z.string(), connectorId: Id })),

  /** Apps by the name that people use, to their ids. */
  apps: z.record(z.string(), Id).default({}),

  /** Entitlements by the name that people use. */
  entitlements: z.record(z.string(), z.strictObject({ appId: Id, id: Id })).default({}),

  /**
   * Accounts in apps ("app users") by the name of the app, as in `apps`, and the name or email of whose account it is,
   * to their ids: the API can't be asked for them.
   */
  appUsers: z.record(z.string(), z.record(z.string(), Id)).default({}),

  /** MCP tools by the name that people use: the connector, as in `connectors`, and the tool's id. */
  tools: z.record(z.string(), z.strictObject({ connector: z.string(), id: Id })).default({}),

  /** Session policies by the name that people use, to their ids. Others can't be asked to be deleted. */
  sessionPolicies: z.record(z.string(), Id).default({}),

  /** Review policies by the name that people use, to their ids. */
  reviewPolicies: z.record(z.string(), Id).default({}),

  /** Access review campaigns by the name that people use, to their ids: new ones can be made like them. */
  campaigns: z.record(z.string(), Id).default({}),

  /** Vaults of paper secrets by the name that people use, to their ids. */
  vaults: z.record(z.string(), Id).default({}),

  /** Owner roles by the name that people write in tickets, case aside, to the API's role slugs. */
  ownerRoles: z.record(z.string(), Id),

  /** The role, as in `ownerRoles`, of who asks for an owner and says no role. @default none: a role has to be said */
  defaultOwnerRole: z.string().optional(),

  /**
   * Names for the fields of senders, by system (`jira`, `servicenow`, `bamboohr`) and name: the sender's own id of the
   * field. So automations read the `user` of a ticket, whichever system it is in. `requestType` and `department` name
   * what a ticket or worker has a member for.
   */
  fields: z.record(Id, z.record(Id, Id)).default({}),

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
        /** The systems whose tickets count. @default all */
        systems: z.array(Id).min(1).optional(),
      }),
    )
    .default({}),

  /** The access review campaign that is started by the clock. */
  accessReview: z.strictObject({
    /** The campaign's name; the day it is due is added. */
    name: z.string().min(1),
    description: z.string().optional(),
    /** The review policy: who decides. */
    policy: Named,
    /** The campaign's owners, each the email of one enabled governance user. */
    ownerEmails: z.array(z.email()).min(1),
    /** What is reviewed, as the API's `scopeV2`. */
    scope: ScopeV2,
    /** How many days the review may take. */
    openDays: z.int().min(1),
  }),
});

/** What `src/config.ts` holds. Unknown members are errors, so that a misspelt one is noticed at once. */
export const Settings = Members.superRefine(
  ({ apps, appUsers, connectors, tools, ownerRoles, defaultOwnerRole }, ctx) => {
    const named = (path: string[], name: string, names: Readonly<Record<string, unknown>>) => {
      if (!byName(names, name))
        ctx.addIssue({ code: "custom", path, message: `there is none called "${name}"` });
    };
    for (const app of Object.keys(appUsers)) named(["appUsers", app], app, apps);
    for (const [name, { connector }] of Object.entries(tools))
      named(["tools", name, "connector"], connector, connectors);
    if (defaultOwnerRole !== undefined) named(["defaultOwnerRole"], defaultOwnerRole, ownerRoles);
  },
);
export type Settings = z.output<typeof Settings>;
