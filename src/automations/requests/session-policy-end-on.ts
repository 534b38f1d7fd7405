import * as z from "zod";
import { endSessionPolicyOn } from "../../actions/session-policy-end-on.ts";
import { dayOf, refusePastDay } from "../days.ts";
import { requireName } from "../names.ts";
import { requireEnabled } from "./carried-out-by.ts";
import { defineRequest } from "./request.ts";

/** `session-policy.end-on`: a session policy that the settings name, and its last day. */
export const sessionPolicyEndOn = defineRequest({
  action: "session-policy.end-on",
  description: "Has a session policy deleted after a day. There is no way back then.",
  input: z.strictObject({
    policy: z.string().min(1).describe("The session policy, by its name in src/config.ts."),
    until: z.iso.date("a day is written as YYYY-MM-DD").describe("The last day, YYYY-MM-DD."),
  }),
  plan({ policy, until }, { settings, now }) {
    requireEnabled(settings, "session-policies-end");
    refusePastDay("until", until, dayOf(now, settings.timeZone));
    const { name, value } = requireName(settings.sessionPolicies, "session policy", policy);
    return endSessionPolicyOn({ policy: { id: value, name }, until });
  },
});
