import { dayWords } from "../../../base/days.ts";
import { defineCommand } from "../grammar/command.ts";

/** Deletes a session policy. */
export const policyDelete = defineCommand("policy delete <policy>", {
  help: "Delete a session policy. This can't be undone.",
  example: "policy delete Shared kiosks",
  says: ({ policy }) => `Delete the session policy ${policy}.`,
  request: ({ policy }) => ({ action: "session-policy.remove", input: { policy } }),
});

/** Has a session policy end after a day. */
export const policyEnd = defineCommand("policy end <policy> on <date>", {
  help: "Delete a session policy after a day. That can't be undone.",
  example: "policy end Shared kiosks on 2099-12-31",
  says: ({ policy, date }) => `Have the session policy ${policy} deleted after ${dayWords(date)}.`,
  request: ({ policy, date }) => ({ action: "session-policy.end-on", input: { policy, until: date } }),
});
