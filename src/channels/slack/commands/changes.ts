// Commands that request a change, and those that pause and resume automations.
import { requireName } from "../../../actions/names.ts";
import { automations } from "../../../automations/index.ts";
import { dayWords } from "../../../base/days.ts";
import { defineCommand } from "../grammar/command.ts";
import { isPerson, listed, sentence } from "../grammar/words.ts";

export const ownerAdd = defineCommand("owner add <user> to <connector> [as <role>] [until <date>]", {
  help: "Make a person an owner of a connector.",
  example: "owner add ada.marsh@example.com to GitHub MCP as Owner until in 2 weeks",
  check: ({ user }) => (isPerson(user) ? null : `"${user}" is neither an email nor a mention.`),
  says: ({ user, connector, role, date }) =>
    `Make ${user} an owner of the connector ${connector}${role ? ` as ${role}` : ""}${date ? ` until ${dayWords(date)}` : ""}.`,
  request: ({ user, connector, role, date }) => ({
    action: "connector-owner.add",
    input: { user, connector, role, until: date },
  }),
});

export const ownerRemove = defineCommand("owner remove <entitlement> from <app> [user <user>] [as <role>]", {
  help: "Remove an entitlement as owner of an app, or of one account in it: everyone who holds it loses that ownership.",
  example: "owner remove GitHub admin from GitHub as Owner",
  says: ({ entitlement, app, user, role }) =>
    `Remove the entitlement ${entitlement} as ${role || "owner"} of ${user ? `the account ${user} in ` : ""}${app}.`,
  request: ({ entitlement, app, user, role }) => ({
    action: user ? "user-entitlement-owner.remove" : "entitlement-owner.remove",
    input: { entitlement, app, ...(user && { user }), role },
  }),
});

export const toolRetire = defineCommand("tool retire <tool> [because <reason>]", {
  help: "Retire an MCP tool: a soft delete, until its connector discovers it again.",
  example: "tool retire Delete branch because nobody reviews what it does",
  says: ({ tool, reason }) => sentence([`Retire the tool ${tool}`, because(reason)]),
  request: ({ tool, reason }) => ({ action: "tool.retire", input: { tool }, reason }),
});

export const toolTrack = defineCommand("tool track <tool> [because <reason>]", {
  help: "Track an MCP tool: whether it is used, and whether it stays as it is now.",
  example: "tool track Create issue",
  says: ({ tool, reason }) => sentence([`Track the tool ${tool}`, because(reason)]),
  request: ({ tool, reason }) => ({ action: "tool.track", input: { tool }, reason }),
});

export const policyDelete = defineCommand("policy delete <policy>", {
  help: "Delete a session policy. This can't be undone.",
  example: "policy delete Shared kiosks",
  says: ({ policy }) => `Delete the session policy ${policy}.`,
  request: ({ policy }) => ({ action: "session-policy.remove", input: { policy } }),
});

export const policyEnd = defineCommand("policy end <policy> on <date>", {
  help: "Delete a session policy after a day. That can't be undone.",
  example: "policy end Shared kiosks on 2099-12-31",
  says: ({ policy, date }) => `Have the session policy ${policy} deleted after ${dayWords(date)}.`,
  request: ({ policy, date }) => ({ action: "session-policy.end-on", input: { policy, until: date } }),
});

export const reviewStart = defineCommand(
  "review start <name> [policy <policy>] [owners <owners>] [for <users>] [scope <scope>] [due <date>] [notify <notifications>] [purpose <purpose>] [like <campaign>]",
  {
    help: "Start an access review: of all, of some people or of a scope of the settings; or as an earlier one was. Owners and people by email or mention; notify kickoff, reminders, close.",
    example:
      'review start "Contractors, autumn" policy Manager reviews owners gita.lund@example.com for all due in 3 weeks',
    check({ policy, owners, users, scope, campaign }) {
      const strangers = [
        ...listed(owners ?? ""),
        ...(users === undefined || isAll(users) ? [] : listed(users)),
      ].filter((one) => !isPerson(one));
      if (strangers.length > 0) return `"${strangers[0]}" is neither an email nor a mention.`;
      if (campaign) return null;
      const missing = [
        policy ? [] : "policy <policy>",
        owners ? [] : "owners <owners>",
        users || scope ? [] : "for <users>, or for all, or scope <scope>",
      ].flat();
      return missing.length > 0
        ? `Without "like <campaign>" this is needed too: ${missing.join("; ")}.`
        : null;
    },
    says: ({ name, policy, owners, users, scope, date, notifications, purpose, campaign }) =>
      sentence([
        `Start the access review "${name}"`,
        campaign && `like ${campaign}`,
        policy && `with the policy ${policy}`,
        owners && `owned by ${listed(owners).join(", ")}`,
        users && `for ${isAll(users) ? "all" : listed(users).join(", ")}`,
        scope && `of the scope ${scope}`,
        date && `due ${dayWords(date)}`,
        notifications && `notifying reviewers of ${listed(notifications).join(", ")}`,
        purpose && `for "${purpose}"`,
      ]),
    request: ({ name, policy, owners, users, scope, date, notifications, purpose, campaign }) => ({
      action: "campaign.start",
      input: {
        name,
        policy,
        owners: owners && listed(owners),
        users: users && (isAll(users) ? "all" : listed(users)),
        scope,
        due: date,
        notify: notifications && listed(notifications),
        purpose,
        like: campaign,
      },
    }),
  },
);

const isAll = (users: string): boolean => users.toLowerCase() === "all";

const named = ({ automation }: { readonly automation: string }): string =>
  requireName(Object.fromEntries(automations), "automation", automation).name;

export const pause = defineCommand("pause <automation> [because <reason>]", {
  help: "Pause an automation: it stops before its next change.",
  example: "pause requested-action because the tenant is being moved",
  says: ({ automation, reason }) => sentence([`Pause the automation ${automation}`, because(reason)]),
  switch: "pause",
  automation: named,
});

export const resume = defineCommand("resume <automation> [because <reason>]", {
  help: "Let a paused automation continue.",
  example: "resume requested-action",
  says: ({ automation, reason }) => sentence([`Resume the automation ${automation}`, because(reason)]),
  switch: "resume",
  automation: named,
});

const because = (reason: string | undefined) => reason && `because ${reason}`;
