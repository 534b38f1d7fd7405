import { defineCommand } from "../grammar/command.ts";

/** Deletes a session policy. */
export const policyDelete = defineCommand("policy delete <policy>", {
  help: "Delete a session policy. There is no way back.",
  example: "policy delete Shared kiosks",
  role: "requester",
  says: ({ policy }) => `Delete the session policy ${policy}.`,
  request: ({ policy }) => ({ action: "session-policy.remove", input: { policy } }),
});
