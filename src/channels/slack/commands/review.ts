import { dayWords } from "../../../base/days.ts";
import { defineCommand } from "../grammar/command.ts";
import { isPerson, listed } from "../grammar/mentions.ts";

/** Starts an access review. */
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
        ...(policy ? [] : ["policy <policy>"]),
        ...(owners ? [] : ["owners <owners>"]),
        ...(users || scope ? [] : ["for <users>, or for all, or scope <scope>"]),
      ];
      return missing.length > 0
        ? `Without "like <campaign>" this is needed too: ${missing.join("; ")}.`
        : null;
    },
    says: ({ name, policy, owners, users, scope, date, notifications, purpose, campaign }) =>
      [
        `Start the access review "${name}"`,
        ...(campaign ? [`like ${campaign}`] : []),
        ...(policy ? [`with the policy ${policy}`] : []),
        ...(owners ? [`owned by ${listed(owners).join(", ")}`] : []),
        ...(users ? [`for ${isAll(users) ? "all" : listed(users).join(", ")}`] : []),
        ...(scope ? [`of the scope ${scope}`] : []),
        ...(date ? [`due ${dayWords(date)}`] : []),
        ...(notifications ? [`notifying reviewers of ${listed(notifications).join(", ")}`] : []),
        ...(purpose ? [`for "${purpose}"`] : []),
      ]
        .join(", ")
        .concat("."),
    request: ({ name, policy, owners, users, scope, date, notifications, purpose, campaign }) => ({
      action: "campaign.start",
      input: {
        name,
        ...(policy && { policy }),
        ...(owners && { owners: listed(owners) }),
        ...(users && { users: isAll(users) ? "all" : listed(users) }),
        ...(scope && { scope }),
        ...(date && { due: date }),
        ...(notifications && { notify: listed(notifications) }),
        ...(purpose && { purpose }),
        ...(campaign && { like: campaign }),
      },
    }),
  },
);

const isAll = (users: string): boolean => users.toLowerCase() === "all";
