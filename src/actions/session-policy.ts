// Deletes session policies, immediately or after a given last day. A request must use a policy's name from
// `settings.sessionPolicies`, because the API can't read policies.
import * as z from "zod";
import { formatDay } from "../base/days.ts";
import { Named } from "../base/named.ts";
import { defineAction } from "./define.ts";
import { putEntry, removeEntry } from "./inventory.ts";
import { endFields, type NamedThings, nameIn, requireName } from "./names.ts";

const asked = { policy: nameIn("sessionPolicies", "The session policy, by name.") };

function findPolicy(written: string, { sessionPolicies }: NamedThings): Named {
  const { name, value } = requireName(sessionPolicies, "session policy", written);
  return { id: value, name };
}

/**
 * Schedules the deletion of a session policy, by an inventory entry with a last day.
 *
 * @example
 * export const scheduled = endSessionPolicyOn({ policy, until: "2027-01-31" });
 */
export const endSessionPolicyOn = defineAction({
  name: "session-policy.end-on",
  input: z.object({ policy: Named, /** The last day, `YYYY-MM-DD`. */ until: z.iso.date() }),
  summary: ({ policy, until }) =>
    `Delete the session policy ${policy.name} after ${formatDay(until)}, its last day. That can't be undone.`,
  unverified: ({ policy }) => [policy],
  target: ({ policy }) => `end of session policy ${policy.id}`,
  beneficiaries: () => [],
  leaves: (ending) => [putEntry("session_policy", ending)],
  leadsTo: ["deleteSessionPolicy"],
  undo: { byHand: "To undo this, remove the policy from the inventory before its last day is over." },
  request: {
    description: "Delete a session policy after its last day. That can't be undone.",
    input: z.strictObject({ ...asked, ...endFields }).refine(({ until, days }) => until ?? days, {
      path: ["until"],
      error: "is missing: give the last day, or a number of days (days)",
    }),
    lookUp: ({ policy, until = "" }, { settings }) => ({ policy: findPolicy(policy, settings), until }),
  },
});

/**
 * Deletes a session policy.
 *
 * @example
 * export const removed = removeSessionPolicy({ policy });
 */
export const removeSessionPolicy = defineAction({
  name: "session-policy.remove",
  input: z.object({ policy: Named }),
  summary: ({ policy }) => `Delete the session policy ${policy.name}.`,
  unverified: ({ policy }) => [policy],
  target: ({ policy }) => `session policy ${policy.id}`,
  calls: ["deleteSessionPolicy"],
  effects: ({ policy }) => [
    { operation: "deleteSessionPolicy", input: { path: { id: policy.id }, body: {} } },
  ],
  // A policy belongs to nobody: it applies to many sessions.
  beneficiaries: () => [],
  leaves: ({ policy }) => [removeEntry("session_policy", policy.id)],
  undo: { byHand: "The change is permanent.", isFinal: true },
  ends: { session_policy: ({ policy }) => ({ policy }) },
  request: {
    description: "Delete a session policy. The change is permanent.",
    input: z.strictObject(asked),
    lookUp: ({ policy }, { settings }) => ({ policy: findPolicy(policy, settings) }),
  },
});
