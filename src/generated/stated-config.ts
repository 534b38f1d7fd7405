// What `src/config.ts` may say, with what editors show of it. Made from the schemas of the settings, by `npm run generate`.
import type * as z from "zod";
import type { ReviewScope } from "../governance/contract/campaigns.ts";

export interface StatedConfig {
  /** The automations that run, and the names people use with the ids behind them. */
  settings: {
    /** The time zone (IANA name) in which a day begins, and that schedules go by. @default `UTC` */
    timeZone?: string | undefined;
    /** Connectors, by the names that people write in tickets, whatever the case. @default none */
    connectors?:
      | Record<
          string,
          {
            /** The id of the connector's app. */
            appId: string;
            /** Name of that app for people. */
            appName: string;
            /** The connector's id. */
            connectorId: string;
          }
        >
      | undefined;
    /** Ids of apps, by the names that people use. @default none */
    apps?: Record<string, string> | undefined;
    /** Entitlements, by the names that people use. @default none */
    entitlements?:
      | Record<
          string,
          {
            /** The id of the entitlement's app. */
            appId: string;
            /** The entitlement's id. */
            id: string;
          }
        >
      | undefined;
    /**
     * Ids of accounts in apps ("app users"), by the app's name in `apps` and the name or email of whose account it is.
     * The API can't be asked for them.
     * @default none
     */
    appUsers?: Record<string, Record<string, string>> | undefined;
    /** MCP tools, by the names that people use. @default none */
    tools?:
      | Record<
          string,
          {
            /** The tool's connector, by its name in `connectors`. */
            connector: string;
            /** The tool's id. */
            id: string;
          }
        >
      | undefined;
    /** Ids of session policies, by the names that people use. Only these can be deleted on request. @default none */
    sessionPolicies?: Record<string, string> | undefined;
    /** Ids of review policies, by the names that people use. @default none */
    reviewPolicies?: Record<string, string> | undefined;
    /** Scopes of access reviews, by the names that people use: each as the API's `scopeV2`. @default none */
    reviewScopes?: Record<string, z.input<typeof ReviewScope>> | undefined;
    /** Ids of access review campaigns that new ones can be made like, by the names that people use. @default none */
    campaigns?: Record<string, string> | undefined;
    /** Ids of vaults of paper secrets, by the names that people use. @default none */
    vaults?: Record<string, string> | undefined;
    /** The API's slugs of owner roles, by the names that people write in tickets, whatever the case. @default none */
    ownerRoles?: Record<string, string> | undefined;
    /**
     * The owner role of requests that name none, by its name in `ownerRoles`.
     * @default none: requests have to name a role
     */
    defaultOwnerRole?: string | undefined;
    /**
     * The automations that run, by name, each with its settings: docs/reference.md#settings. One that is not here does
     * nothing. Those of your own may have `schedule`, `timeZone`, and whatever else they read.
     */
    automations?:
      | {
          /** An approved ticket makes somebody an owner of a connector, for good or until a day. */
          "connector-owner-from-ticket"?:
            | {
                /** The request type's name. */
                requestType: string;
                /** The status that means "go ahead", as the sender names it, or several of them. `completed` is GitHub's. */
                status: string | string[];
                /** The projects that the tickets have to be in, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket removes an entitlement as owner of an app. */
          "entitlement-owner-removal-from-ticket"?:
            | {
                /** The request type's name. */
                requestType: string;
                /** The status that means "go ahead", as the sender names it, or several of them. `completed` is GitHub's. */
                status: string | string[];
                /** The projects that the tickets have to be in, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket removes an entitlement as owner of somebody's account in an app. */
          "user-entitlement-owner-removal-from-ticket"?:
            | {
                /** The request type's name. */
                requestType: string;
                /** The status that means "go ahead", as the sender names it, or several of them. `completed` is GitHub's. */
                status: string | string[];
                /** The projects that the tickets have to be in, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket retires an MCP tool. */
          "tool-retirement-from-ticket"?:
            | {
                /** The request type's name. */
                requestType: string;
                /** The status that means "go ahead", as the sender names it, or several of them. `completed` is GitHub's. */
                status: string | string[];
                /** The projects that the tickets have to be in, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket deletes a session policy. */
          "session-policy-removal-from-ticket"?:
            | {
                /** The request type's name. */
                requestType: string;
                /** The status that means "go ahead", as the sender names it, or several of them. `completed` is GitHub's. */
                status: string | string[];
                /** The projects that the tickets have to be in, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket starts an access review: a new one, or a copy of an earlier one. */
          "campaign-from-ticket"?:
            | {
                /** The request type's name. */
                requestType: string;
                /** The status that means "go ahead", as the sender names it, or several of them. `completed` is GitHub's. */
                status: string | string[];
                /** The projects that the tickets have to be in, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket tracks an MCP tool. */
          "tool-track-from-ticket"?:
            | {
                /** The request type's name. */
                requestType: string;
                /** The status that means "go ahead", as the sender names it, or several of them. `completed` is GitHub's. */
                status: string | string[];
                /** The projects that the tickets have to be in, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** An approved ticket deletes a session policy after a day. */
          "session-policy-end-from-ticket"?:
            | {
                /** The request type's name. */
                requestType: string;
                /** The status that means "go ahead", as the sender names it, or several of them. `completed` is GitHub's. */
                status: string | string[];
                /** The projects that the tickets have to be in, by system. @default `ticketProjects` */
                projects?: Record<string, string[]> | undefined;
              }
            | undefined;
          /** Does what scripts and people in Slack ask for by name. */
          "requested-action"?: Record<string, never> | undefined;
          /** Joiners become owners of connectors by department and job title, once their user exists. */
          joiner?:
            | {
                /** Rules for which joiners own which connectors. Every rule that matches applies. */
                rules: {
                  /** The department that the rule is for, whatever the case. @default any, where `jobTitle` is given */
                  department?: string | undefined;
                  /** The job title that the rule is for, whatever the case. @default any, where `department` is given */
                  jobTitle?: string | undefined;
                  /** The connector that they become an owner of, by its name in `connectors`. */
                  connector: string;
                  /** The owner role, by its name in `ownerRoles`. @default `defaultOwnerRole` */
                  role?: string | undefined;
                }[];
                /** Hours for a joiner's governance user to appear before the run fails, 1 to 720. @default 48 */
                waitHours?: number | undefined;
                /** Minutes between two checks whether that user exists. @default 30 */
                lookEveryMinutes?: number | undefined;
              }
            | undefined;
          /** People with a new department, job title or manager are reviewed by the new manager. */
          mover?:
            | {
                /** The access review of who moves. */
                review: {
                  /** The campaign's name; the person's name is added. */
                  name: string;
                  /** The review policy, by its name in `reviewPolicies`: who decides. */
                  policy: string;
                  /** Days that the review may take. */
                  openDays: number;
                  /**
                   * Owners of the campaign if the manager is unknown or is not an enabled user: emails of enabled governance
                   * users.
                   */
                  fallbackOwnerEmails: string[];
                };
                /** Days until the same person may be reviewed again, up to `policy.retentionDays`. @default 30 */
                quietDays?: number | undefined;
              }
            | undefined;
          /**
           * Leavers lose what Reeve knows they own, and their other access is reviewed. It needs an approval unless the
           * termination is confirmed.
           */
          leaver?:
            | {
                /**
                 * Entitlements that are removed as owners of a leaver's accounts, where `appUsers` has the account. What Reeve
                 * knows the leaver to own ends in any case.
                 * @default none
                 */
                accountOwners?:
                  | {
                      /** The app of the account, by its name in `apps`. */
                      app: string;
                      /** The entitlement, by its name in `entitlements`. */
                      entitlement: string;
                      /** The owner role, by its name in `ownerRoles`. @default `defaultOwnerRole` */
                      role?: string | undefined;
                    }[]
                  | undefined;
                /** The access review of what the leaver still has. */
                review: {
                  /** The campaign's name; the person's name is added. */
                  name: string;
                  /** The review policy, by its name in `reviewPolicies`: who decides. */
                  policy: string;
                  /** Days that the review may take. */
                  openDays: number;
                  /**
                   * Owners of the campaign if the manager is unknown or is not an enabled user: emails of enabled governance
                   * users.
                   */
                  fallbackOwnerEmails: string[];
                };
              }
            | undefined;
          /** Retires tools again that a connector sync brought back; after a few times only with an approval. */
          "retired-tools-stay-retired"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
                /** From this many returns of a tool on, retiring it again needs an approval. At most 20. @default 3 */
                askAfter?: number | undefined;
              }
            | undefined;
          /** Reports what is new, changed or gone in the catalog of MCP servers. */
          "catalog-changes"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
              }
            | undefined;
          /** Reports new people, new addresses and unusually many events at vaults of paper secrets. */
          "secrets-audit"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
                /** Which findings are reported. @default `new_person`, `new_address`, `many_events` */
                reports?: ("many_events" | "new_address" | "new_person")[] | undefined;
                /** A day with more events of a vault than this is reported. @default 100 */
                eventsADay?: number | undefined;
              }
            | undefined;
          /** Reports a sender that has been quiet for longer than usual. */
          "silent-source"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
                /** Sources that may be quiet: those that were switched off on purpose, by name. @default none */
                ignore?: string[] | undefined;
                /** Days of which a source's rhythm is learned, up to `policy.retentionDays`. @default 30 */
                learnDays?: number | undefined;
                /** The events in those days that a source needs to have a rhythm. @default 20 */
                leastEvents?: number | undefined;
                /** The days that those events have to be spread over. @default 7 */
                leastDays?: number | undefined;
                /** A silence is reported once it lasts this many times as long as the longest one in those days. @default 3 */
                factor?: number | undefined;
                /** The hours that a silence has to last in any case. @default 24 */
                leastHours?: number | undefined;
              }
            | undefined;
          /** Removes ownerships that are past their last day, and warns their owners before. */
          "ownerships-end"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
                /** Days of warning before an ownership ends. @default 7 */
                warnDays?: number | undefined;
                /** Days until a removal that was rejected is proposed again. @default 3 */
                askAgainDays?: number | undefined;
              }
            | undefined;
          /** Asks a person to end connector ownerships that are past their last day: the API can't. */
          "connector-owners-end"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
                /** Days until a task that was not done is asked for again. @default 3 */
                askAgainDays?: number | undefined;
                /**
                 * Emails of those who end ownerships of connectors by hand: only they can report one as done. They need the
                 * role operator.
                 * @default any operator
                 */
                askedOf?: string[] | undefined;
              }
            | undefined;
          /** Proposes tracked tools for retirement that nobody calls. */
          "stale-tools"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
                /** Days without a call after which a tool counts as unused. @default 90 */
                unusedDays?: number | undefined;
                /** Days after which a tool that was never called counts as unused. @default 30 */
                neverUsedDays?: number | undefined;
                /** Days until a tool that somebody kept is proposed again. @default 60 */
                askAgainDays?: number | undefined;
              }
            | undefined;
          /** Holds a tracked tool for review whose name, description or input schema has changed since it was accepted. */
          "tool-changed"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
                /** Days until a change that somebody did not accept is proposed for review again. @default 60 */
                askAgainDays?: number | undefined;
              }
            | undefined;
          /** Session policies past their last day are deleted. */
          "session-policies-end"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
              }
            | undefined;
          /** Access reviews are started each month or quarter, each period once. */
          "recurring-campaigns"?:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
                /** The access reviews that are started. */
                campaigns: {
                  /** The campaign's name; the period is added: `2026-11`, `2026-Q4`. */
                  name: string;
                  /** Period after which it is started again. */
                  every: "month" | "quarter";
                  /** Instructions for its reviewers. @default nothing */
                  description?: string | undefined;
                  /** The review policy, by its name in `reviewPolicies`: who decides. */
                  policy: string;
                  /** The campaign's owners: emails of enabled governance users. */
                  ownerEmails: string[];
                  /** The scope of the review, as the API's `scopeV2`. */
                  scope: z.input<typeof ReviewScope>;
                  /** Days that the review may take. */
                  openDays: number;
                }[];
              }
            | undefined;
          [name: string]:
            | {
                /**
                 * A cron expression of five fields: minute, hour, day of month, month, day of week.
                 * @default the automation's own
                 */
                schedule?: string | undefined;
                /** IANA name of the time zone of its schedule. @default `timeZone` of all settings */
                timeZone?: string | undefined;
                [name: string]: unknown | undefined;
              }
            | undefined;
        }
      | undefined;
    /**
     * Names for custom fields, by system (`jira`, `servicenow`, `bamboohr`), each with the system's own id of the
     * field: automations read `user`, whatever Jira calls the field. `requestType` and `department` say which field
     * that is.
     * @default none
     */
    fields?: Record<string, Record<string, string>> | undefined;
    /**
     * The projects whose tickets count, by system: docs/senders.md#which-tickets-count.
     * @default none: no ticket counts
     */
    ticketProjects?: Record<string, string[]> | undefined;
  };
  /** Who may do what, at the console, with the API and in Slack. @default nobody may do anything */
  people?:
    | {
        /** A person, by the email of their governance user, which they sign in with. @default none */
        email?: string | undefined;
        /**
         * The person's Slack user id. In Slack they have their roles by this id alone: an email there can be changed.
         * @default none
         */
        slack?: string | undefined;
        /**
         * The members of a group of the identity provider, by its name. The Access application has to pass on `groups`.
         * @default none
         */
        group?: string | undefined;
        /** The members of a Slack user group, by its id. It needs the bot token. @default none */
        slackGroup?: string | undefined;
        /**
         * A program that signs in with an Access service token, by its client id. It may read, and decides nothing.
         * @default none
         */
        service?: string | undefined;
        /**
         * `console`: everybody whom Cloudflare Access lets in. `slack`: all members of the workspace whose email is known,
         * never a guest.
         * @default none
         */
        everyone?: "console" | "slack" | undefined;
        /** What they may do: see docs/reference.md#people. @default none: Reeve only knows who has the Slack id */
        roles?: ("admin" | "approver" | "operator" | "requester" | "viewer")[] | undefined;
      }[]
    | undefined;
  /** What needs an approval, and how much may happen. */
  policy?:
    | {
        /** Automations that only plan, by name: their runs end as `dry_run`, and nothing is written. @default none */
        dryRun?: string[] | undefined;
        /**
         * When a plan needs somebody's approval. Every rule that applies adds its reason.
         * @default deletes that were not signed or that one person asked for, plans that benefit the requester, tickets
         * approved by their requester, more than 5 effects, any campaign
         */
        approvals?:
          | (
              | {
                  /** The automations that the rule is for, by name. @default all */
                  automations?: string[] | undefined;
                  /** Any plan that changes something. */
                  when: "always";
                }
              | {
                  /** The automations that the rule is for, by name. @default all */
                  automations?: string[] | undefined;
                  /** A plan with a call of one of the `operations`. */
                  when: "operation";
                  /** The operations, by the names of the API. */
                  operations: (
                    | "createCampaign"
                    | "createConnectorOwner"
                    | "createToken"
                    | "deleteAppEntitlementOwner"
                    | "deleteAppUserEntitlementOwner"
                    | "deleteMcpTool"
                    | "deleteSessionPolicy"
                  )[];
                }
              | {
                  /** The automations that the rule is for, by name. @default all */
                  automations?: string[] | undefined;
                  /** A plan with more calls than `effects`. */
                  when: "more_effects_than";
                  /** The most calls that need no approval. */
                  effects: number;
                }
              | {
                  /** The automations that the rule is for, by name. @default all */
                  automations?: string[] | undefined;
                  /** A plan that changes an MCP tool of one of the `classifications`. */
                  when: "tool_classification";
                  /** The classifications of tools; `unspecified` is a tool that has none. */
                  classifications: (
                    | "dangerous"
                    | "destructive"
                    | "read"
                    | "sensitive"
                    | "unspecified"
                    | "write"
                  )[];
                }
              | {
                  /** The automations that the rule is for, by name. @default all */
                  automations?: string[] | undefined;
                  /** A plan that deletes, where the request was not signed, or is one person's word in Slack or by script. */
                  when: "unsigned_delete";
                }
              | {
                  /** The automations that the rule is for, by name. @default all */
                  automations?: string[] | undefined;
                  /**
                   * A plan that benefits its requester, or may: the requester is unknown. Not where somebody else has approved the
                   * ticket, and not for what an HR system reports without naming anybody.
                   */
                  when: "asked_by_beneficiary";
                }
              | {
                  /** The automations that the rule is for, by name. @default all */
                  automations?: string[] | undefined;
                  /**
                   * A plan for a ticket that was moved to its status by its own requester or by somebody who gains by the plan, or
                   * by somebody unknown.
                   */
                  when: "asked_by_who_approved_it";
                }
            )[]
          | undefined;
        /**
         * How long a plan waits for an approval, and how long an approval holds once it is given. Hours, 1 to 720.
         * @default 72
         */
        approvalExpiresAfterHours?: number | undefined;
        /**
         * Hours before a plan expires at which its approvers are reminded of it, in `slack.approvalsChannel` and in Teams.
         * Those that are no fewer than it waits in all are left out; with an empty list there are no reminders.
         * @default 48 and 4: of 72 hours, after the first day and shortly before the end
         */
        remindHoursBeforeExpiry?: number[] | undefined;
        /**
         * Sources whose plans may be approved although the requester is unknown: the event names nobody, or somebody who is
         * not exactly one user of the governance service. The approver is warned.
         * @default none: such a plan fails where it needs an approval
         */
        unknownRequestersFrom?: string[] | undefined;
        /**
         * How long events, payloads and ended runs stay in the ledger. Days, 1 to 3,650. The audit trail stays for good.
         * @default 90
         */
        retentionDays?: number | undefined;
        /**
         * Events that concern nobody: `record` keeps them like others, `count` only counts them, by source and hour. For
         * all sources, or by source: `{ jira: "count" }`.
         * @default `record`
         */
        ignoredEvents?: "count" | "record" | Record<string, "count" | "record"> | undefined;
        /**
         * Calls that one desk has under way at once, to the governance service and to senders. 1 to 6, as an invocation of
         * a Worker has six connections. Fewer are kinder to a service that limits its rate; for more, have more desks
         * (`DESKS`).
         * @default 6
         */
        maxCallsInFlight?: number | undefined;
        /**
         * How many effects a rolling window may have. A run that would exceed one of these waits for a person.
         * @default 20 deletes an hour in all, 100 effects an hour for each automation
         */
        budgets?:
          | {
              /** What operators call it. */
              name: string;
              /** Which effects it counts: all of them, those that delete, or these operations. */
              effects:
                | "all"
                | "deletes"
                | (
                    | "createCampaign"
                    | "createConnectorOwner"
                    | "createToken"
                    | "deleteAppEntitlementOwner"
                    | "deleteAppUserEntitlementOwner"
                    | "deleteMcpTool"
                    | "deleteSessionPolicy"
                  )[];
              /** Whether there is one count in all, or one for each automation or source of events. */
              per: "all" | "automation" | "source";
              /** The most effects that the window may hold. 0 lets none pass without a person. */
              limit: number;
              /** The length of the window, which rolls: minutes, up to 31 days. */
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
            /**
             * Whether the requester sees the reply; `false` is an internal note, where the system has those.
             * @default true
             */
            visible?: boolean | undefined;
            /** The state that a ticket is moved to, as the system names it. @default the ticket stays where it is */
            move?:
              | {
                  /** Where the request was carried out. @default the ticket stays where it is */
                  done?: string | undefined;
                  /** Where it was not. @default the ticket stays where it is */
                  notDone?: string | undefined;
                }
              | undefined;
          }
        | undefined
      >
    | undefined;
  /** The Slack app, and the channels for approvals and notices: docs/slack.md. */
  slack?:
    | {
        /** The app's id: requests of another app are refused. @default any app that has the signing secret */
        appId?: string | undefined;
        /** The workspace's id: requests from other workspaces that have the app are refused. @default any workspace */
        teamId?: string | undefined;
        /** The channel for plans that need an approval, by its id. @default none: they are at the console alone */
        approvalsChannel?: string | undefined;
        /**
         * Who is told as well with the last reminder of a plan that waits: channels and users, by their ids.
         * @default nobody
         */
        escalateTo?: string[] | undefined;
        /** The channel for failures, holds and reviews of all runs, by its id. @default none */
        noticesChannel?: string | undefined;
      }
    | undefined;
  /** What the console hides, and where its links to the code lead. */
  console?:
    | {
        /**
         * Address of this repository's files, with a slash at its end: `https://github.com/acme/reeve/blob/main/`.
         * @default no links to the code
         */
        codeUrl?: string | undefined;
        /**
         * Members of events and payloads whose values the pages hide, at any depth. Each matches names that have its words
         * side by side, whatever the case: `token` also `accessToken` and `access_token`.
         * @default `ssn`, `social security number`, `date of birth`, `dob`, `birthday`, `salary`, `compensation`, `iban`,
         * `token`, `password`, `authorization`, `secret`, `api key`
         */
        redact?: string[] | undefined;
      }
    | undefined;
}
