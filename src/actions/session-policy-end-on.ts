import * as z from "zod";
import { Named } from "../base/named.ts";
import { remember } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/** Has a session policy deleted after a day, by the automation `session-policies-end`. */
export const endSessionPolicyOn = defineAction({
  name: "session-policy.end-on",
  input: z.object({
    policy: Named,
    /** The last day, `YYYY-MM-DD`. */
    until: z.iso.date(),
  }),
  summary: ({ policy, until }) =>
    `Have the session policy ${policy.name} deleted after ${until}, its last day. There is no way back then.`,
  unverified: ({ policy }) => [policy],
  target: ({ policy }) => `end of session policy ${policy.id}`,
  effects: () => [],
  beneficiaries: () => [],
  memories: (ending) => [remember("session_policy", ending)],
  leadsTo: ["deleteSessionPolicy"],
});
