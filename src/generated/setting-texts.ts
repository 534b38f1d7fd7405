// What the page of settings says of each, by its path; `*` is any automation. Made from the schemas of the settings, by `npm run generate`.
export const SETTING_TEXTS: Readonly<Record<string, string>> = {
  "settings.timeZone": "The time zone (IANA name) in which a day begins, and that schedules go by.",
  "settings.connectors": "Connectors, by the names that people write in tickets, whatever the case.",
  "settings.apps": "Ids of apps, by the names that people use.",
  "settings.entitlements": "Entitlements, by the names that people use.",
  "settings.appUsers":
    "Ids of accounts in apps (\"app users\"), by the app's name in `apps` and the name or email of whose account it is. The API can't be asked for them.",
  "settings.tools": "MCP tools, by the names that people use.",
  "settings.sessionPolicies":
    "Ids of session policies, by the names that people use. Only these can be deleted on request.",
  "settings.reviewPolicies": "Ids of review policies, by the names that people use.",
  "settings.reviewScopes":
    "Scopes of access reviews, by the names that people use: each as the API's `scopeV2`.",
  "settings.campaigns":
    "Ids of access review campaigns that new ones can be made like, by the names that people use.",
  "settings.vaults": "Ids of vaults of paper secrets, by the names that people use.",
  "settings.ownerRoles":
    "The API's slugs of owner roles, by the names that people write in tickets, whatever the case.",
  "settings.defaultOwnerRole":
    "The owner role of requests that name none, by its name in `ownerRoles`. By default: none: requests have to name a role.",
  "settings.automations.*.requestType": "The request type's name.",
  "settings.automations.*.status":
    'The status that means "go ahead", as the sender names it, or several of them. `completed` is GitHub\'s.',
  "settings.automations.*.projects":
    "The projects that the tickets have to be in, by system. By default: `ticketProjects`.",
  "settings.automations.joiner.rules":
    "Rules for which joiners own which connectors. Every rule that matches applies.",
  "settings.automations.joiner.waitHours":
    "Hours for a joiner's governance user to appear before the run fails, 1 to 720.",
  "settings.automations.joiner.lookEveryMinutes": "Minutes between two checks whether that user exists.",
  "settings.automations.*.review.name": "The campaign's name; the person's name is added.",
  "settings.automations.*.review.policy": "The review policy, by its name in `reviewPolicies`: who decides.",
  "settings.automations.*.review.openDays": "Days that the review may take.",
  "settings.automations.*.review.fallbackOwnerEmails":
    "Owners of the campaign if the manager is unknown or is not an enabled user: emails of enabled governance users.",
  "settings.automations.mover.quietDays":
    "Days until the same person may be reviewed again, up to `policy.retentionDays`.",
  "settings.automations.leaver.accountOwners":
    "Entitlements that are removed as owners of a leaver's accounts, where `appUsers` has the account. What Reeve knows the leaver to own ends in any case.",
  "settings.automations.*.schedule":
    "A cron expression of five fields: minute, hour, day of month, month, day of week. By default: the automation's own.",
  "settings.automations.*.timeZone":
    "IANA name of the time zone of its schedule. By default: `timeZone` of all settings.",
  "settings.automations.retired-tools-stay-retired.askAfter":
    "From this many returns of a tool on, retiring it again needs an approval. At most 20.",
  "settings.automations.secrets-audit.reports": "Which findings are reported.",
  "settings.automations.secrets-audit.eventsADay": "A day with more events of a vault than this is reported.",
  "settings.automations.silent-source.ignore":
    "Sources that may be quiet: those that were switched off on purpose, by name.",
  "settings.automations.silent-source.learnDays":
    "Days of which a source's rhythm is learned, up to `policy.retentionDays`.",
  "settings.automations.silent-source.leastEvents":
    "The events in those days that a source needs to have a rhythm.",
  "settings.automations.silent-source.leastDays": "The days that those events have to be spread over.",
  "settings.automations.silent-source.factor":
    "A silence is reported once it lasts this many times as long as the longest one in those days.",
  "settings.automations.silent-source.leastHours": "The hours that a silence has to last in any case.",
  "settings.automations.ownerships-end.warnDays": "Days of warning before an ownership ends.",
  "settings.automations.ownerships-end.askAgainDays":
    "Days until a removal that was rejected is proposed again.",
  "settings.automations.connector-owners-end.askAgainDays":
    "Days until a task that was not done is asked for again.",
  "settings.automations.connector-owners-end.askedOf":
    "Emails of those who end ownerships of connectors by hand: only they can report one as done. They need the role operator. By default: any operator.",
  "settings.automations.stale-tools.unusedDays": "Days without a call after which a tool counts as unused.",
  "settings.automations.stale-tools.neverUsedDays":
    "Days after which a tool that was never called counts as unused.",
  "settings.automations.stale-tools.askAgainDays": "Days until a tool that somebody kept is proposed again.",
  "settings.automations.tool-changed.askAgainDays":
    "Days until a change that somebody did not accept is proposed for review again.",
  "settings.automations.recurring-campaigns.campaigns": "The access reviews that are started.",
  "settings.fields":
    "Names for custom fields, by system (`jira`, `servicenow`, `bamboohr`), each with the system's own id of the field: automations read `user`, whatever Jira calls the field. `requestType` and `department` say which field that is.",
  "settings.ticketProjects":
    "The projects whose tickets count, by system: docs/senders.md#which-tickets-count. By default: none: no ticket counts.",
  people: "Who may do what, at the console, with the API and in Slack. By default: nobody may do anything.",
  "policy.dryRun":
    "Automations that only plan, by name: their runs end as `dry_run`, and nothing is written.",
  "policy.approvals":
    "When a plan needs somebody's approval. Every rule that applies adds its reason. By default: deletes that were not signed or that one person asked for, plans that benefit the requester, tickets approved by their requester, more than 5 effects, any campaign.",
  "policy.approvalExpiresAfterHours":
    "How long a plan waits for an approval, and how long an approval holds once it is given. Hours, 1 to 720.",
  "policy.remindHoursBeforeExpiry":
    "Hours before a plan expires at which its approvers are reminded of it, in `slack.approvalsChannel` and in Teams. Those that are no fewer than it waits in all are left out; with an empty list there are no reminders. By default: 48 and 4: of 72 hours, after the first day and shortly before the end.",
  "policy.unknownRequestersFrom":
    "Sources whose plans may be approved although the requester is unknown: the event names nobody, or somebody who is not exactly one user of the governance service. The approver is warned. By default: none: such a plan fails where it needs an approval.",
  "policy.retentionDays":
    "How long events, payloads and ended runs stay in the ledger. Days, 1 to 3,650. The audit trail stays for good.",
  "policy.ignoredEvents":
    'Events that concern nobody: `record` keeps them like others, `count` only counts them, by source and hour. For all sources, or by source: `{ jira: "count" }`.',
  "policy.maxCallsInFlight":
    "Calls that one desk has under way at once, to the governance service and to senders. 1 to 6, as an invocation of a Worker has six connections. Fewer are kinder to a service that limits its rate; for more, have more desks (`DESKS`).",
  "policy.budgets":
    "How many effects a rolling window may have. A run that would exceed one of these waits for a person. By default: 20 deletes an hour in all, 100 effects an hour for each automation.",
  replies: "The systems whose tickets Reeve replies to, by name. By default: none.",
  "slack.appId":
    "The app's id: requests of another app are refused. By default: any app that has the signing secret.",
  "slack.teamId":
    "The workspace's id: requests from other workspaces that have the app are refused. By default: any workspace.",
  "slack.approvalsChannel":
    "The channel for plans that need an approval, by its id. By default: none: they are at the console alone.",
  "slack.escalateTo":
    "Who is told as well with the last reminder of a plan that waits: channels and users, by their ids. By default: nobody.",
  "slack.noticesChannel":
    "The channel for failures, holds and reviews of all runs, by its id. By default: none.",
  "console.codeUrl":
    "Address of this repository's files, with a slash at its end: `https://github.com/acme/reeve/blob/main/`. By default: no links to the code.",
  "console.redact":
    "Members of events and payloads whose values the pages hide, at any depth. Each matches names that have its words side by side, whatever the case: `token` also `accessToken` and `access_token`.",
};
