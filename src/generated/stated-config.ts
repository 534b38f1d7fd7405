// What `src/config.ts` may say, with what editors show of it. Made from the schemas of the settings, by `npm run generate`.
import type * as z from "zod";
import type { EffectOperationId } from "../actions/action.ts";
import type { ReviewScope } from "../governance/contract/campaigns.ts";

export interface StatedConfig {
  /**
   * The automations to run and their settings, shared settings such as the time zone, and the ids of the objects that
   * people name in requests.
   */
  settings: {
    /**
     * Maximum days from the day of a request to the requested last day, by the action's name: `{ "connector-owner.add":
     * 90 }`. A request for such an action must have a last day.
     * @default no maximum
     */
    maxDays?: Record<string, number> | undefined;
    /** Time zone (IANA name) for days and schedules. @default `UTC` */
    timeZone?: string | undefined;
    /** Connectors by the names that requests use. Case is ignored in all names. @default none */
    connectors?:
      | Record<
          string,
          {
            /** Id of the connector's app. */
            appId: string;
            /** Name of the connector's app, shown to people. */
            appName: string;
            /** Id of the connector. */
            connectorId: string;
          }
        >
      | undefined;
    /** Ids of apps by name. @default none */
    apps?: Record<string, string> | undefined;
    /** Entitlements by name. @default none */
    entitlements?:
      | Record<
          string,
          {
            /** Id of the entitlement's app. */
            appId: string;
            /** Id of the entitlement. */
            id: string;
          }
        >
      | undefined;
    /** Ids of accounts ("app users"), by the app's name in `apps` and the holder's name or email. @default none */
    appUsers?: Record<string, Record<string, string>> | undefined;
    /** MCP tools by name. @default none */
    tools?:
      | Record<
          string,
          {
            /** The tool's connector, by name. */
            connector: string;
            /** Id of the tool. */
            id: string;
          }
        >
      | undefined;
    /** Ids of session policies by name. Requests can delete only policies that are named here. @default none */
    sessionPolicies?: Record<string, string> | undefined;
    /** Ids of review policies by name. @default none */
    reviewPolicies?: Record<string, string> | undefined;
    /** Scopes of access reviews by name, in the format of the API's property `scopeV2`. @default none */
    reviewScopes?: Record<string, z.input<typeof ReviewScope>> | undefined;
    /** Ids of the access review campaigns that new ones can copy, by name. @default none */
    campaigns?: Record<string, string> | undefined;
    /** Automations of the governance service that requests can start, by name. @default none */
    serviceAutomations?:
      | Record<
          string,
          {
            /** Id of the inbound webhook that starts the automation. */
            webhook: string;
            /**
             * True if each request must name a person. The automation receives their `userId` and `userEmail`.
             * @default false
             */
            needsUser?: boolean | undefined;
            /**
             * Names of the values that each request must give, in addition to any person. The automation receives them as
             * text.
             * @default none
             */
            values?: string[] | undefined;
          }
        >
      | undefined;
    /** Ids of vaults of paper secrets by name. @default none */
    vaults?: Record<string, string> | undefined;
    /** The API's slugs of owner roles, by the names used in tickets. Case is ignored. @default none */
    ownerRoles?: Record<string, string> | undefined;
    /**
     * The owner role for requests that give no role: a name from `ownerRoles`. Approval stages and
     * `connectors-have-owners` treat only people with this role as owners.
     * @default none: requests must give a role, and people with any owner role are owners
     */
    defaultOwnerRole?: string | undefined;
    /**
     * Enabled automations by name, each with its settings: docs/reference/settings.md#settings. Your own automations
     * can have `schedule`, `timeZone`, and any other properties that they read.
     */
    automations?:
      | {
          /** An approved ticket makes a person an owner of a connector, with or without a last day. */
          "connector-owner-from-ticket"?:
            | {
                /** Name of the request type. */
                requestType: string;
                /**
                 * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
                 * `completed`.
                 * @default only `statusId` applies
                 */
                status?: string | string[] | undefined;
                /**
                 * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
                 * @default only `status` applies
                 */
                statusId?: string | string[] | undefined;
                /** Projects of the tickets, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket removes an entitlement as owner of an app. */
          "entitlement-owner-removal-from-ticket"?:
            | {
                /** Name of the request type. */
                requestType: string;
                /**
                 * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
                 * `completed`.
                 * @default only `statusId` applies
                 */
                status?: string | string[] | undefined;
                /**
                 * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
                 * @default only `status` applies
                 */
                statusId?: string | string[] | undefined;
                /** Projects of the tickets, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket removes an entitlement as owner of a person's account in an app. */
          "user-entitlement-owner-removal-from-ticket"?:
            | {
                /** Name of the request type. */
                requestType: string;
                /**
                 * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
                 * `completed`.
                 * @default only `statusId` applies
                 */
                status?: string | string[] | undefined;
                /**
                 * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
                 * @default only `status` applies
                 */
                statusId?: string | string[] | undefined;
                /** Projects of the tickets, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket retires an MCP tool. */
          "tool-retirement-from-ticket"?:
            | {
                /** Name of the request type. */
                requestType: string;
                /**
                 * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
                 * `completed`.
                 * @default only `statusId` applies
                 */
                status?: string | string[] | undefined;
                /**
                 * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
                 * @default only `status` applies
                 */
                statusId?: string | string[] | undefined;
                /** Projects of the tickets, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket deletes a session policy. */
          "session-policy-removal-from-ticket"?:
            | {
                /** Name of the request type. */
                requestType: string;
                /**
                 * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
                 * `completed`.
                 * @default only `statusId` applies
                 */
                status?: string | string[] | undefined;
                /**
                 * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
                 * @default only `status` applies
                 */
                statusId?: string | string[] | undefined;
                /** Projects of the tickets, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket creates a draft of an access review, new or copied from an earlier one. */
          "campaign-from-ticket"?:
            | {
                /** Name of the request type. */
                requestType: string;
                /**
                 * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
                 * `completed`.
                 * @default only `statusId` applies
                 */
                status?: string | string[] | undefined;
                /**
                 * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
                 * @default only `status` applies
                 */
                statusId?: string | string[] | undefined;
                /** Projects of the tickets, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket starts tracking an MCP tool. */
          "tool-track-from-ticket"?:
            | {
                /** Name of the request type. */
                requestType: string;
                /**
                 * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
                 * `completed`.
                 * @default only `statusId` applies
                 */
                status?: string | string[] | undefined;
                /**
                 * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
                 * @default only `status` applies
                 */
                statusId?: string | string[] | undefined;
                /** Projects of the tickets, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket deletes a session policy after a given day. */
          "session-policy-end-from-ticket"?:
            | {
                /** Name of the request type. */
                requestType: string;
                /**
                 * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
                 * `completed`.
                 * @default only `statusId` applies
                 */
                status?: string | string[] | undefined;
                /**
                 * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
                 * @default only `status` applies
                 */
                statusId?: string | string[] | undefined;
                /** Projects of the tickets, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket starts an automation of the governance service. */
          "service-automation-from-ticket"?:
            | {
                /** Name of the request type. */
                requestType: string;
                /**
                 * Name of the status that approves a ticket, as the sender spells it, or a list of names. GitHub's status is
                 * `completed`.
                 * @default only `statusId` applies
                 */
                status?: string | string[] | undefined;
                /**
                 * Id of the approving status at the sender, or a list of ids. Ids are the same in every language.
                 * @default only `status` applies
                 */
                statusId?: string | string[] | undefined;
                /** Projects of the tickets, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** Carries out and undoes actions that people, scripts and agents request by name. */
          "requested-action"?: Record<string, never> | undefined;
          /** Makes joiners owners of connectors by department and job title, once their user exists. */
          joiner?:
            | {
                /** Rules that make joiners owners of connectors, by department and job title. Every matching rule applies. */
                rules: {
                  /**
                   * Department of the joiner. Case and extra spaces are ignored.
                   * @default any department, if `jobTitle` is set
                   */
                  department?: string | undefined;
                  /**
                   * Job title of the joiner. Case and extra spaces are ignored.
                   * @default any job title, if `department` is set
                   */
                  jobTitle?: string | undefined;
                  /** Connector to own, by name. */
                  connector: string;
                  /** Owner role, by name. @default `defaultOwnerRole` */
                  role?: string | undefined;
                }[];
                /**
                 * Hours to wait for the joiner's governance user, and for a department or title that a rule needs, 1 to 720.
                 * @default 48
                 */
                waitHours?: number | undefined;
                /** Minutes between two checks for the user, department and title. @default 30 */
                lookEveryMinutes?: number | undefined;
              }
            | undefined;
          /**
           * Drafts an access review when a person's department, job title or manager changes. The configured owners must
           * start it.
           */
          mover?:
            | {
                /** The access review of the person. */
                review: {
                  /** Name of the campaign. The person's name is appended. */
                  name: string;
                  /**
                   * Review policy, by name. Choose one whose reviewers are the managers: the manager does not own the campaign.
                   */
                  policy: string;
                  /** Days from the creation of the campaign until the review is due. */
                  openDays: number;
                  /** Notifications to the reviewers: `kickoff`, `reminders`, `close`. @default the service's own */
                  notifications?: ("close" | "kickoff" | "reminders")[] | undefined;
                };
                /**
                 * Days after a review during which no other review of the person is created, at most `policy.retentionDays`.
                 * @default 30
                 */
                quietDays?: number | undefined;
              }
            | undefined;
          /**
           * Removes a leaver's known ownerships, gives their connectors to a successor, and drafts an access review of
           * their other access. An unconfirmed termination needs an approval.
           */
          leaver?:
            | {
                /** Entitlements to remove as owners of the leaver's accounts in `appUsers`. @default none */
                accountOwners?:
                  | {
                      /** App of the account, by name. */
                      app: string;
                      /** Entitlement, by name. */
                      entitlement: string;
                      /** Owner role, by name. @default `defaultOwnerRole` */
                      role?: string | undefined;
                    }[]
                  | undefined;
                /** The review of the leaver's remaining access. */
                review: {
                  /** Name of the campaign. The person's name is appended. */
                  name: string;
                  /**
                   * Review policy, by name. Choose one whose reviewers are the managers: the manager does not own the campaign.
                   */
                  policy: string;
                  /** Days from the creation of the campaign until the review is due. */
                  openDays: number;
                  /** Notifications to the reviewers: `kickoff`, `reminders`, `close`. @default the service's own */
                  notifications?: ("close" | "kickoff" | "reminders")[] | undefined;
                };
                /**
                 * Emails, by connector or app, of the people who take over a leaver's connectors if no manager of the leaver is
                 * enabled.
                 * @default none: a person is asked to find an owner
                 */
                successors?: Record<string, string> | undefined;
              }
            | undefined;
          /**
           * Retires tools again if a connector sync restores them, requires an approval if this happens repeatedly, and
           * checks whether they stay retired.
           */
          "retired-tools-stay-retired"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /**
                 * Number of times that a tool must reappear before retiring it again needs an approval, at most 20.
                 * @default 3
                 */
                askAfter?: number | undefined;
              }
            | undefined;
          /** Reports new, changed and removed entries in the catalog of MCP servers. */
          "catalog-changes"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
              }
            | undefined;
          /** Reports new people, new addresses and peaks of activity in the audit log of paper secrets. */
          "secrets-audit"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Findings to report. @default `new_person`, `new_address`, `many_events` */
                reports?: ("many_events" | "new_address" | "new_person")[] | undefined;
                /** Emails of people to watch in all vaults, not only in `vaults`. @default none */
                actors?: string[] | undefined;
                /** IP addresses to watch in all vaults. @default none */
                addresses?: string[] | undefined;
                /** Number of daily events of a vault, person or address above which `many_events` is reported. @default 100 */
                eventsADay?: number | undefined;
              }
            | undefined;
          /**
           * Ends ownerships, session policies and other grants after their last day, and notifies their holders and
           * requesters in advance.
           */
          "last-days"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /**
                 * How many days before a last day the holder of the access and its requester are notified.
                 * @default `7`, `1`
                 */
                warnDays?: number[] | undefined;
                /**
                 * Days until the end of an ownership, session policy or grant is proposed again if people denied or undid it.
                 * @default 3
                 */
                askAgainDays?: number | undefined;
              }
            | undefined;
          /**
           * Asks a person to end ownerships and other grants after their last day if no call can end them, or the call
           * failed.
           */
          "last-day-tasks"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Days until a task that was reported as not done is created again. @default 3 */
                askAgainDays?: number | undefined;
                /** Emails of the operators who carry out the tasks. @default any operator */
                assignees?: string[] | undefined;
              }
            | undefined;
          /**
           * Proposes to retire tracked tools that have not been called for a while, if the service reports their last call.
           */
          "stale-tools"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Days without a call after which a tool is treated as unused. @default 90 */
                unusedDays?: number | undefined;
                /**
                 * Days until a tool that people decided to keep, by a denial or an undo, is proposed for retirement again.
                 * @default 60
                 */
                askAgainDays?: number | undefined;
                /**
                 * How to retire a tool: `delete`, or `disable`, for which one of your actions must have `ends.tool`.
                 * @default `delete`
                 */
                retire?: "delete" | "disable" | undefined;
                /** With `disable`: days after which people are asked whether to delete a disabled tool. @default 30 */
                deleteAfterDays?: number | undefined;
              }
            | undefined;
          /**
           * Asks people to review a tracked tool if its definition, allowed clients or entitlement has changed since it was
           * accepted.
           */
          "tool-changed"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Days until a change that was not accepted is proposed again. @default 60 */
                askAgainDays?: number | undefined;
              }
            | undefined;
          /** Checks that nobody has a disabled or deleted manager or delegate. */
          "managers-are-active"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Days until a task that was reported as not done is created again. @default 7 */
                askAgainDays?: number | undefined;
                /** Emails of the people who fix violations manually. @default any operator */
                assignees?: string[] | undefined;
              }
            | undefined;
          /** Checks that every service and agent identity has an enabled manager. */
          "identities-have-managers"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Days until a task that was reported as not done is created again. @default 7 */
                askAgainDays?: number | undefined;
                /** Emails of the people who fix violations manually. @default any operator */
                assignees?: string[] | undefined;
              }
            | undefined;
          /** Checks that every connector that Reeve knows has an enabled owner. */
          "connectors-have-owners"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Days until a task that was reported as not done is created again. @default 7 */
                askAgainDays?: number | undefined;
                /** Emails of the people who fix violations manually. @default any operator */
                assignees?: string[] | undefined;
              }
            | undefined;
          /** Checks that no open access review that Reeve created is owned by a person who has left. */
          "reviews-have-owners"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Days until a task that was reported as not done is created again. @default 7 */
                askAgainDays?: number | undefined;
                /** Emails of the people who fix violations manually. @default any operator */
                assignees?: string[] | undefined;
              }
            | undefined;
          /** Approves a step of a request if its ticket is approved and names the person and the app. */
          "policy-step-by-ticket"?:
            | {
                /** Ids of the webhooks to answer. Only one automation may answer each webhook. @default all */
                webhooks?: string[] | undefined;
                /** Days that the service waits for an answer, as configured for its webhook. @default 8 */
                callbackDays?: number | undefined;
                /** Hours before the end of the service's wait at which Reeve gives the default answer. @default 12 */
                defaultHours?: number | undefined;
                /** The default answer: `deny`, `nothing`, or a reassignment to other people. @default `nothing` */
                atDeadline?:
                  | "deny"
                  | "nothing"
                  | {
                      /** Emails of the people to whom the step is reassigned. */
                      reassignTo: string[];
                    }
                  | undefined;
                /** The answer if the rule does not approve the request. @default `deny` */
                otherwise?:
                  | "deny"
                  | {
                      /** Emails of the people to whom the step is reassigned. */
                      reassignTo: string[];
                    }
                  | undefined;
                /** Statuses of an approved ticket, as the sender spells them. */
                status: string | string[];
                /** Statuses of an undecided ticket. Reeve checks such a ticket every hour. @default none */
                waitsIn?: string | string[] | undefined;
              }
            | undefined;
          /**
           * Denies requests for leavers, and lets the manager in the HR system decide if the service names another manager.
           */
          "policy-step-by-hr"?:
            | {
                /** Ids of the webhooks to answer. Only one automation may answer each webhook. @default all */
                webhooks?: string[] | undefined;
                /** Days that the service waits for an answer, as configured for its webhook. @default 8 */
                callbackDays?: number | undefined;
                /** Hours before the end of the service's wait at which Reeve gives the default answer. @default 12 */
                defaultHours?: number | undefined;
                /** The default answer: `deny`, `nothing`, or a reassignment to other people. @default `nothing` */
                atDeadline?:
                  | "deny"
                  | "nothing"
                  | {
                      /** Emails of the people to whom the step is reassigned. */
                      reassignTo: string[];
                    }
                  | undefined;
                /** The answer if the rule does not approve the request. @default `deny` */
                otherwise?:
                  | "deny"
                  | {
                      /** Emails of the people to whom the step is reassigned. */
                      reassignTo: string[];
                    }
                  | undefined;
                /**
                 * The answer for an employed person, unless the HR system and the service name different managers: `approve`,
                 * `deny`, or a reassignment to other people.
                 */
                inOrder:
                  | "approve"
                  | "deny"
                  | {
                      /** Emails of the people to whom the step is reassigned. */
                      reassignTo: string[];
                    };
              }
            | undefined;
          /** Creates a ticket for each provisioning step, and answers it when the ticket is closed. */
          "provision-by-ticket"?:
            | {
                /** Ids of the webhooks to answer. Only one automation may answer each webhook. @default all */
                webhooks?: string[] | undefined;
                /** Days that the service waits for an answer, as configured for its webhook. @default 8 */
                callbackDays?: number | undefined;
                /** Hours before the end of the service's wait at which Reeve gives the default answer. @default 12 */
                defaultHours?: number | undefined;
                /** The default answer: `error`, which gives the provisioning to a person, or `nothing`. @default `nothing` */
                atDeadline?: "error" | "nothing" | undefined;
                /** The ticket to create for each provisioning step. */
                ticket: {
                  /** The system in which the ticket is created. */
                  system: "jira" | "servicenow" | "zendesk";
                  /** The Jira project key, the ServiceNow table, or the Zendesk brand id. */
                  project: string;
                  /** Other fields of new tickets, as the system's API names them. @default none */
                  fields?: Record<string, unknown | undefined> | undefined;
                };
                /** Statuses of a ticket whose access is provisioned, as the sender spells them. */
                completeIn: string | string[];
                /** Statuses of a ticket that was declined. */
                errorIn: string | string[];
              }
            | undefined;
          /** Drafts access reviews, once each month or quarter. */
          "recurring-campaigns"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Access reviews to create. */
                campaigns: {
                  /** Name of the campaign. The period is appended (`2026-11`, `2026-Q4`). */
                  name: string;
                  /** Interval at which the campaign is created. */
                  every: "month" | "quarter";
                  /** Instructions for the reviewers. @default nothing */
                  description?: string | undefined;
                  /** Review policy, by name. */
                  policy: string;
                  /**
                   * Emails of the campaign's owners: enabled users with one of the user roles that the setting `reviewOwners`
                   * requires.
                   */
                  ownerEmails: string[];
                  /** Scope of the review, as the API's `scopeV2`. */
                  scope: z.input<typeof ReviewScope>;
                  /** Days from the creation of the campaign until the review is due. */
                  openDays: number;
                  /** Notifications to the reviewers: `kickoff`, `reminders`, `close`. @default the service's own */
                  notifications?: ("close" | "kickoff" | "reminders")[] | undefined;
                }[];
              }
            | undefined;
          /** Starts automations of the governance service on a schedule. */
          "recurring-service-automations"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                /** Automations of the governance service to start. */
                start: {
                  /** The automation, by its name in `serviceAutomations`. */
                  automation: string;
                  /** Email of the person for whom the automation runs. @default nobody */
                  user?: string | undefined;
                  /** The values that the automation needs, as `name=value; name=value`. @default none */
                  values?: string | undefined;
                }[];
              }
            | undefined;
          [name: string]:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week. If both the day of month
                 * and the day of week are restricted, a match of either is enough: `0 9 1-7 * 1` is due on the first seven days
                 * of a month and on every Monday.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the schedule's time zone. @default the automation's own, or else `settings.timeZone` */
                timeZone?: string | undefined;
                [name: string]: unknown | undefined;
              }
            | undefined;
        }
      | undefined;
    /**
     * Ids of custom fields, by system and by the name that automations use: `user`, `requestType`, `department` and
     * others.
     * @default none
     */
    fields?: Record<string, Record<string, string>> | undefined;
    /**
     * Time zones by office, location or country, spelled as in the HR system, for workers without a time zone.
     * @default `timeZone` for all
     */
    timeZones?: Record<string, string> | undefined;
    /**
     * Emails of the people who own the access reviews of `mover` and `leaver`, and must start them. The service
     * requires that each owner has the user role Campaign Administrator or Super Administrator.
     * @default none: required for `mover` and `leaver`
     */
    reviewOwners?: string[] | undefined;
    /** The time at which access ends, relative to a person's last day of work. */
    accessEnds?:
      | {
          /** Time of day, `HH:MM` in the person's time zone. @default the end of the day */
          time?: string | undefined;
          /** Days after the last day, or before it if negative: -30 to 180. @default 0 */
          offsetDays?: number | undefined;
        }
      | undefined;
    /** Conditions under which Reeve reports that a source is silent. */
    silence?:
      | {
          /** Sources to ignore. @default none */
          ignore?: string[] | undefined;
          /**
           * Days of events from which a source's rhythm is computed; the ledger keeps events for `policy.retentionDays`.
           * @default 30
           */
          learnDays?: number | undefined;
          /** Minimum events of a source within `learnDays` for its silence to be reported. @default 20 */
          leastEvents?: number | undefined;
          /**
           * Minimum days between a source's first and last event within `learnDays` for its silence to be reported.
           * @default 7
           */
          leastDays?: number | undefined;
          /**
           * A silence is reported if it is longer than this factor times the longest silence within `learnDays`.
           * @default 3
           */
          factor?: number | undefined;
          /** Minimum length of a reported silence, in hours. @default 24 */
          leastHours?: number | undefined;
        }
      | undefined;
    /**
     * Projects whose tickets Reeve accepts, by system: docs/set-up/senders/tickets.md#which-tickets-count.
     * @default none: no ticket is accepted
     */
    ticketProjects?: Record<string, string[]> | undefined;
  };
  /** Roles of people and programs in the console, the API, Slack and Teams. @default nobody may do anything */
  people?:
    | {
        /** A person, by the email of their governance user and sign-in. @default none */
        email?: string | undefined;
        /** The person's Slack user id. Without it, the roles of this entry don't apply in Slack. @default none */
        slack?: string | undefined;
        /**
         * The person's object id in Microsoft Entra, for Teams. Without it, Teams' own email identifies the person.
         * @default none
         */
        teams?: string | undefined;
        /** Members of an identity provider's group, by the group's name. Access must pass on `groups`. @default none */
        group?: string | undefined;
        /** Members of a Slack user group, by the group's id. This needs the bot token. @default none */
        slackGroup?: string | undefined;
        /**
         * A program, by the client id of its Access service token. Apart from reading, it can only retry and resume runs,
         * set pauses, lift pauses of single automations, and turn agents off.
         * @default none
         */
        service?: string | undefined;
        /**
         * `console`: everybody whom Access admits. `slack`: every workspace member with a known email, except guests.
         * @default none
         */
        everyone?: "console" | "slack" | undefined;
        /**
         * Roles of the entry's people: see docs/set-up/people.md#roles.
         * @default none: the entry only links the person's email to the Slack or Entra id
         */
        roles?: ("admin" | "approver" | "operator" | "requester" | "viewer")[] | undefined;
      }[]
    | undefined;
  /** Rules for approvals, and limits for changes. */
  policy?:
    | {
        /**
         * Names of automations that only plan, even for events received earlier; runs that have begun pause. Dry runs store
         * snapshots, but no other inventory changes.
         * @default none
         */
        dryRun?: string[] | undefined;
        /**
         * Your own rules for plans that need an approval, in addition to the default rules. Every matching rule applies.
         * @default none
         */
        approvals?:
          | (
              | {
                  /** Names of the automations that the rule applies to. @default all */
                  automations?: string[] | undefined;
                  /** Names of the actions that the rule applies to, such as `connector-owner.add`. @default all */
                  actions?: string[] | undefined;
                  /** Apps that the rule applies to, by their names in `settings`. @default all */
                  apps?: string[] | undefined;
                  /** Connectors that the rule applies to, by name. @default all */
                  connectors?: string[] | undefined;
                  /** Sources that the rule applies to, including `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
                  sources?: string[] | undefined;
                  /** Approval stages, in order. @default one person with the role approver */
                  stages?:
                    | {
                        /**
                         * Approvers: `approver` (the role), `manager` (of the affected users), `owner` (of the connector or app), a
                         * group, an email address, or `on-call:` and the name of a rota.
                         */
                        from: string[];
                        /**
                         * Approvers if nobody in `from` can approve, for example because the connector has no enabled owner.
                         * @default the run fails
                         */
                        otherwise?: string[] | undefined;
                        /** Number of different people who must approve, 1 to 5. @default 1 */
                        count?: number | undefined;
                        /**
                         * If true, a person's delegate in the governance service is asked instead, if the delegate can approve.
                         * @default false
                         */
                        useDelegates?: boolean | undefined;
                      }[]
                    | undefined;
                  /**
                   * A plan that changes an MCP tool that matches `classifications`, `visibilities` and `clientTypes`, as far as
                   * they are set.
                   */
                  when: "tool";
                  /** Classifications of tools; `unspecified` matches a tool without one. @default any */
                  classifications?:
                    | ("dangerous" | "destructive" | "read" | "sensitive" | "unspecified" | "write")[]
                    | undefined;
                  /** Visibilities of tools; `unspecified` matches a tool without one. @default any */
                  visibilities?: ("available" | "bypassed" | "featured" | "unspecified")[] | undefined;
                  /** Client types. A tool matches if it allows at least one of them. @default any */
                  clientTypes?: ("ephemeral" | "personal" | "service" | "shared")[] | undefined;
                }
              | {
                  /** Names of the automations that the rule applies to. @default all */
                  automations?: string[] | undefined;
                  /** Names of the actions that the rule applies to, such as `connector-owner.add`. @default all */
                  actions?: string[] | undefined;
                  /** Apps that the rule applies to, by their names in `settings`. @default all */
                  apps?: string[] | undefined;
                  /** Connectors that the rule applies to, by name. @default all */
                  connectors?: string[] | undefined;
                  /** Sources that the rule applies to, including `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
                  sources?: string[] | undefined;
                  /** Approval stages, in order. @default one person with the role approver */
                  stages?:
                    | {
                        /**
                         * Approvers: `approver` (the role), `manager` (of the affected users), `owner` (of the connector or app), a
                         * group, an email address, or `on-call:` and the name of a rota.
                         */
                        from: string[];
                        /**
                         * Approvers if nobody in `from` can approve, for example because the connector has no enabled owner.
                         * @default the run fails
                         */
                        otherwise?: string[] | undefined;
                        /** Number of different people who must approve, 1 to 5. @default 1 */
                        count?: number | undefined;
                        /**
                         * If true, a person's delegate in the governance service is asked instead, if the delegate can approve.
                         * @default false
                         */
                        useDelegates?: boolean | undefined;
                      }[]
                    | undefined;
                  /** Any plan that changes something. */
                  when: "always";
                }
              | {
                  /** Names of the automations that the rule applies to. @default all */
                  automations?: string[] | undefined;
                  /** Names of the actions that the rule applies to, such as `connector-owner.add`. @default all */
                  actions?: string[] | undefined;
                  /** Apps that the rule applies to, by their names in `settings`. @default all */
                  apps?: string[] | undefined;
                  /** Connectors that the rule applies to, by name. @default all */
                  connectors?: string[] | undefined;
                  /** Sources that the rule applies to, including `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
                  sources?: string[] | undefined;
                  /** Approval stages, in order. @default one person with the role approver */
                  stages?:
                    | {
                        /**
                         * Approvers: `approver` (the role), `manager` (of the affected users), `owner` (of the connector or app), a
                         * group, an email address, or `on-call:` and the name of a rota.
                         */
                        from: string[];
                        /**
                         * Approvers if nobody in `from` can approve, for example because the connector has no enabled owner.
                         * @default the run fails
                         */
                        otherwise?: string[] | undefined;
                        /** Number of different people who must approve, 1 to 5. @default 1 */
                        count?: number | undefined;
                        /**
                         * If true, a person's delegate in the governance service is asked instead, if the delegate can approve.
                         * @default false
                         */
                        useDelegates?: boolean | undefined;
                      }[]
                    | undefined;
                  /** A plan that calls one of the `operations`. */
                  when: "operation";
                  /** Names of governance API operations. */
                  operations: EffectOperationId[];
                }
              | {
                  /** Names of the automations that the rule applies to. @default all */
                  automations?: string[] | undefined;
                  /** Names of the actions that the rule applies to, such as `connector-owner.add`. @default all */
                  actions?: string[] | undefined;
                  /** Apps that the rule applies to, by their names in `settings`. @default all */
                  apps?: string[] | undefined;
                  /** Connectors that the rule applies to, by name. @default all */
                  connectors?: string[] | undefined;
                  /** Sources that the rule applies to, including `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
                  sources?: string[] | undefined;
                  /** Approval stages, in order. @default one person with the role approver */
                  stages?:
                    | {
                        /**
                         * Approvers: `approver` (the role), `manager` (of the affected users), `owner` (of the connector or app), a
                         * group, an email address, or `on-call:` and the name of a rota.
                         */
                        from: string[];
                        /**
                         * Approvers if nobody in `from` can approve, for example because the connector has no enabled owner.
                         * @default the run fails
                         */
                        otherwise?: string[] | undefined;
                        /** Number of different people who must approve, 1 to 5. @default 1 */
                        count?: number | undefined;
                        /**
                         * If true, a person's delegate in the governance service is asked instead, if the delegate can approve.
                         * @default false
                         */
                        useDelegates?: boolean | undefined;
                      }[]
                    | undefined;
                  /** A plan with more calls than `effects`. */
                  when: "more_effects_than";
                  /** Maximum calls without an approval. */
                  effects: number;
                }
              | {
                  /** Names of the automations that the rule applies to. @default all */
                  automations?: string[] | undefined;
                  /** Names of the actions that the rule applies to, such as `connector-owner.add`. @default all */
                  actions?: string[] | undefined;
                  /** Apps that the rule applies to, by their names in `settings`. @default all */
                  apps?: string[] | undefined;
                  /** Connectors that the rule applies to, by name. @default all */
                  connectors?: string[] | undefined;
                  /** Sources that the rule applies to, including `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
                  sources?: string[] | undefined;
                  /** Approval stages, in order. @default one person with the role approver */
                  stages?:
                    | {
                        /**
                         * Approvers: `approver` (the role), `manager` (of the affected users), `owner` (of the connector or app), a
                         * group, an email address, or `on-call:` and the name of a rota.
                         */
                        from: string[];
                        /**
                         * Approvers if nobody in `from` can approve, for example because the connector has no enabled owner.
                         * @default the run fails
                         */
                        otherwise?: string[] | undefined;
                        /** Number of different people who must approve, 1 to 5. @default 1 */
                        count?: number | undefined;
                        /**
                         * If true, a person's delegate in the governance service is asked instead, if the delegate can approve.
                         * @default false
                         */
                        useDelegates?: boolean | undefined;
                      }[]
                    | undefined;
                  /** A plan that an agent requested on behalf of a person. */
                  when: "agent";
                }
              | {
                  /** Names of the automations that the rule applies to. @default all */
                  automations?: string[] | undefined;
                  /** Names of the actions that the rule applies to, such as `connector-owner.add`. @default all */
                  actions?: string[] | undefined;
                  /** Apps that the rule applies to, by their names in `settings`. @default all */
                  apps?: string[] | undefined;
                  /** Connectors that the rule applies to, by name. @default all */
                  connectors?: string[] | undefined;
                  /** Sources that the rule applies to, including `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
                  sources?: string[] | undefined;
                  /** Approval stages, in order. @default one person with the role approver */
                  stages?:
                    | {
                        /**
                         * Approvers: `approver` (the role), `manager` (of the affected users), `owner` (of the connector or app), a
                         * group, an email address, or `on-call:` and the name of a rota.
                         */
                        from: string[];
                        /**
                         * Approvers if nobody in `from` can approve, for example because the connector has no enabled owner.
                         * @default the run fails
                         */
                        otherwise?: string[] | undefined;
                        /** Number of different people who must approve, 1 to 5. @default 1 */
                        count?: number | undefined;
                        /**
                         * If true, a person's delegate in the governance service is asked instead, if the delegate can approve.
                         * @default false
                         */
                        useDelegates?: boolean | undefined;
                      }[]
                    | undefined;
                  /**
                   * A plan that deletes something because of an unsigned event, or because of a person's request to Reeve itself:
                   * in the console, in Slack, by an agent or by a script.
                   */
                  when: "unsigned_delete";
                }
              | {
                  /** Names of the automations that the rule applies to. @default all */
                  automations?: string[] | undefined;
                  /** Names of the actions that the rule applies to, such as `connector-owner.add`. @default all */
                  actions?: string[] | undefined;
                  /** Apps that the rule applies to, by their names in `settings`. @default all */
                  apps?: string[] | undefined;
                  /** Connectors that the rule applies to, by name. @default all */
                  connectors?: string[] | undefined;
                  /** Sources that the rule applies to, including `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
                  sources?: string[] | undefined;
                  /** Approval stages, in order. @default one person with the role approver */
                  stages?:
                    | {
                        /**
                         * Approvers: `approver` (the role), `manager` (of the affected users), `owner` (of the connector or app), a
                         * group, an email address, or `on-call:` and the name of a rota.
                         */
                        from: string[];
                        /**
                         * Approvers if nobody in `from` can approve, for example because the connector has no enabled owner.
                         * @default the run fails
                         */
                        otherwise?: string[] | undefined;
                        /** Number of different people who must approve, 1 to 5. @default 1 */
                        count?: number | undefined;
                        /**
                         * If true, a person's delegate in the governance service is asked instead, if the delegate can approve.
                         * @default false
                         */
                        useDelegates?: boolean | undefined;
                      }[]
                    | undefined;
                  /**
                   * A plan that might benefit its requester, unless another person, who does not benefit, approved the ticket. An
                   * HR event has a requester only if its actor is a user of the governance service.
                   */
                  when: "asked_by_beneficiary";
                }
              | {
                  /** Names of the automations that the rule applies to. @default all */
                  automations?: string[] | undefined;
                  /** Names of the actions that the rule applies to, such as `connector-owner.add`. @default all */
                  actions?: string[] | undefined;
                  /** Apps that the rule applies to, by their names in `settings`. @default all */
                  apps?: string[] | undefined;
                  /** Connectors that the rule applies to, by name. @default all */
                  connectors?: string[] | undefined;
                  /** Sources that the rule applies to, including `slack`, `console`, `mcp` (agents) and `schedule`. @default all */
                  sources?: string[] | undefined;
                  /** Approval stages, in order. @default one person with the role approver */
                  stages?:
                    | {
                        /**
                         * Approvers: `approver` (the role), `manager` (of the affected users), `owner` (of the connector or app), a
                         * group, an email address, or `on-call:` and the name of a rota.
                         */
                        from: string[];
                        /**
                         * Approvers if nobody in `from` can approve, for example because the connector has no enabled owner.
                         * @default the run fails
                         */
                        otherwise?: string[] | undefined;
                        /** Number of different people who must approve, 1 to 5. @default 1 */
                        count?: number | undefined;
                        /**
                         * If true, a person's delegate in the governance service is asked instead, if the delegate can approve.
                         * @default false
                         */
                        useDelegates?: boolean | undefined;
                      }[]
                    | undefined;
                  /** A plan for a ticket whose status was set by the requester, a beneficiary, or an unknown person. */
                  when: "asked_by_who_approved_it";
                }
            )[]
          | undefined;
        /** The default approval rules: `false` switches a rule off. @default all of them apply */
        defaultApprovals?:
          | {
              /**
               * If true, plans that delete something because of an unsigned event, or because of one person's request, need an
               * approval.
               * @default true
               */
              sharedSecretDeletes?: boolean | undefined;
              /** If true, plans that might benefit their requester need an approval. @default true */
              ownRequests?: boolean | undefined;
              /**
               * If true, plans for tickets that their requester, a beneficiary or an unknown person approved need an approval.
               * @default true
               */
              ownTicketApprovals?: boolean | undefined;
              /** If true, plans with more than 5 calls need an approval. @default true */
              manyChanges?: boolean | undefined;
              /** If true, plans that create an access review campaign need an approval. @default true */
              campaigns?: boolean | undefined;
              /** If true, plans that start an automation of the governance service need an approval. @default true */
              serviceAutomations?: boolean | undefined;
            }
          | undefined;
        /** Groups of approvers: the members' emails, by group. @default none */
        groups?: Record<string, string[]> | undefined;
        /**
         * Rotas of people on call, by name, for stages with `from: ["on-call:<name>"]`: docs/set-up/approvals.md.
         * @default none
         */
        onCall?:
          | Record<
              string,
              | {
                  /** Id of a PagerDuty schedule. */
                  pagerduty: string;
                }
              | {
                  /** Id of an Opsgenie schedule. */
                  opsgenie: string;
                }
              | {
                  /** Name of a calendar in the secret `ON_CALL_CALENDARS`. */
                  calendar: string;
                }
            >
          | undefined;
        /**
         * Emails of the owners of connectors and apps, by name.
         * @default the owners in Reeve's inventory, with the role `defaultOwnerRole`
         */
        owners?: Record<string, string[]> | undefined;
        /** Hours that each stage waits, and that an approval stays valid, 1 to 720. @default 72 */
        approvalExpiresAfterHours?: number | undefined;
        /**
         * Hours before a plan expires at which its approvers are reminded; an empty list disables the reminders.
         * @default 48 and 4
         */
        remindHoursBeforeExpiry?: number[] | undefined;
        /**
         * Deadlines and reminders of follow-ups: the work that a person does after a plan's calls, or instead of them.
         * @default due after 7 days, with a reminder every 3 days
         */
        followUps?:
          | {
              /** Days until a follow-up is due, unless its action sets another deadline. @default 7 */
              dueDays?: number | undefined;
              /** Days between reminders; a reminder is also sent when the follow-up becomes due. @default 3 */
              remindDays?: number | undefined;
            }
          | undefined;
        /**
         * Sources whose plans can be approved even if the requester does not match exactly one governance user.
         * @default none: such plans fail if they need an approval
         */
        unknownRequestersFrom?: string[] | undefined;
        /** Days that events, payloads and ended runs stay in the ledger, 1 to 3,650. @default 90 */
        retentionDays?: number | undefined;
        /**
         * Whether to `record` or only `count` events that no automation wants, for all sources or by source: `{ jira:
         * "count" }`.
         * @default `record`
         */
        ignoredEvents?: "count" | "record" | Record<string, "count" | "record"> | undefined;
        /** Maximum concurrent requests per desk to the governance service, 1 to 6. @default 6 */
        maxCallsInFlight?: number | undefined;
        /**
         * Maximum calls per second to the governance service, shared equally by the desks, 1 to 10,000. After a 429
         * response, a desk slows down.
         * @default no limit
         */
        maxCallsPerSecond?: number | undefined;
        /**
         * Limits on the effects in a rolling window, in addition to the default ones. A run that would exceed a limit waits
         * for a person. A budget with the name of a default budget replaces it.
         * @default `deletes an hour` (20 in all), `effects an hour per automation` (100), `effects an hour by agents` (10),
         * and `leavers a day` (5 per source, or 5 percent of all people if that is more)
         */
        budgets?:
          | {
              /** Name of the budget, shown to operators. */
              name: string;
              /** Names of the automations whose plans are counted. @default all */
              automations?: string[] | undefined;
              /** Sources whose plans are counted, including `mcp` (agents). @default all */
              sources?: string[] | undefined;
              /** Effects to count: `all`, `deletes`, or listed operations; `plans` counts each plan once. */
              effects: "all" | "deletes" | "plans" | EffectOperationId[];
              /** One count for everything, or one per automation, source, app or connector. */
              per: "all" | "app" | "automation" | "connector" | "source";
              /**
               * Maximum effects in the window, or plans if `effects` is `plans`. With 0 and no `percent`, a person must release
               * each counted plan.
               */
              limit: number;
              /**
               * A share that must also be exceeded, so that a few effects are not treated as a mass change. Held plans stay
               * counted until the window is over, so that the whole mass change is held.
               * @default only `limit` applies
               */
              percent?:
                | {
                    /** Maximum percentage. */
                    most: number;
                    /** The total: enabled people, known owners of an app, or tracked tools. */
                    of: "owners" | "people" | "tools";
                    /** The verb for messages, such as `leave`. @default "are affected" */
                    verb?: string | undefined;
                  }
                | undefined;
              /** Length of the rolling window in minutes, up to 31 days. */
              windowMinutes: number;
            }[]
          | undefined;
      }
    | undefined;
  /** The systems whose tickets Reeve replies to, by name. @default none */
  replies?:
    | Record<
        string,
        | {
            /** `false` makes the reply an internal note, if the system has internal notes. @default true */
            visible?: boolean | undefined;
            /**
             * The states that a ticket is moved to, by outcome, as the system names them.
             * @default only tasks of Microsoft Entra are moved
             */
            move?:
              | {
                  /**
                   * The state for a request that was carried out.
                   * @default `Completed` for Microsoft Entra, no move for others
                   */
                  done?: string | undefined;
                  /**
                   * The state for a request that was not carried out.
                   * @default `Failed` for Microsoft Entra, no move for others
                   */
                  notDone?: string | undefined;
                }
              | undefined;
          }
        | undefined
      >
    | undefined;
  /** The Slack app, and the channels for approvals and notices: docs/set-up/slack.md. */
  slack?:
    | {
        /** Id of the app; requests from other apps are rejected. @default any app with the signing secret */
        appId?: string | undefined;
        /** Id of the workspace; requests from other workspaces are rejected. @default any workspace */
        teamId?: string | undefined;
        /** Id of the channel for plans that need an approval. @default none */
        approvalsChannel?: string | undefined;
        /** Ids of channels and users that also get the last reminder. @default nobody */
        escalateTo?: string[] | undefined;
        /**
         * Id of the channel for operators: for notices, and for failures, holds, reviews and follow-ups of all runs.
         * @default none
         */
        noticesChannel?: string | undefined;
      }
    | undefined;
  /** Agents that make requests for people at `/mcp`: docs/extend/agents.md. */
  agents?:
    | {
        /** If true, agents may use `/mcp` for the people who signed in. @default false */
        enabled?: boolean | undefined;
        /** The tools that agents may use: `read` looks things up, `ask` requests changes. @default `read`, `ask` */
        tools?: ("ask" | "read")[] | undefined;
      }
    | undefined;
  /** Values that the console hides, and the target of its links to the code. */
  console?:
    | {
        /**
         * Address of this repository's files, with a slash at its end: `https://github.com/acme/reeve/blob/main/`.
         * @default no links to the code
         */
        codeUrl?: string | undefined;
        /**
         * Words in the names of properties whose values the pages hide: `token` also matches `accessToken`.
         * @default `ssn`, `social security number`, `date of birth`, `dob`, `birthday`, `salary`, `compensation`, `iban`,
         * `token`, `password`, `authorization`, `secret`, `api key`
         */
        redact?: string[] | undefined;
      }
    | undefined;
  /** How receipts identify people: docs/trust/evidence.md. */
  evidence?:
    | {
        /** How receipts identify people: by `names` and emails, or by the audit trail's `pseudonyms`. @default `names` */
        people?: "names" | "pseudonyms" | undefined;
      }
    | undefined;
}
