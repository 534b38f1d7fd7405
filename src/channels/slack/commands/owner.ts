import { dayWords } from "../../../base/days.ts";
import { defineCommand } from "../grammar/command.ts";
import { isPerson } from "../grammar/mentions.ts";

/** Makes somebody an owner of a connector. */
export const ownerAdd = defineCommand("owner add <user> to <connector> [as <role>] [until <date>]", {
  help: "Make a person an owner of a connector.",
  example: "owner add ada.marsh@example.com to GitHub MCP as Owner until in 2 weeks",
  check: ({ user }) => (isPerson(user) ? null : `"${user}" is neither an email nor a mention.`),
  says: ({ user, connector, role, date }) =>
    `Make ${user} an owner of the connector ${connector}${role ? ` as ${role}` : ""}${date ? ` until ${dayWords(date)}` : ""}.`,
  request: ({ user, connector, role, date }) => ({
    action: "connector-owner.add",
    input: { user, connector, ...(role && { role }), ...(date && { until: date }) },
  }),
});

/** Ends an entitlement's ownership of an app, or of one account in it. */
export const ownerRemove = defineCommand("owner remove <entitlement> from <app> [user <user>] [as <role>]", {
  help: "Remove an entitlement as owner of an app, or of one account in it: everyone who holds it loses that ownership.",
  example: "owner remove GitHub admin from GitHub as Owner",
  says: ({ entitlement, app, user, role }) =>
    `Remove the entitlement ${entitlement} as ${role || "owner"} of ${user ? `the account ${user} in ` : ""}${app}.`,
  request: ({ entitlement, app, user, role }) => ({
    action: user ? "user-entitlement-owner.remove" : "entitlement-owner.remove",
    input: { entitlement, app, ...(user && { user }), ...(role && { role }) },
  }),
});
