import * as z from "zod";
import { removeSessionPolicy } from "../../actions/session-policy-remove.ts";
import { requireName } from "../names.ts";
import { defineRequest } from "./request.ts";

/** `session-policy.remove`: a session policy that the settings name. The API can't be asked what a policy is called. */
export const sessionPolicyRemove = defineRequest({
  action: "session-policy.remove",
  description: "Deletes a session policy. There is no way back.",
  input: z.strictObject({
    policy: z.string().min(1).describe("The session policy, by its name in src/config.ts."),
  }),
  plan({ policy }, { settings }) {
    const { name, value } = requireName(settings.sessionPolicies, "session policy", policy);
    return removeSessionPolicy({ policy: { id: value, name } });
  },
});
