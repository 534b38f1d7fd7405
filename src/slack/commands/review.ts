import { defineCommand } from "../grammar/command.ts";
import { isPerson, listed } from "../grammar/mentions.ts";

/** Starts an access review. */
export const reviewStart = defineCommand(
  "review start <name> [policy <policy>] [owners <owners>] [for <users>] [due <date>] [like <campaign>]",
  {
    help: "Start an access review: of all, or of some people; or as an earlier one was. Owners and people by email or mention.",
    example:
      'review start "Contractors, autumn" policy Manager reviews owners gita.lund@example.com for all due in 3 weeks',
    check({ policy, owners, users, campaign }) {
      const strangers = [
        ...listed(owners ?? ""),
        ...(users === undefined || isAll(users) ? [] : listed(users)),
      ].filter((one) => !isPerson(one));
      if (strangers.length > 0) return `"${strangers[0]}" is neither an email nor a mention.`;
      if (campaign) return null;
      const missing = [
        ...(policy ? [] : ["policy <policy>"]),
        ...(owners ? [] : ["owners <owners>"]),
        ...(users ? [] : ["for <users>, or for all"]),
      ];
      return missing.length > 0
        ? `Without "like <campaign>" this is needed too: ${missing.join("; ")}.`
        : null;
    },
    says: ({ name, policy, owners, users, date, campaign }) =>
      [
        `Start the access review "${name}"`,
        ...(campaign ? [`like ${campaign}`] : []),
        ...(policy ? [`with the policy ${policy}`] : []),
        ...(owners ? [`owned by ${listed(owners).join(", ")}`] : []),
        ...(users ? [`for ${isAll(users) ? "all" : listed(users).join(", ")}`] : []),
        ...(date ? [`due ${date}`] : []),
      ]
        .join(", ")
        .concat("."),
    request: ({ name, policy, owners, users, date, campaign }) => ({
      action: "campaign.start",
      input: {
        name,
        ...(policy && { policy }),
        ...(owners && { owners: listed(owners) }),
        ...(users && { users: isAll(users) ? "all" : listed(users) }),
        ...(date && { due: date }),
        ...(campaign && { like: campaign }),
      },
    }),
  },
);

const isAll = (users: string): boolean => users.toLowerCase() === "all";
