import * as z from "zod";
import { Named } from "../actions/named.ts";
import { ScopeV2 } from "../governance/contract/campaigns.ts";

const Id = z.string().min(1);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What `src/config.ts` holds. Unknown members are errors, so that a misspelt one is noticed at once. */
export const Settings = z.strictObject({
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

  /** Session policies by the name that people use, to their ids. Others can't be asked to be deleted. */
  sessionPolicies: z.record(z.string(), Id).default({}),

  /** Review policies by the name that people use, to their ids. */
  reviewPolicies: z.record(z.string(), Id).default({}),

  /** Owner roles by the name that people write in tickets, case aside, to the API's role slugs. */
  ownerRoles: z.record(z.string(), Id),

  /**
   * Names for the fields of senders, by system (`jira`, `servicenow`, `bamboohr`) and name: the sender's own id of the
   * field. So automations read the `user` of a ticket, whichever system it is in. `requestType` and `department` name
   * what a ticket or worker has a member for.
   */
  fields: z.record(Id, z.record(Id, Id)).default({}),

  /** The ticket form that asks for a connector owner: its fields `user` (an email), `connector` and `role`. */
  connectorOwnerRequest: z.strictObject({
    /** The request type's name, and the status that means "go ahead". */
    requestType: z.string().min(1),
    status: z.string().min(1),
  }),

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
export type Settings = z.output<typeof Settings>;
