// What the page of settings says of each, by its path; `*` is any automation. Made from the schemas of the settings, by `npm run generate`.
export const SETTING_TEXTS: Readonly<Record<string, string>> = {
  "settings.timeZone": "Time zone (IANA name) of days and schedules.",
  "settings.connectors": "Connectors by the names used in tickets, in any case.",
  "settings.apps": "Ids of apps by name.",
  "settings.entitlements": "Entitlements by name.",
  "settings.appUsers":
    "Ids of accounts in apps (\"app users\"), by the app's name in `apps` and the name or email of the account's holder.",
  "settings.tools": "MCP tools by name.",
  "settings.sessionPolicies": "Ids of session policies by name. Requests can delete only these.",
  "settings.reviewPolicies": "Ids of review policies by name.",
  "settings.reviewScopes": "Scopes of access reviews by name, as the API's `scopeV2`.",
  "settings.campaigns": "Ids of access review campaigns that new ones can copy, by name.",
  "settings.vaults": "Ids of vaults of paper secrets by name.",
  "settings.ownerRoles": "The API's slugs of owner roles by the names used in tickets, in any case.",
  "settings.defaultOwnerRole":
    "The owner role of requests that name none, by its name in `ownerRoles`. By default: none: requests have to name a role.",
  "settings.automations.*.requestType": "Name of the request type.",
  "settings.automations.*.status":
    'Status that means "go ahead", as the sender names it, or several; `completed` is GitHub\'s.',
  "settings.automations.*.projects": "Projects of the tickets, by system. By default: `ticketProjects`.",
  "settings.automations.joiner.rules":
    "Connectors to own by department and job title. Every matching rule applies.",
  "settings.automations.joiner.waitHours":
    "Hours to wait for the governance user before the run fails, 1 to 720.",
  "settings.automations.joiner.lookEveryMinutes": "Minutes between two looks for that user.",
  "settings.automations.*.review.name": "Name of the campaign; the person's name is added.",
  "settings.automations.*.review.policy": "Review policy, by name: who decides.",
  "settings.automations.*.review.openDays": "Days for the review.",
  "settings.automations.*.review.fallbackOwnerEmails":
    "Owners of the campaign if the manager is not an enabled governance user: emails of some who are.",
  "settings.automations.*.review.notifications":
    "Notifications to its reviewers: `kickoff`, `reminders`, `close`. By default: the service's own.",
  "settings.automations.mover.quietDays":
    "Days before another review of the same person, at most `policy.retentionDays`.",
  "settings.automations.leaver.accountOwners":
    "Entitlements to remove as owners of the leaver's accounts in `appUsers`. Other known ownerships end in any case.",
  "settings.automations.leaver.heirs":
    "Emails of those who inherit connectors if the leaver's manager is not enabled, by the name of the connector or its app. By default: nobody: a person is asked to find an owner.",
  "settings.automations.leaver.endsAt":
    "Time of day at which access ends on the last day, `HH:MM` where the leaver works. By default: the end of the day.",
  "settings.automations.leaver.offsetDays":
    "Days after the last one, or before it if negative, on which access ends: -30 to 180.",
  "settings.automations.*.schedule":
    "A cron expression of five fields: minute, hour, day of month, month, day of week. By default: the automation's own.",
  "settings.automations.*.timeZone":
    "IANA name of the time zone of its schedule. By default: `timeZone` of all settings.",
  "settings.automations.retired-tools-stay-retired.askAfter":
    "Returns of a tool from which on retiring it needs an approval, at most 20.",
  "settings.automations.secrets-audit.reports": "Findings to report.",
  "settings.automations.secrets-audit.actors":
    "Emails of people to watch in all vaults, besides each of `vaults`.",
  "settings.automations.secrets-audit.addresses": "IP addresses to watch in all vaults.",
  "settings.automations.secrets-audit.eventsADay":
    "Events of a vault, person or address in a day above which it is reported.",
  "settings.automations.silent-source.ignore": "Sources switched off on purpose, by name.",
  "settings.automations.silent-source.learnDays":
    "Days to learn a source's rhythm from, at most `policy.retentionDays`.",
  "settings.automations.silent-source.leastEvents":
    "Events in those days without which a source has no rhythm.",
  "settings.automations.silent-source.leastDays": "Days that those events have to span.",
  "settings.automations.silent-source.factor":
    "Multiple of the longest silence in those days from which on a silence is reported.",
  "settings.automations.silent-source.leastHours": "Least hours of a silence that is reported.",
  "settings.automations.ownerships-end.warnDays": "Days of warning before an ownership ends.",
  "settings.automations.ownerships-end.askAgainDays": "Days until a rejected removal is proposed again.",
  "settings.automations.connector-owners-end.askAgainDays": "Days until a task not done is asked for again.",
  "settings.automations.connector-owners-end.askedOf":
    "Emails of the operators who end ownerships by hand; only they can report one as done. By default: any operator.",
  "settings.automations.stale-tools.unusedDays": "Days without a call that make a tool unused.",
  "settings.automations.stale-tools.neverUsedDays": "Days that make a never-called tool unused.",
  "settings.automations.stale-tools.askAgainDays": "Days until a kept tool is proposed again.",
  "settings.automations.tool-changed.askAgainDays":
    "Days until a change that was not accepted is proposed again.",
  "settings.automations.managers-are-active.askAgainDays":
    "Days until people are asked again for what is still broken.",
  "settings.automations.managers-are-active.askedOf":
    "Emails of those who mend it by hand. By default: any operator.",
  "settings.automations.identities-have-managers.askAgainDays":
    "Days until people are asked again for what is still broken.",
  "settings.automations.identities-have-managers.askedOf":
    "Emails of those who mend it by hand. By default: any operator.",
  "settings.automations.connectors-have-owners.askAgainDays":
    "Days until people are asked again for what is still broken.",
  "settings.automations.connectors-have-owners.askedOf":
    "Emails of those who mend it by hand. By default: any operator.",
  "settings.automations.reviews-have-owners.askAgainDays":
    "Days until people are asked again for what is still broken.",
  "settings.automations.reviews-have-owners.askedOf":
    "Emails of those who mend it by hand. By default: any operator.",
  "settings.automations.recurring-campaigns.campaigns": "Access reviews to start.",
  "settings.fields":
    "Ids of custom fields by system (`jira`, `servicenow`, `bamboohr`) and the name that automations read: `user`, `requestType`, `department` and others.",
  "settings.timeZones":
    "Time zones (IANA names) of offices and countries, as the HR systems name them, for workers whose system says none. By default: `timeZone` for everybody.",
  "settings.ticketProjects":
    "Projects whose tickets count, by system: docs/senders.md#which-tickets-count. By default: none: no ticket counts.",
  people:
    "Roles of people and programs, at the console, with the API and in Slack. By default: nobody may do anything.",
  "policy.dryRun":
    "Automations that only plan, by name: their runs end as `dry_run`, and keep only what they saw.",
  "policy.approvals":
    "Plans that need an approval. Every rule that applies adds its reason. By default: unsigned deletes, plans that benefit the requester, tickets approved by their requester, more than 5 effects, any campaign.",
  "policy.groups": "Groups of people who approve together, each by its name with their emails.",
  "policy.owners":
    "Emails of the owners of connectors and apps, by the names of `settings.connectors` and `settings.apps`. By default: the owners that Reeve keeps in its inventory.",
  "policy.approvalExpiresAfterHours":
    "Hours that each stage of an approval waits, and that the approval holds, 1 to 720.",
  "policy.remindHoursBeforeExpiry":
    "Hours before a plan expires at which its approvers are reminded, in `slack.approvalsChannel` and in Teams. An empty list: no reminders. By default: 48 and 4.",
  "policy.unknownRequestersFrom":
    "Sources whose plans may be approved, with a warning, although the requester is not exactly one governance user. By default: none: such a plan fails if it needs an approval.",
  "policy.retentionDays":
    "Days that events, payloads and ended runs stay in the ledger, 1 to 3,650. The audit trail stays for good.",
  "policy.ignoredEvents":
    'Events that concern nobody: `record` keeps them, `count` only counts them, by source and hour. For all sources, or by source: `{ jira: "count" }`.',
  "policy.maxCallsInFlight":
    "Calls of the governance service that one desk has under way at once, 1 to 6: an invocation of a Worker has six connections. For more, have more desks (`DESKS`).",
  "policy.maxCallsPerSecond":
    "Calls of the governance service that all desks together begin in a second, 1 to 10,000; each desk has an equal share. A desk that is asked for fewer (429) makes half at once, and comes back to its rate within two minutes. By default: no limit.",
  "policy.budgets":
    "Most effects in a rolling window. A run that would exceed one of these waits for a person. By default: 20 deletes an hour in all, 100 effects an hour for each automation; 10 effects an hour by agents; leavers of a day and source up to 5, or 5 percent of all people.",
  replies: "The systems whose tickets Reeve replies to, by name. By default: none.",
  "slack.appId":
    "Id of the app; requests of others are refused. By default: any app with the signing secret.",
  "slack.teamId": "Id of the workspace; requests of others are refused. By default: any workspace.",
  "slack.approvalsChannel":
    "Id of the channel for plans that need an approval. By default: none: only the console has them.",
  "slack.escalateTo":
    "Ids of channels and users that also get the last reminder of a waiting plan. By default: nobody.",
  "slack.noticesChannel": "Id of the channel for failures, holds and reviews of all runs. By default: none.",
  "agents.enabled": "True: agents may use `/mcp` for the people whose sign-in they have.",
  "agents.tools":
    "The tools that they get: `read` looks up, `ask` asks for changes. A token with scopes may allow fewer.",
  "console.codeUrl":
    "Address of this repository's files, with a slash at its end: `https://github.com/acme/reeve/blob/main/`. By default: no links to the code.",
  "console.redact":
    "Members whose values the pages hide, at any depth: names with these words side by side, in any case. `token` also matches `accessToken`.",
  "evidence.people":
    "People in receipts: `names`, with names and emails as people read them; `pseudonyms`, as the audit trail hashes them.",
};
